"""Transcripts: a record as text for people, to be read and typed; moments and sources are left out.

One line is one choice with its dice, ``12. York: Gloucester fires => roll 1 4 6 {a comment}``. Lines that begin with
``#`` are headings, which are ignored. Ambiguous texts stand in quotes, as in JSON.

The patterns use possessive quantifiers (``++``, ``*+``), so that the time to read a text is linear in its length;
never around alternatives or groups, which Python below 3.11.5 reads wrongly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from roses.engine.dice import SeedText
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
    lines = []
    for name in FIELDS:
        value = getattr(record, name)
        if name == "options" and value:
            lines.append(f"{name}: {json.dumps(value)}")
        elif name != "options" and value is not None:
            lines.append(f"{name}: {json.dumps(value) if name == 'seed' else _token(str(value))}")
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
    fields: dict[str, Any] = {}
    headers: dict[str, str] = {}
    entries: list[Entry] = []
    branches = [entries]  # the game, then each variation; entries belong to the one that was opened last
    openings: list[tuple[int, str]] = []  # of each variation the number of actions before it, and its comment

    def record() -> Record | None:
        """Return the record of the lines so far, None before its game and scenario are known."""
        if not {"game", "scenario"} <= fields.keys():
            return None
        game, *others = map(tuple, branches)
        variations = tuple(Variation(at, e, c) for (at, c), e in zip(openings, others, strict=True))
        return Record(entries=game, headers=headers, variations=variations, **fields)

    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        try:
            _check_whole(line)
            if not entries and (match := _FIELD.fullmatch(line)):
                fields[match[1]] = _value(*match.groups())
            elif not entries and (match := _HEADER.fullmatch(line)):
                headers[_text(match[1])] = _text(match[2])
            elif match := _VARIATION.fullmatch(line):
                openings.append((int(match[1]), _text(match[2] or "")))
                branches.append([])
            elif match := _LINE.fullmatch(line):
                due = len(branches[-1]) + 1 + (openings[-1][0] if openings else 0)
                if match[1] and int(match[1]) != due:
                    message = _("it has the number {number}, but action {due} is due")
                    raise ValueError(message.format(number=match[1], due=due))
                by, actions, at = _text(match[2]), match[3], 0
                while at < len(actions):  # the choice, then the chance actions
                    choice = _CHOICE.match(actions, at)
                    if not choice:
                        raise ValueError(_("it cannot be read from {text} on").format(text=repr(actions[at : at + 40])))
                    branches[-1].append(Entry(by, _text(choice[1]), _text(choice[2] or "")))
                    at, by = choice.end(), CHANCE
            else:
                raise ValueError(_("{text} is not an action; write SIDE: ACTION").format(text=repr(line[:60])))
        except ValueError as error:
            message = _("line {number}: {wrong}").format(number=number, wrong=error)
            raise RecordError(message, valid=record()) from error
    if (whole := record()) is None:
        raise RecordError(_("this is not a transcript: it opens with the lines game: and scenario:"))
    return whole


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


def _comment(text: str) -> str:
    return " {" + _token(text, "{", "}") + "}" if text else ""


def _token(text: str, *forbidden: str) -> str:
    """Return the text unchanged if it can be read back, else in quotes."""
    plain = text and text.isprintable() and text == text.strip() and '"' not in text and text[0] not in "#["
    misread = any(sign in text for sign in forbidden)
    return text if plain and not misread else json.dumps(text)


def _value(name: str, text: str) -> Any:
    """Return the value of a field that decides how the game starts; ValueError if it is of another type."""
    if name == "options":
        try:
            return msgspec.json.decode(text, type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            message = _("options must be written like {example}: {reason}")
            raise ValueError(message.format(example='{"players": 4}', reason=error)) from error
    token = _text(text)
    if name not in ("seed", "drawn"):
        return token
    if name == "seed" and text.startswith('"') and len(token) == 64:
        return msgspec.convert(token, SeedText)
    if not _NUMBER.fullmatch(token):
        raise ValueError(_("{text} is not a number such as 1485").format(text=repr(token[:60])))
    if name == "drawn" and not 0 <= int(token) <= MOST_DRAWN:
        raise ValueError(
            _("drawn is the number of dice words that were used, from 0 to {most}").format(most=MOST_DRAWN)
        )
    return int(token)


def _text(token: str) -> str:
    token = token.strip()
    if not token.startswith('"'):
        return token
    text = str(json.loads(token))
    _check_whole(text)
    return text


def _check_whole(text: str) -> None:
    """Raise ValueError if a text holds a lone surrogate (half a character), which cannot be written to a file."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        at = error.start
        raise ValueError(_("there is half a character at {text}").format(text=ascii(text[at : at + 1]))) from error
