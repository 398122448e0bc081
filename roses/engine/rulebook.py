"""A game's rules text: one file below ``data/`` for each paragraph, with title, words and examples. Plays no game."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Final

import msgspec

from roses.engine.data import folder, text
from roses.engine.errors import DataError

_PAGE: Final = "max-width: 46em; margin: 8px 0; padding: 2px 12px; border-left: 4px solid #D8CDB8"
_TYPED: Final = "font-family: monospace; font-size: 90%; white-space: pre-wrap; word-break: normal"


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph of the rules in our own words. ``number`` is its number, or the name of an event or a scenario.

    ``code`` is the example as lines that can be typed after ``import roses``, with what they answer; "" where there is
    none.

    >>> from roses.richard.rulebook import rule
    >>> rule("6.5").title
    'Heir charge'
    """

    number: str
    title: str
    words: str
    example: str
    code: str

    @property
    def is_numbered(self) -> bool:
        """Whether the paragraph has a number; those of events and scenarios have a name only."""
        return self.number[0].isdigit()

    @property
    def heading(self) -> str:
        """Number and title, or the title alone."""
        return f"{self.number} {self.title}" if self.is_numbered else self.title

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.heading, self.words, f"Example: {self.example}", self.code)))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        words = f"<p><b>{escape(self.heading)}</b></p><p>{escape(self.words)}</p>"
        code = f"<pre style='{_TYPED}'>{escape(self.code)}</pre>" if self.code else ""
        page = f"{words}<p><i>Example:</i> {escape(self.example)}</p>{code}"
        return {"text/plain": str(self), "text/html": f"<div style='{_PAGE}'>{page}</div>"}


class Rulebook(msgspec.Struct, frozen=True):
    """The paragraphs in a folder below ``data/``; ``order`` is the sort key of their numbers."""

    folder: str
    order: Callable[[str], Any]

    def paragraph(self, number: str) -> Paragraph:
        """Return a paragraph by its number or name; DataError if there is none, or if its form is not that of one."""
        file = f"{self.folder}/{number}.md"
        words, _, code = text(file).removesuffix("\n```\n").partition("\n\n```python\n")
        parts = words.removesuffix("\n").split("\n\n")
        if len(parts) != 3:
            raise DataError(f"data/{file} is not a title, a paragraph and an example")
        heading, body, example = parts
        title = heading.removeprefix("# ").removeprefix(f"{number} ")
        return Paragraph(number, title, body, example.removeprefix("Example: "), code)

    def numbers(self) -> tuple[str, ...]:
        """Return the numbers and names of all paragraphs, in order."""
        return tuple(sorted((path.stem for path in (folder("data") / self.folder).glob("*.md")), key=self.order))
