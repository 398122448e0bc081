"""Transcripts: a record as text for people, to be read and typed; moments and sources are left out.

One line is one choice with its dice, ``12. York: Gloucester fires => roll 1 4 6 {a comment}``. Lines that begin with
``#`` are headings, which are ignored. Ambiguous texts stand in quotes, as in JSON.

The patterns use possessive quantifiers (``++``, ``*+``), so that the time to read a text is linear in its length;
never around alternatives or groups, which Python below 3.11.5 reads wrongly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from roses.engine.dice import Seed, SeedText
from roses.engine.errors import RecordError
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE
from roses.engine.record import MOST_DRAWN, Entry, Record, Variation

FIELDS: Final = ("game", "scenario", "ruleset", "options", "seed", "drawn")
_QUOTED: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*"'
_FIELD: Final = re.compile(rf"({'|'.join(FIELDS)}): (\S.*)")
_HEADER: Final = re.compile(rf'\[({_QUOTED}|[^"\]]+?) ({_QUOTED})\]')
_COMMENT: Final = rf"(?:\s*+\{{({_QUOTED}|[^{{}}\"]*+)\}})?"
_VARIATION: Final = re.compile(rf"variation after action (-?\d{{1,9}}){_COMMENT}", re.ASCII)
_LINE: Final = re.compile(rf'(?:(-?\d{{1,9}})\.\s++)?({_QUOTED}|[^":]++): (.+)', re.ASCII)
_CHOICE: Final = re.compile(rf'({_QUOTED}|(?:[^"{{}}=]++|=(?!> ))+){_COMMENT}\s*+(?:=> |$)')
_NUMBER: Final = re.compile(r"-?[0-9]{1,99}")


def write(record: Record, headings: Mapping[int, Sequence[str]] = {}) -> str:
    """Return the record as a transcript; ``headings`` are lines to set before the action of that index.

    >>> fired = (Entry("York", "Gloucester fires", "at last"), Entry("Chance", "roll 1 4 6"))
    >>> print(write(Record("richard-iii", "1483", fired, headers={"place": "Bosworth"}), {0: ["Round 1"]}), end="")
    game: richard-iii
    scenario: 1483
    ruleset: revised
    [place "Bosworth"]
    <BLANKLINE>
    # Round 1
       1. York: Gloucester fires {at last} => roll 1 4 6
    """
    lines = [f"{name}: {text}" for name, text in _fields(record)]
    lines += [f"[{_token(name, ']')} {json.dumps(text)}]" for name, text in record.headers.items()]
    body = list(_entries(record.entries, 0, headings))
    lines += body if body[:1] == [""] else ["", *body]
    for other in record.variations:
        lines += ["", f"variation after action {other.at}{_comment(other.comment)}"]
        lines += _entries(other.entries, other.at, {})
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Return the record in a transcript; RecordError names the line, ``valid`` is what stands above it.

    The numbers of lines may be left out; those given are checked, so that a missing line is noticed.

    >>> read("game: richard-iii\\nscenario: 1483\\nYork: Gloucester fires => roll 1 4 6").entries[1]
    Entry(by='Chance', action='roll 1 4 6', comment='')
    """
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        try:
            reader.take(bare)
        except ValueError as error:
            said = _("line {number} {wrong}").format(number=number, wrong=error)
            raise RecordError(said, valid=reader.record()) from error
    record = reader.record()
    if record is None:
        raise RecordError(_("this is no transcript: it opens with the lines game: and scenario:"))
    return record


