"""The state of any game: views, legal actions, prompts, explanations, and ``apply``, which refuses illegal actions.

An action is applied to a ``Draft``, a copy that can be changed, which then becomes the next state.

Methods that take a ``side`` return only what that side may know; without a side they answer an umpire, who sees all.
"""

from __future__ import annotations

import random
from abc import ABCMeta, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import msgspec
from msgspec.structs import astuple

from roses.engine import display, explain
from roses.engine.errors import RuleError, brief
from roses.engine.explain import Explanation, refuse, speaker
from roses.engine.i18n import gettext as _
from roses.engine.options import Option, Part, Parts, tree
from roses.engine.protocol import CHANCE, Action, Event, Order, Outcome


class _Kind(msgspec.StructMeta, ABCMeta):
    """The metaclass of structs with abstract members: a class that lacks one of them cannot be instantiated."""


_CHANCE: Final = (CHANCE,)


class GameState(msgspec.Struct, frozen=True, dict=True, metaclass=_Kind):
    """A position of a game: frozen, complete and for an umpire's eyes; players get ``view(side)``.

    Each game derives its State with its own fields, and defines the abstract properties and methods below, as fields
    or in code. The other methods are the same in all games.
    """

    # ---- properties that each game defines

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
        """The decision that is due, a member of the game's ``Phase``."""

    @property
    @abstractmethod
    def rule(self) -> str:
        """The paragraph of the decision that is due."""

    @property
    def question(self) -> str:
        """Who decides what now, in half a sentence that reveals nothing hidden."""
        return _("{who} must choose: {what}").format(who=_(" and ").join(self.active) or _("nobody"), what=self.phase)

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The end of the game, or None."""

    @property
    @abstractmethod
    def events(self) -> tuple[Event, ...]:
        """The events of the last action, in order; each is a struct of the game, and ``str(event)`` a sentence."""

    @property
    @abstractmethod
    def header(self) -> dict[str, Any]:
        """The first fields of a record of this game: ``game``, ``scenario``, ``ruleset`` and ``options``, as values."""

    @property
    @abstractmethod
    def subjects(self) -> Collection[str]:
        """The names that ``explain`` knows besides actions: areas, blocks, cards and the like."""

    @property
    def title(self) -> str:
        """What is played, in a few words: a game with several scenarios names the scenario."""
        return str(self.header["game"]).capitalize()

    # ---- methods that each game defines

    @abstractmethod
    def view(self, side: str | None = None) -> Any:
        """Return the view of ``side``: a value with what it may know, that displays itself; ``None`` sees all.

        ValueError for an unknown side.
        """

    def events_for(self, side: str | None = None) -> tuple[Event, ...]:
        """Return the events as ``side`` saw them; None sees all. Games with hidden events override this."""
        return self.events

    @abstractmethod
    def parse(self, text: str) -> Action:
        """Return the action that a notation names, legal or not; RuleError if it names none."""

    @abstractmethod
    def reason(self, action: Action, who: str) -> tuple[str, str] | None:
        """Return (rule that forbids ``action`` in this state, reason); None if the action belongs to another phase.

        The text is for ``who``, a side or "" for any reader, and holds nothing that is hidden from that side.
        """

    def idle(self, thing: str, who: str) -> tuple[str, str] | None:
        """Return (rule, reason why ``who`` can do nothing with a thing now); None without a particular reason."""
        return None

    def detail(self, action: Action | Order) -> str:
        """Return a note on an action or order for the side that may choose it: its price, a card's name; "" for none.

        >>> import roses
        >>> state = roses.scene(Kent="Gloucester")
        >>> state.detail(state.parse("Gloucester marches to Sussex"))
        '1 action point'
        """
        return ""

    def split(self, action: Action) -> Parts:
        """Return the parts of an action that may be chosen now, in the order in which a reader chooses them."""
        return Parts((Part(str(action)),))

    def unlikely(self, name: str, who: str) -> int:
        """Return how unlikely it is that ``who`` means a thing, where a name fits several; 0 for the likeliest.

        The answer rests on what everybody knows.
        """
        return 0

    @property
    def synonyms(self) -> Mapping[str, str]:
        """Everyday words to the words of the notation that they may stand for, separated by blanks; used in hints."""
        return {}

    @property
    def also_called(self) -> Mapping[str, str]:
        """Other names of things, such as cities, to their names in the notation; used in hints."""
        return {}

    @abstractmethod
    def _choices(self, side: str) -> Sequence[Action]:
        """Return the actions of an active side, or of chance, in fixed order."""

    def _offered(self, side: str, action: Action) -> Sequence[Action]:
        """Return legal actions of an active side, ``action`` among them if it is legal; a game may leave out others."""
        return self.legal_actions(side)

    @abstractmethod
    def apply_unchecked(self, action: Action) -> Self:
        """Return the state after an action without checking that it is legal."""

    # ---- methods that are the same in all games

    def check_side(self, side: str | None) -> None:
        """Raise a ValueError that lists the known sides if ``side`` is none of them; None stands for an umpire."""
        if side is not None and side not in self.sides:
            near = [known for known in self.sides if known.casefold() == str(side).strip().casefold()]
            meant = _("; {side} was meant?").format(side=repr(near[0])) if near else ""
            message = _("there is no side {side}; choose from {known}")
            raise ValueError(message.format(side=repr(brief(side)), known=", ".join(map(repr, self.sides))) + meant)

    def legal_actions(self, side: str | None = None) -> tuple[Action, ...]:
        """Return the actions that ``side`` may choose, in fixed order; without a side those of ``active[0]``.

        () for a side that has nothing to choose, and after the end of the game. For chance these are all outcomes that
        ``chance_outcomes`` lists; for a deal of cards, with billions of outcomes, one example. The actions of a side
        depend only on what that side may know. ValueError for an unknown side.

        >>> import roses
        >>> [str(action) for action in roses.scene(Kent="Gloucester").legal_actions()][:2]
        ['Gloucester marches to Middlesex', 'Gloucester marches to Sussex']
        """
        if side is not None and not isinstance(side, str):
            self.check_side(side)
        who = side or (self.active[0] if self.active else "")
        cache: dict[str, tuple[Action, ...]] = self.__dict__  # a cache by side, apart from the fields
        if who in cache:
            return cache[who]
        if who not in self.active:
            self.check_side(None if who in ("", CHANCE) else who)
            return ()
        cache[who] = actions = tuple(self._choices(who))
        return actions

    def option_tree(self, side: str | None = None) -> tuple[Option, ...]:
        """Return the legal actions of ``side`` as a tree: the kind, then what acts, then where or what for.

        Without a side they are those of ``active[0]``. ValueError for an unknown side.

        >>> import roses
        >>> [option.words for option in roses.scene(Kent="Gloucester").option_tree("York")]
        ['march', 'sail', 'end']
        """
        return tree([(action, self.split(action), self.detail(action)) for action in self.legal_actions(side)])

    def apply(self, action: Action | str) -> Self:
        """Return the state after ``action`` (or its notation); RuleError if it is not legal here."""
        if not isinstance(action, Action):
            action = self.read(action)
        if error := self.refusal(action):
            raise error
        return self.apply_unchecked(action)

    def read(self, text: str, side: str | None = None) -> Action:
        """Return the action that a text names, legal or not.

        RuleError if it names none: the text says how the action is spelt, or which rule forbids what it may mean, and
        ``nearest`` are the legal actions that come nearest. Misspelt names, everyday verbs, and words in German and
        Russian are understood, but never played. The error is for ``side``, by default for the side that the text
        begins with, else for the only active side.

        >>> import roses
        >>> roses.scene(Kent="Gloucester").read("Gloucster zieht nach Sussex")
        Traceback (most recent call last):
        roses.engine.errors.RuleError: 'Gloucster zieht nach Sussex' cannot be read as a move: York acts, ...
        """
        return explain.read(self, text, side)

    def prompt(self, side: str | None = None) -> str:
        """Return who chooses what now, by which rule, and how it is written, as a text for ``side``.

        Without a side it is for the only active side, or for all if several choose at once. ValueError if there is no
        such side.

        >>> import roses
        >>> print(roses.scene(Kent="Gloucester", side="York").prompt("Lancaster"))
        York acts, with 4 action points left (rule 1.2).
        """
        self.check_side(side)
        return explain.prompt(self, side)

    def refusal(self, action: Action, side: str | None = None) -> RuleError | None:
        """Return the error with which ``apply`` refuses an action, or None if it is legal.

        Its text is for ``side``, by default for the side that the action names, else for the only active side.
        """
        active = self.active
        if active == _CHANCE and side is None:
            return self._mischance(action)
        alone = len(active) == 1  # then only this side has legal actions, whomever the action names
        who = side or (active[0] if alone else speaker(self, action))
        if who in active and action in (self.__dict__.get(who) or self._offered(who, action)):
            return None
        return refuse(self, action, side or speaker(self, action))

    def _mischance(self, action: Action) -> RuleError | None:
        """Return the error for an impossible chance action; overridden where legal_actions lists an example only."""
        return None if action in self.legal_actions(CHANCE) else refuse(self, action, CHANCE)

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Return every chance action with its probability, from 0 to 1; RuleError if no chance is due."""
        self._demand_chance()
        actions = self.legal_actions(CHANCE)
        return [(action, 1 / len(actions)) for action in actions]

    def sample(self, rng: random.Random) -> Action:
        """Return one chance action, drawn by its probability; RuleError if no chance is due."""
        outcomes = self.chance_outcomes()
        return rng.choices([action for action, _chance in outcomes], [chance for _action, chance in outcomes])[0]

    def _demand_chance(self) -> None:
        if self.active != (CHANCE,):
            names = _(" and ").join(self.active)
            who = _("{names} must choose").format(names=names) if names else _("the game is over")
            raise RuleError(_("nothing is left to chance now; {who}").format(who=who), rule=self.rule)

    def explain(self, asked: Action | str, side: str | None = None) -> Explanation:
        """Return whether an action, its notation or a thing is legal or can act now, by which rule, and why or why not.

        The answer holds nothing that is hidden from ``side``; without a side it is for the side that the action names,
        else for the only active side. ValueError if there is no such side.

        >>> import roses
        >>> roses.scene(Kent="Gloucester").explain("Gloucester marches to Ireland").rule
        '5.2'
        """
        self.check_side(side)
        return explain.explain(self, asked, side)

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self.view(), **asked)


