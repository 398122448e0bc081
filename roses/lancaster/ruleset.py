"""The rulesets of the court game: the questions that its printed rules leave open, or answer in two ways.

A ruleset is a frozen value with one field for each ruling; the first value of each field is that of ``revised``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from roses.engine.i18n import N_
from roses.engine.rules import Field


class Ruleset(msgspec.Struct, frozen=True):
    """The rulings in force; each field has the rule number and the question it answers.

    >>> Ruleset().supply
    'unlimited'
    """

    name: str = "revised"
    supply: Annotated[
        Literal["unlimited", "limited"],
        Field(
            "15.1",
            N_("Does the supply of gold, squires and voting markers never run out, or is it what is in the box?"),
        ),
    ] = "unlimited"
    favour_pick: Annotated[
        Literal["must", "may"], Field("6.1", N_("Must a favour be taken while one is face up, or may it be declined?"))
    ] = "must"
    squires_counted: Annotated[
        Literal["in_hand", "with_counties"],
        Field("8.2", N_("Do squires that stand in counties count for the most squires, or those in hand only?")),
    ] = "in_hand"
    zero_is_most: Annotated[bool, Field("8.3", N_("Where nobody has any, has everybody the most?"))] = True
    county_choice: Annotated[
        Literal["must", "may"], Field("9.2", N_("Must a county give something, or may its holder take nothing?"))
    ] = "must"
    two_player_tie: Annotated[
        Literal["split", "both", "nobody"],
        Field("14.11", N_("Two players tie for a prize at the end: is it split, paid to both, or to nobody?")),
    ] = "split"
    most_announced: Annotated[
        Literal["winners", "amounts"],
        Field("16.1", N_("Where a law rewards the most, are the winners named only, or their amounts too?")),
    ] = "winners"
    banneret: Annotated[
        Literal["may", "must"], Field("8.4", N_("May a house decline the exchange of its strength 3 knight for the 4?"))
    ] = "may"
    upgrade: Annotated[Literal["may", "must"], Field("15.3", N_("May an upgrade be declined?"))] = "may"
    law_extension: Annotated[
        Literal["may", "must"], Field("8.4", N_("May a house do without an extension that law L06 gives it?"))
    ] = "may"
    favour_noble: Annotated[
        Literal["may", "must"],
        Field("6.3", N_("May the noble of a favour be declined, though the favour is turned down?")),
    ] = "may"
    expansion_laws: Annotated[
        Literal["none", "all", "drawn"],
        Field(
            "8.7", N_("Is the game played with the base laws, the expansion laws, or is the set of each section drawn?")
        ),
    ] = "none"


RULESETS: Final = {"revised": Ruleset()}
