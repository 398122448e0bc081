"""A store of markup in which every repeated element is kept once, whatever it shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

Piece: TypeAlias = "str | list[str | int]"  # text, or texts and numbers of pieces to be joined

_TOKEN: Final = re.compile(r"<(/?)([a-zA-Z][\w:-]*)[^>]*?(/?)>")
_VOID: Final = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
_SHORT: Final = 24  # characters: a reference to a shorter element would save nothing


class Element:
    """One element of a text, from ``start`` to ``end``, with its elements inside."""

    __slots__ = ("end", "inside", "start")

    def __init__(self, start: int) -> None:
        self.start, self.end = start, 0
        self.inside: list[Element] = []


def elements(text: str) -> list[Element]:
    """Return the outermost elements of SVG or HTML; [] where tags do not match, so that the text counts as a whole.

    >>> [(found.start, found.end) for found in elements("<p>a<br>b</p> and <i/>")]
    [(0, 13), (18, 22)]
    """
    outer = Element(0)
    open_ones: list[tuple[str, Element]] = [("", outer)]
    for found in _TOKEN.finditer(text):
        closing, name, alone = found.groups()
        if closing:
            if open_ones[-1][0] != name:
                return []
            open_ones.pop()[1].end = found.end()
            continue
        element = Element(found.start())
        open_ones[-1][1].inside.append(element)
        if alone or name in _VOID:
            element.end = found.end()
        else:
            open_ones.append((name, element))
    return outer.inside if len(open_ones) == 1 else []


def split(texts: Iterable[str]) -> tuple[list[Piece], list[int]]:
    """Return pieces, and for each text the number of its piece; ``join`` makes the texts of them again.

    An element that occurs in two places, in one text or in several, is a piece of its own.

    >>> pieces, numbers = split(["<g><path d='M0 0L1 1L2 2L3 3'/></g>", "<a><path d='M0 0L1 1L2 2L3 3'/></a>"])
    >>> pieces
    ["<path d='M0 0L1 1L2 2L3 3'/>", ['<g>', 0, '</g>'], ['<a>', 0, '</a>']]
    >>> [join(pieces, number) for number in numbers]
    ["<g><path d='M0 0L1 1L2 2L3 3'/></g>", "<a><path d='M0 0L1 1L2 2L3 3'/></a>"]
    """
    wanted = list(texts)
    store = _Store(dict.fromkeys(wanted))
    return store.pieces, [store.numbers[text] for text in wanted]


def join(pieces: list[Piece], number: int) -> str:
    """Return the text of a piece."""
    piece = pieces[number]
    if isinstance(piece, str):
        return piece
    return "".join(part if isinstance(part, str) else join(pieces, part) for part in piece)


class _Store:
    """Pieces of texts; ``numbers`` gives the number of the piece of a text or of a repeated element."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.pieces: list[Piece] = []
        self.numbers: dict[str, int] = {}
        self._times: dict[str, int] = {}
        parsed = [(text, elements(text)) for text in texts]
        for text, found in parsed:
            self._count(text, found)
        for text, found in parsed:
            if text not in self.numbers:
                self._put(text, list(self._parts(text, 0, len(text), found)))

    def _count(self, text: str, found: list[Element]) -> None:
        """Count elements; those inside of an element that was seen before are not counted again."""
        for element in found:
            own = text[element.start : element.end]
            self._times[own] = self._times.get(own, 0) + 1
            if self._times[own] == 1:
                self._count(text, element.inside)

    def _parts(self, text: str, start: int, end: int, found: list[Element]) -> Iterator[str | int]:
        """Yield the texts and the numbers of pieces that a stretch of text consists of."""
        for element in found:
            yield text[start : element.start]
            own = text[element.start : element.end]
            if len(own) > _SHORT and self._times[own] > 1:
                if own not in self.numbers:
                    self._put(own, list(self._parts(text, element.start, element.end, element.inside)))
                yield self.numbers[own]
            else:
                yield from self._parts(text, element.start, element.end, element.inside)
            start = element.end
        yield text[start:end]

    def _put(self, text: str, parts: list[str | int]) -> None:
        merged: list[str | int] = []
        for part in filter(lambda part: part != "", parts):
            if merged and isinstance(part, str) and isinstance(merged[-1], str):
                merged[-1] += part
            else:
                merged.append(part)
        self.numbers[text] = len(self.pieces)
        alone = len(merged) < 2 and all(isinstance(part, str) for part in merged)
        self.pieces.append(text if alone else merged)
