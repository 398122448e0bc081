"""``roses record check`` plays a record and names its first fault; ``roses transcript`` prints it."""

from __future__ import annotations

import argparse
import sys
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from roses.engine.errors import printable

if TYPE_CHECKING:
    from roses.engine.errors import RecordError
    from roses.engine.record import Record
    from roses.engine.replay import Replay

_LONGEST: Final = 2000  # characters of a message


def main(argv: Sequence[str]) -> int:
    """Run ``record check ...`` or ``transcript ...`` and return the exit code: 1 if the record has a fault."""
    parser = argparse.ArgumentParser(prog="roses", allow_abbrev=False)
    tools = parser.add_subparsers(required=True)
    record = tools.add_parser("record", help="check records of games", allow_abbrev=False)
    check = record.add_subparsers(required=True).add_parser(
        "check", help="play a record and name its first fault", allow_abbrev=False
    )
    check.set_defaults(run=_check)
    check.add_argument("file", metavar="FILE", help="a record or a transcript; or the name of one of the kit's replays")
    check.add_argument("--save", metavar="OTHER", help="write the part before the fault to this file")
    transcript = tools.add_parser(
        "transcript", help="print a record as a text to read, or a transcript as a record", allow_abbrev=False
    )
    transcript.set_defaults(run=_transcript)
    transcript.add_argument("file", metavar="FILE", help="a record or a transcript; or the name of one of the kit's")
    options = parser.parse_args(argv)
    code: int = options.run(options)
    return code


def _check(options: argparse.Namespace) -> int:
    from roses.engine.errors import RecordError
    from roses.engine.games import start
    from roses.engine.replay import check

    fault: RecordError | None = None  # of a file that can only be read in part
    try:
        record = find_record(options.file)
    except RecordError as error:
        fault, valid = error, error.valid
        if valid is None:
            raise SystemExit(f"roses: {error_line(options.file, error)}.") from error
        record = valid  # type: ignore[assignment]
    if fault is not None and not record.entries:
        return _report(options, record, fault)
    try:
        replay = check(record, start)
    except RecordError as error:
        return _report(options, record, error)
    if fault is not None:
        return _report(options, record, fault)
    last = replay[-1]
    if last.outcome:
        victories = [str(event).rstrip(".") for event in last.events if event.kind == "victory"]
        result = victories[-1] if victories else f"{last.outcome.winner} wins: {last.outcome.reason}"
    else:
        result = f"the game goes on, {', '.join(last.active)} to play"
    print(f"{options.file}: all {len(record.entries)} actions are legal; {result}.")
    print("It is an umpire's file: it holds every deal, what each side chose in secret, and the seed if there is one.")
    _save(options.save, record)
    return 0


def _report(options: argparse.Namespace, record: Record, error: RecordError) -> int:
    """Print the fault and how much of the record has none; save that part if a file for it was named."""
    print(f"{error_line(options.file, error, record)}.")
    valid = error.valid
    if isinstance(valid, type(record)):
        if not valid.entries:
            part = "No action is valid"
        elif len(valid.entries) < len(record.entries):
            part = f"The first {len(valid.entries)} of {len(record.entries)} actions are valid"
        else:
            part = f"All {len(valid.entries)} actions"
            if len(valid.moments) < len(record.moments):
                part += f", {len(valid.moments)} of {len(record.moments)} moments"
            if len(valid.variations) < len(record.variations):
                part += f", {len(valid.variations)} of {len(record.variations)} variations"
            part += " are valid"
        print(f"{part}{'' if options.save else '; --save OTHER writes that part to a file'}.")
        _save(options.save, valid)
    return 1


def error_line(file: str, error: RecordError, record: Record | None = None) -> str:
    """Return the error in one sentence on one line, actions counted from 1 as in a transcript."""
    place = file
    if error.index is not None:
        entries = record.entries if record and error.variation is None else ()
        side = f" ({entries[error.index].by})" if error.index < len(entries) else ""
        place = f"{file}: action {error.index + 1}{side}"
    line = printable(f"{place}: {error.reason}", allowed="")
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "..."


def _save(file: str | None, record: Record) -> None:
    from roses.engine.record import save

    if not file:
        return
    try:
        print(f"{save(record, file)} holds {len(record.entries)} actions.")
    except OSError as error:
        raise SystemExit(f"roses: {file} cannot be written: {error.strerror}.") from error


def _transcript(options: argparse.Namespace) -> int:
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
        raise SystemExit(f"roses: {error_line(options.file, error)}.") from error
    try:
        labels = headings(Replay(record, start))
    except RecordError as error:
        labels = headings(error.valid) if isinstance(error.valid, Replay) else {}
        line = error_line(options.file, error, record)
        print(f"roses: the record cannot be played to its end: {line}.", file=sys.stderr)
    print(transcript.write(record, labels), end="")
    return 0


def headings(replay: Replay) -> dict[int, tuple[str, ...]]:
    """Return the headings of a transcript: those that change before each action, by its index.

    They name the place of a state in its game's sequence of play. Outer headings that do not change are "".

    >>> import roses
    >>> labels = headings(roses.replay("1483-richard-iii"))
    >>> labels[0], labels[1]
    (('Campaign 3', 'The deal'), ('', 'Turn 1', 'Cards'))
    """
    from roses.engine.games import describe

    changes: dict[int, tuple[str, ...]] = {}
    before: tuple[str, ...] = ()
    label_of = describe(replay.record.game).headings
    for index, state in enumerate(replay.states[:-1]):
        label = label_of(state)
        same = 0
        while same < min(len(label), len(before)) and label[same] == before[same]:
            same += 1
        if same < len(label):
            changes[index] = ("",) * same + label[same:]
        before = label
    return changes


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
        raise RecordError("this is not a record: it is not text in UTF-8") from error


def _text(name: str) -> bytes | None:
    """Return the content of a file; None if there is no such file, and the name may be that of a record of the kit."""
    path = Path(name)
    try:
        if not path.suffix and not path.exists():
            return None
        return path.read_bytes().removeprefix(BOM_UTF8)
    except OSError as error:
        raise SystemExit(f"roses: {name[:80]} cannot be read: {error.strerror}.") from error


def _is_json(text: bytes) -> bool:
    return text.lstrip().startswith(b"{")
