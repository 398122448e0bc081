"""``roses export`` writes lessons, battles and records as files that need no kernel and no network.

``roses handout`` writes the hand-outs of a lesson, with the answers for the teacher in a separate file.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roses.engine.replay import Timeline
    from roses.history.battles import Account

_SUFFIX: Final = {"html": ".html", "print": ".print.html", "pdf": ".pdf"}
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_PLACES: Final = (  # of browsers that are installed outside the search path
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
    r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
)
_LONGEST: Final = 300  # how long a browser may take to print a page, s
_LINK: Final = re.compile(r'<a href="([^":#]+)\.ipynb"[^>]*>(.*?)</a>', re.DOTALL)


def export(argv: Sequence[str]) -> int:
    """Run ``export ...`` and return the exit code; SystemExit with one sentence for what cannot be written."""
    parser = argparse.ArgumentParser(
        prog="roses export",
        description="Write lessons as files to hand out. They work without a kernel and without a network. Answers for "
        "the teacher and code that only shows a Stepper are left out. A notebook that was saved without outputs is run "
        "first, so export none of a stranger's that you would not run.",
        epilog="roses export 05a 05b --html lesson    two files in the folder lesson\n"
        "roses export towton-1461 --html       towton-1461.html, the page of a battle\n"
        "roses export battles --html battles   all of them, with index.html, which leads to each\n"
        "roses export 1483-richard-iii --pdf   1483-richard-iii.pdf, all steps for paper",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "names",
        nargs="+",
        metavar="NAME",
        help="the number, name or file of a notebook; the name or file of a record; the id of a battle, or battles",
    )
    kinds = parser.add_mutually_exclusive_group(required=True)
    for kind, text in (
        ("html", "one page with the whole Stepper: every step, viewer, board and rule"),
        ("pdf", "three or four steps on a page of A4, with prose between them; needs Chromium or Chrome"),
        ("print", "the same as a page that any browser can print"),
    ):
        kinds.add_argument(f"--{kind}", nargs="?", const="", metavar="OUT", help=text)
    options = parser.parse_args(argv[1:])

    from roses.history.battles import account, known_battles

    kind, out = next((kind, value) for kind in _SUFFIX if (value := getattr(options, kind)) is not None)
    battles = known_battles()
    names = [one for name in options.names for one in (battles if name == "battles" else (name,))]
    sources = {name: account(name) if name in battles else notebook(name) or _timeline(name) for name in names}
    stems = {name: (source if isinstance(source, Path) else Path(name)).stem for name, source in sources.items()}
    targets = _targets(stems, out, _SUFFIX[kind])
    pages = {stems[name]: targets[name].name for name, source in sources.items() if isinstance(source, Path)}

    def link(match: re.Match[str]) -> str:
        """Let a link to a notebook lead to its page if that is exported too; else keep only its text."""
        target = pages.get(Path(match[1]).name)
        return f'<a href="{target}">{match[2]}</a>' if target else match[2]

    index = "index.html" if kind == "html" and "battles" in options.names else ""
    for name, source in sources.items():
        page = _LINK.sub(link, _page(source, printed=kind != "html", index=index))
        write_page(targets[name], page, pdf=kind == "pdf")
    if index:
        from roses.widgets.export.page import battles_html

        write_page(next(iter(targets.values())).with_name(index), battles_html(), pdf=False)
    return 0


def handout(argv: Sequence[str]) -> int:
    """Run ``handout ...`` and return the exit code; SystemExit with one sentence for what cannot be written."""
    parser = argparse.ArgumentParser(
        prog="roses handout",
        description="Write the hand-outs of a lesson as pages of A4 that can be printed in black and white: maps as "
        "each side sees them, cards, roles, tables to fill in, quiz and exit slip. The file with TEACHER in its name "
        "holds the answers; keep it from the class.",
        epilog="roses handout 11                  pages in the folder roses-handout-11\n"
        "roses handout 05 --pdf            both parts of lesson 05 as PDFs\n"
        "roses handout 05a --pack          one PDF for the lesson: map, steps, sources, quiz, slips\n"
        "roses handout 09 --out monday     pages in the folder monday",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("lesson", metavar="LESSON", help="the number of a lesson: 02 to 12, 14 to 16, or 18")
    parser.add_argument("--out", metavar="FOLDER", help="the folder to write to")
    parser.add_argument("--pack", action="store_true", help="write one PDF for the whole lesson, without the answers")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--pdf", action="store_true", help="write PDFs; needs Chromium or Chrome")
    kinds.add_argument("--html", action="store_true", help="write pages that any browser can print")
    options = parser.parse_args(argv[1:])

    from roses.lessons.handouts import find_lessons, handouts, pack

    try:
        lessons = find_lessons(options.lesson)
    except ValueError as error:
        raise SystemExit(f"roses: {error}.") from error
    pdf = options.pdf or (options.pack and not options.html)
    folder = Path(options.out or f"roses-handout-{options.lesson.lower()}")
    for lesson in lessons:
        for page in (pack(lesson),) if options.pack else handouts(lesson):
            write_page(folder / f"{page.name}{'.pdf' if pdf else '.html'}", page.html, pdf=pdf, instead="--html")
    return 0


def notebook(name: str) -> Path | None:
    """Return the notebook with this path, number or name; None if there is none."""
    from roses.cli.jupyter import COPIES, checkout, choose, here
    from roses.engine.loading import folder

    if name.endswith(".ipynb") and Path(name).is_file():
        return Path(name)
    place = here()
    home = checkout(place)
    for there in (home / "notebooks",) if home else (place, place / COPIES, folder("notebooks")):
        with suppress(SystemExit):  # not in this folder
            return there / choose(there, name)
    return None


def _timeline(name: str) -> Timeline:
    """Return the timeline of a record, by name or file; SystemExit with one sentence if it cannot be played."""
    from roses.cli.records import error_line, find_record
    from roses.engine.errors import RecordError
    from roses.engine.games import start
    from roses.engine.loading import folder
    from roses.engine.replay import Replay, Timeline, shipped_names
    from roses.history.battles import known_battles

    if not Path(name).suffix and name not in (records := shipped_names()):
        notebooks = ", ".join(sorted(path.stem for path in folder("notebooks").glob("*.ipynb")))
        raise SystemExit(
            f"roses: there is no notebook, battle or record {name[:80]}; notebooks: {notebooks}; "
            f"battles: {', '.join(known_battles())}; records: {', '.join(records)}."
        )
    try:
        return Timeline(Replay(find_record(name), start))
    except RecordError as error:
        raise SystemExit(f"roses: {error_line(name, error)}.") from error


def _targets(stems: Mapping[str, str], out: str, suffix: str) -> dict[str, Path]:
    """Return the file to write for each name: ``out`` if it names one file, else one in the folder ``out``.

    A file without a suffix gets that of its kind, since a browser would show it as source.
    """
    place = Path(out)
    if len(stems) == 1 and out and not place.is_dir():
        return dict.fromkeys(stems, place if place.suffix or place.exists() else place.with_suffix(suffix))
    if place.is_file() or (out.endswith(suffix) and not place.is_dir()):
        raise SystemExit(f"roses: {len(stems)} files cannot be written to the one file {out}; name a folder.")
    if out.endswith(suffix):
        raise SystemExit(f"roses: {out} cannot be written: it is a folder.")
    return {name: place / f"{stem}{suffix}" for name, stem in stems.items()}


def _page(source: Path | Timeline | Account, printed: bool, index: str = "") -> str:
    """Return the page of a notebook, a battle or a timeline; a battle leads back to the ``index``, if there is one."""
    from roses.history.battles import Account

    if isinstance(source, Account):
        from roses.widgets.export.page import battle_html
        from roses.widgets.export.printed import printed_battle_html

        return printed_battle_html(source.id) if printed else battle_html(source.id, index)
    if not isinstance(source, Path):
        from roses.widgets.export.page import page_html
        from roses.widgets.export.printed import printed_html

        return printed_html(source) if printed else page_html(source)
    from roses.widgets.export.notebook import lesson_html, printed_lesson_html

    try:
        return printed_lesson_html(source) if printed else lesson_html(source)
    except (ValueError, OSError) as error:
        raise SystemExit(f"roses: {source} cannot be read: {error}.") from error


def write_page(target: Path, page: str, *, pdf: bool, instead: str = "--print") -> None:
    """Write a page as HTML or PDF, make its folder, and print its size; SystemExit with one sentence if that fails.

    ``instead`` is the option that does without a browser of the kit's choice.
    """
    from roses.engine.files import write

    content = to_pdf(page, instead) if pdf else page.encode()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write(target, content)
    except OSError as error:
        raise SystemExit(f"roses: {target} cannot be written: {error.strerror}.") from error
    print(f"{target}: {round(len(content) / 1000)} kB.")


def to_pdf(page: str, instead: str = "--print") -> bytes:
    """Return a page as it is printed; SystemExit with one sentence if no browser is found, or if it fails."""
    browser = find_browser()
    if browser is None:
        raise SystemExit(
            f"roses: a PDF needs Chromium, Chrome or Edge, and none was found; {instead} writes a page to print from "
            "any browser."
        )
    with tempfile.TemporaryDirectory(prefix="roses-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        command = [browser, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:  # as in a container; safe, since the kit wrote the page
            command.append("--no-sandbox")
        command += [f"--user-data-dir={folder}", f"--print-to-pdf={target}", source.as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=_LONGEST, check=True)
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise SystemExit(
                f"roses: {browser} could not print the page ({type(error).__name__}); {instead} writes a page to "
                "print from any browser."
            ) from error


def find_browser() -> str | None:
    """Return the path of a browser that prints to PDF, or None."""
    places = (place for place in map(os.path.expandvars, _PLACES) if os.path.isfile(place))
    return next(filter(None, (*map(shutil.which, _BROWSERS), *places)), None)
