"""Views: what a player may see of a state, as plain values for figures, widgets and bots; ``State.view`` makes them."""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import ClassVar, TypeAlias

import msgspec

from roses.engine.display import Displayed
from roses.engine.errors import RuleError
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Number
from roses.engine.state import content_hash
from roses.lancaster.events import AnyEvent
from roses.lancaster.phases.final import in_service
from roses.lancaster.phases.rewards import strength, total
from roses.lancaster.phases.setup import favours
from roses.lancaster.position import Conflict, Known, Phase, Position, Stack, open_fields
from roses.lancaster.tables import (
    CARDS,
    COLOURS,
    COUNTIES,
    FAVOURS,
    LAWS,
    SPACES,
    Components,
    Confidence,
    Law,
    Reward,
    bits,
)


class SpaceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A castle space: its reward, its price in squires, whether an extension covers it, and its knight.

    ``knight`` is his strength, 0 for none; ``due``: the space is still to be scored in this castle phase;
    ``turned``: the extension yields nothing this round (law M14).
    """

    space: str
    reward: Reward
    price: Number = 0
    built: bool = False
    knight: Number = 0
    due: bool = False
    turned: bool = False
    confidence: dict[str, Confidence] = {}


Castle: TypeAlias = tuple[SpaceView, ...]


class House(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player: what is on the board and, as far as the viewer sees it, behind the screen (rule 16.1).

    ``gold`` and ``squires`` are None if a screen hides them. ``nobles`` are counties in the order of the letters,
    ``strength`` is that of all knights in service. ``leftover`` are voting markers that laws may still use (rule 8.7).
    """

    colour: str
    score: Number
    gold: Number | None
    squires: Number | None
    markers: Number
    court: tuple[Number, ...]
    reserve: tuple[Number, ...]
    castle: tuple[SpaceView, ...]
    nobles: tuple[str, ...] = ()
    strength: Number = 0
    leftover: Number = 0
    prisoners: tuple[Number, ...] = ()
    ally: Ally | None = None


class Ally(msgspec.Struct, frozen=True, omit_defaults=True):
    """The second colour of a player in a game for two (rule 14.2)."""

    colour: str
    court: tuple[Number, ...]
    reserve: tuple[Number, ...]
    castle: tuple[SpaceView, ...]


class CountyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A county: least strength, reward, nobles left; ``holder`` is the colour of the knight there."""

    letter: str
    name: str
    minimum: Number
    reward: Reward
    nobles: Number
    holder: str = ""
    knight: Number = 0
    squires: Number = 0
    confidence: dict[str, Confidence] = {}


class SlotView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A slot of a conflict: the strengths of its knights, its squires of law M05, and ``strength``, their sum."""

    colour: str
    knights: tuple[Number, ...]
    strength: Number
    squires: Number = 0


class ConflictView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A conflict: ``row`` is lower or upper, ``strength`` that of the French, ``england`` that of England so far."""

    card: str
    row: str
    strength: Number
    points: tuple[Number, Number, Number]
    england: Number
    slots: tuple[SlotView, ...] = ()
    confidence: dict[str, Confidence] = {}


class FavourView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A favour of the king in this game, and whether it is still face up (rule 6.1)."""

    favour: str
    reward: Reward
    up: bool
    confidence: dict[str, Confidence] = {}


