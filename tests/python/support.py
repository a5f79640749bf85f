"""What the tests share: the presets under test, the oracle's words for the engine's, chi-square.

`oracle` is the slow reference of tests/reference; it knows nothing of the engine.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import strategies as st

import doudizhu as oracle
from chupai.doudizhu import Deal, Game, Kind, Move, Rules, View, beats, classify, hand_code, hand_text, legal_codes

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"

FIELDS = tuple(field.name for field in fields(oracle.Rules))

PASS = 0

T = TypeVar("T")

# The loosest rules of one pack and of two: what any rules allow has all its readings here, and a code's suffix is the
# index among them.
LOOSEST_ONE = oracle.Rules(
    straight_min=2,
    pair_straight_min=2,
    pair_straight_max=12,
    solo_kicker_copies=4,
    quad_kicker_copies=4,
    pair_kicker_copies=2,
    kicker_both_jokers=True,
    kicker_joins_body=True,
    readings="all",
    space_shuttle="winged",
)
LOOSEST = replace(
    LOOSEST_ONE,
    players=4,
    packs=2,
    solo_kicker_copies=8,
    quad_kicker_copies=8,
    pair_kicker_copies=4,
    joker_pairs=True,
)


# --------------------------------------------------------------------------- the oracle's words


def engine_rules(rules: oracle.Rules) -> Rules:
    """The engine's rules of the oracle's: every field has the same name and value."""
    return Rules.preset("standard").replace(**{name: getattr(rules, name) for name in FIELDS})


def oracle_rules(rules: Rules) -> oracle.Rules:
    values = rules.asdict()
    return oracle.Rules(**{name: values[name] for name in FIELDS})


def hand_number(cards: str) -> int:
    """Fifteen 4-bit counts, as documented."""
    return sum(1 << (4 * oracle.RANKS.index(card)) for card in cards)


def code_of(move: oracle.Move) -> int:
    """The documented code: the counts, and in bits 60..62 which of the readings of the loosest rules it is."""
    cards, combo = move
    reading = 0 if len(cards) < 6 else oracle.readings(cards, LOOSEST).index(combo)
    return hand_number(cards) | reading << 60


def decoded(move: Move | int) -> oracle.Move:
    """What the engine says a code of cards is."""
    move = Move(move)
    assert move.top is not None
    return move.cards, oracle.Combo(str(move.kind), move.length, int(move.top), move.kickers)


def legal_order(move: oracle.Move) -> tuple[int, int, int, int]:
    """The documented order: kind, length (bombs: cards), top, then kickers compared by their highest rank first."""
    cards, combo = move
    length = len(cards) if combo.kind == "bomb" else combo.length
    return list(Kind).index(Kind(combo.kind)), length, combo.top, hand_number(combo.kickers)


def oracle_codes(moves: Iterable[oracle.Move], with_pass: bool = False) -> list[int]:
    """The engine's legal list, made from the oracle's moves."""
    return [PASS] * with_pass + [code_of(move) for move in sorted(moves, key=legal_order)]


def oracle_move(move: Move | int, rules: oracle.Rules, phase: str = "play") -> oracle.GameMove:
    """The engine's move in a form that oracle.Game.play takes."""
    move = Move(move)
    if phase in ("auction", "stake"):
        return int(move.bid)
    if move.code == PASS:
        return "pass"
    cards, combo = decoded(move)
    return cards, oracle.readings(cards, rules).index(combo)


def engine_code(move: oracle.GameMove, rules: oracle.Rules) -> int:
    """And back: the engine's code of an oracle game's move."""
    if isinstance(move, int):
        return move << 60
    if isinstance(move, str):
        return PASS
    cards, index = move
    return code_of((cards, oracle.readings(cards, rules)[index]))


def oracle_game(game: Game) -> oracle.Game:
    """The oracle's game of the deal that a fresh engine game shows."""
    deal = game.deal
    return oracle.Game.deal(oracle_rules(game.rules), deal.hands, deal.bottom, deal.first)


def play_oracle(game: oracle.Game, moves: Iterable[Move]) -> oracle.Game:
    for move in moves:
        game = game.play(oracle_move(move, game.rules, game.phase))
    return game


# --------------------------------------------------------------------------- games and hands


def play_all(game: Game, moves: str) -> Game:
    for move in moves.split():
        game.play(move)
    return game


def random_play(game: Game, rng: random.Random, plies: int = 10**9) -> Game:
    """Plays at most so many random moves."""
    while not game.is_over and plies > 0:
        game.push(rng.choice(game.legal.codes))
        plies -= 1
    return game


