"""The description of the block war game, for the tools that serve every game."""

from __future__ import annotations

from typing import Final

from roses.engine.description import Description
from roses.richard.actions import Decline, Done, Pass
from roses.richard.battles import fought
from roses.richard.exchange import exchange
from roses.richard.headings import headings
from roses.richard.hints import left, matters
from roses.richard.invariants import Limits
from roses.richard.line_up import begin
from roses.richard.resampling import resample
from roses.richard.rulebook import BOOK
from roses.richard.ruleset import RULESETS
from roses.richard.state import GAME as NAME
from roses.richard.tables import AREAS, SCENARIOS

GAME: Final = Description(
    name=NAME,
    scenarios=tuple(SCENARIOS),
    rulesets=RULESETS,
    begin=begin,
    book=BOOK,
    idle=(Done, Decline, Pass),
    invariants=Limits,
    headings=headings,
    left=left,
    matters=matters,
    options={"line_up": (), "campaigns": ()},
    areas=tuple(AREAS),
    record=fought,
    resample=resample,
    exchange=exchange,
)
