"""Records: one JSON document for each game, with every action, dice and deals included, in notation; and autosave.

A replay (replay.py) needs how the game starts and the entries. A game that is resumed (game.py) also needs the dice to
come: the numbers of its ``seed`` (dice.py) after the first ``drawn`` words of 32 bits, undone actions included.

A record is an umpire's file: it holds what every side chose in secret, every deal, and the seed. The header ``viewer``
of a record that a game in progress keeps says so (``"umpire"``); records without that header are such files too.
"""

from __future__ import annotations

import errno
import json
import re
from codecs import BOM_UTF8
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from roses.engine import files
from roses.engine.dice import Seed
from roses.engine.errors import RecordError, SaveError
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Outcome

FORMAT: Final = 1
VIEWER: Final = "viewer"  # the header that says who may read a record, and its value
UMPIRE: Final = "umpire"
MOST_DRAWN: Final = 1_000_000  # the most words that a game may have drawn; a long game draws a few thousand
OUTCOME: Final = ("winner", "reason")  # headers with the outcome; replay.check compares them with the play
_ENTRIES: Final = re.compile(r'"entries"\s*:\s*\[')
_GAP: Final = re.compile(r"[\s,]*")
_DECODER: Final = json.JSONDecoder()
Kind = Literal["town", "port", "castle", "church", "battle", "landing", "hill", "river", "region"]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One action: who chose it ("Chance" for dice and deals) and its notation, with an optional comment."""

    by: str
    action: str
    comment: str = ""


class Source(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A work cited in narrations: ``short`` for a narrow panel, ``title`` in full, ``url`` where there is one.

    ``written`` says when a primary source was written; it is empty for a modern work, whose title has its year.
    """

    id: str
    short: str
    title: str
    url: str = ""
    written: str = ""


