"""``roses fork``: what if one thing of a recorded game had been different; prints the difference, or pairs as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from roses.cli.simulation import seats
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from roses.lab.fork.result import Forked

_CHANGES: Final = {  # kinds of change of a block, with what their options say
    "strength": N_("the steps of a block, as Norfolk=1; may be given several times"),
    "place": N_("where a block stands, as Warwick/Y=Calais; may be given several times"),
    "loyalty": N_("how many dice must all be even to turn a block, as Stanley/Y=3, or never; several times"),
}


def main(argv: Sequence[str]) -> int:
    """Run ``fork ...`` and return the exit code; SystemExit with one sentence for what cannot be forked."""
    from roses.engine import display
    from roses.engine.errors import RecordError
    from roses.lab.fork.forking import fork

    options = _parser().parse_args(argv[1:])
    at = int(options.at) if options.at.isdecimal() else options.at
    told: dict[str, Any] = {name: getattr(options, name) for name in ("n", "seed", "until", "jobs")}
    try:
        found = fork(options.record, at=at, change=_change(options), seats=seats(options.seats), **told)
    except (ValueError, ImportError, OSError, RecordError) as error:
        raise SystemExit(_("roses: {error}.").format(error=str(error).removesuffix("."))) from error
    print(_json(found) if options.json else display.render(found, display.TEXT))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses fork",
        description=_("Change one thing of a recorded game, let bots play on with and without it, and compare."),
        allow_abbrev=False,
    )
    parser.add_argument("record", metavar="RECORD", help=_("the name of a record of the kit, or a file"))
    parser.add_argument("--at", required=True, help=_("how many actions come before, or the bookmark of a step"))
    parser.add_argument(
        "--play",
        action="append",
        default=[],
        metavar="ACTION",
        help=_("what is played instead, as 'roll 3'; several times"),
    )
    for name, said in _CHANGES.items():
        parser.add_argument(f"--{name}", action="append", default=[], metavar="BLOCK=...", help=_(said))
    parser.add_argument("--ruleset", default="", help=_("the ruleset from then on"))
    parser.add_argument(
        "--seats",
        default="squire",
        metavar="BOTS",
        help=_("a bot for all sides, or York=squire,Lancaster=page (squire)"),
    )
    parser.add_argument("--pairs", dest="n", type=int, default=100, metavar="N", help=_("how many pairs (100)"))
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=_("another seed plays other games (1)"))
    parser.add_argument("--until", default="game", help=_("play to the end of: game, campaign (game)"))
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help=_("how many processes play (1)"))
    parser.add_argument("--json", action="store_true", help=_("print the table and all pairs as JSON"))
    return parser


def _change(options: argparse.Namespace) -> dict[str, Any]:
    named = {name: dict(map(_pair, getattr(options, name))) for name in _CHANGES}
    numbers = {name: {block: _dice(text) for block, text in named[name].items()} for name in ("strength", "loyalty")}
    return {"play": options.play, **named, **numbers, "ruleset": options.ruleset}


def _pair(text: str) -> tuple[str, str]:
    """Return a block and what it gets; ValueError for a text that is no such pair."""
    block, _equals, value = text.rpartition("=")
    if not (block and value):
        raise ValueError(_("{text} is no block with a value; write BLOCK=VALUE").format(text=repr(text)))
    return block.strip(), value.strip()


def _dice(text: str) -> int | None:
    if text == "never":
        return None
    if not text.isdecimal():
        raise ValueError(_("{text} is neither a whole number nor 'never'").format(text=repr(text)))
    return int(text)


def _json(found: Forked) -> str:
    import msgspec

    table = found.table()
    rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return msgspec.json.encode({"call": found.call, "table": rows, "pairs": found.pairs}).decode()