class _Reader:
    """Collects the lines of a transcript; entries belong to the game, or to the variation that was opened last."""

    def __init__(self) -> None:
        self._fields: dict[str, Any] = {}
        self._headers: dict[str, str] = {}
        self._entries: list[Entry] = []
        self._lines = [self._entries]  # the game, then each variation
        self._heads: list[tuple[int, str]] = []

    def record(self) -> Record | None:
        """Return the record read so far, or None before its game and scenario are known."""
        if not {"game", "scenario"} <= self._fields.keys():
            return None
        game, *others = map(tuple, self._lines)
        variations = tuple(Variation(at, e, c) for (at, c), e in zip(self._heads, others, strict=True))
        return Record(entries=game, headers=self._headers, variations=variations, **self._fields)

    def take(self, line: str) -> None:
        """Read one line; ValueError says what is wrong with it."""
        _demand_whole(line)
        if not self._entries and (found := _FIELD.fullmatch(line)):
            self._fields[found[1]] = _READERS.get(found[1], _text)(found[2])
        elif not self._entries and (found := _HEADER.fullmatch(line)):
            self._headers[_text(found[1])] = _text(found[2])
        elif found := _VARIATION.fullmatch(line):
            self._heads.append((int(found[1]), _text(found[2] or "")))
            self._lines.append([])
        elif found := _LINE.fullmatch(line):
            due = len(self._lines[-1]) + 1 + (self._heads[-1][0] if self._heads else 0)
            if found[1] and int(found[1]) != due:
                raise ValueError(_("has the number {number}, but action {due} is due").format(number=found[1], due=due))
            self._lines[-1] += _choices(_text(found[2]), found[3])
        else:
            raise ValueError(_("is not an action: {text}; write SIDE: ACTION").format(text=repr(line[:60])))


def _choices(by: str, text: str) -> Iterator[Entry]:
    """Yield the entries of a line: the choice, then the chance actions."""
    at = 0
    while at < len(text):
        found = _CHOICE.match(text, at)
        if not found:
            raise ValueError(_("cannot be read from {text} on").format(text=repr(text[at : at + 40])))
        yield Entry(by, _text(found[1]), _text(found[2] or ""))
        at, by = found.end(), CHANCE


def _entries(entries: Sequence[Entry], first: int, headings: Mapping[int, Sequence[str]]) -> Iterator[str]:
    line = ""
    for number, entry in enumerate(entries, first):
        action = _token(entry.action, "{", "}", "=>") + _comment(entry.comment)
        if line and entry.by == CHANCE and number not in headings:
            line += f" => {action}"
            continue
        if line:
            yield line
        for depth, heading in enumerate(headings.get(number, ()), 1):
            if heading:
                yield from (*([""] if depth < 4 else []), f"{'#' * depth} {heading}")
        line = f"{number + 1:4}. {_token(entry.by, ':')}: {action}"
    if line:
        yield line


def _fields(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the fields that decide how the game starts, as texts."""
    for name in FIELDS:
        value = getattr(record, name)
        if name == "options" and value:
            yield name, json.dumps(value)
        elif name != "options" and value is not None:
            yield name, json.dumps(value) if name == "seed" else _token(str(value))


def _comment(text: str) -> str:
    return " {" + _token(text, "{", "}") + "}" if text else ""


def _token(text: str, *forbidden: str) -> str:
    """Return the text unchanged if it can be read back, else in quotes."""
    plain = text and text.isprintable() and text == text.strip() and '"' not in text and text[0] not in "#["
    misread = any(sign in text for sign in forbidden)
    return text if plain and not misread else json.dumps(text)


def _options(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        said = _("holds no options, as {example} are: {reason}")
        raise ValueError(said.format(example='{"players": 4}', reason=error)) from error


def _text(token: str) -> str:
    token = token.strip()
    if not token.startswith('"'):
        return token
    text = str(json.loads(token))
    _demand_whole(text)
    return text


def _demand_whole(text: str) -> None:
    """Raise RecordError if a text holds a lone surrogate (half a character), which cannot be written to a file."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        at = error.start
        raise ValueError(_("holds half a character at {text}").format(text=ascii(text[at : at + 1]))) from error


def _number(text: str) -> int:
    number = _text(text)
    if not _NUMBER.fullmatch(number):
        raise ValueError(_("holds no number, as 1485 is, but {text}").format(text=repr(number[:60])))
    return int(number)


def _seed(text: str) -> Seed:
    token = _text(text)
    return msgspec.convert(token, SeedText) if text.startswith('"') and len(token) == 64 else _number(text)


def _drawn(text: str) -> int:
    drawn = _number(text)
    if not 0 <= drawn <= MOST_DRAWN:
        raise ValueError(_("says how many dice words were drawn: from 0 to {most}").format(most=MOST_DRAWN))
    return drawn


_READERS: Final[dict[str, Callable[[str], Any]]] = {"seed": _seed, "drawn": _drawn, "options": _options}
