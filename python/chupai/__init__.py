"""chupai: a fast and complete engine for Dou Dizhu.

The game lives in `chupai.doudizhu`; what works for any game is here: `perft`, `playout`, `random_games`.
"""

from chupai import doudizhu
from chupai._core import (
    ChupaiError,
    IllegalMoveError,
    ParseError,
    RulesError,
    perft,
    playout,
    random_games,
)

__version__ = "0.1.0"

__all__ = [
    "ChupaiError",
    "IllegalMoveError",
    "ParseError",
    "RulesError",
    "__version__",
    "doudizhu",
    "perft",
    "playout",
    "random_games",
]
