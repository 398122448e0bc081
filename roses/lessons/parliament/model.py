"""A parliament of the court game for a class: three proposals, and what each way of voting would bring to each house.

The votes are the class's. Everything else is worked out beforehand by the engine: squires play the rounds before, and
after the third vote the laws in force are applied, again with squires who choose where a law leaves a choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from typing import Final

import msgspec

from roses.bots.bot import Bot
from roses.bots.play import make_bot
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Event
from roses.engine.seat import Seat
from roses.lancaster import gains
from roses.lancaster.events import KnightCame, LawApplied, Traded
from roses.lancaster.gains import Gain, Payment, PointsScored
from roses.lancaster.position import Phase
from roses.lancaster.view import LawView

GROUPS: Final = (2, 5)  # the fewest and the most houses of the court game (rule 1.1)
ROUNDS: Final = (1, 5)  # (rule 1.1)
_SEED: Final = 1414  # of some tried, the one whose second round has a law worth quarrelling over
_AFTER: Final = (Phase.COUNTY, Phase.CASTLE, Phase.RANSOM, Phase.PLACING, Phase.OVER)  # the laws have been applied


class LawText(msgspec.Struct, frozen=True):
    """A law as it is read out: its ``id``, as L05, its ``name`` and its ``effect`` in one sentence."""

    id: str
    name: str
    effect: str


class Group(msgspec.Struct, frozen=True):
    """The house of a group: ``name``, ``points``, ``gold`` and ``squires`` behind its screen, voting ``markers``."""

    name: str
    points: int
    gold: int
    squires: int
    markers: int


class Outcome(msgspec.Struct, frozen=True):
    """What comes of three votes: the ``laws`` then in force, in their order, and those ``gone``, by id.

    ``told`` says, for each law in force, what it brings to each house that it concerns; ``points`` what each house
    scores by all three, in the order of the houses.
    """

    laws: tuple[str, ...]
    gone: tuple[str, ...]
    told: tuple[dict[str, str], ...]
    points: tuple[int, ...]


class Session(msgspec.Struct, frozen=True):
    """A parliament: the ``houses``, the laws ``in_force`` from left to right, the ``proposals``, and all ``outcomes``.

    ``outcomes`` are those of all eight ways in which three votes can end, by a word such as ``"101"``: a 1 for each
    proposal that is accepted.
    """

    round: int
    houses: tuple[Group, ...]
    in_force: tuple[LawText, ...]
    proposals: tuple[LawText, ...]
    outcomes: dict[str, Outcome]


@cache
def session(groups: int, round: int) -> Session:
    """Return the parliament of a round for so many groups; always the same. ValueError for numbers that are not there.

    >>> held = session(3, 1)
    >>> len(held.proposals), len(held.outcomes), [house.name for house in held.houses]
    (3, 8, ['Blue', 'Green', 'Yellow'])
    """
    for said, number, (least, most) in (
        (_("a parliament has {least} to {most} groups, not {number}"), groups, GROUPS),
        (_("there is a parliament in the rounds {least} to {most}, not in round {number}"), round, ROUNDS),
    ):
        if not least <= number <= most:
            raise ValueError(said.format(least=least, most=most, number=number))
    game = Game(start, "lancaster", seed=_SEED, players=groups)
    bots = {side: make_bot("squire", _SEED + i) for i, side in enumerate(game.state.sides)}
    while _at(game) != (Phase.VOTE, round):
        _choose(game, bots)
    view = game.view()
    houses = tuple(Group(h.colour, h.score, h.gold, h.squires, h.markers) for h in view.houses)
    ways = ("".join(way) for way in product("10", repeat=len(view.proposals)))
    outcomes = {way: _outcome(game, bots, way) for way in ways}
    return Session(round, houses, _texts(view.laws), _texts(view.proposals), outcomes)


def _texts(laws: tuple[LawView, ...]) -> tuple[LawText, ...]:
    return tuple(LawText(law.law, law.name, law.effect) for law in laws)


def _at(game: Game) -> tuple[str, int]:
    """Return the phase, as ``Phase`` names it, and the round."""
    view = game.view()
    return view.phase, view.round


def paid(held: Session, house: str, law: str) -> str:
    """Return what a law would bring to a house if it were the only proposal that is accepted; "" for nothing.

    For a law in force it is what it brings if no proposal is accepted.

    >>> paid(session(4, 2), "Blue", "L05")
    '−8 gold, −8 squires, +24 points'
    """
    way = "".join("1" if law == proposal.id else "0" for proposal in held.proposals)
    outcome = held.outcomes[way]
    return outcome.told[outcome.laws.index(law)].get(house, "")


def _choose(game: Game, bots: dict[str, Bot]) -> None:
    """Play the choice of the bot whose turn it is."""
    side = game.state.active[0]
    seat = Seat(game, side)
    seat.play(bots[side].choose(seat).action)


def _outcome(game: Game, bots: dict[str, Bot], way: str) -> Outcome:
    """Vote as ``way`` says, let the laws be applied, and take all back."""
    begun = len(game)
    before = game.view()
    for accepted in way:
        for side in game.state.sides:
            game.play(f"{side} votes {'yes' if accepted == '1' else 'no'} with 0")
    laws = game.view().laws
    while _at(game)[0] not in _AFTER:
        _choose(game, bots)
    applied = list(_by_law(game.events(begun)))
    scored = {side: 0 for side in game.state.sides}
    for event in chain.from_iterable(events for _law, events in applied):
        if isinstance(event, PointsScored):
            scored[event.side] += event.amount
    while len(game) > begun:
        game.undo(across_chance=True)
    kept = tuple(law.law for law in laws)
    gone = tuple(law.law for law in before.laws if law.law not in kept)
    told = tuple({side: said for side in scored if (said := _brought(events, side))} for _law, events in applied)
    return Outcome(kept, gone, told, tuple(scored.values()))


def _by_law(events: tuple[Event, ...]) -> Iterator[tuple[str, list[Event]]]:
    """Yield the laws in the order in which they are applied, each with the events of its effect."""
    law, found = "", list[Event]()
    for event in events:
        if isinstance(event, LawApplied) or not event.rule.startswith(("7.", "8.", "15.")):
            if law:
                yield law, found
            law, found = (event.law, []) if isinstance(event, LawApplied) else ("", [])
        elif law:
            found.append(event)
    if law:
        yield law, found


def _brought(events: list[Event], side: str) -> str:
    """Return what a law brings to a side, in a few words; "" for nothing."""
    own = (event for event in events if getattr(event, "side", "") == side and not isinstance(event, Traded))
    return ", ".join(map(_in_short, own))


def _in_short(event: Event) -> str:
    """Return an event without its side and its law where it gives or takes a number of goods, else its sentence."""
    n = event.amount if isinstance(event, Gain | Payment) else 1
    short = {
        gains.GoldTaken: ngettext("+{n} gold", "+{n} gold", n),
        gains.SquiresTaken: ngettext("+{n} squire", "+{n} squires", n),
        gains.MarkersTaken: ngettext("+{n} voting marker", "+{n} voting markers", n),
        gains.PointsScored: ngettext("+{n} point", "+{n} points", n),
        gains.GoldPaid: ngettext("−{n} gold", "−{n} gold", n),
        gains.SquiresPaid: ngettext("−{n} squire", "−{n} squires", n),
        KnightCame: _("+1 knight"),
    }
    return short[type(event)].format(n=n) if type(event) in short else str(event)
