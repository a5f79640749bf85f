"""`chupai rules`: the presets, and every field of one."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from chupai import doudizhu
from chupai.cli import style

MEANINGS = {
    "players": "players at the table",
    "packs": "packs of 54 cards",
    "sides": "landlord against all, or two pairs",
    "landlord_selection": "how the landlord is found",
    "first_bidder": "who bids first in the next deal",
    "pass_is_final": "who passes in the auction is out of it",
    "all_pass": "what follows when nobody bids",
    "bottom_public": "all see the bottom cards",
    "direction": "which way round; only labels pictures",
    "straight_min": "ranks of the shortest straight",
    "straight_max": "ranks of the longest straight",
    "pair_straight_min": "ranks of the shortest chain of pairs",
    "pair_straight_max": "ranks of the longest chain of pairs",
    "trio_kinds": "what a trio may carry",
    "plane_kinds": "what a chain of trios may carry",
    "quad_kinds": "what a four may carry",
    "solo_kicker_copies": "a plane's single kickers that share a rank",
    "quad_kicker_copies": "a four's single kickers that share a rank",
    "pair_kicker_copies": "pair kickers that share a rank",
    "kicker_both_jokers": "both jokers may be kickers together",
    "kicker_joins_body": "a plane's kickers may lengthen it",
    "readings": "of one set of cards: one move, or all",
    "kicker_max_two": "most twos among the kickers of a four",
    "joker_pairs": "two jokers of a colour are a pair",
    "space_shuttle": "chains of fours",
    "doubling_bomb_min": "cards of the smallest bomb that doubles",
    "bomb_doubling": "which bombs double the payment",
    "spring": "×2 where no opponent has played a card",
    "reverse_spring": "×2 where the landlord has played only once",
    "multiplier_cap": "the highest multiplier",
    "payoff": "payoffs in stakes, or one for a win",
}


def changes(rules: doudizhu.Rules) -> dict[str, Any]:
    """The fields that are not as in the standard rules."""
    standard = doudizhu.Rules().asdict()
    return {name: given for name, given in rules.asdict().items() if given != standard[name]}


def show_presets() -> None:
    """Every preset, and how it differs from the standard rules."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("preset", style="cyan", no_wrap=True)
    table.add_column("other than standard")
    for name in doudizhu.Rules.presets():
        different = changes(doudizhu.Rules.preset(name))
        parts = [Text(f"{field}={style.value(given)}", no_wrap=True) for field, given in different.items()]
        table.add_row(name, Text("  ").join(parts) if parts else Text("the base of all others", style="dim"))
    out = style.console()
    out.print(table)
    out.print("\n[dim]chupai rules NAME shows every field; 'NAME field=value' changes some.[/]")


def show_rules(rules: doudizhu.Rules) -> None:
    """Every field: its value, what it means, and the standard value where that is another."""
    standard, different = doudizhu.Rules().asdict(), changes(rules)
    table = Table(box=None, padding=(0, 2, 0, 0), title=str(rules), title_justify="left", title_style="bold cyan")
    table.add_column("field", no_wrap=True)
    table.add_column("value", no_wrap=True)
    table.add_column("meaning")
    for name, given in rules.asdict().items():
        mark = "bold yellow" if name in different else ""
        meaning = Text(MEANINGS.get(name, ""), style="dim")
        if mark:
            meaning.append(f" (standard: {style.value(standard[name])})", style="yellow")
        table.add_row(Text(name, style=mark), Text(style.value(given), style=mark), meaning)
    style.console().print(table)
