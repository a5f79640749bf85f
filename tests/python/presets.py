"""The presets that the tests run over. New ones go to the end: their places number the golden games."""

ONE_PACK = ("standard", "hubei", "app", "rlcard", "douzero", "openspiel", "botzone")
TWO_PACKS = ("standard-four", "hubei-pairs")
PRESETS = ONE_PACK + TWO_PACKS

# Rules of Gong Zhu, by their texts: the presets, and the other numbers of players.
GONGZHU = (
    "standard",
    "plain",
    "wikipedia",
    "scrofazero",
    "standard players=3 exposing_order=sequential",
    "plain players=5",
    "standard teams=pooled heart_lock=true must_lead_it=true",
)
