"""``roses odds``: prints who wins a battle between given blocks, and what becomes of each block."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roses.odds import BattleOdds, BestPlay


def main(argv: Sequence[str]) -> int:
    """Run ``odds ...`` and return the exit code; SystemExit with one sentence for an impossible battle."""
    parser = argparse.ArgumentParser(
        prog="roses odds",
        description="Compute the odds of a battle: exactly, or with --sample by playing it many times. Ctrl+C stops "
        "the work and prints bounds.",
        allow_abbrev=False,
    )
    parser.add_argument("area", metavar="AREA", help="where the battle is fought")
    parser.add_argument("attackers", metavar="ATTACKERS", help='blocks by name, as in "Richmond, Oxford:2"')
    parser.add_argument("defenders", metavar="DEFENDERS", help="blocks by name")
    parser.add_argument("--attackers-reserve", metavar="BLOCKS", help="blocks of the attacker in reserve")
    parser.add_argument("--defenders-reserve", metavar="BLOCKS", help="blocks of the defender in reserve")
    parser.add_argument("--attacker", metavar="HOUSE", help="who attacks (by default the house of the first block)")
    parser.add_argument("--entry", metavar="AREA", help="where the main attack comes from")
    parser.add_argument("--king", metavar="HEIR", help="who is King")
    parser.add_argument("--pretender", metavar="HEIR", help="who is Pretender")
    parser.add_argument("--ruleset", help="the ruleset, or a variant of one (by default the first)")
    parser.add_argument(
        "--policy", default="stand", help="stand: all blocks fire; best: best play of both sides (stand)"
    )
    parser.add_argument("--objective", help="what best play aims at: win, steps, or heir:Richmond (win)")
    parser.add_argument(
        "--orders", nargs="+", metavar="ORDER", help='actions to take wherever they are legal: "Stanley/Y passes"'
    )
    parser.add_argument("--order", help="which block of a letter fires first: strongest or random (strongest)")
    parser.add_argument(
        "--sample", type=int, metavar="N", help="play the battle N times by lot; 40000 are right to within 0.005"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="another seed plays other battles (1)")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the chances and the fates of the blocks, or the best choices, as JSON",
    )
    options = parser.parse_args(argv[1:])

    import msgspec

    from roses.odds import BattleOdds, battle_odds, best_play, orders

    best = options.policy == "best" and not options.orders
    wrong = [name for name in (("order", "sample") if best else ("objective",)) if getattr(options, name) is not None]
    if wrong and best:
        raise SystemExit(f"roses: --{wrong[0]} is for other policies than best.")
    if wrong:
        raise SystemExit("roses: --objective is for --policy best.")
    names = ["area", "attackers", "defenders", "attacker", "entry", "king", "pretender", "ruleset"]
    names += ["objective"] if best else ["order", "sample", "seed"]
    values: dict[str, Any] = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    reserves = {"attacker": options.attackers_reserve, "defender": options.defenders_reserve}
    values["reserves"] = {role: blocks for role, blocks in reserves.items() if blocks}
    odds: BattleOdds | BestPlay
    try:
        if best:
            odds = best_play(**values)
        else:
            odds = battle_odds(policy=orders(*options.orders) if options.orders else options.policy, **values)
    except ValueError as error:
        raise SystemExit(f"roses: {error}.") from error
    except KeyboardInterrupt:
        raise SystemExit("roses: interrupted before there was any result.") from None
    if not options.json:
        print(repr(odds))
        if odds.cost is not None:
            print(f"Estimated cost: {odds.cost}.")
        if getattr(odds, "value", 0.0) is not None:  # the choices of best play that was not solved would take long
            print(odds.table().round(4).to_string(index=False))
        return 0
    fields: tuple[str, ...]
    if isinstance(odds, BattleOdds):
        fields = ("area", "win", "bounds", "half_width", "sampled", "undecided")
        rows = {"fates": odds.table().to_dict("records")}
    else:  # value is the worth of the battle to the attacker, None if only bounds are known
        fields = ("area", "objective", "house", "value", "bounds")
        rows = {"choices": [] if odds.value is None else odds.table().to_dict("records")}
    print(msgspec.json.encode({name: getattr(odds, name) for name in fields} | rows).decode())
    return 0
