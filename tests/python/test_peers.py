"""chupai against the public engines: same questions, same answers, known faults apart.

    pip install -r bench/peers/requirements.txt && pip install --no-deps -r bench/peers/requirements-no-deps.txt
    pytest -m peers tests/python/test_peers.py

Every question is put to a peer and to a judge under the peer's preset. The
judges are chupai, and the slow reference of `tests/reference`, which needs no
build. A peer's known faults are in `tests/data/peer-faults.json`, each with
examples that are tested to be faults still, so that the list cannot rot; the
predicates of the same names below say which differences a fault explains.
"""

from __future__ import annotations

import collections
import importlib.util
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
sys.path.insert(0, str(ROOT))

from bench.peers import doudizhu, engines, openspiel, ours  # noqa: E402
from bench.peers.base import MissingPeerError  # noqa: E402

pytestmark = pytest.mark.peers

RANKS = doudizhu.RANKS
QUESTIONS = 2_000  # a peer
PEERS = {"rlcard": engines.RLCard, "douzero": engines.DouZero, "open_spiel": openspiel.OpenSpiel}
FAULTS = json.loads((DATA / "peer-faults.json").read_text())
ASKED_BEFORE = (DATA / "doudizhu-peer-questions.jsonl").read_text()
RECORDS = [json.loads(line) for line in ASKED_BEFORE.splitlines()]

Legal = Callable[[str, str], "Counter[str]"]
Fault = Callable[[str, str, str], bool]  # hand, to_beat, move


# --------------------------------------------------------------------------- who is asked


@pytest.fixture(scope="module", params=PEERS)
def peer(request: pytest.FixtureRequest) -> doudizhu.Peer:
    try:
        return PEERS[request.param]()
    except MissingPeerError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module", params=["chupai", "reference"])
def judge(request: pytest.FixtureRequest, peer: doudizhu.Peer) -> Legal:
    """The legal moves under the peer's preset: card text to the number of readings."""
    if request.param == "reference":
        return reference_judge(peer.preset)
    pytest.importorskip("chupai")
    return ours.DouDizhu(peer.preset).legal


def reference_judge(preset: str) -> Legal:
    reference = load_reference()
    rules = reference.PRESETS[preset]

    def legal(hand: str, to_beat: str) -> Counter[str]:
        table = None
        if to_beat:
            table = to_beat, reference.classify(to_beat, rules)[0]
        return Counter(cards for cards, _ in reference.legal_fast(doudizhu.canonical(hand), table, rules))

    return legal


def load_reference() -> ModuleType:
    name = "reference_doudizhu"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, ROOT / "tests/reference/doudizhu.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


# --------------------------------------------------------------------------- known faults


def single_winged_body(cards: str) -> str:
    """The body's ranks if this is a plane with single kickers, read with the highest body; else ""."""
    length, trios = len(cards) // 4, {rank for rank in cards if cards.count(rank) == 3}
    if len(cards) != 4 * length or length < 2:
        return ""
    for low in range(RANKS.index("A") - length + 1, -1, -1):
        body = RANKS[low : low + length]
        if trios.issuperset(body):
            return body
    return ""


def highest_trio(cards: str) -> int:
    return max(RANKS.index(rank) for rank in cards if cards.count(rank) == 3)


def is_bare_chain(cards: str) -> bool:
    counts = Counter(cards)
    return len(counts) > 1 and len(set(counts.values())) == 1 and "".join(counts) in RANKS[: RANKS.index("2")]


def kicker_trio(hand: str, to_beat: str, move: str) -> bool:
    """Highest trio and body's top disagree about which plane is the higher."""
    mine, theirs = single_winged_body(move), single_winged_body(to_beat)
    if not mine or len(mine) != len(theirs):
        return False
    by_body = RANKS.index(mine[-1]) > RANKS.index(theirs[-1])
    return by_body != (highest_trio(move) > highest_trio(to_beat))


def unknown_table(hand: str, to_beat: str, move: str) -> bool:
    """The table is a plane with a trio kicker beside four or five trios, or with four equal kickers."""
    body = single_winged_body(to_beat)
    kickers = Counter(rank for rank in to_beat if rank not in body)
    most = max(kickers.values(), default=0)
    return bool(body) and (most == 4 or (most == 3 and len(body) >= 4))


def bare_as_winged(hand: str, to_beat: str, move: str) -> bool:
    """Four bare trios in sequence follow three with kickers."""
    bare = is_bare_chain(move) and len(move) == 12 and move.count(move[0]) == 3
    return bare and len(single_winged_body(to_beat)) == 3 and not is_bare_chain(to_beat)


def four_lowest(hand: str, to_beat: str, move: str) -> bool:
    """A bare chain of whose lowest rank the hand holds four."""
    return is_bare_chain(move) and hand.count(move[0]) == 4