class LawView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A law in force or proposed. ``verdict`` of a proposal is accepted, rejected, or "" while it is open.

    ``printed`` is the law with its values. ``current`` marks the proposal that is voted on, or the law that is applied.
    """

    law: str
    name: str
    section: Number
    effect: str
    printed: Law
    verdict: str = ""
    current: bool = False
    confidence: dict[str, Confidence] = {}

    @property
    def brief(self) -> str:
        """The effect as a clause."""
        return self.printed.words()


class View(Displayed, msgspec.Struct, frozen=True, omit_defaults=True):
    """What ``viewer`` may know of a state; ``viewer`` None is an umpire or teacher, who sees behind all screens.

    ``houses`` are the players clockwise. ``laws`` are in force, left to right. ``conflicts`` lie in the order in which
    they are scored, the lower row first. ``deck`` and ``pile`` are the conflicts and laws still to come, in no order.
    ``voted`` are those whose vote is sealed; ``votes`` those that are open, or the viewer's own, as (choice, markers).
    ``county`` is the one that is resolved, "" for none. ``removed`` is how many nobles allies took out of the game.
    ``known`` is what else lies open, in the numbers of the state, for ``resample``. What events told of goods behind a
    screen is not counted for the viewer: that is left to whoever reads the log (rule 16.1).
    """

    game: ClassVar[str] = "lancaster"
    viewer: str | None
    players: Number
    round: Number
    phase: str
    active: tuple[str, ...]
    start_player: str
    screens: bool
    houses: tuple[House, ...]
    counties: tuple[CountyView, ...]
    conflicts: tuple[ConflictView, ...]
    favours: tuple[FavourView, ...]
    laws: tuple[LawView, ...]
    proposals: tuple[LawView, ...]
    scores: dict[str, Number]
    deck: tuple[str, ...]
    pile: tuple[str, ...]
    county: str = ""
    voted: tuple[str, ...] = ()
    votes: dict[str, tuple[str, Number]] = {}
    removed: Number = 0
    winner: str | None = None
    events: tuple[AnyEvent, ...] = ()
    known: Known | None = None

    def house(self, colour: str) -> House:
        """Return the house of a colour; KeyError if there is none."""
        return {house.colour: house for house in self.houses}[colour]

    def land(self, name: str) -> CountyView:
        """Return the county of a name; KeyError if there is none."""
        return {county.name: county for county in self.counties}[name]

    def war(self, card: str) -> ConflictView:
        """Return the conflict of an id; KeyError if it is not on the board."""
        return {conflict.card: conflict for conflict in self.conflicts}[card]

    def vote(self, side: str) -> tuple[str, int]:
        """Return the vote of a side as (choice, markers); RuleError while it is sealed, or if none is cast (7.2)."""
        if side in self.votes:
            return self.votes[side]
        if side not in self.voted:
            raise RuleError(_("{side} has not voted on a proposal now").format(side=side), rule="7.2")
        waiting = _(" and ").join(self.active)
        raise RuleError(
            _("the vote of {side} is sealed; it is opened when {waiting} have voted too").format(
                side=side, waiting=waiting
            ),
            rule="7.2",
        )

    def __hash__(self) -> int:
        return content_hash(self)


def make_view(state: Position, side: str | None) -> View:
    """Return what ``side`` may know of ``state``; None sees all."""
    parts, phase, sides = state.parts, state.phase, state.sides
    then = state.then if state.owed else ""  # the stage that follows when all effects are given out
    law_applied = phase in (Phase.TRADE, Phase.BARTER, Phase.COMMIT, Phase.UPKEEP) or then.startswith("law")
    county_resolved = phase in (Phase.COUNTY, Phase.NAMING) or then == "county end"
    cast = {c: ("yes" if b[0] else "no", b[1]) for c, b in zip(sides, state.votes, strict=False) if b}
    # the fields are given by their places, in their order: by name it takes ten times as long
    return View(
        side,
        state.setup.players,
        state.round,
        str(phase),
        state.active,
        sides[state.first] if phase is not Phase.START else "",
        state.setup.screens,
        _houses(state, sides, side),
        _counties(parts, state.counties, state.stacks),
        _conflicts(parts, state.conflicts),
        _favours(parts, favours(state), state.favours),
        _laws(parts, state.laws, state.at if law_applied else -1),
        _proposals(parts, state.proposals, state.passed, phase is Phase.VOTE),
        dict(zip(sides, state.score, strict=True)),
        _named(CARDS, state.deck),
        _named(LAWS, state.pile),
        COUNTIES[state.at] if county_resolved else "",
        tuple(cast),
        {c: ballot for c, ballot in cast.items() if side in (c, None)},
        state.removed,
        state.result.winner if state.result else None,
        state.events,
        open_fields(state),
    )


def _houses(state: Position, sides: tuple[str, ...], side: str | None) -> tuple[House, ...]:
    """Return the houses of the players, as far as ``side`` sees behind their screens."""
    strengths = in_service(state)
    scored, due = (state.mover, state.items) if state.phase is Phase.CASTLE else (-1, 0)
    castles = _castles(state.parts, state.built, state.turned, state.castle, scored, due)
    prisoners = dict(state.captured)
    houses = []
    for player, colour in enumerate(sides):  # each with the fields in their order
        seen = not state.setup.screens or side in (colour, None) or state.phase is Phase.OVER
        ally = player + len(sides) if state.setup.allies else 0
        houses.append(
            House(
                colour,
                state.score[player],
                state.gold[player] if seen else None,
                state.squires[player] if seen else None,
                state.markers[player],
                state.court[player],
                state.reserve[player],
                castles[player],
                _named(COUNTIES, state.nobles[player]),
                strengths[player],
                state.leftover[player],
                prisoners.get(player, ()),
                Ally(COLOURS[ally], state.court[ally], state.reserve[ally], castles[ally]) if ally else None,
            )
        )
    return tuple(houses)


# What follows depends on its arguments alone. It is cached, because from one state to the next little of it changes.


@lru_cache(maxsize=512)
def _named(names: tuple[str, ...], members: int) -> tuple[str, ...]:
    return tuple([names[i] for i in bits(members)])


@lru_cache(maxsize=256)
def _castles(
    parts: Components,
    built: tuple[int, ...],
    turned: tuple[int, ...],
    castle: tuple[tuple[int, ...], ...],
    scored: int,
    due: int,
) -> tuple[Castle, ...]:
    """Return the spaces by colour, given the player whose castle is scored; an ally has two of its own (rule 14.2)."""
    number, players = len(parts.castle), len(built)
    return tuple(
        _spaces(parts, 0, number, built[party], turned[party], knights, due if party == scored else 0)
        if party < players
        else _spaces(parts, number, len(SPACES), 0, 0, knights, due if party - players == scored else 0)
        for party, knights in enumerate(castle)
    )


@lru_cache(maxsize=2048)
def _spaces(
    parts: Components, start: int, end: int, built: int, turned: int, knights: tuple[int, ...], due: int
) -> Castle:
    """Return the spaces of a castle from number ``start`` up to, not including, ``end``."""
    return tuple(
        SpaceView(
            space.id,
            space.reward,
            space.price,
            built=bool(built >> i & 1),
            knight=knights[i],
            due=bool(due >> i & 1),
            turned=bool(turned >> i & 1),
            confidence=space.confidence,
        )
        for i, space in enumerate(parts.spaces[:end])
        if i >= start
    )


@lru_cache(maxsize=512)
def _counties(parts: Components, stacks: tuple[Stack | None, ...], nobles: tuple[int, ...]) -> tuple[CountyView, ...]:
    return tuple(map(_county, repeat(parts), range(len(stacks)), stacks, nobles))


@lru_cache(maxsize=1024)
def _county(parts: Components, number: int, stack: Stack | None, nobles: int) -> CountyView:
    county = parts.counties[number]
    return CountyView(
        county.letter,
        county.name,
        county.minimum,
        county.reward,
        nobles,
        holder=COLOURS[stack.party] if stack else "",
        knight=stack.knight if stack else 0,
        squires=stack.squires if stack else 0,
        confidence=county.confidence,
    )


@lru_cache(maxsize=512)
def _conflicts(parts: Components, conflicts: tuple[Conflict, ...]) -> tuple[ConflictView, ...]:
    return tuple(map(_conflict, repeat(parts), conflicts))


@lru_cache(maxsize=1024)
def _conflict(parts: Components, conflict: Conflict) -> ConflictView:
    card = parts.conflicts[conflict.card]
    slots = (SlotView(COLOURS[s.party], s.knights, strength(s), s.squires) for s in conflict.slots)
    row = "lower" if conflict.lower else "upper"
    return ConflictView(card.id, row, card.strength, card.points, total(conflict), tuple(slots), card.confidence)


@lru_cache(maxsize=256)
def _favours(parts: Components, dealt: int, up: int) -> tuple[FavourView, ...]:
    rows = [(i, parts.favours[i]) for i in bits(dealt)]
    return tuple([FavourView(FAVOURS[i], one.reward, bool(up >> i & 1), one.confidence) for i, one in rows])


@lru_cache(maxsize=512)
def _laws(parts: Components, laws: tuple[int, ...], applied: int) -> tuple[LawView, ...]:
    return tuple(_law(parts, i, "", current=number == applied) for number, i in enumerate(laws))


@lru_cache(maxsize=512)
def _proposals(
    parts: Components, proposals: tuple[int, ...], passed: tuple[bool, ...], voting: bool
) -> tuple[LawView, ...]:
    """Return the proposals of the round, with the result of the vote on each."""
    verdicts = ["accepted" if accepted else "rejected" for accepted in passed] + [""] * len(proposals)
    return tuple(_law(parts, i, verdicts[n], current=voting and n == len(passed)) for n, i in enumerate(proposals))


def _law(parts: Components, number: int, verdict: str, *, current: bool) -> LawView:
    law = parts.laws[number]
    return LawView(law.id, law.name, law.section, law.effect, law, verdict, current, law.confidence)
