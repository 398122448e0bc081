"""``roses handout``: writes the hand-outs of a lesson, and the answers for the teacher in a separate file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from roses.cli.export import write_page


def main(argv: Sequence[str]) -> int:
    """Run ``handout ...`` and return the exit code; SystemExit with one sentence for what cannot be written."""
    options = _parser().parse_args(argv[1:])
    from roses.lessons.handouts import chosen, handouts

    try:
        lessons = chosen(options.lesson)
    except ValueError as error:
        raise SystemExit(f"roses: {error}.") from error
    folder = Path(options.out or f"roses-handout-{options.lesson.lower()}")
    for lesson in lessons:
        for page in handouts(lesson):
            write_page(folder / f"{page.name}{'.pdf' if options.pdf else '.html'}", page.html, pdf=options.pdf)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses handout",
        description="Write the hand-outs of a lesson as pages of A4 that can be printed in black and white: maps as "
        "each side sees them, cards, roles, tables to fill in, quiz and exit slip. The file with TEACHER in its name "
        "holds the answers; keep it from the class.",
        epilog="roses handout 11                  pages in the folder roses-handout-11\n"
        "roses handout 05 --pdf            both parts of lesson 05 as PDFs\n"
        "roses handout 09 --out monday     pages in the folder monday",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("lesson", metavar="LESSON", help="the number of a lesson: 02 to 12, 14 to 16, or 18")
    parser.add_argument("--out", metavar="FOLDER", help="the folder to write to")
    parser.add_argument("--pdf", action="store_true", help="write PDFs; needs Chromium or Chrome")
    return parser
