"""The rules: the text of the rulebook, and the rulesets, which answer the questions on which editions differ.

A ruleset is a frozen value with one field for each question. Where no edition answers it clearly, the default is our
reading in all three rulesets, and the text of the rule says so. Two differences have no field: in 6.6 the early
editions do not say what happens to a block that must retreat and cannot, and is eliminated here; in 7.2 all editions
send the surplus at the campaign reset to the pool.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final, Literal

import msgspec

from roses.engine.i18n import N_
from roses.engine.rules import Field, Paragraph, Rulebook, find


class Ruleset(msgspec.Struct, frozen=True):
    """The rules in force. ``revised`` is the default; ``classic`` and ``russian`` are the two early editions.

    >>> ruleset("classic").port_to_port_bonus, ruleset("revised").port_to_port_bonus
    ('any_major_pairing', 'same_origin_same_destination')
    """

    name: str = "revised"
    both_events_tiebreak: Annotated[
        Literal["ap_then_pretender", "pretender"],
        Field(
            "1.1", N_("Both sides play an event: do the points decide who is first, or is it the Pretender at once?")
        ),
    ] = "ap_then_pretender"
    event_ap_use: Annotated[
        Literal["event_only", "any", "both"],
        Field(
            "5.1",
            N_(
                "Does the point of Surprise, Force March or Treason pay for the event's move alone, for any action in "
                "its place, or for any action besides it?"
            ),
        ),
    ] = "event_only"
    surprise_sea_move: Annotated[bool, Field("surprise", N_("May Surprise pay for a sea move?"))] = True
    treason_sea_move: Annotated[bool, Field("treason", N_("May Treason pay for a sea move?"))] = True
    piracy_retreat_capacity: Annotated[
        Literal["unlimited", "sea_move_limits"],
        Field(
            "piracy", N_("How many pirates may leave for a coast in a round: all, or one, or two between major ports?")
        ),
    ] = "unlimited"
    piracy_port_pair_when_not_attacking: Annotated[
        bool, Field("piracy", N_("Do two blocks that do not attack share a point between major ports under Piracy?"))
    ] = True
    plague_hits: Annotated[
        Literal["enemy_only", "all"],
        Field("plague", N_("Does Plague strike the enemy's blocks only, or the prisoner Henry VI with them?")),
    ] = "enemy_only"
    mulligan_reshuffle: Annotated[
        Literal["all_available", "undealt_only"],
        Field("5.1", N_("Is a new hand dealt from all cards that are free, or from those never dealt only?")),
    ] = "all_available"
    port_to_port_bonus: Annotated[
        Literal["same_origin_same_destination", "any_major_pairing"],
        Field("5.31", N_("Must two blocks that share a point sail between the same two major ports?")),
    ] = "same_origin_same_destination"
    bombard_sea_move: Annotated[bool, Field("5.3", N_("May bombards sail?"))] = True
    bombard_reserve_gets_a3: Annotated[
        bool, Field("6.2", N_("Does a bombard from the reserve act at A in its own first round?"))
    ] = False
    defector_strength: Annotated[
        Literal["current", "full"],
        Field("6.9", N_("Does a turned block keep its strength, or fight at full strength?")),
    ] = "current"
    traitor_death: Annotated[
        Literal["permanent", "pool"],
        Field(
            "6.83", N_("Do Exeter and Clarence die for ever in the enemy's service, or go to the pool like a noble?")
        ),
    ] = "permanent"
    pretender_succession: Annotated[
        Literal["immediate", "supply_phase"],
        Field("6.81", N_("Is a dead Pretender followed at once, or in the next supply phase like a King?")),
    ] = "immediate"
    senior_heir: Annotated[
        Literal["waits", "takes_title"],
        Field(
            "3.21",
            N_(
                "An heir who is senior to his King or Pretender returns or comes of age: does he wait or take the "
                "title?"
            ),
        ),
    ] = "waits"
    sea_after_piracy: Annotated[
        Literal["open", "closed"],
        Field(
            "5.22", N_("The first player came by sea: may blocks that are not pinned sail off, or is the sea closed?")
        ),
    ] = "open"
    pool_heirs: Annotated[
        Literal["as_minors", "own_shields"],
        Field("5.4", N_("An heir in the pool: does he enter as a minor does, or under the shields of his house?")),
    ] = "as_minors"
    reserves_revealed: Annotated[
        bool, Field("6.1", N_("Are reserves turned up with the front lines when their battle begins?"))
    ] = False
    main_attack_declaration: Annotated[
        Literal["first_mover", "end_of_phase"],
        Field("6.3", N_("Is the main attack the border of the first block to enter, or named when all have moved?")),
    ] = "first_mover"
    control_change: Annotated[
        Literal["line_lost", "line_killed"],
        Field("6.3", N_("A line is lost in round 1: do the sides swap in any case, or only if none of it was turned?")),
    ] = "line_lost"
    neville_shared_shields: Annotated[
        Literal["going_home_only", "all_purposes"],
        Field(
            "8.3",
            N_("Do the Nevilles use the shields of their dead for going home only, or to recruit and defend too?"),
        ),
    ] = "going_home_only"
    neville_calais_limit: Annotated[
        Literal["overflow", "cap"],
        Field("8.3", N_("May Salisbury and Kent go to a full Calais and overflow, or is it shut to them?")),
    ] = "overflow"
    neville_calais: Annotated[
        Literal["may", "must"],
        Field(
            "8.3", N_("Salisbury and Kent, shut out at home: may they choose Calais or the pool, or must it be Calais?")
        ),
    ] = "may"
    neville_note: Annotated[
        Literal["both_sides", "pretender_only"],
        Field("8.3", N_("Are Calais and the shields of the dead open to Nevilles of either side, or the Pretender's?")),
    ] = "both_sides"
    home_return_scope: Annotated[
        Literal["on_map_only", "all_blocks"], Field("8.3", N_("Do blocks of the pool go home too?"))
    ] = "on_map_only"
    traitor_home_requires: Annotated[
        Literal["clarence_vacant", "not_enemy_occupied", "unoccupied"],
        Field("9.1", N_("Must the home of Clarence and Exeter in enemy service be empty, or only free of the enemy?")),
    ] = "clarence_vacant"
    prisoner_last: Annotated[
        Literal["lives", "lost"],
        Field(
            "kingmaker", N_("The prisoner Henry VI is the last heir of Lancaster: does the game go on, or is it lost?")
        ),
    ] = "lives"


_CLASSIC: Final = Ruleset(
    name="classic",
    event_ap_use="any",
    port_to_port_bonus="any_major_pairing",
    traitor_home_requires="not_enemy_occupied",
)
RULESETS: Final = {
    "revised": Ruleset(),
    "classic": _CLASSIC,
    "russian": msgspec.structs.replace(
        _CLASSIC, name="russian", both_events_tiebreak="pretender", traitor_home_requires="unoccupied"
    ),
}


def ruleset(name: str | Ruleset) -> Ruleset:
    """Return the ruleset of that name or variant; a Ruleset is returned as it is. ValueError names the known ones.

    >>> ruleset("revised+plague_hits=all").plague_hits
    'all'
    """
    return name if isinstance(name, Ruleset) else find(name, RULESETS)


BOOK: Final = Rulebook("rules", lambda name: (not name[0].isdigit(), name))


def rule(number: str) -> Paragraph:
    """Return a paragraph by its number, ``"6.5"``, its name, ``"force-march"``, or a topic, ``"border crossing"``.

    ``roses.topics`` lists the topics. DataError, which names the nearest paragraphs, if there is none.

    >>> rule("border crossing").heading
    '5.21 Border limits'
    >>> print(rule("3.11").example)
    Salisbury, the noble, has three steps and rolls three dice. After one hit he has two steps and rolls two dice.
    """
    return BOOK.paragraph(number)


@cache
def numbers() -> tuple[str, ...]:
    """Return the numbers of all paragraphs in the order of the rulebook, then the names of events and scenarios.

    >>> numbers()[:3], numbers()[-1], len(numbers())
    (('1.0', '1.1', '1.2'), 'treason', 81)
    """
    return BOOK.numbers()