def middles(rules: Rules, seeds: range) -> list[Game]:
    """Games at all stages: untouched, in the auction, in play, over."""
    games = []
    for seed in seeds:
        rng = random.Random(seed)
        games.append(random_play(Game(rules, seed=seed), rng, rng.choice((0, 1, 2, 5, 12, 25, 40, 1000))))
    return games


def shown(view: View) -> dict[str, object]:
    """All that a view tells."""
    names = [name for name in dir(view) if not name.startswith("_") and not callable(getattr(view, name))]
    return {name: str(getattr(view, name)) for name in names}


def hand_sizes(rules: oracle.Rules) -> tuple[int, int]:
    """Cards of a player and of the landlord."""
    return (17, 20) if rules.packs == 1 else (25, 33)


def random_hand(rng: random.Random, rules: oracle.Rules, size: int) -> str:
    return oracle.sort_cards("".join(rng.sample(oracle.deck(rules), size)))


def dense_hand(rng: random.Random, rules: oracle.Rules, size: int) -> str:
    """Cards of few neighbouring ranks or of whole groups, often with twos and jokers."""
    low, width = rng.randrange(10), rng.choice((2, 3, 4, 5, 6))
    ranks = sorted({*oracle.RANKS[low : low + width], *rng.choice(("", "2", "BR", "2BR"))})
    rng.shuffle(ranks)
    cards = [card for rank in ranks for card in oracle.deck(rules) if card == rank]
    if rng.random() < 0.5:  # groups left whole
        return oracle.sort_cards("".join(cards[:size]))
    return oracle.sort_cards("".join(rng.sample(cards, min(size, len(cards)))))


def odd_rules(rng: random.Random, packs: int = 1) -> oracle.Rules:
    """Any rules about combinations, however odd, of a game of one pack or two."""
    wings = ("bare", "solo", "pair")
    few = (1, 2, 3, 4) if packs == 1 else (1, 2, 3, 4, 6, 8)
    copies = rng.choice(few)
    return oracle.Rules(
        players=packs + 2,
        packs=packs,
        straight_min=rng.choice((2, 3, 5, 6)),
        straight_max=rng.choice((6, 8, 12)),
        pair_straight_min=rng.choice((2, 3, 4)),
        pair_straight_max=rng.choice((4, 10, 12)),
        solo_kicker_copies=copies,
        quad_kicker_copies=rng.choice(few),
        pair_kicker_copies=rng.choice((1, 2) if packs == 1 else (1, 2, 3, 4)),
        kicker_both_jokers=rng.random() < 0.5,
        kicker_joins_body=copies >= 3 and rng.random() < 0.5,
        readings=rng.choice(("one", "all")),
        kicker_max_two=rng.choice((None, 0, 1, 2, 3)),
        quad_kinds=rng.choice(("none", "solos", "pairs", "both")),
        trio_kinds=tuple(wing for wing in wings if rng.random() < 0.7),
        plane_kinds=tuple(wing for wing in wings if rng.random() < 0.7),
        space_shuttle=rng.choice(("off", "bare", "winged")),
        joker_pairs=packs == 2 and rng.random() < 0.5,
    )


def odd_payment(rng: random.Random, rules: oracle.Rules) -> oracle.Rules:
    """The rules with any auction and payment."""
    return replace(
        rules,
        landlord_selection=rng.choice(("auction", "auction", "random", "given")),
        pass_is_final=rng.random() < 0.5,
        all_pass=rng.choice(("void", "redeal", "forced")),
        bottom_public=rng.random() < 0.5,
        sides=rng.choice(("solo", "pairs")) if rules.players == 4 else "solo",
        doubling_bomb_min=rng.choice((4, 4, 5) if rules.packs == 1 else (4, 5, 6, 8, 9)),
        bomb_doubling=rng.choice(("each", "once", "bomber", "none")),
        spring=rng.random() < 0.5,
        reverse_spring=rng.random() < 0.5,
        multiplier_cap=rng.choice((None, 1, 2, 3, 6)),
        payoff=rng.choice(("stake", "stake", "win_loss")),
    )


def by_seed(make: Callable[[random.Random], T]) -> st.SearchStrategy[T]:
    """A strategy of what a function draws from a generator: large cases, shrunk to small seeds only."""
    return st.integers(0, 2**32).map(lambda seed: make(random.Random(seed)))


# --------------------------------------------------------------------------- data