# The State of one game, as in ``Game[S_co]`` and ``Replay[S_co]``; ``Game`` alone is that of any game.
if TYPE_CHECKING:  # every type checker knows typing_extensions, and in typing a TypeVar has a default from 3.13 on only
    from typing_extensions import TypeVar as DefaultTypeVar

    S_co = DefaultTypeVar("S_co", bound=GameState, default=GameState, covariant=True)
else:
    S_co = TypeVar("S_co", covariant=True)


def happened(
    states: Sequence[GameState], start: int, end: int | None = None, side: str | None = None
) -> tuple[Event, ...]:
    """Return the events of the actions ``start`` up to, not including, ``end`` of a game, given all its states.

    With ``side`` these are the events that it saw; None sees all. ValueError if there is no such side.
    """
    states[0].check_side(side)
    stop = None if end is None else end + 1
    return tuple(event for state in states[start + 1 : stop] for event in state.events_for(side))


D = TypeVar("D", bound="Draft")
S = TypeVar("S", bound=GameState)
V = TypeVar("V")


class Draft(msgspec.Struct, gc=False):
    """A copy of a state whose fields can be set; their values are those of the state, which nothing can change.

    Each game derives its own class, with the fields of its State in the same order, then ``stage: str = ""``.
    ``events`` begin empty. ``stage`` names the automatic stage of the sequence of play that comes next, "" for none.
    Nothing in it refers back to it, so that the garbage collector need not visit it (``gc=False``).
    """


