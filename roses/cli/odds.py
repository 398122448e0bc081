"""``roses odds``: the odds of a battle given by its blocks; prints who wins and what becomes of each block."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from roses.odds import BattleOdds, BestPlay


def main(argv: Sequence[str]) -> int:
    """Run ``odds ...`` and return the exit code; SystemExit with one sentence for a battle that cannot be."""
    from roses.odds import BattleOdds, battle_odds, best_play, orders

    options = _parser().parse_args(argv[1:])
    best = options.policy == "best" and not options.orders
    wrong = [name for name in (("order", "sample") if best else ("objective",)) if getattr(options, name) is not None]
    if wrong and best:
        raise SystemExit(_("roses: --{name} is for other policies than best.").format(name=wrong[0]))
    if wrong:
        raise SystemExit(_("roses: --objective is for --policy best."))
    names = ["area", "attackers", "defenders", "attacker", "entry", "king", "pretender", "ruleset"]
    names += ["objective"] if best else ["order", "sample", "seed"]
    given: dict[str, Any] = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    reserves = {"attacker": options.attackers_reserve, "defender": options.defenders_reserve}
    given["reserves"] = {role: blocks for role, blocks in reserves.items() if blocks}
    odds: BattleOdds | BestPlay
    try:
        if best:
            odds = best_play(**given)
        else:
            odds = battle_odds(policy=orders(*options.orders) if options.orders else options.policy, **given)
    except ValueError as error:
        raise SystemExit(_("roses: {error}.").format(error=error)) from error
    except KeyboardInterrupt:
        raise SystemExit(_("roses: interrupted before anything was known.")) from None
    print((_json(odds) if isinstance(odds, BattleOdds) else _best(odds)) if options.json else _lines(odds))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses odds",
        description=_("The odds of a battle, exact unless --sample asks for battles by lot; Ctrl+C gives bounds."),
        allow_abbrev=False,
    )
    parser.add_argument("area", metavar="AREA", help=_("where it is fought"))
    parser.add_argument("attackers", metavar="ATTACKERS", help=_('blocks by name, as in "Richmond, Oxford:2"'))
    parser.add_argument("defenders", metavar="DEFENDERS", help=_("blocks by name"))
    parser.add_argument("--attackers-reserve", metavar="BLOCKS", help=_("blocks of the attacker in reserve"))
    parser.add_argument("--defenders-reserve", metavar="BLOCKS", help=_("blocks of the defender in reserve"))
    parser.add_argument("--attacker", metavar="HOUSE", help=_("who attacks (by default the house of the first block)"))
    parser.add_argument("--entry", metavar="AREA", help=_("where the main attack comes from"))
    parser.add_argument("--king", metavar="HEIR", help=_("who is King"))
    parser.add_argument("--pretender", metavar="HEIR", help=_("who is Pretender"))
    parser.add_argument("--ruleset", help=_("the ruleset, or a variant of one (by default the first)"))
    parser.add_argument("--policy", default="stand", help=_("stand: all fire; best: best play of both sides (stand)"))
    parser.add_argument("--objective", help=_("what best play is for: win, steps, or heir:Richmond (win)"))
    parser.add_argument(
        "--orders", nargs="+", metavar="ORDER", help=_('what is done wherever it is legal: "Stanley/Y passes"')
    )
    parser.add_argument("--order", help=_("who of one letter fires first: strongest or random (strongest)"))
    parser.add_argument(
        "--sample", type=int, metavar="N", help=_("fight so many battles by lot; 40000 are right to within 0.005")
    )
    parser.add_argument("--seed", type=int, metavar="S", help=_("another seed fights other battles (1)"))
    parser.add_argument(
        "--json",
        action="store_true",
        help=_("print the chances and the fates of the blocks, or the best choices, as JSON"),
    )
    return parser


def _lines(odds: BattleOdds | BestPlay) -> str:
    """Return the odds in a line, what they cost, and their table."""
    told = [repr(odds)]
    if odds.cost is not None:
        told.append(_("Estimated cost: {cost}.").format(cost=odds.cost))
    if getattr(odds, "value", 0.0) is not None:  # of best play that was not solved, the choices would take long
        told.append(str(odds.table().round(4).to_string(index=False)))
    return "\n".join(told)


def _best(odds: BestPlay) -> str:
    """Return best play as JSON: what the battle is worth to the house that attacks, None if only bounds are known."""
    import msgspec

    choices = [] if odds.value is None else odds.table().to_dict("records")
    told = {name: getattr(odds, name) for name in ("area", "objective", "house", "value", "bounds")}
    return msgspec.json.encode({**told, "choices": choices}).decode()


def _json(odds: BattleOdds) -> str:
    import msgspec

    told = {"win": odds.win, "bounds": odds.bounds, "half_width": odds.half_width, "sampled": odds.sampled}
    fates = odds.table().to_dict("records")
    return msgspec.json.encode({"area": odds.area, **told, "undecided": odds.undecided, "fates": fates}).decode()
