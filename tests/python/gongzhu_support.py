"""What the tests of Gong Zhu share: the oracle's words for the engine's, random rules, deals and play.

`oracle` is the slow reference of tests/reference; it knows nothing of the engine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

import gongzhu as oracle
from chupai.gongzhu import Deal, Game, Match, Move, Rules, View, legal_cards, may_expose, score, trick_winner
from support import json_lines, untyped

PRESETS = tuple(oracle.PRESETS)
FIELDS = tuple(field.name for field in fields(oracle.Rules))
ALL_HEARTS = "HAKQJT98765432"


# --------------------------------------------------------------------------- the oracle's words


def engine_rules(rules: oracle.Rules) -> Rules:
    """The engine's rules of the oracle's: every field has the same name and value."""
    return Rules(**{name: getattr(rules, name) for name in FIELDS})


def oracle_rules(rules: Rules) -> oracle.Rules:
    return oracle.Rules(**rules.asdict())


def cards_of(texts: Sequence[str]) -> list[oracle.Cards]:
    """The sets that these texts name."""
    return [oracle.parse_cards(text) for text in texts]


def set_texts(sets: Sequence[oracle.Cards]) -> tuple[str, ...]:
    return tuple(map(oracle.format_cards, sets))


def oracle_start(game: Game) -> oracle.State:
    """The oracle's beginning of the deal that a game shows; not of an open position."""
    return oracle.start(oracle_rules(game.rules), cards_of(game.deal.hands), game.deal.leader)


def move_texts(game: Game) -> list[str]:
    """The moves made, in the oracle's words, which are the engine's."""
    return [str(move) for move in game.moves]


def oracle_codes(state: oracle.State) -> list[int]:
    return [state.move_code(move) for move in state.moves()]


def in_order(cards: oracle.Cards) -> tuple[str, ...]:
    """Exposed cards in the order HA SQ DJ CT."""
    return tuple(card for card in oracle.EXPOSABLE if card in cards)


def assert_same(game: Game, slow: oracle.State) -> None:
    """Engine and oracle show the same position."""
    assert game.phase == slow.phase
    assert game.is_over == slow.is_over()
    if not game.is_over:
        assert game.player == slow.player
    assert game.legal.codes.tolist() == oracle_codes(slow), (game.text(), str(game.rules))
    assert game.hands == set_texts(slow.hands)
    assert game.taken == set_texts(slow.taken)
    assert (game.trick, game.leader) == (slow.trick, slow.leader)
    assert game.exposed == in_order(slow.public_exposed)
    assert set(game.suits_led) == slow.earlier_leads
    assert game.suits_led == "".join(suit for suit in oracle.SUITS if suit in game.suits_led)
    assert game.scores().tolist() == slow.score()
    assert game.returns().tolist() == (slow.payoffs() if slow.is_over() else [0] * slow.rules.players)


def assert_walk(game: Game, slow: oracle.State, rng: random.Random, plies: int = 10**9) -> oracle.State:
    """Random play of both, compared at every step; returns the oracle's end."""
    assert_same(game, slow)
    while not game.is_over and plies > 0:
        move = rng.choice(slow.moves())
        game.push(slow.move_code(move))
        slow = slow.after(move)
        assert_same(game, slow)
        plies -= 1
    return slow


# --------------------------------------------------------------------------- rules, deals, positions