def thaw(state: GameState, kind: type[D]) -> D:
    """Return a draft of class ``kind`` with the values of ``state``, without its events."""
    draft = kind(*astuple(state))
    draft.events = ()  # type: ignore[attr-defined]  # a field of each game's own class
    return draft


def freeze(draft: Draft, kind: type[S]) -> S:
    """Return a state of class ``kind`` with the values of ``draft``, but for the stage."""
    return kind(*astuple(draft)[:-1])


def put(values: tuple[V, ...], at: int, value: V) -> tuple[V, ...]:
    """Return ``values`` with another value at one place.

    >>> put((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    changed = list(values)
    changed[at] = value
    return tuple(changed)


def content_hash(value: msgspec.Struct) -> int:
    """Return a hash of all fields of a struct, also of those that hold dicts, lists or structs with such fields.

    A class takes it as its ``__hash__``, so that its values may be in sets and be keys.

    >>> from roses.engine.record import Record
    >>> one, other = (Record("lancaster", "1413", (), options={"players": n}) for n in (3, 3))
    >>> content_hash(one) == content_hash(other)
    True
    """
    return hash(_fields(value))


def _fields(value: msgspec.Struct) -> tuple[Any, ...]:
    return tuple([_frozen(getattr(value, name)) for name in value.__struct_fields__])


def _frozen(value: Any) -> Any:
    """Return the value if it has a hash, else its content in a form that has one; a dict without its order."""
    try:
        hash(value)
    except TypeError:
        if isinstance(value, msgspec.Struct):
            return _fields(value)
        if isinstance(value, dict):
            return frozenset((key, _frozen(item)) for key, item in value.items())
        return tuple(map(_frozen, value))
    return value