def bomb_over_rocket(hand: str, to_beat: str, move: str) -> bool:
    return to_beat == "BR" and len(move) == 4 and len(set(move)) == 1


EXPLAINS: dict[str, dict[str, list[Fault]]] = {
    "douzero": {"missing": [kicker_trio, unknown_table], "extra": [kicker_trio, bare_as_winged]},
    "open_spiel": {"missing": [four_lowest], "extra": [bomb_over_rocket]},
    "rlcard": {"missing": [], "extra": []},
}


def explained(peer: str, way: str, hand: str, to_beat: str, move: str) -> bool:
    return any(fault(hand, to_beat, move) for fault in EXPLAINS[peer][way])


def unexplained(peer: str, hand: str, to_beat: str, got: Counter[str], want: Counter[str]) -> list[str]:
    """The differences that no known fault explains; "+" the peer has more, "-" it has less."""
    missing = [m for m in want.keys() - got.keys() if not explained(peer, "missing", hand, to_beat, m)]
    extra = [m for m in got.keys() - want.keys() if not explained(peer, "extra", hand, to_beat, m)]
    return [f"-{m}" for m in sorted(missing)] + [f"+{m}" for m in sorted(extra)]


# --------------------------------------------------------------------------- random questions


def dealt_hands(rng: random.Random) -> tuple[str, str]:
    """A peasant's or the landlord's hand, and another's."""
    pack = rng.sample(doudizhu.PACK, 54)
    own = rng.choice((17, 20))
    return doudizhu.canonical(pack[:own]), doudizhu.canonical(pack[own : own + 17])


def dense_hands(rng: random.Random) -> tuple[str, str]:
    """Two hands that share the cards of some neighbouring ranks, and a few kickers each."""
    width = rng.randint(5, 12)
    low = rng.randint(0, 13 - width)
    shares = [share(rng) for _ in range(width)]
    ranks = RANKS[low : low + width]
    hands = ["".join(rank * counts[side] for rank, counts in zip(ranks, shares, strict=True)) for side in (0, 1)]
    rest = list(doudizhu.without(doudizhu.PACK, "".join(hands)))
    rng.shuffle(rest)
    few = rng.randint(1, 5)
    own, other = hands[0] + "".join(rest[:few]), hands[1] + "".join(rest[few : 2 * few])
    return at_most(rng, own, rng.randint(8, 17)), at_most(rng, other, rng.randint(8, 17))


def at_most(rng: random.Random, cards: str, number: int) -> str:
    """These cards, or `number` of them if they are more."""
    return doudizhu.canonical(rng.sample(cards, min(len(cards), number)))


def share(rng: random.Random) -> tuple[int, int]:
    """How many cards of a rank go to either hand: mostly in trios and fours."""
    return rng.choice(((3, 0), (0, 3), (3, 1), (1, 3), (4, 0), (0, 4), (2, 2), (3, 0), (0, 3)))


def clumped_hands(rng: random.Random) -> tuple[str, str]:
    """Two hands of nothing but trios and fours in runs: planes with trios among their kickers."""
    hands, run = ["", ""], 0
    for rank in RANKS[rng.randint(0, 4) : 13]:
        run = run if rng.random() < 0.7 else 1 - run
        hands[run] += rank * rng.choice((3, 3, 3, 4))
    if not all(hands):
        return clumped_hands(rng)
    return at_most(rng, hands[0], 19), at_most(rng, hands[1], 17)


def shape(move: str) -> tuple[int, ...]:
    return tuple(sorted(Counter(move).values()))


def drawn_move(rng: random.Random, moves: Counter[str]) -> str:
    """A move of a shape drawn first, so that the rare kinds come up too."""
    by_shape = collections.defaultdict(list)
    for move in sorted(moves):
        by_shape[shape(move)].append(move)
    return rng.choice(by_shape[rng.choice(sorted(by_shape))])