class Place(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place of history: ``lon`` and ``lat`` in degrees, east and north positive, and its ``kind``.

    ``area`` is the area of the game's map in which it lies, "" for none. A river or a region has no sign, only a name
    near the point given.
    """

    name: str
    lon: Annotated[float, msgspec.Meta(ge=-180, le=180)]
    lat: Annotated[float, msgspec.Meta(ge=-90, le=90)]
    kind: Kind = "town"
    area: str = ""


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The way of an army through real places up to a moment: ``halts`` are names of places with dates, "" for none.

    ``block`` is the block that stands for the army; a side that does not see it is not shown its way.
    """

    side: str
    block: str
    halts: tuple[tuple[str, str], ...]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One answer to a question: its words, and what the game must bring for it to come true.

    ``outcome`` is a kind and a name, ``("falls", "Gloucester")``: a house ``wins`` the battle; a block ``falls``,
    ``lives``, ``turns`` (changes sides) or ``stays``. ``odds`` is the probability 0..1 of that in the game, computed
    by ``roses.odds.answer_odds``; None where the game has no such outcome, and where the answer is a choice.
    """

    text: str
    outcome: tuple[Literal["wins", "falls", "lives", "turns", "stays"], str] | None = None
    odds: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None


class Question(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A question about what comes next, to be asked before a class goes on from a moment.

    ``history`` is the number, from 0, of the answer that came true; the moment ``after`` steps later tells it. The odds
    of the answers are those after the first ``odds_at`` actions; ``odds_from`` says in words what they are.
    """

    text: str
    answers: Annotated[tuple[Answer, ...], msgspec.Meta(min_length=2, max_length=5)]
    history: Annotated[int, msgspec.Meta(ge=0)]
    after: Annotated[int, msgspec.Meta(ge=1)] = 1
    odds_at: Annotated[int, msgspec.Meta(ge=0)] | None = None
    odds_from: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError if history is said to have given an answer that is not among the answers."""
        if self.history >= len(self.answers):
            raise ValueError(
                f"the question {self.text!r} has {len(self.answers)} answers; history= names number {self.history + 1}"
            )


class Moment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A narrated step of a replay: it shows the state after the first ``at`` actions.

    ``date`` and ``place`` are shown as they stand; ``text`` tells what happened (at most 45 words); ``sources`` are
    ids; ``confidence`` says how sure the history is; ``departs`` says where the game departs from history; ``mark`` is
    the label of a bookmark on the slider; ``paths`` are marches in the game to draw, as (side, areas). ``places`` are
    the names of places to show on the map, ``routes`` the marches of history; the record describes these places.
    ``question`` is asked before the next step. ``field`` names a battlefield and a phase, as ``"towton-1461/rout"``.
    ``shadow`` asks for a shadow count: who would win if the game counted now, as it does only later.
    """

    at: int
    date: str
    place: str
    text: str
    title: str = ""
    sources: tuple[str, ...] = ()
    confidence: str = ""
    departs: str = ""
    mark: str = ""
    paths: tuple[tuple[str, tuple[str, ...]], ...] = ()
    places: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    question: Question | None = None
    field: str = ""
    shadow: bool = False


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An alternative line of play from the state after ``at`` actions; ``Replay.variation`` plays it."""

    at: int
    entries: tuple[Entry, ...]
    comment: str = ""


class Record(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A whole game, or the part of it that was played.

    * ``game``, ``scenario``, ``ruleset`` and ``options`` are the arguments of ``roses.start``; options are values, as
      ``{"players": 4}``. A text that is not among the values of an option is refused when the record is played: it
      could be the path of a file.
    * ``entries`` are the actions; ``headers`` texts such as players, place, winner and reason.
    * ``moments`` are narrated steps, ``sources`` the works they cite, ``places`` those they name, ``variations``
      alternative lines of play.
    * ``seed`` and ``drawn`` say which dice come next: those of the seed (dice.py) after ``drawn`` words of 32 bits.
      Without ``drawn`` a resumed game draws the dice of its entries again; without ``seed`` the caller plays
      the dice.
    * ``roses`` is the version of this format.

    >>> r = Record(game="richard-iii", scenario="1483", entries=(Entry("York", "York plays card 7"),))
    >>> loads(dumps(r)) == r
    True
    """

    game: str
    scenario: str
    entries: tuple[Entry, ...]
    ruleset: str = "revised"
    options: dict[str, Any] = {}
    headers: dict[str, str] = {}
    moments: tuple[Moment, ...] = ()
    sources: tuple[Source, ...] = ()
    places: tuple[Place, ...] = ()
    variations: tuple[Variation, ...] = ()
    seed: Seed | None = None
    drawn: Annotated[int, msgspec.Meta(ge=0, le=MOST_DRAWN)] | None = None
    roses: int = FORMAT


class _Bare(msgspec.Struct, frozen=True):
    """The fields that a damaged record must have; its entries are not decoded yet."""

    game: str
    scenario: str
    entries: tuple[msgspec.Raw, ...]


class _Head(_Bare, frozen=True):
    """The same, with the other fields that decide how the game starts and which dice come next."""

    ruleset: str = "revised"
    options: dict[str, Any] = {}
    headers: dict[str, str] = {}
    seed: Seed | None = None
    drawn: Annotated[int, msgspec.Meta(ge=0, le=MOST_DRAWN)] | None = None


_UNREADABLE: Final = (msgspec.MsgspecError, ValueError, RecursionError)
# they come first, so that a truncated file still has them
_ORDER: Final = ("game", "scenario", "ruleset", "options", "headers", "seed", "drawn", "roses", "entries")


def dumps(record: Record) -> str:
    """Return the record as JSON, with one entry on each line, so that two versions can be compared.

    The fields that decide how the game starts come first, so that a truncated file can still be played.
    """
    default = Record(record.game, record.scenario, ())  # fields with their default value are left out
    names = [name for name in record.__struct_fields__ if getattr(record, name) != getattr(default, name)]
    names = [name for name in _ORDER if name in {"game", "scenario", "entries", *names}] + [
        name for name in names if name not in _ORDER
    ]
    lines = []
    for name in names:
        value = getattr(record, name)
        text = msgspec.json.encode(value).decode()
        if isinstance(value, tuple) and value:  # one item on each line
            text = "[\n" + ",\n".join("  " + msgspec.json.encode(item).decode() for item in value) + "\n ]"
        lines.append(f' "{name}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loads(text: str | bytes) -> Record:
    """Return the record in a JSON text.

    RecordError says what is wrong: at which entry, or where the text breaks off. ``error.valid`` is the record up to
    there, None if not even its first fields could be read.

    >>> try: loads('{"game": "richard-iii", "scenario": "1483", "entries": [{"by": "York", "action": "keep"}, {"by"')
    ... except RecordError as error: print(error, len(error.valid.entries))
    action 1: the text breaks off or is damaged here 1
    """
    raw = text.encode("utf-8", errors="surrogatepass") if isinstance(text, str) else text
    raw = raw.removeprefix(BOM_UTF8)
    try:
        record = msgspec.json.decode(raw, type=Record)
    except _UNREADABLE as error:
        raise _repair(raw, error) from error
    if record.roses != FORMAT:
        message = _("this record has format {roses}; this version of roses reads format {format}")
        raise RecordError(message.format(roses=record.roses, format=FORMAT))
    return record


def load(path: str | Path) -> Record:
    """Return the record in a file; RecordError if it cannot be read."""
    return loads(read(path))


def read(path: str | Path) -> bytes:
    """Return the content of a file; RecordError if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except TypeError as error:
        raise RecordError(
            f"a record is read from a file; name it by a text or a path, not {type(path).__name__}"
        ) from error
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise RecordError(_("{path} cannot be read: {reason}").format(path=str(path)[:250], reason=reason)) from error


def save(record: Record, path: str | Path) -> Path:
    """Write the record to a file atomically and return its path; OSError as for ``files.write``.

    >>> from tempfile import mkdtemp
    >>> record = Record("richard-iii", "1483", ())
    >>> load(save(record, f"{mkdtemp()}/game.json")) == record
    True
    """
    return files.write(path, dumps(record).encode())


def prefix(record: Record, n: int) -> Record:
    """Return the first ``n`` actions with the moments and variations that belong to them.

    A shorter game has no outcome: the headers ``winner`` and ``reason`` go.

    >>> r = Record("richard-iii", "1483", (Entry("York", "keep"),), variations=(Variation(1, ()),))
    >>> prefix(r, 0)
    Record(game='richard-iii', scenario='1483', entries=(), ruleset='revised', ...variations=(), seed=None, ...)
    """
    return msgspec.structs.replace(
        record if n >= len(record.entries) else closed(record, None),
        entries=record.entries[:n],
        moments=tuple(m for m in record.moments if m.at <= n),
        variations=tuple(v for v in record.variations if v.at <= n),
    )


def closed(record: Record, outcome: Outcome | None) -> Record:
    """Return the record with this outcome in the headers ``winner`` and ``reason``; None takes them out.

    >>> closed(Record("richard-iii", "1483", ()), Outcome("York", "Lancaster has no heir left")).headers
    {'winner': 'York', 'reason': 'Lancaster has no heir left'}
    """
    headers = {name: value for name, value in record.headers.items() if name not in OUTCOME}
    return msgspec.structs.replace(record, headers=headers | (msgspec.structs.asdict(outcome) if outcome else {}))


def _repair(raw: bytes, error: Exception) -> RecordError:
    """Return the error of a damaged record; its ``valid`` has the entries before the first bad one.

    Of a text that breaks off these are the entries that are complete.
    """
    good: list[Entry] = []
    if head := _head(raw):
        for index, part in enumerate(head.entries):
            try:
                good.append(msgspec.json.decode(part, type=Entry))
            except _UNREADABLE as wrong:
                return RecordError(str(wrong), index=index, valid=closed(_valid(head, good), None))
        return RecordError(_("this is not a record: {error}").format(error=error), valid=_valid(head, good))
    text = raw.decode("utf-8", errors="replace")
    begin = _ENTRIES.search(text)
    head = _head((text[: begin.start()] + '"entries": []}').encode()) if begin else None
    if begin is None or head is None:
        return RecordError(_("this is not a record: {error}").format(error=error))
    at = _GAP.match(text, begin.end()).end()  # type: ignore[union-attr]
    with suppress(*_UNREADABLE):
        while text[at : at + 1] != "]":
            end = _DECODER.raw_decode(text, at)[1]  # half a character in it is refused below
            good.append(msgspec.json.decode(text[at:end].encode(), type=Entry))
            at = _GAP.match(text, end).end()  # type: ignore[union-attr]
        message = _("the text is damaged after its last action: {error}").format(error=error)
        return RecordError(message, valid=_valid(head, good))
    valid = closed(_valid(head, good), None)
    return RecordError(_("the text breaks off or is damaged here"), index=len(good), valid=valid)


def _head(raw: bytes) -> _Bare | None:
    """Return the first fields of a damaged record, as many as can be read; None if too few."""
    kinds: tuple[type[_Bare], ...] = (_Head, _Bare)
    for kind in kinds:
        with suppress(*_UNREADABLE):
            return msgspec.json.decode(raw, type=kind)
    return None


def _valid(head: _Bare, entries: list[Entry]) -> Record:
    return Record(**msgspec.structs.asdict(head) | {"entries": tuple(entries)})


_ELSEWHERE: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EEXIST)


class Autosave:
    """Saves one game to the file ``path``; each save replaces the one before.

    ``content`` is that of the file when the game is resumed from it, None for a new game. ``write`` raises SaveError,
    and leaves the file as it is, if the file holds anything else than the last save: of several programs that save to
    one file at the same instant one saves, and the others raise it. SaveError at once if the path cannot be resolved,
    because the working directory is gone.
    """

    def __init__(self, path: str | Path, content: bytes | None = None) -> None:
        try:
            self.path = Path(path).absolute()  # the working directory may change while the game goes on
        except (OSError, TypeError) as error:
            raise unwritable(path, error) from error
        self._content = content

    def write(self, record: Record) -> None:
        """Save the record; SaveError gives the reason in one sentence."""
        try:
            content = dumps(record).encode()
            with files.lock(self.path):
                # files.write refuses a dangling link and a device
                if self.path.is_file() and self.path.read_bytes() not in (self._content, content):
                    if self._content is None:
                        message = _(
                            "{path} holds something that is not this game, and stays as it is; go on with the game in "
                            "it by roses.resume(path), or name another file for autosave"
                        )
                    else:
                        message = _(
                            "{path} has been changed since this game was saved there, perhaps from another window, and "
                            "stays as it is; go on with the game in it by roses.resume(path), or move it away, and the "
                            "next move of this game is saved"
                        )
                    raise SaveError(message.format(path=self.path))
                files.write(self.path, content)
        except SaveError:
            raise
        except (OSError, ValueError, TypeError, msgspec.MsgspecError) as error:
            raise unwritable(self.path, error) from error
        self._content = content


def unwritable(path: str | Path, error: Exception) -> SaveError:
    """Return the error for a file that cannot be written, with what would work where another folder would."""
    if isinstance(error, OSError) and error.errno in _ELSEWHERE:
        message = _(
            "{path} cannot be saved to: {reason}; name a file in a folder that exists and that you may write to"
        )
    else:
        message = _("{path} cannot be saved to: {reason}")
    reason = (error.strerror if isinstance(error, OSError) else None) or " ".join(str(error).split())
    return SaveError(message.format(path=str(path)[:250], reason=reason))