def json_lines(name: str) -> list[dict[str, Any]]:
    text = (DATA / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def case_rules(case: dict[str, Any]) -> Rules:
    """The rules of a worked case."""
    options = {name: value for name, value in case.get("options", {}).items() if name != "bombs_by"}
    names = {"to_the_bomber_only": "bomber", "everyone": "each"}
    if "bomb_doubling" in options:
        options["bomb_doubling"] = names.get(options["bomb_doubling"], options["bomb_doubling"])
    return Rules.preset(case["preset"]).replace(**options)


def worked_cases(kind: str) -> list[dict[str, Any]]:
    """The worked cases of a kind."""
    return [case for case in json_lines("doudizhu-rules.jsonl") if case["kind"] == kind]


def case_id(case: dict[str, Any]) -> str:
    return str(case.get("id", case.get("name")))


# --------------------------------------------------------------------------- bad input

BAD = (ValueError, TypeError)
HANDS = ["33445566778899TTJ", "33445566778899TTJ", "JJQQQQKKKKAAAA222"]
DEAL = [*HANDS, "2BR"]


def in_play() -> Game:
    """Seat 1 to beat 33; both peasants and the landlord hold what DEAL gives them."""
    return play_all(Game(deal=DEAL), "3 33")


def state(game: Game) -> tuple[Any, ...]:
    return (game.text(), game.key, game.legal.codes.tolist(), game.hands, game.ply)


def untyped(thing: Any) -> Any:
    """The same, unknown to type checkers: for what is wrong on purpose."""
    return thing


def refusal(call: Callable[..., Any], *things: Any) -> str | None:
    """The message of the error that a call raises; None where it raises none."""
    try:
        call(*things)
    except BAD as error:
        return str(error)
    return None


# Every function that reads a text; none of these calls is right with a text that names no cards.
TEXT_CALLS: dict[str, Callable[[str], object]] = {
    "Move.parse": Move.parse,
    "Rules.preset": Rules.preset,
    "Rules.from_text": Rules.from_text,
    "Game.from_text": Game.from_text,
    "legal_codes": lambda text: legal_codes(text + "3" * 21),
    "legal_codes, to beat": lambda text: legal_codes("3", text),
    "hand_code": hand_code,
    "hand_text": hand_text,
    "classify": lambda text: classify("3" + text),
    "beats": lambda text: beats(text, "3"),
    "Game(deal)": lambda text: Game(deal=text),
    "Game(deal list)": lambda text: Game(deal=[text, *DEAL[1:]]),
    "Game.from_hands": lambda text: Game.from_hands([text, "4", "5"]),
    "from_hands, to beat": lambda text: Game.from_hands(["3", "4", "5"], to_beat=text),
    "Deal": lambda text: Deal(HANDS, text),
    "observation": lambda text: View.from_observation(text),
    "observation, history": lambda text: View.from_observation(HANDS[0], [text]),
    "observation, bottom": lambda text: View.from_observation(HANDS[0], [], bottom=text),
    "Game.parse": lambda text: Game(deal=DEAL).parse(text),
    "Game.play": lambda text: Game(deal=DEAL).play(text),
    "replace": lambda text: untyped(Rules()).replace(readings=text),
    "replace, a name": lambda text: untyped(Rules()).replace(**{text: 1}),
    "trio_kinds": lambda text: untyped(Rules()).replace(trio_kinds=[text]),
}


# --------------------------------------------------------------------------- statistics

IMPROBABLE = 1e-6  # seeds are fixed: a test that passes once passes always


def chi_square_p(counts: Mapping[Any, int] | Iterable[Hashable], weights: Mapping[Any, float]) -> float:
    """The probability of a chi-square as large as that of the counts against the weights; 0 for what has none.

    The rarest are taken together until one at least is expected: chi-square means nothing of less.
    """
    counts = Counter(counts)
    if not set(counts) <= {key for key, weight in weights.items() if weight > 0}:
        return 0.0
    scale = sum(counts.values()) / sum(weights.values())
    cells, found, expected = [], 0, 0.0
    for weight, key in sorted(((weight, key) for key, weight in weights.items() if weight), key=lambda cell: cell[0]):
        found, expected = found + counts[key], expected + scale * weight
        if expected >= 1:
            cells.append((found, expected))
            found, expected = 0, 0.0
    statistic = sum((found - expected) ** 2 / expected for found, expected in cells)
    freedom = len(cells) - 1
    return upper_gamma(freedom / 2, statistic / 2) if freedom > 0 else 1.0


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), by its series or continued fraction."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-15:
            step += 1
            term *= x / step
            total += term
        return 1 - front * total
    b = x + 1 - a
    c, d = 1e300, 1 / b
    result = d
    for i in range(1, 10_000):
        b += 2
        d = 1 / (-i * (i - a) * d + b)
        c = b - i * (i - a) / c
        result *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * result
