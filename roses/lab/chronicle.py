"""A game told as history: chapters by turn, battles, turning points, and the luck of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import structs

from roses.engine.errors import RuleError
from roses.engine.games import describe
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Event
from roses.engine.record import Moment
from roses.engine.replay import Replay, Timeline
from roses.engine.state import GameState, happened
from roses.lancaster import events, gains, law_events
from roses.lancaster.state import State as Court
from roses.odds import battle_odds
from roses.richard.events import army, campaign
from roses.richard.state import State
from roses.richard.tables import BLOCKS, HEIRS_OF, INDEX, SCENARIOS
from roses.table import Table

UPSET: Final = 0.3  # a battle is a turning point if its winner had at most this chance
_EVENTS: Final = (
    campaign.PlagueStruck, campaign.KingDied, campaign.PretenderNamed, campaign.PrisonerFreed, campaign.MinorEntered,
    campaign.Executed, campaign.LordsCounted, campaign.Usurped, campaign.CampaignBegun, campaign.GameWon,
    law_events.LawAccepted, law_events.LawRepealed, events.EnglandWon, events.FranceWon, events.Captured,
    events.NobleTaken, gains.KnightsPrize, gains.CastlePrize, gains.GameWon,
)  # fmt: skip
_CHAPTERS: Final = (campaign.TurnBegun, campaign.LordsCounted, events.RoundBegun)
_YEARS: Final = {setup.campaigns[0]: setup.id for setup in SCENARIOS.values()}  # when each campaign began
_HEIRS: Final = HEIRS_OF[0] | HEIRS_OF[1]


class GameBattle(msgspec.Struct, frozen=True):
    """A battle of the game: it began after ``begun`` actions and was over after ``at``; ``area``, attacker, winner.

    ``chance`` is the exact probability 0..1 with which the winner was to win when it began, if everybody stands and
    fires; None if that rests on what the reader does not see. ``fell`` and ``turned`` name blocks with their side.
    """

    begun: int
    at: int
    area: str
    attacker: str
    winner: str
    rounds: int
    chance: float | None = None
    fell: tuple[tuple[str, str], ...] = ()
    turned: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        sentence = ngettext(
            "{attacker} attacks {area}; after {n} round {winner} holds the field.",
            "{attacker} attacks {area}; after {n} rounds {winner} holds the field.",
            self.rounds,
        )
        lines = [sentence.format(attacker=self.attacker, area=self.area, n=self.rounds, winner=self.winner)]
        for side in ("York", "Lancaster"):
            if names := [_name(block) for block, of in self.fell if of == side]:
                lines.append(_("{side} loses {names}.").format(side=side, names=", ".join(names)))
        for block, side in self.turned:
            lines.append(_("{block} goes over to {side}.").format(block=_name(block), side=side))
        if self.chance is not None:
            odds = _("When it began, {winner} had {percent} chances in 100.")
            if self.chance < 0.01:
                odds = _("When it began, {winner} had less than 1 chance in 100.")
            lines.append(odds.format(winner=self.winner, percent=round(100 * self.chance)))
        return " ".join(lines)


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph: what had happened after ``at`` actions and where; ``turned`` says why the game turned there."""

    at: int
    text: str
    area: str = ""
    turned: str = ""


class Chapter(msgspec.Struct, frozen=True):
    """A turn, a round or a political turn, which began after ``at`` actions."""

    at: int
    title: str
    paragraphs: tuple[Paragraph, ...] = ()


