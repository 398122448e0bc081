"""``roses handout``: writes what a lesson hands out, file by file, and the answers for the teacher in a file apart."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from roses.engine.i18n import gettext as _


def main(argv: Sequence[str]) -> int:
    """Run ``handout ...`` and return the exit code; SystemExit with one sentence for what cannot be written."""
    options = _parser().parse_args(argv[1:])
    from roses.lessons.handouts import chosen

    try:
        lessons = chosen(options.lesson)
    except ValueError as error:
        raise SystemExit(_("roses: {sentence}.").format(sentence=error)) from error
    folder = Path(options.out or f"roses-handout-{options.lesson.lower()}")
    for lesson in lessons:
        _write_all(lesson, folder, options.pdf)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses handout",
        description=_(
            "Write the hand-outs of a lesson as pages of A4, which read in black and white: maps as each side sees "
            "them, cards, roles, tables to fill in, quiz and exit slip. The file with TEACHER in its name holds the "
            "answers; keep it from the class."
        ),
        epilog=_(
            "roses handout 11                  pages in the folder roses-handout-11\n"
            "roses handout 05 --pdf            both parts of lesson 05 as PDFs\n"
            "roses handout 09 --out monday     in the folder monday"
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("lesson", metavar="LESSON", help=_("the number of a lesson: 02 to 12, 14 to 16, or 18"))
    parser.add_argument("--out", metavar="FOLDER", help=_("the folder to write to"))
    parser.add_argument("--pdf", action="store_true", help=_("PDFs instead of pages; needs Chromium or Chrome"))
    return parser


def _write_all(lesson: str, folder: Path, pdf: bool) -> None:
    """Write the pages of a lesson, each with a line that says so."""
    from roses.cli.chromium import to_pdf
    from roses.engine.files import write
    from roses.lessons.handouts import handouts

    for page in handouts(lesson):
        target = folder / f"{page.name}{'.pdf' if pdf else '.html'}"
        content = to_pdf(page.html) if pdf else page.html.encode()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write(target, content)
        except OSError as error:
            said = _("roses: {file} cannot be written: {strerror}.")
            raise SystemExit(said.format(file=target, strerror=error.strerror)) from error
        print(_("{file}: {n} kB.").format(file=target, n=round(len(content) / 1000)))
