"""The presets that the tests run over. New ones go to the end: their places number the golden games."""

ONE_PACK = ("standard", "hubei", "app", "rlcard", "douzero", "openspiel", "botzone")
TWO_PACKS = ("standard-four", "hubei-pairs")
PRESETS = ONE_PACK + TWO_PACKS
