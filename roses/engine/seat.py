"""A seat: what one side of a game in progress may know and do. Widgets and bots hold a seat, never the game.

A seat gives hints in three steps, which rest on what its side may know: what can I do, what matters now, a move with
its reason.
"""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from roses.engine import display, markdown
from roses.engine.errors import RuleError, cited
from roses.engine.explain import Explanation
from roses.engine.game import Game
from roses.engine.games import adviser, describe
from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action, Done, Event, Matter, Order, Outcome

STEPS: Final = 3
_TITLES: Final = (N_("What can I do?"), N_("What matters now?"), N_("A move, with its reason"))
_MOST_LINES: Final = 5  # lines on what matters; names of what may act
_MOST_MOVES: Final = 3


class Hint(msgspec.Struct, frozen=True):
    """One step of a hint: its number from 1, a title, and lines, each a sentence or an item of a list.

    ``moves`` are the actions of the third step, the best first; each has its line, and its reason in ``reasons``.
    """

    step: int
    title: str
    lines: tuple[str, ...]
    moves: tuple[Action, ...] = ()
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join((self.title, *(f"- {line}" for line in self.lines)))

    def _repr_markdown_(self) -> str:
        lines = "\n".join(f"* {markdown.plain(line)}" for line in self.lines)
        return f"**{markdown.plain(self.title)}**\n\n{lines}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Seat:
    """One side of a game: its view, what it may choose, the events that it saw, its moves and its undo.

    No public attribute of a seat leads to the game, its states, its record or its seed: who keeps to those does not see
    the other hands by oversight, nor try a move and look at what comes of it. That is a convention within one Python
    process and no wall, for ``seat._game`` is the game; the bot of a stranger should run in a process of its own, or
    play by mail. ``roses.sit`` makes seats.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> seat.to_choose, len(seat.options)
    (True, 7)
    >>> seat.play(seat.options[0])
    >>> seat.to_choose, seat.options
    (False, ())
    >>> print(seat.prompt)
    Lancaster chooses a card for turn 1, as in 'Lancaster plays card 1' (rule 1.1).
    """

    __slots__ = ("__weakref__", "_side")

    def __init__(self, game: Game, side: str) -> None:
        if not isinstance(game, Game):
            raise ValueError(f"sit() needs a game in progress, such as roses.game() returns, not {type(game).__name__}")
        game.state.check_side("None" if side is None else side)
        self._side = side
        _GAMES[self] = game

    @property
    def side(self) -> str:
        """The side that sits here."""
        return self._side

    @property
    def game(self) -> str:
        """The name of the game, as ``roses.start`` takes it."""
        return str(self._game.state.header["game"])

    @property
    def view(self) -> Any:
        """What the side may know now: a value that displays itself."""
        return self._game.view(self.side)

    @property
    def prompt(self) -> str:
        """Who chooses what now, by which rule, and how it is written."""
        return self._game.prompt(self.side)

    @property
    def question(self) -> str:
        """Who decides what now, in half a sentence."""
        return self._game.question

    @property
    def rule(self) -> str:
        """The paragraph of the decision that is due."""
        return self._game.state.rule

    @property
    def to_choose(self) -> bool:
        """Whether the side has something to choose now."""
        return self.side in self._game.state.active

    @property
    def options(self) -> tuple[Action, ...]:
        """The actions that the side may choose now, in fixed order; () while others choose."""
        return self._game.state.legal_actions(self.side)

    @property
    def tree(self) -> tuple[Option, ...]:
        """The options as a tree: the kind, then what acts, then where or what for; () while others choose."""
        return self._game.state.option_tree(self.side)

    @property
    def forced(self) -> Action | None:
        """The only option, where it leaves nothing to decide; None where there are several, or none.

        To end one's part of a phase is not forced while the last move may still be taken back.
        """
        only = self.options[0] if len(self.options) == 1 else None
        return None if isinstance(only, Done) and self.may_undo else only

    @property
    def may_undo(self) -> bool:
        """Whether ``undo`` would take something back."""
        return self._game.may_undo(self.side)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, None before it."""
        return self._game.state.outcome

    def detail(self, action: Action | Order) -> str:
        """Return a note on one of the options, or an order of some: its price, or the name of a card; "" for none."""
        parts = action.actions if isinstance(action, Order) else (action,)
        return self._game.state.detail(action) if set(parts) <= set(self.options) else ""

    @property
    def open_view(self) -> Any:
        """What the side may know now, and once the game is over everything, unless an umpire keeps it."""
        return self._game.open_view(self.side)

    def view_after(self, number: int) -> Any:
        """Return what the side knew after so many actions; IndexError if there were fewer.

        >>> import roses
        >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
        >>> seat.view_after(len(seat)) == seat.view
        True
        """
        return self._game.state_after(number).view(self.side)

    def events(self, since: int = 0, end: int | None = None) -> tuple[Event, ...]:
        """Return the events that the side saw, of the actions from number ``since`` up to ``end``, by default all.

        The first action has the number 0, and the next one ``len``.
        """
        return self._game.events(since, self.side, end)

    def play(self, action: Action | Order | str) -> None:
        """Play an action of this side, its notation or an order; dice and deals that follow from it fall at once.

        RuleError, and nothing is changed, if it is not among the options: those of others are refused too, and an order
        of which one action is not legal when its turn comes. Its ``nearest`` are the options that come nearest to what
        was tried, also to a text that is no notation. SaveError if it was played but could not be saved.
        """
        state = self._game.state
        choice = state.read(action, self.side) if isinstance(action, str) else action
        first = next(iter(choice.actions), None) if isinstance(choice, Order) else choice
        if first is not None and first not in self.options:
            if self.to_choose and (refusal := state.refusal(first, self.side)):
                raise refusal
            message = _("{side} was to play {action}, but has nothing to choose now: {prompt}")
            raise RuleError(message.format(side=self.side, action=first, prompt=self.prompt), rule=state.rule)
        self._game.play(choice)

    def undo(self) -> None:
        """Take back the last choice, if it was this side's, and no dice fell and nothing was revealed since.

        RuleError says why it cannot be taken back. SaveError if it was taken back but that could not be saved.
        """
        self._game.undo(side=self.side)

    def hint(self, step: int = 1) -> Hint:
        """Return a hint: step 1 what can I do, 2 what matters now, 3 a move with its reason; ValueError for others.

        The first step is made of the options and of what the game's ``left`` says, the second of what its ``matters``
        says, the third by the bot that is registered as the game's adviser.

        >>> import roses
        >>> print(roses.sit(roses.game("richard-iii", "1483", seed=7), "York").hint())
        What can I do?
        - Both sides choose a card for turn 1, as in 'Lancaster plays card 1' or 'York plays card 1' (rule 1.1).
        - 7 blocks wait in your pool.
        - play a card: 7 choices
        """
        if step not in range(1, STEPS + 1):
            raise ValueError(_("a hint has the steps 1 to {last}, not {step}").format(last=STEPS, step=repr(step)))
        title = _(_TITLES[step - 1])
        if step == 2:
            matters = describe(self.game).matters(self.view, self.tree)[:_MOST_LINES]
            return Hint(step, title, tuple(map(_sentence, matters)) or (_("Nothing presses now."),))
        if not self.options:
            words = _("{side} has nothing to choose now: {question}").format(side=self.side, question=self.question)
            return Hint(step, title, (_sentence(Matter(self.rule, words)),))
        if step == 1:
            due, left = _sentence(Matter(self.rule, self.question)), describe(self.game).left(self.view)
            return Hint(step, title, (due, *left, *map(_kind, self.tree)))
        if (advise := adviser(self.game)) is None:
            return Hint(step, title, (_("Nobody gives advice on this game."),))
        advice = advise(self)[:_MOST_MOVES]
        lines = [
            _("{move}: {reason}").format(move=a.action, reason=a.reason) if a.reason else str(a.action) for a in advice
        ]
        return Hint(step, title, tuple(lines), tuple(a.action for a in advice), tuple(a.reason for a in advice))

    def why_not(self, asked: Action | str) -> Explanation:
        """Return whether an action, its notation or a thing is legal or can act now, by which rule, and why."""
        return self._game.state.explain(asked, self.side)

    def __len__(self) -> int:
        """Return the number of actions played in the game, those of chance included."""
        return len(self._game)

    def __repr__(self) -> str:
        return f"<Seat of {self.side}: {self.prompt}>"

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self.view, **asked)

    @property
    def _game(self) -> Game:
        return _GAMES[self]


_GAMES: Final[WeakKeyDictionary[Seat, Game]] = WeakKeyDictionary()


def _kind(option: Option) -> str:
    """Return a kind of choice, how many there are, and what may act if these are few."""
    number = sum(1 for _action in option.actions())
    names = [below.words for below in option.options]
    if number == 1 or not 1 < len(names) <= _MOST_LINES:
        return ngettext("{kind}: {n} choice", "{kind}: {n} choices", number).format(kind=option.words, n=number)
    message = ngettext("{kind}: {n} choice ({names})", "{kind}: {n} choices ({names})", number)
    return message.format(kind=option.words, n=number, names=", ".join(names))


def _sentence(matter: Matter) -> str:
    words = matter.words[:1].upper() + matter.words[1:]
    return _("{sentence} ({rule}).").format(sentence=words, rule=cited(matter.rule))
