"""All that a Stepper can show of a timeline, for each size, viewer, step and board, packed as text."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

import msgspec

from roses.engine.games import start
from roses.engine.i18n import cached
from roses.engine.i18n import gettext as _
from roses.engine.record import loads
from roses.engine.replay import Replay, Timeline
from roses.progress import ProgressBar
from roses.widgets.stepper import panel
from roses.widgets.stepper.model import SPEEDS, StepperModel
from roses.widgets.stepper.screen import Screen
from roses.widgets.stepper.widget import Stepper

# px: the pages that a file is made for, from the widest to the narrowest; a page between two of them is scaled
SPACES: Final = ((1110, 606), (620, 700), (390, 700))
# the values that the page has from elsewhere
_APART: Final = frozenset({"library", "rule_text", "error", "wait", "shown", "answered"})
_LIVE: Final = frozenset({"sides", "table", "table_title"})  # values of playing on from a step, which needs a kernel
_UNDER: Final = ("map", "names", "badges", "ground", "ground_at", "picture")  # out of sight under a board
_OPENS: Final = re.compile(r'data-rule="([^"]+)"')
Way: TypeAlias = tuple[str, str, int]  # stage; part of the map, or variant of the board; number of the state


class States(msgspec.Struct, frozen=True):
    """The values of a Stepper's screen, by name.

    ``fixed`` holds those that never change. ``shown`` has for each other name a list of one value per state, None where
    it is out of sight and the value before stays. ``ways[i][j][k]`` lists the states for page size ``i`` of ``spaces``,
    viewer ``j`` and step ``k``, the default first. ``waits`` are the ms of each step at normal speed, ``rules`` the
    texts of all rules that a panel opens, by number.
    """

    fixed: dict[str, Any]
    shown: dict[str, list[Any]]
    ways: list[list[list[list[Way]]]]
    waits: list[int]
    rules: dict[str, str]


def states_of(timeline: Timeline, chances: str = "") -> States:
    """Return every state of the Stepper of a timeline; ``chances`` is the side whose chance to win is drawn.

    >>> import roses
    >>> states = states_of(roses.timeline("hexham-1464"))
    >>> len(states.ways[0]) == len(states.fixed["viewers"])
    True
    """
    reader = set(Screen.class_own_traits(sync=True, echo_update=False))  # the values that the reader sets
    names = sorted(set(Screen.class_own_traits(sync=True)) - _APART - _LIVE - reader)
    stepper = Stepper(timeline, chances=chances)
    screen, model, adapter = stepper.screen, stepper.model, stepper.model.adapter
    try:
        # the defaults, so that no votes of a class go into a file
        begins = {name: screen.trait_defaults(name) for name in sorted(reader)}
        states: list[dict[str, Any]] = []
        ways: list[list[list[list[Way]]]] = []
        total = len(SPACES) * len(adapter.viewers) * len(model)
        with ProgressBar(_("views of the steps"), _("view"), total) as bar:
            for space in SPACES:
                screen.space = list(space)
                ways.append([])
                for model.viewer in adapter.viewers:
                    ways[-1].append([])
                    for index in range(len(model)):
                        model.index, model.chosen = index, ""
                        ways[-1][-1].append([])
                        for stage, part in _choices(model):
                            stepper.show()
                            hidden = _UNDER if adapter.frames and model.stage != "map" else ()
                            ways[-1][-1][-1].append((stage, part, len(states)))
                            states.append({name: None if name in hidden else getattr(screen, name) for name in names})
                        bar.update()
        numbers: dict[str, int] = {}  # one for each map, so that a page draws it again only where it differs
        for values in states:
            if values["map"] and values["map"]["number"]:
                svg = values["map"]["svg"]
                values["map"] = {"number": numbers.setdefault(svg, len(numbers) + 1), "svg": svg}
        fixed = {name: value for name, value in states[0].items() if all(other[name] == value for other in states)}
        shown = {name: [values[name] for values in states] for name in states[0] if name not in fixed}
        rules = sorted({number for values in states for number in _OPENS.findall(values["panel"])})
        waits = []
        for index in range(len(model)):
            model.index = index
            waits.append(model.wait)
        return States(fixed | begins, shown, ways, waits, {number: panel.rule_html(model, number) for number in rules})
    finally:
        stepper.close()


def _choices(model: StepperModel) -> Iterator[tuple[str, str]]:
    """Set each choice that the reader has at a step, and yield the stage and the part of the map or the variant."""
    boards = model.adapter.boards(model)
    for stage in (*boards, "map") if model.adapter.frames else boards:
        model.frame, model.variant, model.chosen = "campaign", "", stage
        for part in model.adapter.frames if stage == "map" else tuple(model.adapter.variants(model)) or ("",):
            model.frame, model.variant = (part, "") if stage == "map" else (model.frame, part)
            yield stage, part


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

    >>> [(one.start, one.end) for one in elements("<p>a<br>b</p> and <i/>")]
    [(0, 13), (18, 22)]
    """
    outer = Element(0)
    parents: list[tuple[str, Element]] = [("", outer)]
    for match in _TOKEN.finditer(text):
        closing, name, alone = match.groups()
        if closing:
            if parents[-1][0] != name:
                return []
            parents.pop()[1].end = match.end()
            continue
        element = Element(match.start())
        parents[-1][1].inside.append(element)
        if alone or name in _VOID:
            element.end = match.end()
        else:
            parents.append((name, element))
    return outer.inside if len(parents) == 1 else []


