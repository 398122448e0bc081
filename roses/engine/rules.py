"""The rules of a game: its text, paragraph by paragraph, and its rulesets, the readings among which one may choose.

The text is one file below ``data/`` for each paragraph, with title, text and examples. The Ruleset of a game is a
frozen struct: ``name``, then one field for each question on which printed editions or readings of the rules differ,
annotated with its ``Field``. The functions on rulesets take a mapping of name to ruleset, the default first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any, Final, TypeVar, get_args, get_type_hints

import msgspec

from roses.engine import markdown
from roses.engine.data import read, text
from roses.engine.errors import DataError, no_text
from roses.engine.i18n import WRITTEN_IN, language
from roses.engine.i18n import gettext as _
from roses.engine.loading import folder

_OFFERED: Final = 3  # paragraphs named in the error for an unknown number
_NUMBER: Final = re.compile(r"\d{1,3}(\.\d{0,4})?", re.ASCII)
_REQUEST: Final = 40  # characters of a request that are used


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph of the rules in our own words; it displays itself as Markdown.

    ``number`` is its number, or the name of an event or a scenario; ``words`` is the text, ``example`` an example in
    words. ``code`` is the example as Python lines that run after ``import roses``, with their results; "" for none.
    ``remark`` says which edition or reading the text follows, and which field of the ruleset changes it; "" for none.

    >>> from roses.richard.rules import rule
    >>> rule("6.5").title
    'Heir charge'
    """

    number: str
    title: str
    words: str
    example: str
    code: str
    remark: str = ""

    @property
    def is_numbered(self) -> bool:
        """Whether the paragraph has a number; paragraphs of events and scenarios have a name."""
        return self.number[0].isdigit()

    @property
    def heading(self) -> str:
        """Number and title, or the title alone."""
        return f"{self.number} {self.title}" if self.is_numbered else self.title

    def __str__(self) -> str:
        note = _("Note: {note}").format(note=self.remark) if self.remark else ""
        example = _("Example: {example}").format(example=self.example)
        return "\n\n".join(filter(None, (self.heading, self.words, example, self.code, note)))

    def _repr_markdown_(self) -> str:
        example = f"*{markdown.plain(_('Example'))}:* {markdown.plain(self.example)}"
        note = f"*{markdown.plain(_('Note'))}:* {markdown.plain(self.remark)}" if self.remark else ""
        lines = markdown.code(self.code) if self.code else ""
        return markdown.quoted(f"**{markdown.plain(self.heading)}**", markdown.plain(self.words), example, lines, note)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Rulebook(msgspec.Struct, frozen=True):
    """The paragraphs in a folder below ``data/``, by language: ``FOLDER/en/6.5.md``; ``order`` sorts their numbers.

    A paragraph that is not there in the language in use is read in English.
    """

    folder: str
    order: Callable[[str], Any]

    def paragraph(self, number: str) -> Paragraph:
        """Return a paragraph by its number, its name or a topic; DataError if there is none, or its file is damaged.

        >>> from roses.richard.rules import BOOK
        >>> BOOK.paragraph("6.55")
        Traceback (most recent call last):
        roses.engine.loading.DataError: there is no paragraph '6.55'; near it are 6.5 Heir charge, 6.6 Retreats, 6.4 ...
        """
        number = str(number).strip()
        if number not in self.numbers():
            words = _plain(number)
            topics = {topic.casefold(): numbers for topic, numbers in self.topics().items()}
            if words not in topics:
                titles = {n: _title(text(self._file(f"{n}.md")).partition("\n")[0], n) for n in self.numbers()}
                near = [numbers[0] for topic, numbers in topics.items() if len(words) > 2 and words in topic]
                near = [*dict.fromkeys((*near, *nearest(number, titles)))][:_OFFERED]
                headings = ", ".join(f"{n} {titles[n]}" if n[0].isdigit() else f"{n} ({titles[n]})" for n in near)
                message = _("there is no paragraph {number}; near it are {near}")
                raise DataError(message.format(number=repr(number[:_REQUEST]), near=headings))
            number = topics[words][0]
        file = self._file(f"{number}.md")
        words, _fence, code = text(file).removesuffix("\n```\n").partition("\n\n```python\n")
        parts = words.removesuffix("\n").split("\n\n")
        if len(parts) not in (3, 4):
            raise DataError(_("data/{file} is not a title, a paragraph and an example").format(file=file))
        heading, body, *notes, example = parts
        note = "".join(notes).removeprefix("Note: ")
        return Paragraph(number, _title(heading, number), body, example.removeprefix("Example: "), code, note)

    def topics(self) -> dict[str, tuple[str, ...]]:
        """Return the index, if the book has one: topic to its paragraphs, the one that says most of it first."""
        file = self._file("topics.json")
        return read(file, dict[str, tuple[str, ...]]) if (folder("data") / file).is_file() else {}

    def heading(self, number: str) -> str:
        """Return number and title of a paragraph, or the title of one that has a name."""
        title = _title(text(self._file(f"{number}.md")).partition("\n")[0], number)
        return f"{number} {title}" if number[0].isdigit() else title

    def _file(self, name: str) -> str:
        """Return a file of the book, in the language in use if it is there."""
        file = f"{self.folder}/{language()}/{name}"
        return file if (folder("data") / file).is_file() else f"{self.folder}/{WRITTEN_IN}/{name}"

    def numbers(self) -> tuple[str, ...]:
        """Return the numbers and names of all paragraphs, in order."""
        files = (folder("data") / self.folder / WRITTEN_IN).glob("*.md")
        return tuple(sorted((path.stem for path in files), key=self.order))