def odd_rules(rng: random.Random, players: int | None = None) -> oracle.Rules:
    """Any rules at all, however odd."""
    players = players or rng.choice((3, 4, 4, 5))
    deck = oracle.deck(oracle.Rules(players=players))
    first = rng.choice((None, "S2", rng.choice(deck)))
    values = tuple(rng.choice((0, 0, 1, 7, 10, 1000)) for _ in range(13))
    return oracle.Rules(
        players=players,
        teams=rng.choice(("none", "sum", "pooled")) if players == 4 else "none",
        exposing=rng.random() < 0.8,
        exposing_order=rng.choice(("simultaneous", "sequential")),
        exposed_first_round_ban=rng.random() < 0.6,
        heart_lock=rng.random() < 0.5,
        first_lead_card=first,
        must_lead_it=first is not None and rng.random() < 0.5,
        heart_values=rng.choice(("graded", "pip", values)),
        pig_flip=rng.choice(("all_hearts", "all_scoring", "never")),
        flip_for_all=rng.random() < 0.3,
        ten_multiplier=rng.choice((1, 2, 3, 16)),
        ten_multiplier_exposed=rng.choice((1, 4, 16)),
        ten_alone_exposed=rng.choice((0, 50, 100, 1000)),
        zero_hearts_score=rng.random() < 0.5,
        sweep_bonus=rng.choice((None, None, 0, 1000, 10_000)),
        sweep_bonus_multiplied=rng.random() < 0.5,
        sweep_rotation=rng.choice(("none", "totals", "deal")),
        loss_limit=rng.choice((None, -1, -400, -1000, -1_000_000)),
        loss_inclusive=rng.random() < 0.5,
        win_limit=rng.choice((None, 1, 300, 1_000_000)),
        next_leader=rng.choice(("card_holder", "pig_taker", "rotate")),
        payoff=rng.choice(("score", "relative")),
    )


def random_hands(rng: random.Random, players: int) -> list[list[str]]:
    """The pack, dealt."""
    cards = oracle.deck(oracle.Rules(players=players))
    rng.shuffle(cards)
    return [cards[seat::players] for seat in range(players)]


def random_deal(rng: random.Random, rules: oracle.Rules) -> tuple[Game, oracle.State]:
    """A deal of both, sometimes with a leader given."""
    hands = random_hands(rng, rules.players)
    leader = rng.choice((None, rng.randrange(rules.players)))
    return Game(engine_rules(rules), deal=hands, leader=leader), oracle.start(rules, hands, leader)


def random_piles(rng: random.Random, rules: oracle.Rules) -> list[oracle.Cards]:
    """Cards taken: often almost all that score with one player, else anyhow, some of them nowhere."""
    piles: list[set[str]] = [set() for _ in range(rules.players)]
    hog, share = rng.randrange(rules.players), rng.choice((0.2, 0.9, 0.97, 1.0))
    partner = (hog + 2) % 4 if rules.teams != "none" and rng.random() < 0.5 else hog
    gone = rng.choice((0.0, 0.0, 0.3))
    for card in oracle.deck(rules):
        if rng.random() < gone:
            continue
        wanted = card in oracle.SCORING and rng.random() < share
        piles[rng.choice((hog, partner)) if wanted else rng.randrange(rules.players)].add(card)
    if rng.random() < 0.3:  # the ten often alone
        for pile in piles:
            pile.discard("CT")
        piles[hog] = {"CT", *rng.sample(("S2", "D5", "H2", "H3", "H4", "H5"), rng.randrange(3))}
        piles = [pile if seat == hog else pile - piles[hog] for seat, pile in enumerate(piles)]
    return [frozenset(pile) for pile in piles]


def random_open(
    rng: random.Random, rules: oracle.Rules, tricks: int | None = None
) -> tuple[dict[str, Any], oracle.State]:
    """An open position of random cards, the arguments of both: few cards of few suits, within a trick or not."""
    suits = rng.sample("SHDC", rng.choice((2, 3, 4)))
    deck = [card for card in oracle.deck(rules) if card[0] in suits]
    rng.shuffle(deck)
    deck.sort(key=lambda card: card not in oracle.EXPOSABLE or rng.random() < 0.3)
    tricks = tricks or rng.randint(1, 4)
    size = rules.players * tricks
    held, rest = deck[:size], deck[size:]
    rng.shuffle(held)
    hands = [frozenset(held[seat :: rules.players]) for seat in range(rules.players)]
    piles: list[set[str]] = [set() for _ in range(rules.players)]
    for card in rest:
        if rng.random() < 0.8:
            rng.choice(piles).add(card)
    exposed = [card for card in oracle.EXPOSABLE if rules.exposing and rng.random() < 0.6]
    led = [suit for suit in "SHDC" if rng.random() < 0.4]
    slow = oracle.position(rules, hands, piles, (), rng.randrange(rules.players), exposed, led)
    for _ in range(rng.randrange(rules.players)):
        slow = slow.after(rng.choice(slow.moves()))
    return arguments(slow), slow


