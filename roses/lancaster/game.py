"""The description of the court game, for the tools that serve every game, and the text of its rules."""

from __future__ import annotations

from typing import Final

from roses.engine.description import Description
from roses.engine.protocol import Decline, Done
from roses.engine.rules import Rulebook
from roses.lancaster.hints import left, matters
from roses.lancaster.invariants import Ledger
from roses.lancaster.prompts import headings
from roses.lancaster.resampling import exchange, resample
from roses.lancaster.ruleset import RULESETS
from roses.lancaster.state import GAME as NAME
from roses.lancaster.state import SCENARIO, start

BOOK: Final = Rulebook("rules/lancaster", lambda number: [int(part) for part in number.split(".")])
GAME: Final = Description(
    name=NAME,
    scenarios=(SCENARIO,),
    rulesets=RULESETS,
    begin=start,
    book=BOOK,
    idle=(Done, Decline),
    invariants=Ledger,
    headings=headings,
    left=left,
    matters=matters,
    options={"players": (4, 2, 3, 5), "components": (), "laws": ()},
    resample=resample,
    exchange=exchange,
)
