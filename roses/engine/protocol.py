"""Actions with their notation, events and outcomes: the base classes and values that all games share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import asdict

from roses.engine.errors import RuleError
from roses.engine.i18n import gettext
from roses.engine.i18n import gettext as _

CHANCE: Final = "Chance"
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=99_999)]  # bounded, as a view may come from a stranger
Mask: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]  # a set, as the bits of a number

# gc=False: these values hold only texts and numbers, so the garbage collector need not visit them.


class Action(msgspec.Struct, frozen=True, gc=False):
    """A choice of a side, or of chance. Games derive their own actions; ``str`` gives the notation.

    ``joins`` is whether it may be part of an ``Order``: it throws no dice, reveals nothing, and its side goes on to
    choose.
    """

    joins: ClassVar[bool] = False


class Order(msgspec.Struct, frozen=True, gc=False):
    """Several actions of one side as one choice, such as the march of an army: all or none are played, and undone.

    A record holds the single actions. ``Seat.play`` and ``Game.play`` take orders whose actions all have ``joins``.

    >>> import roses
    >>> game = roses.game("richard-iii", "1483", seed=7)
    >>> game.play(Order(tuple(game.state.legal_actions("York")[:2])))
    Traceback (most recent call last):
    roses.engine.errors.RuleError: York plays card 1 cannot be part of an order; play it by itself (rule 1.1)
    """

    actions: tuple[Action, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.actions))


class Written(Action, frozen=True):
    """An action with the template ``text``: ``str(action)`` fills it in, ``Notation.parse`` parses the result.

    A field that holds a tuple is written with blanks between its items.
    """

    text: ClassVar[str] = ""

    def __str__(self) -> str:
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        words = {name: " ".join(map(str, v)) if isinstance(v, tuple) else v for name, v in values.items()}
        return self.text.format_map(words)


class Roll(Written, frozen=True, tag="roll"):
    """The result of a roll: dice from 1 to 6, in the order thrown.

    >>> str(Roll((1, 4, 6)))
    'roll 1 4 6'
    """

    text: ClassVar[str] = "roll {dice}"
    dice: tuple[int, ...]


class Done(Written, frozen=True, tag="done"):
    """End one's part of a phase in which one may act several times; unused action points are lost."""

    text: ClassVar[str] = "done"


class Decline(Written, frozen=True, tag="decline"):
    """Decline what is offered."""

    text: ClassVar[str] = "decline"


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="kind"):
    """Something that happened because of an action. ``str(event)`` is its sentence.

    Each kind is a frozen struct with its own tag and fields. ``text`` is its sentence, with names of fields in braces;
    a kind with several sentences overrides ``template``. ``reveals`` is whether it shows a side something that was
    hidden from it; undo does not go back past such an event. Each kind defines those of the attributes below that
    apply to it; the others are empty.
    """

    text: ClassVar[str] = ""
    reveals: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The tag, as it stands in JSON, e.g. ``"fire"``."""
        return str(self.__struct_config__.tag)

    @property
    def rule(self) -> str:
        """The number of the rule behind it."""
        return ""

    @property
    def side(self) -> str:
        """The side that acts or is concerned."""
        return ""

    @property
    def block(self) -> str:
        """The block that acts or is concerned."""
        return ""

    @property
    def target(self) -> str:
        """The block that is acted upon."""
        return ""

    @property
    def area(self) -> str:
        """Where it happens, or ends."""
        return ""

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of the dice that were thrown for it."""
        return ()

    @property
    def seen_by(self) -> tuple[str, ...]:
        """The sides that see all of it; () means everybody."""
        return ()

    def template(self) -> str:
        """Return the sentence in the language in use, with names of fields in braces."""
        return gettext(self.text)

    def words(self) -> dict[str, object]:
        """Return the values that replace the names in braces in the sentence, by name."""
        return asdict(self)

    def __str__(self) -> str:
        return self.template().format_map(self.words())


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: ``winner`` is a side, or several joined by " and "; ``reason`` is one sentence."""

    winner: str
    reason: str


class Matter(NamedTuple):
    """Something that matters to a side now: the number of the rule behind it, and a sentence without a full stop."""

    rule: str
    words: str


# ---- notation: the template of a kind of action gives its text, and the pattern that parses that text

Word = tuple[str, Callable[[str], Any]]  # a pattern, and the function that converts the matched text
_FIELD: Final = re.compile(r"\{(\w+)\}")

_EXAMPLES: Final = ContextVar("_EXAMPLES", default=True)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


NUMBER: Final[Word] = ("[0-9]{1,4}", int)
NUMBERS: Final[Word] = ("[0-9]{1,4}(?: [0-9]{1,4})*", _numbers)
DICE: Final[Word] = ("[1-6](?: [1-6])*", _numbers)


def alternatives(names: Iterable[str]) -> str:
    """Return a pattern for any one of these names, longest first so that none hides another.

    >>> alternatives(["York", "York (levy)"])
    'York\\\\ \\\\(levy\\\\)|York'
    """
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def no_action(value: object) -> str:
    """Return the message for a value that is neither an action nor its notation.

    >>> no_action(7)
    'an action or its notation is needed, not a value of type int'
    """
    return f"an action or its notation is needed, not a value of type {type(value).__name__}"


def with_example(question: str, example: str) -> str:
    """Return a question with an example of the notation of an answer; without it inside ``without_examples``."""
    return _("{question}, as in {example}").format(question=question, example=example) if _EXAMPLES.get() else question


@contextmanager
def without_examples() -> Iterator[None]:
    """Leave examples of notation out of all messages made inside, for readers who click what they choose.

    >>> with without_examples():
    ...     with_example("York chooses a card", "'York plays card 1'")
    'York chooses a card'
    """
    token = _EXAMPLES.set(False)
    try:
        yield
    finally:
        _EXAMPLES.reset(token)


class Notation:
    """Parses the actions of one game.

    ``kinds`` are its classes of actions, whose ``text`` is a template such as ``"{heir} charges {target}"``; ``words``
    maps each field to its pattern and the function that converts the matched text.
    """

    def __init__(self, kinds: Iterable[type[Written]], words: Mapping[str, Word]) -> None:
        self._readers = []
        for kind in kinds:
            parts = _FIELD.split(kind.text)
            pattern = "".join(
                f"(?P<{part}>{words[part][0]})" if i % 2 else re.escape(part) for i, part in enumerate(parts)
            )
            converters = [(name, words[name][1]) for name in parts[1::2]]
            self._readers.append((max(parts[::2], key=len), re.compile(pattern), kind, converters))
        self._read_cached = lru_cache(maxsize=4096)(self._read)  # records name the same actions again and again

    def parse(self, text: str) -> Written:
        """Return the action that ``text`` names, legal or not; RuleError if it names none."""
        if not isinstance(text, str):
            raise RuleError(no_action(text))
        return self._read_cached(text)

    def _read(self, text: str) -> Written:
        line = " ".join(text.split())
        for literal, pattern, kind, converters in self._readers:
            if literal in line and (match := pattern.fullmatch(line)):  # the quick first test rules out most kinds
                return kind(**{name: convert(match[name]) for name, convert in converters})
        raise RuleError(_("{line!r} cannot be read as a move").format(line=line[:80]))