def arguments(slow: oracle.State) -> dict[str, Any]:
    """What Game.from_hands takes to make this position; exposing is over."""
    return {
        "hands": list(slow.hands),
        "taken": list(slow.taken),
        "trick": slow.trick,
        "leader": slow.leader,
        "exposed": slow.exposed,
        "suits_led": slow.earlier_leads,
        "rules": engine_rules(slow.rules),
    }


def again(slow: oracle.State) -> oracle.State:
    """The oracle's open position of the same arguments: it may know less of who exposed a card than the deal did."""
    return oracle.position(
        slow.rules, slow.hands, slow.taken, slow.trick, slow.leader, slow.exposed, slow.earlier_leads
    )


def played(rng: random.Random, rules: oracle.Rules, left: int, keep: str = "") -> tuple[Game, oracle.State, list[str]]:
    """A whole deal, exposed as much as can be, played until so many cards are left; `keep` are held as long as can be.

    The engine's game, the oracle's beginning, and the moves.
    """
    game, begin = random_deal(rng, rules)
    slow, moves = begin, []
    while sum(map(len, slow.hands)) > left:
        legal = slow.moves()
        wanted = [legal[-1]] if slow.phase == "exposing" else [move for move in legal if move not in keep.split()]
        moves.append(rng.choice(wanted or legal))
        game.push(slow.move_code(moves[-1]))
        slow = slow.after(moves[-1])
    return game, begin, moves


def random_play(game: Game, rng: random.Random, plies: int = 10**9) -> Game:
    """Plays at most so many random moves."""
    while not game.is_over and plies > 0:
        game.push(rng.choice(game.legal.codes))
        plies -= 1
    return game


def play_all(game: Game, moves: str) -> Game:
    for move in moves.split():
        game.play(move)
    return game


# --------------------------------------------------------------------------- data

CASE_FIELDS = {
    "team_scoring": "teams",
    "moon_flips_for_all": "flip_for_all",
    "heart_lead_lock_if_ace_exposed": "heart_lock",
    "must_lead_card": "must_lead_it",
    "loss_threshold": "loss_limit",
}
CASE_VALUES = {"totals_after_hand": "totals", "hand": "deal"}


def worked_cases(kind: str) -> list[dict[str, Any]]:
    """The worked cases of a kind."""
    names = ("scoring", "legality", "tricks-match", "endgames")
    return [case for name in names for case in json_lines(f"gongzhu-{name}.jsonl") if case["kind"] == kind]


def case_rules(case: dict[str, Any], preset: str | None = None) -> Rules:
    """The rules of a worked case, by their names here."""
    given: dict[str, Any] = case.get("options", {})
    options: dict[str, Any] = {CASE_FIELDS.get(name, name): value for name, value in given.items()}
    if "sweep_rotation" in options:
        options["sweep_rotation"] = CASE_VALUES[options["sweep_rotation"]]
    return Rules.preset(preset or case["preset"]).replace(**options)


# --------------------------------------------------------------------------- bad input

HANDS = ["SAKQ2 HAK DT98 CT654", "SJT93 HQJT D765 C987", "S876 H98765 DAJ4 C32", "S54 H432 DKQ32 CAKQJ"]


def exposing() -> Game:
    """Seat 1 is to choose; seat 0, who will lead, has exposed the pig."""
    return play_all(Game(deal=HANDS), "SQ")


def in_play() -> Game:
    """Seat 2 is to follow S2 and S3 with S6, S7 or S8; the pig and the sheep are exposed."""
    return play_all(Game(deal=HANDS), "SQ none DJ none S2 S3")


