"""``roses record check`` plays a record and names its first fault; ``roses transcript`` prints it."""

from __future__ import annotations

import argparse
import sys
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from roses.engine.errors import printable
from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from roses.engine.errors import RecordError
    from roses.engine.record import Record
    from roses.engine.state import GameState

_LONGEST: Final = 2000  # characters of a message


def main(argv: Sequence[str]) -> int:
    """Run ``record check ...`` or ``transcript ...`` and return the exit code: 1 if the record is not sound."""
    options = _parser().parse_args(argv)
    code: int = options.run(options)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="roses", allow_abbrev=False)
    tools = parser.add_subparsers(required=True)
    record = tools.add_parser("record", help=_("look after records of games"), allow_abbrev=False)
    check = record.add_subparsers(required=True).add_parser(
        "check", help=_("play a record and name the first thing in it that cannot be"), allow_abbrev=False
    )
    check.set_defaults(run=_check)
    check.add_argument(
        "file", metavar="FILE", help=_("a record or a transcript; or the name of one of the kit's replays")
    )
    check.add_argument("--save", metavar="OTHER", help=_("write the part that is sound to this file"))
    transcript = tools.add_parser(
        "transcript", help=_("print a record as a text to read, or a transcript as a record"), allow_abbrev=False
    )
    transcript.set_defaults(run=_transcript)
    transcript.add_argument("file", metavar="FILE", help=_("a record or a transcript; or the name of one of the kit's"))
    return parser


def _check(options: argparse.Namespace) -> int:
    from roses.engine.errors import RecordError
    from roses.engine.games import start
    from roses.engine.replay import check

    unread: RecordError | None = None
    try:
        record = find_record(options.file)
    except RecordError as error:
        unread, valid = error, error.valid
        if valid is None:
            raise SystemExit(_("roses: {file}.").format(file=error_line(options.file, error))) from error
        record = valid  # type: ignore[assignment]
    if unread is not None and not record.entries:
        return _wrong(options, record, unread)
    try:
        replay = check(record, start)
    except RecordError as error:
        return _wrong(options, record, error)
    if unread is not None:
        return _wrong(options, record, unread)
    said = _("{file}: all {n} actions are legal; {result}.")
    print(said.format(file=options.file, n=len(record.entries), result=_result(replay[-1])))
    print(_("It is an umpire's file: it holds every deal, what each side chose in secret, and the seed if any."))
    _keep(options.save, record)
    return 0


def _result(last: GameState) -> str:
    """Say how the game ended, or who is to play; the event of the victory has its reason in the language in use."""
    if not last.outcome:
        return _("the game goes on, {to_play} to play").format(to_play=", ".join(last.active))
    won = [str(event).rstrip(".") for event in last.events if event.kind == "victory"]
    end = last.outcome
    return won[-1] if won else _("{winner} wins: {reason}").format(winner=end.winner, reason=end.reason)


def _wrong(options: argparse.Namespace, record: Record, error: RecordError) -> int:
    """Print the fault and how much of the record is sound; save that part if a file for it was named."""
    print(f"{error_line(options.file, error, record)}.")
    if isinstance(error.valid, type(record)):
        words = _("{sound}.") if options.save else _("{sound}; add --save OTHER to keep that part.")
        print(words.format(sound=_stands(record, error.valid)))
        _keep(options.save, error.valid)
    return 1


def error_line(file: str, error: RecordError, record: Record | None = None) -> str:
    """Return the error in one sentence on one line, actions counted from 1 as in a transcript."""
    said = printable(_sentence(file, error, record), allowed="")
    return said if len(said) <= _LONGEST else said[:_LONGEST] + "..."


def _sentence(file: str, error: RecordError, record: Record | None) -> str:
    if error.index is None:
        return f"{file}: {error.reason}"
    entries = record.entries if record else ()
    varied = error.variation is not None
    who = f" ({entries[error.index].by})" if error.index < len(entries) and not varied else ""
    return _("{file}: action {n}{who}: {reason}").format(file=file, n=error.index + 1, who=who, reason=error.reason)


def _stands(record: Record, valid: Record) -> str:
    n = len(valid.entries)
    if n < len(record.entries):
        return _("Sound are the first {n} of {all} actions").format(n=n, all=len(record.entries))
    parts = "".join(
        words.format(n=len(part), all=len(all_of_them))
        for words, part, all_of_them in (
            (_(", {n} of {all} moments"), valid.moments, record.moments),
            (_(", {n} of {all} variations"), valid.variations, record.variations),
        )
        if len(part) < len(all_of_them)
    )
    return _("Sound are the {n} actions{parts}").format(n=n, parts=parts)


def _keep(file: str | None, record: Record) -> None:
    from roses.engine.record import save

    if not file:
        return
    try:
        print(_("{record} holds {n} actions.").format(record=save(record, file), n=len(record.entries)))
    except OSError as error:
        raise SystemExit(
            _("roses: {file} cannot be written: {strerror}.").format(file=file, strerror=error.strerror)
        ) from error


def _transcript(options: argparse.Namespace) -> int:
    from roses.cli.headings import headings
    from roses.engine import transcript
    from roses.engine.errors import RecordError
    from roses.engine.games import start
    from roses.engine.record import dumps
    from roses.engine.replay import Replay

    try:
        record = find_record(options.file)
        text = _text(options.file)
        if text is not None and not _is_json(text):
            print(dumps(record), end="")
            return 0
    except RecordError as error:
        raise SystemExit(_("roses: {file}.").format(file=error_line(options.file, error))) from error
    try:
        labels = headings(Replay(record, start))
    except RecordError as error:
        labels = headings(error.valid) if isinstance(error.valid, Replay) else {}
        print(
            _("roses: from here on it cannot be played: {file}.").format(file=error_line(options.file, error, record)),
            file=sys.stderr,
        )
    print(transcript.write(record, labels), end="")
    return 0


def find_record(name: str) -> Record:
    """Return the record in a file, be it JSON or a transcript, or the kit's record of that name."""
    from roses.engine import transcript
    from roses.engine.errors import RecordError
    from roses.engine.record import loads
    from roses.engine.replay import shipped

    text = _text(name)
    if text is None:
        return shipped(name)
    if _is_json(text):
        return loads(text)
    try:
        return transcript.read(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RecordError(_("this is no record: it is not a text in UTF-8")) from error


def _text(name: str) -> bytes | None:
    """Return the content of the file; None if ``name`` is no file but may be one of the kit's records."""
    path = Path(name)
    try:
        if not path.suffix and not path.exists():
            return None
        return path.read_bytes().removeprefix(BOM_UTF8)
    except OSError as error:
        raise SystemExit(
            _("roses: {name} cannot be read: {strerror}.").format(name=name[:80], strerror=error.strerror)
        ) from error


def _is_json(text: bytes) -> bool:
    return text.lstrip().startswith(b"{")