class Chronicle(msgspec.Struct, frozen=True):
    """A game told as history, for ``side``, or for an umpire where it is None.

    >>> import roses
    >>> game = chronicle(roses.replay("1483-richard-iii"))
    >>> print(game.turning_points[-1].text)
    Lancaster attacks Leicester; after 2 rounds Lancaster holds the field. York loses Norfolk, Bombard, Gloucester. ...
    >>> game.dead[-1]
    ('Gloucester', 'York', 'Leicester', 'Campaign of 1483, turn 7')
    """

    title: str
    side: str | None
    chapters: tuple[Chapter, ...]
    battles: tuple[GameBattle, ...]

    @property
    def turning_points(self) -> tuple[Paragraph, ...]:
        """The paragraphs at which the game turned, in order."""
        return tuple(one for chapter in self.chapters for one in chapter.paragraphs if one.turned)

    @property
    def dead(self) -> tuple[tuple[str, str, str, str], ...]:
        """Who died in battle: name, side, area, and the title of the chapter."""
        return tuple(
            (_name(block), side, battle.area, next((c.title for c in reversed(self.chapters) if c.at < battle.at), ""))
            for battle in self.battles
            for block, side in battle.fell
        )

    def __str__(self) -> str:
        parts = (f"{chapter.title}\n" + "\n".join(one.text for one in chapter.paragraphs) for chapter in self.chapters)
        return "\n\n".join((self.title, *parts))


def chronicle(replay: Replay, side: str | None = None) -> Chronicle:
    """Return a game told as history, as ``side`` saw it; None is an umpire, or any reader after the end.

    ValueError if there is no such side.
    """
    replay[0].check_side(side)
    battles = []
    for battle in battles_of(replay.states, side):
        state = replay[battle.begun]
        if isinstance(state, State):
            with suppress(RuleError, ValueError):  # unseen reserves, or two armies too large for a table
                battle = structs.replace(battle, chance=battle_odds(state, side=side).win.get(battle.winner, 0.0))
        battles.append(battle)
    chapters = [Chapter(0, _heading(replay, 0))]
    paragraphs: list[Paragraph] = []
    for at in range(1, len(replay)):
        paragraphs += (_paragraph_of(battle) for battle in battles if battle.at == at)
        for event in replay.events(at - 1, at, side):
            if isinstance(event, _CHAPTERS):
                chapters[-1] = _close(chapters[-1], paragraphs)
                chapters.append(Chapter(at, _heading(replay, at, event)))
                paragraphs = []
            heir = isinstance(event, army.Sailed) and event.block in INDEX and bool(_HEIRS >> INDEX[event.block] & 1)
            if heir or isinstance(event, _EVENTS):
                reason = _("a crown changes hands") if isinstance(event, campaign.Usurped) else ""
                paragraphs.append(Paragraph(at, str(event), event.area, reason))
    chapters[-1] = _close(chapters[-1], paragraphs)
    return Chronicle(replay.title, side, tuple(one for one in chapters if one.paragraphs), tuple(battles))


def _close(chapter: Chapter, paragraphs: list[Paragraph]) -> Chapter:
    """Return a chapter with its paragraphs; of the set-up there may be none."""
    if not paragraphs and chapter.at:
        paragraphs = [Paragraph(chapter.at, _("Nothing is decided."))]
    return structs.replace(chapter, paragraphs=tuple(paragraphs))


def narrate(replay: Replay, more: Iterable[Paragraph] = ()) -> Timeline:
    """Return a game as a timeline that steps from paragraph to paragraph of its chronicle and ``more``, for a Stepper.

    Its moments are for all readers, so the game should be over.

    >>> import roses
    >>> timeline = narrate(roses.replay("1483-richard-iii"))
    >>> len(timeline) < 50, timeline.moments[-1].at == len(timeline.replay) - 1
    (True, True)
    """
    story = chronicle(replay)
    steps: dict[int, list[Paragraph]] = {0: [Paragraph(0, _("The game begins."))]}
    paragraphs = (one for chapter in story.chapters for one in chapter.paragraphs)
    for paragraph in (*paragraphs, *map(_eve_of, story.battles), *more):
        steps.setdefault(paragraph.at, []).append(paragraph)
    for chapter in story.chapters:
        steps.setdefault(chapter.at, [Paragraph(chapter.at, _("{title} begins.").format(title=chapter.title))])
    moments = []
    for at, group in sorted(steps.items()):
        title = next((one for one in reversed(story.chapters) if one.at <= at), story.chapters[0]).title
        area = next((one.area for one in group if one.area), "")
        text = " ".join(one.text for one in group)
        mark = area if any(one.turned for one in group) else ""  # on the slider, where the game turned
        moments.append(Moment(at, title, area, text, area or title, mark=mark))
    record = structs.replace(replay.record, moments=tuple(moments), variations=())
    return Timeline(Replay(record, lambda *_args, **_options: replay[0]))


