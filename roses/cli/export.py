"""``roses export``: writes a timeline as a file to hand out, which works without a kernel and without a network."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from roses.engine.replay import Timeline


def main(argv: Sequence[str]) -> int:
    """Run ``export ...`` and return the exit code; SystemExit with one sentence for what cannot be written."""
    options = _parser().parse_args(argv[1:])
    targets = _targets(options.names, options.html, ".html")
    for name, target in zip(options.names, targets, strict=True):
        _write(target, _html(name))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses export",
        description=_("Write a lesson as a file to hand out. It works without a kernel and without a network."),
        allow_abbrev=False,
    )
    parser.add_argument(
        "names", nargs="+", metavar="NAME", help=_("a record of the kit, such as 1483-richard-iii, or a record's file")
    )
    parser.add_argument("--html", metavar="OUT", required=True, help=_("the file to write, or a folder to write into"))
    return parser


def _targets(names: Sequence[str], out: str, suffix: str) -> list[Path]:
    """Return the file to write for each name; a folder for several names is made."""
    place = Path(out)
    if len(names) == 1 and not place.is_dir():
        return [place]
    if place.suffix == suffix or place.is_file():
        said = (
            _("roses: {out} is a folder; name a file, or a folder whose name does not end in {suffix}.")
            if place.is_dir()
            else _("roses: {n} files cannot be written to the one file {out}; name a folder.")
        )
        raise SystemExit(said.format(out=out, n=len(names), suffix=suffix))
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(_unwritten(place, error)) from error
    return [place / f"{Path(name).stem}{suffix}" for name in names]


def _html(name: str) -> str:
    from roses.widgets.export.page import page_html

    return page_html(_timeline(name))


def _timeline(name: str) -> Timeline:
    from roses.cli.records import find_record, told
    from roses.engine.errors import RecordError
    from roses.engine.games import start
    from roses.engine.replay import Replay, Timeline

    try:
        return Timeline(Replay(find_record(name), start))
    except RecordError as error:
        raise SystemExit(_("roses: {file}.").format(file=told(name, error))) from error


def _write(target: Path, text: str) -> None:
    from roses.engine.files import write

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        written = write(target, text.encode())
    except OSError as error:
        raise SystemExit(_unwritten(target, error)) from error
    print(_("{file}: {n} kB.").format(file=written, n=round(written.stat().st_size / 1000)))


def _unwritten(place: Path, error: OSError) -> str:
    return _("roses: {file} cannot be written: {strerror}.").format(file=place, strerror=error.strerror)
