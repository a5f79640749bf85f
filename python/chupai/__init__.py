"""chupai: a fast and complete engine for Dou Dizhu and Gong Zhu.

The games live in `chupai.doudizhu` and `chupai.gongzhu`; what works for any game is here: `perft`, `playout`,
`random_games`, `solve`.
"""

from chupai import doudizhu, gongzhu, ragged
from chupai._core import (
    ChupaiError,
    IllegalMoveError,
    ParseError,
    RulesError,
    SolverTable,
    perft,
    playout,
    random_games,
    solve,
)

__version__ = "0.1.0"

__all__ = [
    "ChupaiError",
    "IllegalMoveError",
    "ParseError",
    "RulesError",
    "SolverTable",
    "__version__",
    "doudizhu",
    "gongzhu",
    "perft",
    "playout",
    "ragged",
    "random_games",
    "solve",
]
