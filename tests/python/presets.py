"""The presets that the tests run over: the one place to add "standard-four" and "hubei-pairs" to."""

PRESETS = ("standard", "hubei", "app", "rlcard", "douzero", "openspiel", "botzone")