def questions(peer: doudizhu.Peer, seed: int) -> Iterator[tuple[str, str]]:
    """Half to lead; half to follow a move that the peer itself lists for the other hand.

    Who follows has at most 19 cards: the landlord with 20 leads them.
    """
    rng = random.Random(seed)
    makers = dealt_hands, dense_hands, clumped_hands
    for i in range(0, QUESTIONS, 2):
        maker = makers[i // 2 % 3]
        yield maker(rng)[0], ""
        hand, other = maker(rng)
        yield at_most(rng, hand, 19), drawn_move(rng, peer.legal(other, ""))


def answer(peer: doudizhu.Peer, hand: str, to_beat: str) -> Counter[str] | None:
    try:
        return peer.legal(hand, to_beat)
    except doudizhu.CannotAskError:
        return None


def test_random_questions(peer: doudizhu.Peer, judge: Legal) -> None:
    asked, wrong = 0, []
    for hand, to_beat in questions(peer, seed=20240607):
        got = answer(peer, hand, to_beat)
        if got is None:
            continue
        asked += 1
        wrong += [(hand, to_beat, m) for m in unexplained(peer.name, hand, to_beat, got, judge(hand, to_beat))]
    assert not wrong, f"{len(wrong)} differences, such as {wrong[:5]}"
    assert asked > 0.95 * QUESTIONS


@pytest.mark.parametrize(
    ("hand", "to_beat"),
    [
        ("TTTJJJQQQKKKAAA22", "333444555666777888"),
        ("3", "445566778899TTJJ"),
        ("QQQKKKAAA2222BR", "33445566778899TT"),
        ("666777888999TTTA2", "333444555JQK"),
        ("556677889TJQKKA2222", "34567"),
        ("2222", "33445566778899TT"),
    ],
)
def test_long_tables(peer: doudizhu.Peer, judge: Legal, hand: str, to_beat: str) -> None:
    got = peer.legal(hand, to_beat)
    assert not unexplained(peer.name, hand, to_beat, got, judge(hand, to_beat))


def test_open_spiel_lists_each_reading_once(peer: doudizhu.Peer, judge: Legal) -> None:
    """The preset's `readings` is "all": the numbers of readings agree, not only the cards."""
    if peer.name != "open_spiel":
        pytest.skip("only OpenSpiel has a move for each reading")
    for hand in ("333444555666", "3334445556667779", "555666777888999TTT", "QQQKKKAAA222"):
        assert peer.legal(hand) == judge(hand, "")


# --------------------------------------------------------------------------- recorded questions


def yes_no(times: int) -> str:
    return "no" if not times else "yes" if times == 1 else f"yes x{times}"


def record_id(record: dict[str, Any]) -> str:
    return f"{record['hand']}-{record['rival'] or 'lead'}-{record['move']}"


def more_than_a_pack(record: dict[str, Any]) -> bool:
    """Hand and table together are in no pack: an engine that must be played up to cannot get there."""
    return bool(Counter(record["hand"] + record["rival"]) - Counter(doudizhu.PACK))


@pytest.mark.parametrize("record", RECORDS, ids=record_id)
def test_recorded_answer_of_the_peer(peer: doudizhu.Peer, record: dict[str, Any]) -> None:
    listed = answer(peer, record["hand"], record["rival"])
    if listed is None:
        assert record[peer.name] == "NA" or more_than_a_pack(record)
    else:
        assert yes_no(listed[record["move"]]) == record[peer.name]


@pytest.mark.parametrize("record", RECORDS, ids=record_id)
def test_recorded_answer_under_the_preset(peer: doudizhu.Peer, judge: Legal, record: dict[str, Any]) -> None:
    recorded = record[peer.name]
    if recorded == "NA":
        pytest.skip(f"{peer.name} cannot express it")
    question = record["hand"], record["rival"], record["move"]
    legal = bool(judge(*question[:2])[record["move"]])
    way = "extra" if recorded.startswith("yes") else "missing"
    assert legal != (recorded == "no") or explained(peer.name, way, *question)


# --------------------------------------------------------------------------- the list of faults


def examples() -> Iterator[Any]:
    for fault in FAULTS:
        for example in fault["examples"]:
            yield pytest.param(fault, example, id=f"{fault['peer']}-{fault['fault']}-{example['move']}")


@pytest.mark.parametrize(("fault", "example"), list(examples()))
def test_fault_is_still_there(fault: dict[str, Any], example: dict[str, str]) -> None:
    try:
        peer = PEERS[fault["peer"]]()
    except MissingPeerError as error:
        pytest.skip(str(error))
    assert yes_no(peer.legal(example["hand"], example["to_beat"])[example["move"]]) == example["peer"]


@pytest.mark.parametrize("judged_by", ["chupai", "reference"])
@pytest.mark.parametrize(("fault", "example"), list(examples()))
def test_preset_has_not_the_fault(fault: dict[str, Any], example: dict[str, str], judged_by: str) -> None:
    preset = PEERS[fault["peer"]].preset
    if judged_by == "chupai":
        pytest.importorskip("chupai")
        judge: Legal = ours.DouDizhu(preset).legal
    else:
        judge = reference_judge(preset)
    legal = judge(example["hand"], example["to_beat"])
    assert bool(legal[example["move"]]) == (example["rules"] == "yes")


def test_every_fault_has_a_predicate_and_examples() -> None:
    named = {(fault["peer"], fault["fault"]) for fault in FAULTS}
    used = {(peer, f.__name__) for peer, ways in EXPLAINS.items() for fs in ways.values() for f in fs}
    assert named - {("douzero", "duplicates")} == used  # sets are compared, not lists
    assert all(fault["examples"] for fault in FAULTS)