def split(texts: Iterable[str]) -> tuple[list[Piece], list[int]]:
    """Return pieces, and for each text the number of its piece, from which a page makes the text again.

    An element that occurs in two places, in one text or in several, is a piece of its own.

    >>> pieces, numbers = split(["<g><path d='M0 0L1 1L2 2L3 3'/></g>", "<a><path d='M0 0L1 1L2 2L3 3'/></a>"])
    >>> pieces
    ["<path d='M0 0L1 1L2 2L3 3'/>", ['<g>', 0, '</g>'], ['<a>', 0, '</a>']]
    >>> [join_pieces(pieces, number) for number in numbers]
    ["<g><path d='M0 0L1 1L2 2L3 3'/></g>", "<a><path d='M0 0L1 1L2 2L3 3'/></a>"]
    """
    texts = list(texts)
    store = _Store(dict.fromkeys(texts))
    return store.pieces, [store.numbers[text] for text in texts]


def join_pieces(pieces: list[Piece], number: int) -> str:
    """Return the text of a piece; tests hold pages to it."""
    piece = pieces[number]
    if isinstance(piece, str):
        return piece
    return "".join(part if isinstance(part, str) else join_pieces(pieces, part) for part in piece)


class _Store:
    """Pieces of texts; ``numbers`` gives the number of the piece of a text or of a repeated element."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.pieces: list[Piece] = []
        self.numbers: dict[str, int] = {}
        self._times: dict[str, int] = {}
        parsed = [(text, elements(text)) for text in texts]
        for text, inside in parsed:
            self._count(text, inside)
        for text, inside in parsed:
            if text not in self.numbers:
                self._put(text, list(self._parts(text, 0, len(text), inside)))

    def _count(self, text: str, inside: list[Element]) -> None:
        """Count elements; those inside an element that was counted before are not counted again."""
        for element in inside:
            own = text[element.start : element.end]
            self._times[own] = self._times.get(own, 0) + 1
            if self._times[own] == 1:
                self._count(text, element.inside)

    def _parts(self, text: str, start: int, end: int, inside: list[Element]) -> Iterator[str | int]:
        """Yield the texts and the numbers of pieces that a stretch of text consists of."""
        for element in inside:
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


_NUMBER: Final = "\0"  # in a text, in place of the number of a piece
_TAG_OR_NUMBER: Final = re.compile(rf"<[^<>\n{_NUMBER}]*>|{_NUMBER}")
_VALUE: Final = re.compile(r'="([^"]*)"')


def signs_of(pieces: list[Piece]) -> dict[str, Any]:
    r"""Return pieces in a form that takes little room when it is compressed; ``openPieces`` of player.js undoes it.

    In ``texts`` one letter stands for each tag, and the letter ``number`` for the number of a piece, of which ``steps``
    tells how much it differs from the one before. ``tags`` gives for each letter a tag whose attributes are empty, and
    then the values of each attribute: one a line in the order of the texts, or one line if it never changes.

    >>> form = signs_of(["<b>one</b>", ['<i x="5" y="2">', 0, '</i><i x="7" y="2">', 0, "</i>"]])
    >>> [ascii(text) for text in form["texts"]], form["number"], form["steps"]
    (["'\\x83one\\x84'", "'\\x81\\x80\\x82\\x81\\x80\\x82'"], '\x80', [0, 0])
    >>> form["tags"]["\x81"]
    ['<i x="" y="">', '5\n7', '2']
    """
    parted = [[piece] if isinstance(piece, str) else piece for piece in pieces]
    texts = ["".join(part if isinstance(part, str) else _NUMBER for part in piece) for piece in parted]
    numbers = [part for piece in parted for part in piece if isinstance(part, int)]
    values: dict[str, list[list[str]]] = {_NUMBER: []}  # by tag, for each of its places
    for text in texts:
        for tag in _TAG_OR_NUMBER.findall(text):
            values.setdefault(_VALUE.sub('=""', tag), []).append(_VALUE.findall(tag))
    letters = set().union(*texts)
    free = (letter for letter in map(chr, range(0x80, 0xD800)) if letter not in letters)
    often = sorted(values, key=lambda tag: (tag != _NUMBER, -len(values[tag])))
    signs = dict(zip(often, free, strict=False))
    tags = {}
    for tag, sign in list(signs.items())[1:]:
        columns = [column if len(set(column)) > 1 else column[:1] for column in zip(*values[tag], strict=True)]
        tags[sign] = [tag, *("\n".join(column) for column in columns)]
    return {
        "texts": [_TAG_OR_NUMBER.sub(lambda found: signs[_VALUE.sub('=""', found[0])], text) for text in texts],
        "number": signs[_NUMBER],
        "steps": [number - before for number, before in zip(numbers, [0, *numbers], strict=False)],
        "tags": tags,
    }


_SVG_URL: Final = "data:image/svg+xml;base64,"
_LONG: Final = 40  # characters: texts up to this length are written where they are used


@cached(maxsize=16)
def pack_record(record: str, chances: str) -> str:
    """Return the states of a record as text; cached, since several pages often show the same record."""
    return pack(states_of(Timeline(Replay(loads(record), start)), chances))


def pack(states: States) -> str:
    """Return states as text: JSON, compressed and written in base64.

    Long texts are replaced by numbers of pieces, in the form of ``signs_of``, and each value of a name is listed once.
    """
    distinct: dict[str, list[Any]] = {}
    at: dict[str, list[int]] = {}  # for each value its index among the distinct ones
    for name, values in states.shown.items():
        keys = [json.dumps(value) for value in values]
        first = dict(zip(reversed(keys), reversed(values), strict=True))
        places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
        distinct[name], at[name] = [first[key] for key in places], [places[key] for key in keys]
    texts = {"fixed": states.fixed, "rules": states.rules, "shown": distinct}
    long = list(dict.fromkeys(_texts(texts)))
    pieces, numbers = split(long)
    numbers_of = dict(zip(long, numbers, strict=True))
    data = {
        **{name: _numbers(value, numbers_of) for name, value in texts.items()},
        "pieces": signs_of(pieces),
        "at": at,
        "ways": states.ways,
        "spaces": SPACES,
        "waits": states.waits,
        "speeds": SPEEDS,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _texts(value: Any) -> Iterator[str]:
    """Yield the long texts of a value."""
    if isinstance(value, str):
        if len(value) > _LONG:
            yield _plain(value)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _plain(text: str) -> str:
    """Return the SVG of a data URL, any other text as it is."""
    return base64.b64decode(text.removeprefix(_SVG_URL)).decode() if text.startswith(_SVG_URL) else text


def _numbers(value: Any, numbers: dict[str, int]) -> Any:
    """Return a value with numbers of pieces in place of long texts: {"text": 7}, for a data URL {"svg": 7}."""
    if isinstance(value, str):
        kind = "svg" if value.startswith(_SVG_URL) else "text"
        return {f"${kind}": numbers[_plain(value)]} if len(value) > _LONG else value
    if isinstance(value, dict):
        return {name: _numbers(part, numbers) for name, part in value.items()}
    return [_numbers(part, numbers) for part in value] if isinstance(value, list) else value
