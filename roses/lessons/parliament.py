"""A parliament of the court game for a class: three proposals, sealed votes, and what the laws bring to each house.

The class votes. The engine works out everything else beforehand: squires play the rounds before, and after
the third vote the laws in force are applied, again with squires who choose where a law leaves a choice.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import ClassVar, Final

import msgspec

from roses.bots.bot import Bot
from roses.bots.play import make_bot
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Event
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.lancaster import gains
from roses.lancaster.events import KnightCame
from roses.lancaster.gains import Gain, Payment, PointsScored
from roses.lancaster.law_events import LawApplied, Traded
from roses.lancaster.phases.parliament import passes
from roses.lancaster.position import Phase
from roses.lancaster.view import LawView
from roses.widgets.html import scrolling, table_html
from roses.widgets.interactive import Interactive

GROUPS: Final = (2, 5)  # the fewest and the most houses of the court game (rule 1.1)
ROUNDS: Final = (1, 5)  # (rule 1.1)
_SEED: Final = 1414  # of several seeds, the one whose second round has a law worth quarrelling over
# the phases that can follow once the laws have been applied
_AFTER: Final = (Phase.COUNTY, Phase.CASTLE, Phase.RANSOM, Phase.PLACING, Phase.OVER)


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

    ``told`` says, for each law in force, what it brings to each house that it concerns; ``points`` holds what each
    house scores by all these laws, in the order of the houses.
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
    """Return the parliament of a round for a number of groups, which is always the same one.

    ValueError for a number of groups or a round that the game does not have.

    >>> meeting = session(3, 1)
    >>> len(meeting.proposals), len(meeting.outcomes), [house.name for house in meeting.houses]
    (3, 8, ['Blue', 'Green', 'Yellow'])
    """
    for message, number, (least, most) in (
        (_("a parliament has {least} to {most} groups, not {number}"), groups, GROUPS),
        (_("there is a parliament in the rounds {least} to {most}, not in round {number}"), round, ROUNDS),
    ):
        if not least <= number <= most:
            raise ValueError(message.format(least=least, most=most, number=number))
    game = Game(start, "lancaster", seed=_SEED, players=groups)
    bots = {side: make_bot("squire", _SEED + i) for i, side in enumerate(game.state.sides)}
    while (view := game.view()).phase != Phase.VOTE or view.round != round:
        _choose(game, bots)
    houses = tuple(Group(h.colour, h.score, h.gold, h.squires, h.markers) for h in view.houses)
    ways = ("".join(way) for way in product("10", repeat=len(view.proposals)))
    outcomes = {way: _outcome(game, bots, way) for way in ways}
    return Session(round, houses, _texts(view.laws), _texts(view.proposals), outcomes)


def _texts(laws: tuple[LawView, ...]) -> tuple[LawText, ...]:
    return tuple(LawText(law.law, law.name, law.effect) for law in laws)


def yield_of(meeting: Session, house: str, law: str) -> str:
    """Return what a law would bring to a house if it were the only proposal that is accepted; "" for nothing.

    For a law that is in force: what it brings if no proposal is accepted.

    >>> yield_of(session(4, 2), "Blue", "L05")
    '−8 gold, −8 squires, +24 points'
    """
    way = "".join("1" if law == proposal.id else "0" for proposal in meeting.proposals)
    outcome = meeting.outcomes[way]
    return outcome.told[outcome.laws.index(law)].get(house, "")


def _choose(game: Game, bots: dict[str, Bot]) -> None:
    """Let the bot whose turn it is choose, and play its choice."""
    side = game.state.active[0]
    seat = Seat(game, side)
    seat.play(bots[side].choose(seat).action)


def _outcome(game: Game, bots: dict[str, Bot], way: str) -> Outcome:
    """Return what comes of the votes ``way``: play them and the choices that the laws leave, then take all back."""
    start_length = len(game)
    before = game.view()
    for accepted in way:
        for side in game.state.sides:
            game.play(f"{side} votes {'yes' if accepted == '1' else 'no'} with 0")
    in_force = game.view().laws
    while game.view().phase not in _AFTER:
        _choose(game, bots)
    points = {side: 0 for side in game.state.sides}
    effects: list[dict[str, list[str]]] = []  # for each law in the order of application, what it brings to each side
    is_by_law = False  # whether the event belongs to the last law in ``effects``
    for event in game.events(start_length):
        if isinstance(event, LawApplied):
            is_by_law = True
            effects.append({side: [] for side in points})
        elif not event.rule.startswith(("7.", "8.", "15.")):
            is_by_law = False
        elif is_by_law and event.side in points and not isinstance(event, Traded):
            effects[-1][event.side].append(_in_short(event))
            points[event.side] += event.amount if isinstance(event, PointsScored) else 0
    while len(game) > start_length:
        game.undo(across_chance=True)
    laws = tuple(law.law for law in in_force)
    gone = tuple(law.law for law in before.laws if law.law not in laws)
    told = tuple({side: ", ".join(parts) for side, parts in effect.items() if parts} for effect in effects)
    return Outcome(laws, gone, told, tuple(points.values()))


def _in_short(event: Event) -> str:
    """Return in short what an event gives or takes, such as "+2 gold"; of any other event, its sentence."""
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


class Parliament(Interactive):
    """A parliament of the court game in class: each group is a house, votes in secret, and lives with the laws.

    ``groups`` is 2 to 5, ``round`` 1 to 5; ValueError for other numbers. The position is always the same for the same
    numbers: squires have played up to it. It needs no kernel. Sealed votes are kept by the script alone, in no element
    of the page, until all are opened; what was opened survives a reload. On paper it is a card for each house, with
    what each law would bring it.

    >>> parliament = Parliament(4)
    >>> [law.name for law in parliament.session.proposals]
    ['Open house', 'No captain afield', 'Built on booty']
    >>> print(parliament.words().splitlines()[0])
    Parliament of the court game, round 2, 4 houses
    """

    name: ClassVar[str] = "parliament"

    def __init__(self, groups: int = 4, round: int = 2) -> None:
        self.session: Session = session(groups, round)

    def content(self) -> str:
        """Return the laws, a card for each house, and, folded, what each way of voting brings."""
        meeting = self.session
        lists = []
        for heading, column in (
            (_("In force, from left to right"), meeting.in_force),
            (_("Proposed, one after the other"), meeting.proposals),
        ):
            items = (tag("li", tag("b", escape(law.name)), "<br>", escape(law.effect)) for law in column)
            lists.append(tag("div", tag("h4", escape(heading)), tag("ol", *items)))
        cards = (tag("article", house_html(meeting, house), **{"data-house": house.name}) for house in meeting.houses)
        houses = tag("section", *cards, **{"class": "parliament-houses"})
        folded = tag("summary", escape(_("For the teacher: what each way of voting brings"))) + outcomes_html(meeting)
        how = tag("p", escape(_("Three votes. On paper: sealed slips, opened together; the cards are below.")))
        stage = tag("div", how, **{"class": "parliament-stage roses-unprinted"})
        laws = tag("section", *lists, **{"class": "parliament-laws"})
        key = tag("details", folded, **{"class": "roses-unprinted"})
        return tag("h3", escape(_title(meeting))) + stage + laws + houses + key

    def words(self) -> str:
        """Return houses, laws in force and proposals."""
        meeting = self.session
        houses = (_goods(house) for house in meeting.houses)
        laws = (f"{law.name}: {law.effect}" for law in (*meeting.in_force, *meeting.proposals))
        return "\n".join((_title(meeting), *houses, *laws))

    def data(self) -> dict[str, object]:
        """Return the session, the numbers of votes that pass, and the words of the stage."""
        most = sum(1 + house.markers for house in self.session.houses)
        carried = ["".join("01"[passes(yes, no)] for no in range(most + 1)) for yes in range(most + 1)]
        words = {
            "proposal": _("Proposal {n} of {all}: {law}"),
            "leaves": _("If it is accepted, {law} leaves. A tie accepts."),
            "way": _("How you vote"),
            "pass": _("Buttons: the screen is passed round"),
            "blind": _("Keys: all look on, and the screen shows nothing"),
            "votes": _("{house} votes"),
            "sealed": _("{house} has voted"),
            "markers": _("voting markers left: {n}"),
            "open": _("Open the votes"),
            "waits": _("The votes are opened when all houses have voted."),
            "ballot": _("The ballot of {house}"),
            "alone": _("{house} alone looks at the screen now."),
            "yes": _("Yes"),
            "no": _("No"),
            "add": _("Voting markers added"),
            "seal": _("Seal the vote"),
            "back": _("Not now"),
            "type": _("{house} types three keys: Y or N, a figure from 0 to {most} for the markers, and Enter."),
            "typed": _("keys typed: {n}"),
            "wrong": _("That was no vote: Y or N, then a figure from 0 to {most}, then Enter. Type it again."),
            "yes_votes": _("Yes: {n}"),
            "no_votes": _("No: {n}"),
            "with": _("{house} ({n})"),
            "yes_mark": _("✓ accepted"),
            "no_mark": _("✗ rejected"),
            "accepted": _("{law} is accepted, {yes} to {no}. {gone} leaves."),
            "rejected": _("{law} is rejected, {yes} to {no}."),
            "next": _("Next proposal"),
            "work": _("Let the laws work"),
            "worked": _("What the laws brought"),
            "nothing": _("nothing"),
            "house": _("house"),
            "before": _("points before"),
            "after": _("points after"),
            "choice": _("Where a law leaves a choice, squires chose."),
            "anew": _("Begin anew"),
        }
        return {"session": msgspec.to_builtins(self.session), "carried": carried, "words": words}


def _title(meeting: Session) -> str:
    return _("Parliament of the court game, round {round}, {n} houses").format(
        round=meeting.round, n=len(meeting.houses)
    )


def _goods(house: Group) -> str:
    n, squires, markers = house.points, house.squires, house.markers
    return _("{house}: {points}, {gold} gold, {squires}, {markers}").format(
        house=house.name,
        points=ngettext("{n} point", "{n} points", n).format(n=n),
        gold=house.gold,
        squires=ngettext("{n} squire", "{n} squires", squires).format(n=squires),
        markers=ngettext("{n} voting marker", "{n} voting markers", markers).format(n=markers),
    )


def house_html(meeting: Session, house: Group) -> str:
    """Return what a house alone may know: its goods, and what each law would bring it.

    >>> "For this house alone" in house_html(session(4, 2), session(4, 2).houses[0])
    True
    """
    rows = []
    for law in (*meeting.in_force, *meeting.proposals):
        state = _("proposed") if law in meeting.proposals else _("in force")
        rows.append((law.name, state, law.effect, yield_of(meeting, house.name, law.id) or _("nothing")))
    secret = tag("p", escape(_("For this house alone.")), **{"class": "parliament-secret"})
    table = table_html("", (_("law"), "", _("what it says"), _("it would bring you")), rows)
    wide = scrolling("parliament-wide", _("What each law would bring {house}").format(house=house.name), table)
    return tag("h4", escape(_goods(house))) + secret + wide


def outcomes_html(meeting: Session) -> str:
    """Return a row for each way of voting: the laws that then work, and the points of each house.

    >>> outcomes_html(session(4, 2)).count("<tr>")
    9
    """
    names = {law.id: law.name for law in (*meeting.in_force, *meeting.proposals)}
    votes = {"1": _("yes"), "0": _("no")}
    rows = [
        (*(votes[vote] for vote in way), ", ".join(names[law] for law in outcome.laws), *map(str, outcome.points))
        for way, outcome in meeting.outcomes.items()
    ]
    columns = (*(law.name for law in meeting.proposals), _("laws that work"), *(house.name for house in meeting.houses))
    note = _("The figures are points by the laws of this round; where a law leaves a choice, squires chose. A knight, "
             "a squire or an upgrade is worth points later, and is not counted here.")  # fmt: skip
    wide = scrolling("parliament-wide", _("What each way of voting would bring"), table_html("", columns, rows))
    return wide + tag("p", tag("small", escape(note)))