def state(game: Game) -> tuple[Any, ...]:
    """Everything a game shows."""
    return (
        game.text(), game.key, game.hands, game.taken, game.trick, game.leader, game.exposed, game.suits_led,
        game.player, game.phase, game.is_over, game.ply, game.deal, game.returns().tolist(), game.scores().tolist(),
        game.legal.codes.tolist(), game.history.tolist(), game.movers.tolist(),
        [repr(game.view(seat)) for seat in range(game.num_players)],
    )  # fmt: skip


def match_state(match: Match) -> tuple[Any, ...]:
    return (
        match.totals, match.history, match.deals, match.dealer, match.next_leader, match.is_over, match.losers,
        match.winners, match.seed, match.rules,
    )  # fmt: skip


# Every function that reads a text; none of these calls is right with a text that names neither cards nor rules.
TEXT_CALLS: dict[str, Callable[[str], Any]] = {
    "Move": Move,
    "Rules.preset": Rules.preset,
    "Rules.from_text": Rules.from_text,
    "Game.from_text": Game.from_text,
    "Game(rules)": lambda text: Game(text, seed=1),
    "Game(deal)": lambda text: Game(deal=text),
    "Game(deal list)": lambda text: Game(deal=[text, *HANDS[1:]]),
    "Deal": lambda text: Deal([text + " S2 S2"]),
    "Match": Match,
    "from_hands": lambda text: Game.from_hands([text, "S3", "S4", "S5"]),
    "from_hands, taken": lambda text: Game.from_hands(["S2", "S3", "S4", "S5"], taken=text),
    "from_hands, trick": lambda text: Game.from_hands(["S2", "S3", "S4", ""], trick=[text], leader=3),
    "from_hands, exposed": lambda text: Game.from_hands(["S2", "S3", "S4", "S5"], exposed=text + " S2"),
    "from_hands, suits_led": lambda text: Game.from_hands(["S2", "S3", "S4", "S5"], suits_led=text + "SS"),
    "score": lambda text: score([text, "", "", ""], exposed="S2"),
    "score, exposed": lambda text: score(["", "", "", ""], exposed=text + " S2"),
    "legal_cards": lambda text: legal_cards(text + " S2 S2"),
    "legal_cards, trick": lambda text: legal_cards("S2", trick=text + " S2"),
    "trick_winner": lambda text: trick_winner([text, text]),
    "may_expose": lambda text: may_expose(text + " S2 S2"),
    "Game.parse": lambda text: in_play().parse(text),
    "Game.play": lambda text: in_play().play(text),
    "replace": lambda text: untyped(Rules()).replace(teams=text),
    "replace, a name": lambda text: untyped(Rules()).replace(**{text: 1}),
    "heart_values": lambda text: untyped(Rules()).replace(heart_values=text),
    "first_lead_card": lambda text: Rules().replace(players=3, first_lead_card=text or "C2"),
}


def voids_shown(begin: oracle.State, moves: Sequence[str]) -> tuple[str, ...]:
    """The suits that each seat has shown to be out of (§1.3), as everybody could tell."""
    rules, slow = begin.rules, begin
    shown: list[set[str]] = [set() for _ in range(rules.players)]
    for move in moves:
        seat = slow.player
        assert seat is not None
        if slow.phase == "play":
            asked = slow.trick[0][0] if slow.trick else move[0]
            forced = slow.must_lead is not None
            new = move[0] in slow.earlier_leads
            if move[0] != asked:
                shown[seat].add(asked)
            elif rules.exposed_first_round_ban and move in slow.exposed and not new and not forced:
                shown[seat].add(move[0])
            held = any(oracle.ACE in hand for hand in slow.hands)
            locked = rules.heart_lock and oracle.ACE in slow.exposed and held
            if locked and not slow.trick and move[0] == "H" and not forced:
                shown[seat] |= set("SDC")
        slow = slow.after(move)
    return tuple("".join(suit for suit in oracle.SUITS if suit in suits) for suits in shown)


def shown(view: View) -> dict[str, str]:
    """All that a view tells."""
    names = [name for name in dir(view) if not name.startswith("_") and not callable(getattr(view, name))]
    return {name: str(getattr(view, name)) for name in names}


def with_players(name: str, players: int) -> oracle.Rules:
    return replace(oracle.PRESETS[name], players=players)
