"""The action tables numbered as RLCard and OpenSpiel number, id by id against the packages.

Run with ``pytest -m peers``; the packages are in bench/peers/requirements.txt.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from chupai.doudizhu import ActionTable, Deal, Game, Move, hand_code, legal_codes

pytestmark = pytest.mark.peers

RANKS = "3456789TJQKA2BR"


def sort_cards(cards: str) -> str:
    return "".join(sorted(cards, key=RANKS.index))


# --------------------------------------------------------------------------- RLCard


@pytest.fixture(scope="module")
def rlcard_actions() -> list[str]:
    """Action by id."""
    actions: list[str] = pytest.importorskip("rlcard.games.doudizhu.utils").ID_2_ACTION
    return actions


def test_every_id_of_rlcard(rlcard_actions: list[str]) -> None:
    table = ActionTable.rlcard()
    expected = [0 if action == "pass" else hand_code(action) for action in rlcard_actions]
    assert table.codes.tolist() == expected
    assert table.ids(expected).tolist() == list(range(len(rlcard_actions)))


def test_ids_of_rlcards_legal_actions(rlcard_actions: list[str]) -> None:
    """What RLCard finds in a hand has the ids of what chupai finds in it."""
    judger = pytest.importorskip("rlcard.games.doudizhu").Judger
    table, ids = ActionTable.rlcard(), {action: i for i, action in enumerate(rlcard_actions)}
    rng = random.Random(3)
    for _ in range(60):
        hand = sort_cards("".join(rng.sample(RANKS[:13] * 4 + "BR", 20)))
        found = {ids[action] for action in judger.playable_cards_from_hand(hand)}
        assert found == set(table.ids(legal_codes(hand, "", "rlcard")).tolist())


# --------------------------------------------------------------------------- OpenSpiel


@pytest.fixture(scope="module")
def spiel() -> Any:
    return pytest.importorskip("pyspiel").load_game("dou_dizhu")


def spiel_name(move: Move) -> str:
    """A move as OpenSpiel writes its action: the body first and a dash where a plane has kickers."""
    if not move.cards:
        return f"Bid {move.bid}" if move.bid else "Pass"
    cards = move.cards
    if str(move.kind) in ("plane_solo", "plane_pair"):
        top = int(move.top or 0)
        cards = "".join(3 * rank for rank in RANKS[top - move.length + 1 : top + 1]) + "-" + move.kickers
    return cards.replace("B", "(BWJ)").replace("R", "(CJ)")


def test_every_id_of_openspiel(spiel: Any) -> None:
    """A name tells a reading from the others: each id is one move with one body."""
    table, state = ActionTable.openspiel(), spiel.new_initial_state()
    names = [state.action_to_string(0, action) for action in range(spiel.num_distinct_actions())]
    assert [spiel_name(Move(code)) for code in table.codes.tolist()] == names
    assert len(set(names)) == len(names)


def same_deal(state: Any, rng: random.Random) -> Game:
    """Deals OpenSpiel's cards one by one, and chupai's game of the same."""
    first = rng.randrange(51)  # which card lies face up: who gets it is first to bid
    state.apply_action(first)
    cards = rng.sample(range(54), 54)
    for card in cards[:51]:
        state.apply_action(51 + card)
    ranks = ["BR"[card - 52] if card >= 52 else RANKS[card % 13] for card in cards]
    hands = [sort_cards("".join(ranks[seat:51:3])) for seat in range(3)]
    return Game("openspiel", deal=Deal(hands, "".join(ranks[51:]), first % 3))


def explained(game: Game, move: Move) -> bool:
    """Is it known that OpenSpiel lists this move and chupai does not, or the other way round?"""
    if game.to_beat is not None and game.to_beat.kind == "rocket":
        return move.kind == "bomb"
    chain = move.kind in ("straight", "pair_straight", "plane")
    return chain and game.hands[game.player].count(move.cards[0]) == 4


def test_whole_games_of_openspiel(spiel: Any) -> None:
    """The same deals, moves by id, and payoffs; what is legal differs only as peer-faults.json tells."""
    table = ActionTable.openspiel()
    rng = random.Random(4)
    for _ in range(60):
        state = spiel.new_initial_state()
        game = same_deal(state, rng)
        while not game.is_over:
            assert state.current_player() == game.player
            theirs, ours = set(state.legal_actions()), set(table.ids(game.legal.codes).tolist())
            assert all(explained(game, Move(table.code(action))) for action in theirs ^ ours)
            action = rng.choice(sorted(theirs & ours))
            state.apply_action(action)
            game.push(table.code(action))
        assert state.is_terminal()
        assert state.returns() == game.returns().tolist()