def _title(heading: str, number: str) -> str:
    return heading.removeprefix("# ").removeprefix(f"{number} ")


def _plain(asked: str) -> str:
    """Return what was asked for, shortened, in small letters and with single spaces."""
    return " ".join(asked[:_REQUEST].casefold().split())


def nearest(asked: str, titles: Mapping[str, str]) -> list[str]:
    """Return the three paragraphs nearest to a number or to words; ``titles`` maps each number, in order, to its title.

    For a number these are the next ones; for words those with the words in their title, then those spelt similarly.

    >>> book = {"6.4": "Battle hits", "6.5": "Heir charge", "6.6": "Retreats", "8.1": "Disbanding"}
    >>> nearest("6.55", book), nearest("charge", book)[0]
    (['6.5', '6.6', '6.4'], '6.5')
    """
    words = _plain(asked)
    if _NUMBER.fullmatch(words):
        numbered = [number for number in titles if number[0].isdigit()]
        return sorted(numbered, key=lambda number: abs(float(number) - float(words)))[:_OFFERED]

    def likeness(number: str) -> tuple[bool, float]:
        title = titles[number].casefold()
        has_words = len(words) > 2 and words in f"{number} {title}"
        return has_words, max(SequenceMatcher(None, words, other).ratio() for other in (number, title))

    return sorted(titles, key=likeness, reverse=True)[:_OFFERED]


R = TypeVar("R", bound=msgspec.Struct)
_BOOLS: Final = (True, False)
_LONGEST: Final = 80  # characters of a name that an error repeats


class Field(msgspec.Struct, frozen=True):
    """The meaning of a field: the number of its rule, and the question it answers in one sentence."""

    rule: str
    question: str


def fields(rulesets: Mapping[str, msgspec.Struct]) -> dict[str, tuple[Field, tuple[Any, ...]]]:
    """Return field name to (meaning, possible values), the value of the default ruleset first.

    >>> from roses.richard.rules import RULESETS
    >>> fields(RULESETS)["bombard_sea_move"][1]
    (True, False)
    """
    first = next(iter(rulesets.values()))
    meanings = {}
    for name, hint in get_type_hints(type(first), include_extras=True).items():
        if name != "name":
            kind, about = get_args(hint)
            default = getattr(first, name)
            meanings[name] = (about, (default, *(v for v in (get_args(kind) or _BOOLS) if v != default)))
    return meanings


def variants(rulesets: Mapping[str, msgspec.Struct]) -> tuple[str, ...]:
    """Return the names of all rulesets, then of all variants that differ from the default in one field.

    >>> from roses.richard.rules import RULESETS
    >>> variants(RULESETS)[2:4]
    ('russian', 'revised+both_events_tiebreak=pretender')
    """
    default = next(iter(rulesets))
    changes = (f"{name}={value}" for name, (_about, values) in fields(rulesets).items() for value in values[1:])
    return (*rulesets, *(f"{default}+{change}" for change in changes))


def find(name: str, rulesets: Mapping[str, R]) -> R:
    """Return the ruleset ``NAME`` or the variant ``NAME+FIELD=VALUE+FIELD=VALUE``; ValueError lists what is known.

    >>> from roses.richard.rules import RULESETS
    >>> find("classic+bombard_sea_move=False", RULESETS).bombard_sea_move
    False
    >>> find("classic+bombard_sea_move=no", RULESETS)
    Traceback (most recent call last):
    ValueError: 'bombard_sea_move' cannot be 'no' in the ruleset 'classic+bombard_sea_move=no'; it is 'True' or 'False'
    """
    if not isinstance(name, str):
        raise no_text(name, next(iter(rulesets)))
    base, *changes = name.split("+")
    if base not in rulesets:
        message = _("there is no ruleset {name}; choose from {known}")
        raise ValueError(message.format(name=_short(base), known=_list(rulesets)))
    if not changes:
        return rulesets[base]
    known = fields(rulesets)
    values: dict[str, Any] = {}
    for change in changes:
        field, _equals, text = change.partition("=")
        if field not in known:
            message = _("there is no field {field} for the ruleset {name}; choose from {known}")
            raise ValueError(message.format(field=_short(field), name=_short(name), known=_list(known)))
        by_text = {str(value): value for value in known[field][1]}
        if text not in by_text:
            message = _("{field} cannot be {value} in the ruleset {name}; it is {known}")
            among = _(" or ").join(map(repr, by_text))
            raise ValueError(message.format(field=repr(field), value=_short(text), name=_short(name), known=among))
        if field in values:
            message = _("the ruleset {name} names the field {field} twice")
            raise ValueError(message.format(name=_short(name), field=repr(field)))
        values[field] = by_text[text]
    return msgspec.structs.replace(rulesets[base], name=name, **values)


def _short(name: str) -> str:
    """Return a name in quotes, shortened for use in a sentence."""
    return repr(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}...")


def _list(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))
