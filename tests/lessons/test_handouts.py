"""Hand-outs: every lesson has a sensible set, pupils' pages hold no answers, maps show each side what it may see."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

import roses
from roses.cli import export, main
from roses.engine.data import read
from roses.history.battles import account, known_battles, source_cards, works
from roses.lessons.handouts import Page, find_lessons, handouts, pack
from roses.lessons.handouts.sheets import known_sets
from roses.lessons.quiz.questions import Choice, questions, quizzes
from roses.lessons.words import glossary, roles, terms
from roses.richard.rules import numbers
from roses.richard.tables import BLOCKS

LESSONS = tuple(known_sets())
each = pytest.mark.parametrize("lesson", LESSONS)


def text(page: Page) -> str:
    body = re.sub(r"<style>.*?</style>", "", page.html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def pages(lesson: str) -> dict[str, Page]:
    return {page.name: page for page in handouts(lesson)}


def test_every_lesson_has_a_set_but_those_that_are_played_or_looked_things_up_in() -> None:
    assert {lesson[:2] for lesson in LESSONS} == {f"{number:02}" for number in (*range(2, 13), 14, 15, 16, 18)}


@each
def test_a_set_is_whole_and_asks_the_network_for_nothing(lesson: str) -> None:
    made = pages(lesson)
    assert 3 <= len(made) <= 9
    assert f"{lesson}_exit_slip" in made and list(made)[-1] == f"{lesson}_TEACHER_answers"
    assert ["TEACHER" in name for name in made] == [False] * (len(made) - 1) + [True]
    for page in made.values():
        assert "default-src 'none'" in page.html
        assert not re.search(r"<script|<link|src=\"(?!data:)|url\((?!#|'?data:)", page.html), page.name
        assert known_sets()[lesson].title.split(":")[0] in text(page)
    if lesson in quizzes():
        assert f"{lesson}_quiz" in made


@pytest.mark.parametrize("lesson", ["05a", "11"])
def test_what_a_pupil_gets_holds_no_feedback_and_the_key_holds_all(lesson: str) -> None:
    made = pages(lesson)
    key = text(made.pop(f"{lesson}_TEACHER_answers"))
    shown = " ".join(map(text, made.values()))
    asked = [question for question in questions(lesson).questions if isinstance(question, Choice)]
    results = [answer.feedback for question in asked for answer in question.answers if answer.feedback]
    assert len(results) > 10
    assert [feedback for feedback in results if feedback in shown or feedback not in key] == []


def test_what_else_is_known_of_a_source_and_its_weights_stand_in_the_key_only() -> None:
    made = pages("11")
    key = text(made.pop("11_TEACHER_answers"))
    shown = " ".join(map(text, made.values()))
    results = [card.check for card in source_cards().cards]
    results += [item.why for card in source_cards().cards for item in card.worth.values() if len(item.why) > 15]
    assert [words for words in results if words not in key or words in shown] == []


def test_details_are_taken_out_of_pages_for_pupils() -> None:
    """A browser shows them to whoever clicks, and the source of the page to whoever looks."""
    assert [page.name for lesson in LESSONS for page in handouts(lesson) if "<details" in page.html] == []


def test_a_map_names_the_blocks_of_its_side_and_none_of_the_enemy() -> None:
    made = pages("05b")
    assert "Gloucester" in made["05b_map_for_York"].html and "Richmond" in made["05b_map_for_Lancaster"].html
    york, lancaster = (made[f"05b_map_for_{side}"].html.partition('class="key"')[0] for side in ("York", "Lancaster"))
    assert "Richmond" not in york and "Stanley" in york
    assert "Stanley" not in lancaster


@pytest.mark.parametrize("lesson", ["03", "04b", "05a", "05b", "06"])
def test_a_map_shows_no_battle_that_is_still_to_come_and_comes_with_the_key_to_its_blocks(lesson: str) -> None:
    year = {"03": 1460, "04b": 1461, "05a": 1483, "05b": 1485, "06": 1470}[lesson]
    for side in ("York", "Lancaster"):
        page = pages(lesson)[f"{lesson}_map_for_{side}"]
        years = re.findall(r">[^<>]*\b(14[5-8][0-9])<", re.findall('class="map".*?</figure>', page.html, re.S)[0])
        assert years and max(map(int, years)) < year
        assert "How to read a block" in page.html


def test_exit_slips_are_cut_apart_where_scissors_stand() -> None:
    page = pages("12")["12_exit_slip"]
    assert page.html.count('class="slip"') == 4
    assert re.search(r"\.slip \+ \.slip \{[^}]*border-top: [^}]*dashed", page.html)
    assert re.search(r"\.slip \+ \.slip::before \{ content: \"✂\"", page.html)


def test_the_count_of_the_key_is_that_of_the_engine() -> None:
    key = text(pages("09")["09_TEACHER_answers"])
    for side, points in (("Lancaster", 10), ("York", 8), ("Lancaster", 8), ("York", 6), ("York", 5), ("Lancaster", 3)):
        assert f"{side} {points}" in key


def test_the_index_of_people_tells_the_edwards_apart() -> None:
    shown = text(pages("03")["03_index_of_people"])
    for name in ("Edward of Westminster", "Edward of Middleham", "Edward V 1470-1483?", "Margaret of Anjou"):
        assert name in shown


@pytest.mark.parametrize(("name", "lessons"), [
    ("5", ("05a", "05b")), ("04", ("04a", "04b")), ("05B", ("05b",)), ("12", ("12",)),
])  # fmt: skip
def test_a_number_stands_for_all_its_parts(name: str, lessons: tuple[str, ...]) -> None:
    assert find_lessons(name) == lessons


@pytest.mark.parametrize("name", ["99", "", "1", "quiz"])
def test_an_unknown_lesson_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(SystemExit, match=r"^roses: there are no hand-outs for lesson .*; choose from 02, .*, 18\.$"):
        main(["handout", name])


def test_the_command_writes_file_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["handout", "12", "--out", str(tmp_path / "monday")]) == 0
    written = sorted(path.name for path in (tmp_path / "monday").iterdir())
    assert written == sorted(f"{page.name}.html" for page in handouts("12"))
    assert len(capsys.readouterr().out.splitlines()) == len(written)


def test_a_pack_is_one_page_with_map_key_six_steps_extracts_quiz_and_slips_and_without_answers() -> None:
    made = pack("05b").html
    sections = re.findall(r'<section class="sheet (\w+)[^"]*">(.*?)</section>', made, re.S)
    assert [name for name, _body in sections] == ["open", "walk", "source_cards", "quiz", "exit_slip"]
    bodies = dict(sections)
    assert "How to read a block" in bodies["open"] and bodies["walk"].count("<article") == 6
    assert bodies["source_cards"].count("<article") == 2 and bodies["exit_slip"].count('class="slip"') == 4
    asked = [question for question in questions("05b").questions if isinstance(question, Choice)]
    feedback = [answer.feedback for question in asked for answer in question.answers if answer.feedback]
    assert feedback and not [words for words in feedback if words in unescape(made)]


def test_the_steps_and_extracts_of_packs_exist() -> None:
    cards = {card.id for card in source_cards().cards}
    for given in known_sets().values():
        assert set(given.extracts) <= cards
        if given.walk:
            assert len(set(given.walk.steps)) == 6 and max(given.walk.steps) <= len(roses.timeline(given.walk.record))


def test_a_pack_is_a_pdf_and_a_page_where_no_browser_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "find_browser", lambda: None)
    with pytest.raises(SystemExit, match=r"^roses: a PDF needs Chromium.*; --html writes a page to print .*\.$"):
        main(["handout", "12", "--pack", "--out", str(tmp_path)])
    assert main(["handout", "12", "--pack", "--html", "--out", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["12_pack.html"]


def test_pdfs_are_printed_by_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "to_pdf", lambda page, _instead: b"%PDF " + page[-20:].encode())
    main(["handout", "12", "--pdf", "--out", str(tmp_path)])
    assert {path.suffix for path in tmp_path.iterdir()} == {".pdf"}


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match=r"^roses: .*12_note.html cannot be written: .*\.$"):
        main(["handout", "12", "--out", str(tmp_path / "file")])


@each
def test_the_title_of_a_set_is_that_of_its_notebook(lesson: str) -> None:
    notebooks = Path(__file__).resolve().parents[2] / "notebooks"
    for path in notebooks.glob(f"{lesson}_*.ipynb"):
        first = json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"]
        assert known_sets()[lesson].title.casefold() in "".join(first).splitlines()[0].casefold()


def test_forms_with_answers_have_one_for_each_cell() -> None:
    for given in known_sets().values():
        for form in given.forms:
            assert not form.answers or (len(form.answers) == len(form.rows) and form.sources)
            assert set(form.sources) <= set(works())
            assert all(len(cells) == len(form.columns) - 1 for cells in form.answers)


def test_thirty_terms_and_twelve_lords_cite_what_there_is() -> None:
    assert len(terms()) == 30 and len(roles()) == 12 and len(glossary()) == 30
    cited = {source for held in (*terms(), *roles()) for source in held.sources}
    assert cited <= set(works())
    assert {term.rule for term in terms()} - {""} <= set(numbers())
    assert {lesson for term in terms() for lesson in term.lessons} <= set(LESSONS)
    assert {role.block for role in roles()} <= {block.id for block in BLOCKS.values()}
    assert [term.term for term in terms()] == sorted((term.term for term in terms()), key=str.casefold)


def test_there_is_a_card_for_each_battle_and_what_it_meant_stands_in_the_key() -> None:
    made = pages("08")
    cards, key = made["08_battle_cards"], text(made["08_TEACHER_answers"])
    assert cards.html.count("<article") == len(known_battles()) == 18
    for name in known_battles():
        result = account(name)
        assert all(phase.title in text(cards) for phase in result.phases)
        assert result.meaning.text in key and result.meaning.text not in text(cards)
    assert "not known" in text(cards)


@each
def test_a_primary_source_on_paper_says_when_it_was_written(lesson: str) -> None:
    listed = {source["short"]: source.get("written") for source in read("history/sources.json", list[dict[str, str]])}
    for page in handouts(lesson):
        for short, written in listed.items():
            if written and f"Sources: {short}" in text(page):
                assert f"{short} (written {written})" in text(page), page.name


def test_a_question_with_several_answers_says_so_on_paper() -> None:
    asked = [(lesson, q) for lesson in LESSONS if lesson in quizzes() for q in questions(lesson).questions]
    several = {lesson for lesson, q in asked if isinstance(q, Choice) and q.several}
    for lesson in quizzes():
        if f"{lesson}_quiz" in (made := pages(lesson) if lesson in known_sets() else {}):
            assert ("Several are right" in text(made[f"{lesson}_quiz"])) == (lesson in several)
