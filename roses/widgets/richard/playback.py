"""What a side saw of the block war game since it was last asked, as beats of the Table: marches, blows, ends, lords."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.engine.seat import Seat
from roses.figures.battle.course import course_of
from roses.figures.blocks import results_of
from roses.figures.blocks.cards import arms_svg
from roses.figures.drawing.svg import escape, tag
from roses.history.names import called, day_of_campaign, on
from roses.history.people import ended, person
from roses.richard.events import army, campaign
from roses.richard.lords_count import support
from roses.richard.tables import BLOCKS, CARDS
from roses.richard.view import View
from roses.widgets.html import div
from roses.widgets.play.adapter import Beat, Board

Ways: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]  # marches and voyages, each with its side
MapOf: TypeAlias = Callable[[View, Ways], Board]

_ARMS: Final = 66  # px: the height of arms on the card of a lord
_MOST: Final = 7  # lines about moves
_MOVES: Final = (
    army.Marched | army.Sailed | army.Recruited | army.Attacked | army.Mustered | army.MainAttackNamed | army.Regrouped
)
_DEEDS: Final = (army.Volley, army.TreacheryTried, army.Passed, army.Retreated, army.Trapped, army.BattleBegun)
_QUIET: Final = (campaign.CardChosen, campaign.CardUsed, campaign.TurnBegun, campaign.Dealt)


class _Group:
    """Actions that are played back as one beat: the number of the last one, their events, and the view after them."""

    def __init__(self, number: int, events: tuple[Event, ...], view: View, fights: bool) -> None:
        self.number, self.events, self.view, self.fights = number, events, view, fights

    @property
    def ways(self) -> Ways:
        """The marches and voyages, each with its side."""
        return tuple((e.side, e.way) for e in self.events if isinstance(e, army.Marched | army.Sailed))

    @property
    def is_end(self) -> bool:
        """Whether a battle or the game ends."""
        return any(isinstance(event, army.BattleWon | campaign.GameWon) for event in self.events)


def beats(seat: Seat, since: int, map_of: MapOf, battle_of: Callable[..., Board]) -> list[Beat]:
    """Return the beats of what a seat saw of the actions from number ``since`` on.

    ``map_of`` draws the map of a view with arrows, ``battle_of`` the battle of a view with the marks of its board.
    """
    groups = list(_groups(seat, since))
    result = []
    for group in groups:
        view, is_last = group.view, group is groups[-1]
        acts = any(isinstance(event, _MOVES) and event.side != seat.side for event in group.events)
        if is_last and not group.fights and not acts and all(event.side == seat.side for event in group.events):
            continue  # the page lets the reader's own blocks go to their places
        lives = list(_lives(group))
        if group.fights:
            marks = _battle(seat, group)
            board, course = battle_of(view, **marks), marks["course"]
            lines = course.sentences() or [str(event) for event in group.events]
            lines += _meaning(view) if course.won and not (is_last and seat.outcome) else []
        else:
            board = map_of(view, group.ways)
            lines = [str(event) for event in group.events if not isinstance(event, (campaign.CardRevealed, *_QUIET))]
            if len(lines) > _MOST:
                lines = [*lines[: _MOST - 1], _("{n} more things are in the log.").format(n=len(lines) - _MOST + 1)]
        holds = group.is_end or bool(lives) or (acts and not is_last)
        kind = "end" if group.is_end else "blow" if group.fights else "moves"
        card = "".join(map(_card, (e for e in group.events if isinstance(e, campaign.CardRevealed))))
        sounds = ["crown" for e in group.events if isinstance(e, campaign.KingNamed | campaign.Usurped)]
        sounds += ["fall" for e in group.events if isinstance(e, army.Eliminated)]
        sounds += ["dice" for e in group.events if e.dice] or ["step" for _way in group.ways[:1]]
        result.append(Beat(board, kind, tuple(lines), holds, div("cards", card) if card else "", tuple(lives), sounds))
    if result and seat.outcome is None and groups[-1].fights != is_fought(seat.view):
        result[-1] = result[-1]._replace(holds=True)  # what is asked next stands on another board
    return result


def is_fought(view: View) -> bool:
    """Tell whether the rounds of a battle have begun, so that its board is shown and not the map."""
    return view.battle is not None and bool(view.battle.round)


def last_blow(seat: Seat) -> str:
    """Return the deed or the count that ended the game in a sentence, "" for neither."""
    last = seat.events(len(seat) - 1)
    if any(isinstance(event, army.StepsLost) for event in last):
        deed = course_of(seat.view, (), _since(seat, len(seat), army.Volley)).blow
        return _("The last blow: {sentence}").format(sentence=deed.sentence()) if deed else ""
    return next((str(event) for event in last if isinstance(event, campaign.LordsCounted)), "")


def _groups(seat: Seat, since: int) -> Iterator[_Group]:
    """Yield the actions of a seat in groups; what shows nothing goes with what was before it."""
    group: _Group | None = None
    for number in range(since + 1, len(seat) + 1):
        events, view = seat.events(number - 1, number), seat.view_after(number)
        fights = view.battle is not None and any(
            isinstance(e, army.ArmyEvent) and not isinstance(e, _MOVES) for e in events
        )
        if group and (not events or (fights == group.fights and not any(isinstance(e, _DEEDS) for e in events))):
            if group.fights and (view.battle is None or group.is_end):
                continue
            group = _Group(number, group.events + events, view, group.fights)
        elif events:
            if group:
                yield group
            group = _Group(number, events, view, fights)
    if group and any(not isinstance(event, _QUIET) for event in group.events):
        yield group


def _since(seat: Seat, number: int, kind: type[Event]) -> tuple[Event, ...]:
    """Return the events up to an action since the last one of a kind; all if there is none."""
    events: tuple[Event, ...] = ()
    for at in range(number - 1, -1, -1):
        events = seat.events(at, at + 1) + events
        if any(isinstance(event, kind) for event in events):
            break
    return events


def _battle(seat: Seat, group: _Group) -> dict[str, Any]:
    """Return the captions, who has left, and the course of a battle after a group of actions."""
    events = _since(seat, group.number, army.BattleBegun)
    begun = max((i for i, e in enumerate(events) if isinstance(e, army.RoundBegun)), default=0)
    ends_round = isinstance(group.events[-1], army.RoundBegun) and not isinstance(group.events[0], army.BattleBegun)
    left = [e.block for e in events if isinstance(e, army.Retreated) and e.block in BLOCKS]
    results = results_of(group.events if ends_round else events[begun:])
    return {"results": results, "left": left, "course": course_of(group.view, events, group.events)}


def _meaning(view: View) -> list[str]:
    """Return what the end of a battle means for the count of the lords."""
    counts = support(view)
    words = {side: f"{n.least}-{n.most}" if n.least != n.most else str(n.least) for side, n in counts.items()}
    sentence = _("If the lords were counted now: York {york}, Lancaster {lancaster}.")
    return [sentence.format(york=words["York"], lancaster=words["Lancaster"])]


def _card(event: campaign.CardRevealed) -> str:
    """Return a card that was turned up, as HTML."""
    number, name = tag("b", str(event.card)), tag("span", escape(_(CARDS[event.card].name)))
    return tag("div", tag("small", escape(event.side)), number, name, **{"class": f"roses-{event.side}"})


def _lives(group: _Group) -> Iterator[str]:
    """Yield a card for each lord who dies, turns his coat or becomes King: what happens, and what did in history."""
    day = day_of_campaign(group.view.campaign)
    for event in group.events:
        block = event.target if isinstance(event, army.Turned) else event.block
        entry = called(block, day) if block in BLOCKS else None
        if not entry or not entry.who or BLOCKS[block].kind not in ("heir", "noble"):
            continue
        if isinstance(event, army.Eliminated | campaign.Executed):
            words, mark = _("He dies: {sentence}"), "fallen"
            if block.partition("/")[0] not in {name.partition("/")[0] for name in group.view.dead}:
                words, mark = _("He is beaten, and may come back in a later campaign: {sentence}"), "beaten"
        elif isinstance(event, army.Turned):
            words, mark = _("He turns his coat: {sentence}"), "turned"
        elif isinstance(event, campaign.KingNamed | campaign.Usurped):
            words, mark = _("The crown is his: {sentence}"), "crowned"
        else:
            continue
        who = person(entry.who)
        told = [statement.text for statement in who.life if not statement.disputed][:1]
        with on(day):
            arms, head = str(arms_svg(block, _ARMS, prefix="life")), tag("h3", escape(entry.name))
            arms = tag("span", arms, aria_hidden="true")
        history = tag("p", tag("b", escape(_("In history:"))), " ", escape(" ".join([*told, _end(ended(who))])))
        text = div("", head, tag("p", escape(words.format(sentence=event))), history)
        yield tag("article", arms, text, **{"class": "roses-life", "data_fate": mark, "data_block": block})


def _end(words: str) -> str:
    return _("{sentence}.").format(sentence=words[:1].upper() + words[1:])