def _eve_of(battle: GameBattle) -> Paragraph:
    """Return the paragraph at the beginning of a battle, with the chance of the attacker, where it is known."""
    words = _("{attacker} attacks {area}: the battle is about to be fought.")
    if battle.chance is None:
        return Paragraph(battle.begun, words.format(attacker=battle.attacker, area=battle.area), battle.area)
    words = _("{attacker} attacks {area}: the battle is about to be fought. {attacker} has {percent} chances in 100.")
    chance = battle.chance if battle.winner == battle.attacker else 1 - battle.chance
    text = words.format(attacker=battle.attacker, area=battle.area, percent=round(100 * chance))
    return Paragraph(battle.begun, text, battle.area)


def _heading(replay: Replay, at: int, event: Event | None = None) -> str:
    """Return the title of the chapter that begins with an event: year of the campaign and turn, or round."""
    state = replay[at - 1] if isinstance(event, campaign.LordsCounted) else replay[at]
    if not isinstance(state, State):
        return describe(replay.record.game).headings(state)[0]
    year = _YEARS[state.campaign]
    if isinstance(event, campaign.LordsCounted):
        return _("Campaign of {year}, political turn").format(year=year)
    return _("Campaign of {year}, turn {turn}").format(year=year, turn=max(1, state.turn))


def _paragraph_of(battle: GameBattle) -> Paragraph:
    """Return the paragraph of a battle, and why the game turned there, if it did."""
    reasons = {
        _("an heir falls"): any(block in INDEX and _HEIRS >> INDEX[block] & 1 for block, _side in battle.fell),
        _("against the odds"): battle.chance is not None and battle.chance <= UPSET,
        _("a lord changes sides"): bool(battle.turned),
    }
    return Paragraph(battle.at, str(battle), battle.area, ", ".join(why for why, is_so in reasons.items() if is_so))


def battles_of(states: Sequence[GameState], side: str | None = None) -> Iterator[GameBattle]:
    """Yield the battles of a game in their order, without chances, as ``side`` saw them; one not over is left out.

    >>> import roses
    >>> [battle.area for battle in battles_of(roses.replay("1483-richard-iii").states)]
    ['Kent', 'Oxford', 'Hereford', 'Leicester']
    """
    battle: GameBattle | None = None
    for at in range(1, len(states)):
        for event in happened(states, at - 1, at, side):
            if isinstance(event, army.BattleBegun):
                battle = GameBattle(at, at, event.area, event.side, "", 1)
            elif battle is None:
                continue
            elif isinstance(event, army.RoundBegun):
                battle = structs.replace(battle, rounds=event.round)
            elif isinstance(event, army.Eliminated) and event.block:
                battle = structs.replace(battle, fell=(*battle.fell, (event.block, event.side)))
            elif isinstance(event, army.Turned):
                battle = structs.replace(battle, turned=(*battle.turned, (event.target, event.side)))
            elif isinstance(event, army.BattleWon | campaign.GameWon):
                yield structs.replace(battle, at=at, winner=event.side)
                battle = None


def _name(block: str) -> str:
    return BLOCKS[block].name if block in BLOCKS else block


