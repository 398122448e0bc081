"""Scenes: states with chosen knights, goods and laws, for lessons, puzzles and tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

import msgspec

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.engine.rules import find
from roses.engine.state import freeze, put, thaw
from roses.lancaster import phases
from roses.lancaster.phases.effects import standing
from roses.lancaster.position import Conflict, Draft, Slot, Stack, spaces
from roses.lancaster.ruleset import RULESETS
from roses.lancaster.state import State, start
from roses.lancaster.tables import (
    CARD,
    CARDS,
    COLOURS,
    COUNTIES,
    COUNTY,
    IN_FORCE,
    LAW,
    LAWS,
    NEW_CONFLICTS,
    ROUNDS,
    SLOTS,
    SPACE,
    SPACES,
    TILES,
    bits,
)

PARTS: Final = {  # each part of a round, and the stage of the sequence of play that begins it
    "knights": "placing",
    "parliament": "parliament",
    "laws": "law",
    "counties": "county",
    "castles": "castles",
    "conflicts": "conflicts",
    "end": "final",
}
_HOUSE: Final = ("court", "castle", "built", "nobles", "gold", "squires", "markers", "score")
_UNKNOWN: Final = {  # refusals of unknown names, by kind
    "part": N_("there is no part {name} in this game; choose from {names}"),
    "colour": N_("there is no colour {name} in this game; choose from {names}"),
    "law": N_("there is no law {name} in this game; choose from {names}"),
    "county": N_("there is no county {name} in this game; choose from {names}"),
    "conflict": N_("there is no conflict {name} in this game; choose from {names}"),
    "space": N_("there is no space {name} in this game; choose from {names}"),
    "extension": N_("there is no extension {name} in this game; choose from {names}"),
    "value": N_("there is no value of {colour} {name} in this game; choose from {names}"),
}
_SHARED: Final = ("court", "castle")  # the fields that an ally has too


def scene(players: int = 4, part: str = "knights", *, first: str = "Blue", round: int = 1, laws: str = "L01 L02 L03",
          proposals: str = "", counties: Mapping[str, str] = {}, upper: Mapping[str, str] = {},
          lower: Mapping[str, str] = {}, nobles: Mapping[str, int] = {}, ruleset: str = "revised",
          components: Any = None, **houses: Mapping[str, Any]) -> State:  # fmt: skip
    """Return a state at the beginning of a part of a round, after the steps in it that need no choice.

    ``part`` is knights, parliament, laws, counties, castles, conflicts or end. ``counties`` are held by a knight with
    squires, ``{"York": "Blue 3+1"}``; ``upper`` and ``lower`` are the conflicts of the two rows, left to right, with
    the slots from the top, ``{"K5a": "Blue 2, Red 1 1"}``. ``nobles`` says how many are left in a county. ``laws`` are
    those in force and ``proposals`` those to be voted on, by id; by default three that are not in force.

    Houses are keywords: ``Blue={"court": "1 2", "castle": {"gold": 1}, "built": "squires", "nobles": "York",
    "gold": 3, "squires": 2, "markers": 1, "score": 5}``. By default a house has built ``mixed``; knights that are
    not named are in reserve. ValueError for a scene that the rules exclude.

    >>> state = scene(counties={"Stafford": "Red 2+1"}, Blue={"court": "1 2", "squires": 2})
    >>> print(state.explain("Blue places 1+2 in Stafford").sentence.partition(": ")[2])
    Red holds Stafford with 3 (knight 2, 1 squire), and 3 is not more
    >>> state.apply("Blue places 2+2 in Stafford").active
    ('Red',)
    """
    state = start(rules=find(ruleset, RULESETS), players=players, components=components)
    _demand_known("part", [part], PARTS)
    _demand_known("colour", [first, *houses], COLOURS[: len(state.court)])
    _demand(
        1 <= round <= ROUNDS, _("there is no round {round}; a game has {rounds}").format(round=round, rounds=ROUNDS)
    )
    d = thaw(state, Draft)
    d.round, d.first = round, COLOURS.index(first)
    _laws(d, laws.split(), proposals.split())
    _counties(d, counties, nobles)
    _conflicts(d, lower, upper)
    for party in range(len(d.court)):
        _house(d, party, houses.get(COLOURS[party], {}))
    d.stage, d.at = PARTS[part], 0
    phases.run(d)
    return freeze(d, State)


def play(state: State, *actions: Action | str) -> State:
    """Apply actions in order and return the last state, with the events of ``state`` and of all of them.

    >>> state = play(scene(Blue={"court": "1 2"}), "Blue places 2+0 in Stafford")
    >>> print(state.events[-1])
    Blue places a knight of strength 2 in Stafford.
    """
    events = state.events
    for action in actions:
        state = state.apply(action)
        events += state.events
    return msgspec.structs.replace(state, events=events)


def _demand(holds: bool, reason: str) -> None:
    """Raise ValueError with this reason unless ``holds``."""
    if not holds:
        raise ValueError(reason)


def _demand_known(kind: str, names: Iterable[str], known: Collection[str], colour: str = "") -> None:
    """Raise ValueError for the first of ``names`` that is not among the known ones."""
    for name in names:
        words = _(_UNKNOWN[kind]).format(name=repr(name), names=", ".join(known), colour=colour)
        _demand(name in known, words)


def _laws(d: Draft, laws: list[str], proposals: list[str]) -> None:
    """Set the laws in force, the proposals, and as many laws to come as the remaining rounds need (rule 3.4)."""
    _demand_known("law", (*laws, *proposals), LAW)
    due = proposals or [name for name in LAWS if name not in laws][:IN_FORCE]
    used = {*laws, *due}
    valid = len(laws) == len(due) == IN_FORCE and len(used) == 2 * IN_FORCE
    _demand(
        valid,
        _("three laws are in force and three others proposed, not {laws} and {proposals}").format(
            laws=" ".join(laws), proposals=" ".join(due)
        ),
    )
    d.laws, d.proposals = (tuple(LAW[name] for name in names) for names in (laws, due))
    others = [i for i, law in enumerate(d.parts.laws) if law.set == "base" and law.id not in used]
    to_come = sorted(others, key=lambda i: d.parts.laws[i].section)[len(others) - IN_FORCE * (ROUNDS - d.round) :]
    d.pile = sum(1 << i for i in to_come)


def _counties(d: Draft, held: Mapping[str, str], nobles: Mapping[str, int]) -> None:
    """Set the knights that hold counties, and the number of nobles left in counties."""
    _demand_known("county", (*held, *nobles), COUNTIES)
    for name, text in held.items():
        colour, _blank, force = text.partition(" ")
        knight, _plus, squires = force.partition("+")
        valid = knight.isdigit() and (squires or "0").isdigit()
        _demand(
            valid,
            _("{name} is held by a colour, a knight and squires such as 'Blue 2+1', not by {text!r}").format(
                name=name, text=text
            ),
        )
        _demand_known("colour", [colour], COLOURS[: len(d.court)])
        least = d.parts.minima[COUNTY[name]]
        _demand(
            int(knight) >= least,
            _("{name} needs a knight of strength {least} or more, not {knight} (rule 5.3)").format(
                name=name, least=least, knight=knight
            ),
        )
        d.counties = put(d.counties, COUNTY[name], Stack(COLOURS.index(colour), int(knight), int(squires or 0)))
    for name, left in nobles.items():
        d.stacks = put(d.stacks, COUNTY[name], left)


def _conflicts(d: Draft, lower: Mapping[str, str], upper: Mapping[str, str]) -> None:
    """Set the conflicts of the two rows with their slots, ``{"K5a": "Blue 2, Green 1 1"}``."""
    colours = COLOURS[: len(d.court)]
    for is_lower, row in ((True, lower), (False, upper)):
        _demand_known("conflict", row, CARDS)
        _demand(
            len(row) <= NEW_CONFLICTS,
            _("a row has {new_conflicts} conflicts, not {n}").format(new_conflicts=NEW_CONFLICTS, n=len(row)),
        )
        for card, text in row.items():
            slots = []
            for part in filter(None, (p.strip() for p in text.split(","))):
                colour, *knights = part.split()
                valid = bool(colour in COLOURS and knights and all(knight.isdigit() for knight in knights))
                _demand(
                    valid, _("a slot holds a colour and its knights such as 'Blue 2 1', not {part!r}").format(part=part)
                )
                slots.append(Slot(COLOURS.index(colour), tuple(sorted(map(int, knights)))))
            d.conflicts += (Conflict(CARD[card], is_lower, tuple(slots)),)
    for conflict in d.conflicts:
        parties = [slot.party for slot in conflict.slots]
        _demand_known("colour", [COLOURS[party] for party in parties], colours)
        _demand(
            len(parties) == len(set(parties)) <= SLOTS,
            _("{card} has {slots} slots, each for one colour (rule 5.5)").format(
                card=CARDS[conflict.card], slots=SLOTS
            ),
        )
    cards = [conflict.card for conflict in d.conflicts]
    _demand(len(cards) == len(set(cards)), _("a conflict lies in one row only"))
    d.deck &= ~sum(1 << card for card in cards)


def _house(d: Draft, party: int, values: Mapping[str, Any]) -> None:
    """Set what a house or an ally has; knights that are not named are in reserve."""
    own, side = party < d.setup.players, COLOURS[party]
    _demand_known("value", values, _HOUSE if own else _SHARED, side)
    castle = values.get("castle", {})
    _demand_known("space", castle, SPACES)
    if own:
        built, nobles = values.get("built", "mixed").split(), values.get("nobles", "").split()
        _demand_known("extension", built, TILES)
        _demand_known("county", nobles, COUNTIES)
        d.built = put(d.built, party, sum(1 << SPACE[name] for name in set(built)))
        for name in nobles:
            county = COUNTY[name]
            _demand(d.stacks[county] > 0, _("no noble of {name} is left for {side}").format(name=name, side=side))
            d.stacks = put(d.stacks, county, d.stacks[county] - 1)
            d.nobles = put(d.nobles, party, d.nobles[party] | 1 << county)
        for goods in ("gold", "squires", "markers", "score"):
            setattr(d, goods, put(getattr(d, goods), party, values.get(goods, 0)))
    free = set(bits(spaces(d, party)))
    blocked = [name for name in castle if SPACE[name] not in free]
    _demand(
        not blocked,
        _("no knight of {side} can stand on {names} (rule 5.4)").format(side=side, names=", ".join(blocked)),
    )
    d.castle = put(d.castle, party, tuple(castle.get(name, 0) for name in SPACES))
    d.court = put(d.court, party, tuple(sorted(map(int, str(values.get("court", "")).split()))))
    start_values = d.parts.house if own else d.parts.ally
    left = Counter((*start_values.court, *start_values.reserve))
    left.subtract(knight for _place, knights in standing(d, party) for knight in knights)
    missing = [knight for knight, n in left.items() if n < 0]
    _demand(
        not missing,
        _("{side} has fewer knights of strength {names} than stand there").format(
            side=side, names=", ".join(map(str, missing))
        ),
    )
    d.reserve = put(d.reserve, party, tuple(sorted(left.elements())))
