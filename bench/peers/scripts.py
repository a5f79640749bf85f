"""Deals and plays that lead OpenSpiel's Dou Dizhu to a position: it cannot build a state from a hand."""

from __future__ import annotations

from bench.peers.doudizhu import PACK, CannotAskError, without


def script(hand: str, to_beat: str) -> tuple[list[str], list[str]]:
    """Three hands and the plays after which `hand` is left and `to_beat` on the table.

    Seat 0 bids three and takes the cards of no hand as its bottom cards: it is
    given 17 of its 20 here. "" is a pass.
    """
    if not to_beat:
        return _script_lead(hand)
    if len(to_beat) <= 15 and len(hand) <= 19:
        return _script_landlord_follows(hand, to_beat)
    if len(hand) <= 17:
        return _script_farmer_follows(hand, to_beat)
    raise CannotAskError(f"no play leads {to_beat!r} against the {len(hand)} cards {hand!r}")


def _leads(cards: str) -> list[str]:
    """One card after another, led by a player whom nobody beats."""
    return [play for card in cards for play in (card, "", "")]


def _seats(landlord: str, next_seat: str, last_seat: str) -> list[str]:
    assert (len(landlord), len(next_seat), len(last_seat)) == (20, 17, 17)
    return [landlord[:17], next_seat, last_seat]


def _fourth_last(rest: str, to_beat: str) -> str:
    """`rest` with the lowest rank of `to_beat` last, for the idle seat to get.

    OpenSpiel lets nobody lead a chain of whose lowest rank he holds four.
    """
    return "".join(sorted(rest, key=lambda rank: rank == to_beat[0]))


def _script_lead(hand: str) -> tuple[list[str], list[str]]:
    rest = without(PACK, hand)
    surplus, rest = rest[: 20 - len(hand)], rest[20 - len(hand) :]
    return _seats(hand + surplus, rest[:17], rest[17:]), _leads(surplus)


def _script_landlord_follows(hand: str, to_beat: str) -> tuple[list[str], list[str]]:
    """The landlord leads his surplus; the seat before him beats the last card and leads."""
    rest = without(PACK, hand + to_beat)
    surplus, rest = rest[: 20 - len(hand)], rest[20 - len(hand) :]
    lowest, beater, rest = surplus[0], rest[-1], rest[:-1]
    rest = _fourth_last(rest, to_beat)
    kept = 16 - len(to_beat)
    hands = _seats(hand + surplus, rest[kept:], to_beat + beater + rest[:kept])
    return hands, [*_leads(surplus[1:]), lowest, "", beater, "", "", to_beat]


def _script_farmer_follows(hand: str, to_beat: str) -> tuple[list[str], list[str]]:
    """The landlord leads `to_beat`; before that the seat after him plays off its surplus."""
    rest = without(PACK, hand + to_beat)
    surplus = rest[5 : 22 - len(hand)]
    fuel = rest[0] + rest[-1] if surplus else ""  # to give the lead away and to take it back
    if len(to_beat + fuel) >= 20:
        raise CannotAskError(f"a landlord who has led {to_beat!r} has no card left")
    rest = _fourth_last(without(rest, surplus + fuel), to_beat)
    kept = 20 - len(to_beat + fuel)
    hands = _seats(to_beat + fuel + rest[:kept], hand + surplus, rest[kept:])
    return hands, [*_farmer_surplus(surplus, fuel), to_beat]


def _farmer_surplus(surplus: str, fuel: str) -> list[str]:
    """The low card of `fuel` is beaten, the surplus led, its last card beaten by the high one."""
    if not surplus:
        return []
    low, high = fuel[0], fuel[1]
    plays = [low]
    for card in reversed(surplus):
        plays += [card, "", ""]
    plays[-1] = high
    return [*plays, "", ""]
