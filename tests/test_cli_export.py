"""``roses export``: names, files and folders, and its refusals in one sentence each."""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from roses.cli import export, main
from roses.history.battles import known_battles

LESSON = "1483-richard-iii"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that say what they are of, made at once; ``tests/export`` tests the real ones."""

    def page(source: Any, printed: bool, index: str = "") -> str:
        name = source.name if isinstance(source, Path) else "timeline"
        return f'{name} {printed} <a href="05b_bosworth_1485.ipynb">two</a> <a href="07_x.ipynb" title="">odds</a>'

    monkeypatch.setattr(export, "_page", page)


def refused(*arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["export", *arguments])
    text = str(stopped.value)
    assert text.startswith("roses: ") and text.endswith(".") and "\n" not in text
    return text


def test_a_timeline_is_written_to_the_file_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", LESSON, "--html", "deep/lesson.html"]) == 0
    assert Path("deep/lesson.html").read_text().startswith("timeline False")
    assert capsys.readouterr().out == "deep/lesson.html: 0 kB.\n"


def test_without_a_file_the_name_is_that_of_the_lesson() -> None:
    main(["export", "05", "--html"])
    main(["export", LESSON, "--print"])
    assert Path("05a_rising_of_1483.html").read_text().startswith("05a_rising_of_1483.ipynb False")
    assert Path(f"{LESSON}.print.html").read_text().startswith("timeline True")


def test_a_file_named_without_an_ending_gets_that_of_its_kind() -> None:
    main(["export", LESSON, "--html", "deep/lesson"])
    main(["export", LESSON, "--print", "lesson"])
    assert Path("deep/lesson.html").read_text().startswith("timeline False")
    assert Path("lesson.print.html").read_text().startswith("timeline True")


def test_several_names_go_into_a_folder_and_link_to_each_other() -> None:
    main(["export", "05a", "05b", "--html", "class"])
    assert {path.name for path in Path("class").iterdir()} == {"05a_rising_of_1483.html", "05b_bosworth_1485.html"}
    page = Path("class/05a_rising_of_1483.html").read_text()
    assert '<a href="05b_bosworth_1485.html">two</a> odds' in page
    main(["export", "05a", "--html", "class"])
    assert '<a href="05b' not in Path("class/05a_rising_of_1483.html").read_text()


def test_all_battles_come_with_an_index_that_leads_to_each_with_name_date_and_winner() -> None:
    main(["export", "battles", "--html", "all"])
    index = Path("all/index.html").read_text(encoding="utf-8")
    links = re.findall(
        r'<a href="([^"]+)"><figure aria-hidden="true"><svg.*?</figure><b>(.*?)</b>(.*?)</a>', index, re.S
    )
    assert [link for link, _name, _rest in links] == [f"{battle.id}.html" for battle in known_battles().values()]
    for (link, name, rest), battle in zip(links, known_battles().values(), strict=True):
        assert (Path("all") / link).is_file() and unescape(name) == battle.name
        assert battle.shown in rest and battle.winner in unescape(rest)


def test_a_name_that_nothing_has_is_refused_with_the_names_that_are_known() -> None:
    for name in ("nobody", "99", "1483"):
        text = refused(name, "--html")
        assert f"battle or record {name};" in text and "05a_rising_of_1483" in text and LESSON in text
    assert "cannot be read" in refused("missing.json", "--html")


def test_a_record_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    Path("other.json").write_text('{"game": "chess", "scenario": "1", "entries": []}')
    assert "chess" in refused("other.json", "--html")


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    Path("taken.html").mkdir()
    Path("file").write_text("")
    assert "it is a folder" in refused(LESSON, "--html", "taken.html")
    assert "2 files cannot be written to the one file both.html" in refused("05a", "05b", "--html", "both.html")
    assert "cannot be written" in refused("05a", "05b", "--html", "file")
    assert "cannot be written" in refused(LESSON, "--html", "file/page.html")
    if hasattr(os, "geteuid") and os.geteuid():
        Path("locked").mkdir(mode=0o500)
        assert "cannot be written" in refused(LESSON, "--html", "locked/page.html")


def test_without_a_browser_a_pdf_is_refused_with_what_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "find_browser", lambda: None)
    assert "--print writes a page to print from any browser" in refused(LESSON, "--pdf")
    assert not Path(f"{LESSON}.pdf").exists()


def test_a_browser_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "find_browser", lambda: "/bin/false")
    assert "/bin/false could not print the page" in refused(LESSON, "--pdf")


def test_one_kind_of_file_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([LESSON], [LESSON, "--html", "a", "--pdf", "b"], ["--html", "a"]):
        with pytest.raises(SystemExit) as stopped:
            main(["export", *arguments])
        assert stopped.value.code == 2
    with pytest.raises(SystemExit):
        main(["export", "--help"])
    assert "roses export 05a 05b --html lesson" in capsys.readouterr().out
