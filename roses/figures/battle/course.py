"""The course of a battle in words: the last blow with its dice, the other deeds, and who won the field and crown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Event
from roses.figures.battle.dice import dice_words
from roses.figures.blocks import short_name
from roses.richard.events.army import (
    BattleBegun,
    BattleWon,
    Charged,
    Eliminated,
    Passed,
    Retreated,
    RoundBegun,
    StepsLost,
    StruckBack,
    Trapped,
    TreacheryTried,
    Turned,
    Volley,
)
from roses.richard.events.campaign import GameWon, KingDied, PretenderNamed
from roses.richard.tables import BLOCKS
from roses.richard.view import View


class Deed(msgspec.Struct, frozen=True):
    """What a block does in a battle, with the events that follow from it."""

    event: Event
    after: tuple[Event, ...] = ()

    @property
    def targets(self) -> list[str]:
        """Return the blocks it is done to."""
        losers = [event.block for event in self.after if isinstance(event, StepsLost)]
        return losers or ([self.event.target] if self.event.target else [])

    @property
    def hits_on(self) -> int | None:
        """Return the highest face that is a hit; None if it is not a volley."""
        return self.event.firepower if isinstance(self.event, Volley) else None

    @property
    def is_treachery(self) -> bool:
        """Tell whether even faces count."""
        return isinstance(self.event, TreacheryTried)

    def head(self) -> str:
        """Return in words who does it to whom.

        >>> Deed(Passed("York", "Norfolk")).head()
        'Norfolk holds back'
        """
        event, targets = self.event, _(" and ").join(map(short_name, self.targets))
        if isinstance(event, TreacheryTried) and not event.block:
            return _("The Treason card tempts {target}").format(target=targets)
        words = _("{block} strikes and misses") if not targets else _("{block} strikes {target}")
        if isinstance(event, Charged):
            words = _("{block} charges {target}")
        elif isinstance(event, StruckBack):
            words = _("{block} strikes back at {target}")
        elif isinstance(event, TreacheryTried):
            words = _("{block} tempts {target} to change sides")
        elif isinstance(event, Passed):
            words = _("{block} holds back")
        elif isinstance(event, Retreated):
            words = _("{block} leaves for {area}")
        elif isinstance(event, Trapped):
            words = _("{block} finds no way out")
        name = short_name(event.block) if event.block in BLOCKS else _("A block of {side}").format(side=event.side)
        return words.format(block=name, target=targets, area=event.area)

    def terms(self) -> str:
        """Return in words what its dice have to show; "" without dice."""
        if self.is_treachery:
            return ngettext("an even figure wins him", "all must be even to win him", len(self.event.dice))
        if self.hits_on is None:
            return ""
        return _("a hit is 1") if self.hits_on == 1 else _("a hit is 1 to {most}").format(most=self.hits_on)

    def score(self) -> str:
        """Return the result of its dice in words; "" without dice."""
        if isinstance(self.event, TreacheryTried):
            return _("he is won") if self.event.success else _("he stays")
        return dice_words(self.event.dice, self.hits_on).partition(": ")[2] if self.event.dice else ""

    def results(self) -> list[str]:
        """Return in words what follows from it: steps lost, who falls, who changes sides."""
        fallen = {event.block for event in self.after if isinstance(event, Eliminated)}
        lines = []
        for event in self.after:
            if isinstance(event, StepsLost):
                words = ngettext("{block} loses {n} step", "{block} loses {n} steps", event.steps)
                if event.block in fallen:
                    words = ngettext(
                        "{block} loses {n} step and falls", "{block} loses {n} steps and falls", event.steps
                    )
                lines.append(words.format(block=short_name(event.block), n=event.steps))
            elif isinstance(event, Turned):
                lines.append(_("{block} stands with {side} now").format(block=short_name(event.block), side=event.side))
        return lines

    def sentence(self) -> str:
        """Return all of it in one sentence.

        >>> from roses.richard.events.army import Fired
        >>> Deed(Fired("York", "Norfolk", "B", 2, 1, (2, 5)), (StepsLost("Lancaster", "Oxford", 1),)).sentence()
        'Norfolk strikes Oxford; dice 2, 5: 1 hit; Oxford loses 1 step.'
        """
        dice = dice_words(self.event.dice, self.hits_on, even=self.is_treachery) if self.event.dice else ""
        return _("{sentence}.").format(sentence="; ".join(filter(None, (self.head(), dice, *self.results()))))


class Course(msgspec.Struct, frozen=True):
    """How a battle goes: its ``round``, 0 before the first and the last one once it is over; the ``deeds`` of a step.

    ``won`` is the side that holds the field, "" while it is fought; ``verdict`` says what that means, in sentences.
    """

    round: int = 0
    deeds: tuple[Deed, ...] = ()
    won: str = ""
    verdict: tuple[str, ...] = ()

    @property
    def blow(self) -> Deed | None:
        """Return the last deed with dice, or else the last."""
        thrown = tuple(deed for deed in self.deeds if deed.event.dice)
        return next(reversed(thrown or self.deeds), None)

    def sentences(self) -> list[str]:
        """Return the deeds and the verdict in sentences."""
        return [*(deed.sentence() for deed in self.deeds), *self.verdict]


def course_of(view: View, events: Sequence[Event], recent: Sequence[Event]) -> Course:
    """Return the course of the battle of a view; ``events`` are those since it began, ``recent`` those of the step.

    >>> import roses
    >>> state = roses.battle("Oxford", {"Wilts": "York"}, "Somerset")
    >>> state = roses.play(state, "Somerset fires", "roll 1 2 3", "York takes the hits")
    >>> course_of(state.view(), state.events, state.events).blow.head()
    'Somerset strikes York'
    """
    events, recent = _since(events), _since(recent)
    rounds = [event.round for event in events if isinstance(event, RoundBegun)]
    now = view.battle.round if view.battle else 0
    won = [event.side for event in events if isinstance(event, BattleWon | GameWon)]
    deeds: list[Deed] = []
    for event in recent:
        if isinstance(event, Volley | TreacheryTried | Passed | Retreated | Trapped):
            deeds.append(Deed(event))
        elif deeds and isinstance(event, StepsLost | Eliminated | Turned):
            deeds[-1] = Deed(deeds[-1].event, (*deeds[-1].after, event))
    verdict = _verdict(view, events, won[0]) if won else []
    return Course(now or max(rounds, default=0), tuple(deeds), won[0] if won else "", tuple(verdict))


def _since(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events from the last beginning of a battle on; all of them, where none begins."""
    every = tuple(events)
    return every[max((i for i, event in enumerate(every) if isinstance(event, BattleBegun)), default=0) :]


def _verdict(view: View, events: Sequence[Event], won: str) -> list[str]:
    """Return who won the field, which heirs died, and what that means for the crown."""
    king = next((event.block for event in events if isinstance(event, KingDied)), "")
    heirs = [
        e.block for e in events if isinstance(e, Eliminated) and e.block in BLOCKS and BLOCKS[e.block].kind == "heir"
    ]
    lines = [_("{side} wins the field.").format(side=won)]
    for heir in heirs:
        words = _("{block}, the King, is killed.") if heir == king else _("{block} is killed.")
        lines.append(words.format(block=short_name(heir)))
    over = next((event for event in events if isinstance(event, GameWon)), None)
    if over:
        crowned = view.king or view.pretender
        words = _("{block} keeps the crown.") if view.king else _("{block} is King.")
        return [*lines, words.format(block=short_name(crowned))]
    if king:
        return [*lines, _("An heir of {side} follows him: the war goes on.").format(side=view.king_side)]
    claim = next((event.block for event in events if isinstance(event, PretenderNamed)), "")
    if claim:
        lines.append(_("{block} claims the crown now.").format(block=short_name(claim)))
    if view.king:
        lines.append(_("{block} is still King: the war goes on.").format(block=short_name(view.king)))
    return lines