def points_by_round(replay: Replay) -> list[tuple[str, dict[str, int]]]:
    """Return the points of each house at the end of each round of the court game; [] for a game without points.

    >>> import roses
    >>> points_by_round(roses.replay("1413-lancaster"))[-1]
    ('Round 5', {'Blue': 37, 'Green': 41, 'Yellow': 77, 'Red': 47})
    """
    rounds = []
    for at in range(1, len(replay)):
        state, begins = replay[at], any(isinstance(event, events.RoundBegun) for event in replay[at].events)
        if isinstance(state, Court) and ((begins and state.round > 1) or state.outcome):
            number = state.round - (state.outcome is None)
            rounds.append((_("Round {round}").format(round=number), dict(zip(state.sides, state.score, strict=True))))
    return rounds


class Throw(msgspec.Struct, frozen=True):
    """What a side threw: ``number`` of dice or tries, how many ``came``, and the chance 0..1 of each one."""

    number: int
    came: int
    chances: tuple[float, ...]

    @property
    def expected(self) -> float:
        """How many were to be expected."""
        return sum(self.chances)

    @property
    def at_least(self) -> float:
        """The exact probability 0..1 of throwing at least as many with these dice."""
        return sum(distribution(self.chances)[self.came :])


class Luck(msgspec.Struct, frozen=True):
    """The luck of each side: its ``hits``, its tries of ``treachery``, and the ``battles`` that it won.

    Hits and treachery count every die that was thrown; a battle counts with the exact chance that a side had when it
    began, if everybody stands and fires (``roses.battle_odds``).

    >>> import roses
    >>> fortune = luck(roses.replay("1483-richard-iii"))
    >>> fortune.hits["York"].number, fortune.hits["York"].came, round(fortune.hits["York"].expected, 1)
    (33, 14, 14.0)
    """

    hits: dict[str, Throw]
    treachery: dict[str, Throw]
    battles: dict[str, Throw]

    def table(self) -> Table:
        """Return a row for each side and kind: how many, how many came, were to be expected, and ``at least`` 0..1."""
        rows = [
            {"side": side, "what": kind, "number": throw.number, "came": throw.came, "expected": throw.expected}
            | {"at least": throw.at_least}
            for kind in ("hits", "treachery", "battles")
            for side, throw in getattr(self, kind).items()
        ]
        return Table(rows, columns=["side", "what", "number", "came", "expected", "at least"])


def luck(replay: Replay, side: str | None = None) -> Luck | None:
    """Return the luck of both sides in a game, as far as ``side`` saw it; None if it has no dice."""
    events = replay.events(0, len(replay) - 1, side)
    if replay.record.game != "richard-iii":
        return None
    battles = [(one.winner, one.chance) for one in chronicle(replay, side).battles if one.chance is not None]
    hits, treachery, fields = {}, {}, {}
    for of in replay[0].sides:
        volleys = [event for event in events if isinstance(event, army.Volley) and event.side == of]
        dice = tuple(min(6, volley.firepower) / 6 for volley in volleys for _die in volley.dice)
        hits[of] = Throw(len(dice), sum(volley.hits for volley in volleys), dice)
        tries = [event for event in events if isinstance(event, army.TreacheryTried) and event.side == of]
        even = tuple(0.5 ** len(event.dice) for event in tries)
        treachery[of] = Throw(len(tries), sum(event.success for event in tries), even)
        odds = tuple(chance if winner == of else 1 - chance for winner, chance in battles)
        fields[of] = Throw(len(battles), sum(winner == of for winner, _chance in battles), odds)
    return Luck(hits, treachery, fields)


def distribution(chances: Iterable[float]) -> list[float]:
    """Return the probabilities that 0, 1, 2 ... of several independent things come true, each with its chance.

    >>> distribution([0.5, 0.5])
    [0.25, 0.5, 0.25]
    """
    row = [1.0]
    for chance in chances:
        row = [p * (1 - chance) + q * chance for p, q in zip([*row, 0.0], [0.0, *row], strict=True)]
    return row
