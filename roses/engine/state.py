"""What a state of any game offers: views, legal actions, prompts, and ``apply``, which refuses what is not legal.

A question that takes a ``side`` is answered with what that side may know; without one it is an umpire's.
"""

from __future__ import annotations

import random
from abc import ABCMeta, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Self

import msgspec

from roses.engine import display, wording
from roses.engine.errors import RuleError
from roses.engine.explain import Explanation, choices, explain, refuse, speaker
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action, Event, Outcome


class _Kind(msgspec.StructMeta, ABCMeta):
    """The type of structs that may leave members to those who derive: what lacks one of them cannot be made."""


class GameState(msgspec.Struct, frozen=True, dict=True, metaclass=_Kind):
    """A position of a game, frozen and complete: only an umpire sees it whole, players get ``view(side)``.

    A game derives its State: fields of its own, among them those that stand here as abstract properties, and the
    abstract methods. Everything else is the same in all games; a State that lacks one of them cannot be made.
    """

    # ---- what a game's State has as fields or properties

    @property
    @abstractmethod
    def active(self) -> tuple[str, ...]:
        """The sides that must choose; (CHANCE,) when dice or cards are due; () when the game is over."""

    @property
    @abstractmethod
    def sides(self) -> tuple[str, ...]:
        """All sides of this game, in fixed order."""

    @property
    @abstractmethod
    def phase(self) -> Any:
        """What is being decided."""

    @property
    @abstractmethod
    def rule(self) -> str:
        """The paragraph of the decision that is due."""

    @property
    def question(self) -> str:
        """Who decides what now, in half a sentence that everybody may read."""
        return _("{who} must choose: {what}").format(who=_(" and ").join(self.active) or _("nobody"), what=self.phase)

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The end of the game, or None."""

    @property
    @abstractmethod
    def events(self) -> tuple[Event, ...]:
        """What the last action brought about, in order; each is of the game's own kind, and its ``str`` a sentence."""

    @property
    @abstractmethod
    def header(self) -> dict[str, Any]:
        """What a record of this game begins with: ``game``, ``scenario``, ``ruleset`` and ``options``, as values."""

    @property
    @abstractmethod
    def subjects(self) -> Collection[str]:
        """The names a learner may ask ``explain`` about: what stands on the board, and where."""

    # ---- what a game's State answers

    @abstractmethod
    def view(self, side: str | None = None) -> Any:
        """Return what ``side`` may know, a value of another type; None sees all. ValueError for an unknown side."""

    def events_for(self, side: str | None = None) -> tuple[Event, ...]:
        """Return the events as ``side`` may know them; None sees all. A game with secrets says what is left of them."""
        return self.events

    @abstractmethod
    def parse(self, text: str) -> Action:
        """Return the action that a notation names, legal or not; RuleError if it names none."""

    @abstractmethod
    def reason(self, action: Action, who: str) -> tuple[str, str] | None:
        """Return the rule that forbids ``action`` here and why; None if only the moment is wrong.

        It is told to ``who``, a side or "" for nobody in particular, and holds nothing that he may not know.
        """

    def idle(self, thing: str, who: str) -> tuple[str, str] | None:
        """Return the rule and why ``who`` can do nothing with a thing now; None if nobody is asked about it."""
        return None

    @property
    def formerly(self) -> Action | None:
        """What earlier versions of the kit chose here without asking, so that their records lack it; None elsewhere."""
        return None

    def detail(self, action: Action) -> str:
        """Return what is worth knowing of a choice before it is made, in a few words: its price, or the card's name.

        It is for whoever may choose it to read; "" where its notation says all.
        """
        return ""

    @property
    def synonyms(self) -> Mapping[str, str]:
        """Words that players use, each with the words of the notation it may stand for; for hints only."""
        return {}

    @property
    def also_called(self) -> Mapping[str, str]:
        """Names that are used at the table, each with what the notation writes for it; for hints only."""
        return {}

    @abstractmethod
    def _choices(self, side: str) -> Sequence[Action]:
        """Return what an active side, or chance, may choose, in fixed order."""

    @abstractmethod
    def apply_unchecked(self, action: Action) -> Self:
        """Return the state after an action that is known to be legal."""

    # ---- what follows from that

    def check_side(self, side: str | None) -> None:
        """Raise a ValueError that lists the known sides if ``side`` is none of them; None stands for an umpire."""
        if side is not None and side not in self.sides:
            near = [known for known in self.sides if known.casefold() == str(side).strip().casefold()]
            meant = _("; {side} was meant?").format(side=repr(near[0])) if near else ""
            wrong = _("there is no side {side}; known are {known}")
            raise ValueError(wrong.format(side=repr(side), known=", ".join(map(repr, self.sides))) + meant)

    def legal_actions(self, side: str | None = None) -> tuple[Action, ...]:
        """Return what ``side`` may choose, in fixed order; without a side, the first that is still to choose.

        Never empty before the end. A side that has nothing to choose gets (). What chance may bring is listed whole
        where ``chance_outcomes`` lists it; else one specimen stands for all. What a side may choose rests on what it
        may know alone. ValueError for an unknown side.
        """
        who = side or (self.active[0] if self.active else "")
        if who not in self.active:
            self.check_side(None if who in ("", CHANCE) else who)
            return ()
        known: dict[str, tuple[Action, ...]] = self.__dict__  # by side; the fields of a Struct are not in it
        if who not in known:
            known[who] = tuple(self._choices(who))
        return known[who]

    def apply(self, action: Action | str) -> Self:
        """Return the state after ``action`` (or its notation); RuleError if it is not legal here."""
        if isinstance(action, str):
            action = self.read(action)
        if error := self.refusal(action):
            raise error
        return self.apply_unchecked(action)

    def read(self, text: str, side: str | None = None) -> Action:
        """Return the action that a text names, legal or not.

        RuleError where it names none: it says how the action is written, if it is one but for its spelling, or names
        the legal actions that come nearest. It is told to ``side``, by default to the side that the text begins with,
        or else to whoever alone is to choose.
        """
        return wording.read(self, text, side)

    def prompt(self, side: str | None = None) -> str:
        """Return who chooses what now, by which rule, and how it is written, in words for ``side``.

        Without a side they are for whoever alone is to choose; where several choose at once, for everybody. ValueError
        if there is no such side.

        >>> import roses
        >>> print(roses.scene(Kent="Gloucester", side="York").prompt("Lancaster"))
        York acts, with 4 action points left (rule 1.2).
        """
        self.check_side(side)
        return wording.prompt(self, side)

    def refusal(self, action: Action, side: str | None = None) -> RuleError | None:
        """Return the error with which ``apply`` refuses an action, or None if it is legal here.

        It is told to ``side``, by default to the side that the action names, or else to whoever alone is to choose.
        """
        if self.active == (CHANCE,) and side is None:
            return self._mischance(action)
        who = speaker(self, action) if side is None else side
        return None if action in choices(self, who) else refuse(self, action, who)

    def _mischance(self, action: Action) -> RuleError | None:
        """Return why chance cannot bring this here; a game for which all is not listed says it itself."""
        return None if action in self.legal_actions(CHANCE) else refuse(self, action, CHANCE)

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Return all that chance may bring now, each with its probability; RuleError if it has no turn."""
        self._demand_chance()
        found = self.legal_actions(CHANCE)
        return [(action, 1 / len(found)) for action in found]

    def sample(self, rng: random.Random) -> Action:
        """Return one chance action, drawn by its probability; RuleError if chance has no turn."""
        found = self.chance_outcomes()
        return rng.choices([action for action, _ in found], [p for _, p in found])[0]

    def _demand_chance(self) -> None:
        if self.active != (CHANCE,):
            who = (
                _("{names} must choose").format(names=" and ".join(self.active))
                if self.active
                else _("the game is over")
            )
            raise RuleError(_("nothing is left to chance now; {who}").format(who=who), rule=self.rule)

    def explain(self, asked: Action | str, side: str | None = None) -> Explanation:
        """Say whether an action, its notation or a thing is open now, by which rule, and why or why not.

        ``side`` is who asks, and hears nothing that is hidden from it; without a side the answer is for the one that
        an action names, or else for whoever alone is to choose. ValueError if there is no such side.
        """
        self.check_side(side)
        return explain(self, asked, side)

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self.view(), **asked)


def happened(
    states: Sequence[GameState], start: int, end: int | None = None, side: str | None = None
) -> tuple[Event, ...]:
    """Return the events of the actions ``start`` up to, not including, ``end`` of a game, given all its states.

    For ``side`` what that side saw of them; None sees all. ValueError if there is no such side.
    """
    states[0].check_side(side)
    stop = None if end is None else end + 1
    return tuple(event for state in states[start + 1 : stop] for event in state.events_for(side))
