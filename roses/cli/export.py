"""``roses export``: writes lessons and timelines as files to hand out, which need neither a kernel nor a network."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roses.engine.replay import Timeline
    from roses.history.battles import Account

ALL_BATTLES: Final = "battles"
_SUFFIX: Final = {"html": ".html", "print": ".print.html", "pdf": ".pdf"}
_LINK: Final = re.compile(r'<a href="([^":#]+)\.ipynb"[^>]*>(.*?)</a>', re.DOTALL)


def main(argv: Sequence[str]) -> int:
    """Run ``export ...`` and return the exit code; SystemExit with one sentence for what cannot be written."""
    options = _parser().parse_args(argv[1:])
    kind, out = next((kind, value) for kind in _SUFFIX if (value := getattr(options, kind)) is not None)
    sources = {name: _source(name) for name in _named(options.names)}
    targets = _targets({name: _stem(name, source) for name, source in sources.items()}, out, _SUFFIX[kind])
    linked = {Path(source).stem: targets[name].name for name, source in sources.items() if isinstance(source, Path)}
    for name, source in sources.items():
        text = _page(source, printed=kind != "html")
        write_page(targets[name], _relinked(text, linked), pdf=kind == "pdf")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses export",
        description="Write lessons as files to hand out. They work without a kernel and without a network. Answers for "
        "the teacher and code that only shows a Stepper are left out. A notebook that was saved without outputs is run "
        "first, so export none of a stranger's that you would not run.",
        epilog="roses export 05a 05b --html lesson    two files in the folder lesson\n"
        "roses export towton-1461 --html       towton-1461.html, the page of a battle; battles are all of them\n"
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
        ("pdf", "up to three steps on a page of A4, with prose between them; needs Chromium or Chrome"),
        ("print", "the same as a page that any browser can print"),
    ):
        kinds.add_argument(f"--{kind}", nargs="?", const="", metavar="OUT", help=text)
    return parser


def _named(names: Sequence[str]) -> list[str]:
    """Return the names, with the ids of all battles in place of "battles"."""
    from roses.history.battles import known_battles

    return [each for name in names for each in (known_battles() if name == ALL_BATTLES else (name,))]


def _source(name: str) -> Path | Timeline | Account:
    """Return what a name stands for: a notebook, a battle, a record."""
    from roses.history.battles import account, known_battles

    if name in known_battles():
        return account(name)
    return notebook(name) or _timeline(name)


def notebook(name: str) -> Path | None:
    """Return the notebook with this path, number or name; None if there is none."""
    from roses.cli.jupyter import here
    from roses.cli.notebooks import COPIES, checkout, choose
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


def _stem(name: str, source: Path | Timeline | Account) -> str:
    return source.stem if isinstance(source, Path) else Path(name).stem


def _targets(stems: Mapping[str, str], out: str, suffix: str) -> dict[str, Path]:
    """Return the file to write for each name; a folder for several names is made.

    A file that is named without an ending gets that of its kind, without which a browser would show the source.
    """
    place = Path(out)
    if len(stems) == 1 and out and not place.is_dir():
        return dict.fromkeys(stems, place if place.suffix or place.exists() else place.with_suffix(suffix))
    if place.is_file() or (out.endswith(suffix) and not place.is_dir()):
        raise SystemExit(f"roses: {len(stems)} files cannot be written to the one file {out}; name a folder.")
    if out.endswith(suffix):
        raise SystemExit(f"roses: {out} cannot be written: it is a folder.")
    return {name: place / f"{stem}{suffix}" for name, stem in stems.items()}


def _page(source: Path | Timeline | Account, printed: bool) -> str:
    """Return the page of a notebook, a battle or a timeline."""
    from roses.history.battles import Account

    if isinstance(source, Account):
        from roses.widgets.export.battle import battle_html, printed_battle_html

        return printed_battle_html(source.id) if printed else battle_html(source.id)
    if not isinstance(source, Path):
        from roses.widgets.export.page import page_html
        from roses.widgets.export.printed import printed_html

        return printed_html(source) if printed else page_html(source)
    from roses.widgets.export.notebook import lesson_html, printed_lesson_html

    try:
        return printed_lesson_html(source) if printed else lesson_html(source)
    except (ValueError, OSError) as error:
        raise SystemExit(f"roses: {source} cannot be read: {error}.") from error


def _relinked(page: str, linked: Mapping[str, str]) -> str:
    """Return a page whose links to notebooks lead to the pages that are written; other links become plain text."""

    def link(match: re.Match[str]) -> str:
        target = linked.get(Path(match[1]).name)
        return f'<a href="{target}">{match[2]}</a>' if target else match[2]

    return _LINK.sub(link, page)


def write_page(target: Path, page: str, *, pdf: bool) -> None:
    """Write a page as HTML or PDF, make its folder, and print its size; SystemExit with one sentence if that fails."""
    from roses.cli.chromium import to_pdf
    from roses.engine.files import write

    content = to_pdf(page) if pdf else page.encode()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write(target, content)
    except OSError as error:
        raise SystemExit(f"roses: {target} cannot be written: {error.strerror}.") from error
    print(f"{target}: {round(len(content) / 1000)} kB.")
