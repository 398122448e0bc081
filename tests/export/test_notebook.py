"""Notebooks handed out: as a page, by plain nbconvert, as slides and on paper."""

from __future__ import annotations

import json
import logging
import re
import tomllib
from base64 import b64decode, b64encode
from hashlib import sha256
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any

import nbformat
import pytest
from msgspec import structs
from nbconvert.exporters import HTMLExporter, SlidesExporter
from traitlets.config import Config

import roses
from roses.cli import main
from roses.engine.replay import Replay, Timeline
from roses.lessons import Exercise
from roses.lessons.quiz import Quiz
from roses.widgets.export.notebook import StepperPreprocessor, lesson_html, printed_lesson_html
from roses.widgets.export.page import page_html
from roses.widgets.export.printed import Steps, printed_html
from roses.widgets.stepper import saved
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.widget import Stepper

ROOT = Path(__file__).resolve().parents[2]
EXPORT = ROOT / "roses" / "widgets" / "export"
CONFIG = Config(json.loads((EXPORT / "jupyter" / "jupyter_nbconvert_config.json").read_text()))
_DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
_ADDRESS = re.compile(r"(?:src|href)=\"(?!data:|#)[^\"]|https?://(?!www\.w3\.org/)")


def asked(page: str) -> list[str]:
    """What a page asks from elsewhere, its links apart."""
    return _ADDRESS.findall(re.sub(r"<a [^>]*>", "", page))


def few(*indices: int) -> Timeline:
    """Some steps of the lesson as a record of their own."""
    record = roses.replay("1483-richard-iii").record
    return Timeline(Replay(structs.replace(record, moments=tuple(record.moments[i] for i in indices)), roses.start))


def stepper_cell(index: int, source: str = "Stepper(timeline)", **metadata: Any) -> Any:
    model = StepperModel(few(0, 12, 30))
    model.index = index
    data = {"text/plain": "words", "image/svg+xml": "<svg></svg>", saved.MIME: saved.entry(model)}
    return code_cell(source, nbformat.v4.new_output("display_data", data), **metadata)


def code_cell(source: str, *outputs: Any, **metadata: Any) -> Any:
    return nbformat.v4.new_code_cell(source, outputs=list(outputs), metadata=metadata)


def notebook() -> Any:
    prose = "# York & Lancaster\n\nSee [two](two.ipynb).\n\n![dot](dot.png) ![none](none.png)\n\n"
    answer = '<details class="teacher">\n<summary>For the teacher</summary>\n\nThe **answer**.\n\n</details>\n\n'
    own = "<details>\n<summary>Answer</summary>\n\nFor *all*.\n\n</details>"
    table = nbformat.v4.new_output("execute_result", {"text/html": "<table><tr><td>1461</td></tr></table>"})
    lost = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}, "text/plain": "Button()"}
    return nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell(prose + answer + own),
            stepper_cell(0),
            nbformat.v4.new_markdown_cell("Between."),
            code_cell("table(1 < 2)", table),
            code_cell("secret()", nbformat.v4.new_output("stream", text="printed"), tags=["hide-input"]),
            code_cell("Button()", nbformat.v4.new_output("display_data", lost)),
            stepper_cell(2),
        ],
        metadata={"language_info": {"name": "python"}},
    )


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    (tmp_path / "dot.png").write_bytes(b64decode(_DOT))
    path = tmp_path / "one.ipynb"
    nbformat.write(notebook(), path)
    return path


def test_a_notebook_keeps_of_a_stepper_its_record_and_the_readers_choices() -> None:
    stepper = Stepper(roses.timeline("1483-richard-iii"), start="Bosworth")
    stepper.screen.viewer = "York"
    entry = stepper._repr_mimebundle_()[saved.MIME]
    assert entry["record"] == "1483-richard-iii"
    assert entry["start"]["index"] == stepper.model.index > 0 and entry["start"]["viewer"] == "York"
    stepper.close()


def test_a_record_that_is_not_the_kits_is_kept_whole() -> None:
    timeline = few(0, 12)
    entry = json.loads(json.dumps(saved.entry(StepperModel(timeline))))
    assert saved.timeline_of(entry).replay.record == timeline.replay.record


def test_a_lesson_is_a_page_with_players_for_those_who_get_it(lesson: Path) -> None:
    page = lesson_html(lesson)
    assert not asked(page)
    assert page.count('class="roses-player"') == 2 and page.count('type="application/octet-stream"') == 1
    assert '"index": 0' in page and '"index": 2' in page
    assert "<td>1461</td>" in page and "<pre>printed" in page and "For <em>all</em>" in page
    assert f'src="data:image/png;base64,{_DOT}"' in page
    assert "<title>York &amp; Lancaster</title>" in page


def allowed(page: str) -> tuple[list[str], list[str]]:
    """The hashes of scripts that a page runs, and those of the scripts that stand in it and are no data."""
    policy = re.search(r'http-equiv="Content-Security-Policy" content="default-src \'none\'; ([^"]+)"', page)
    assert policy and "script-src 'unsafe-inline'" not in policy[1] and "base-uri 'none'" in policy[1]
    scripts = re.findall(r'<script(?: type="module")?>(.*?)</script>', page, re.DOTALL)
    hashes = [f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}" for script in scripts]
    return sorted(re.findall(r"'(sha256-[^']+)'", policy[1])), sorted(set(hashes))


def test_a_page_runs_the_scripts_of_the_kit_and_no_other(lesson: Path) -> None:
    page = lesson_html(lesson)
    runs, stand = allowed(page)
    assert runs == stand and len(runs) == 2  # of players, and of boxes that scroll
    nb, quiz = nbformat.read(lesson, 4), Quiz("01")._repr_mimebundle_()["text/html"]
    old = quiz.replace("function ownKeys", "/* as an older version had it */ function ownKeys")
    for html in (quiz, old, "<script>stolen()</script>", '<script type="module">import "data:,stolen()"</script>'):
        nb.cells.append(code_cell("shown", nbformat.v4.new_output("display_data", {"text/html": html})))
    nbformat.write(nb, lesson)
    page = lesson_html(lesson)
    runs, stand = allowed(page)
    assert set(runs) < set(stand) and len(runs) == 3 and len(stand) == 5
    assert "as an older version had it" not in page and page.count("function ownKeys") == 2


def test_an_export_of_many_steps_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("roses.progress.DELAY", -1)
    page_html(few(0, 12))
    output = capsys.readouterr()
    assert (
        "views of the steps" in output.err and "/18" in output.err and output.out == ""
    )  # 3 sizes, 3 viewers, 2 steps
    printed_html(few(0, 12))
    assert "steps:" in capsys.readouterr().err


def test_a_page_for_the_printer_runs_no_script(tmp_path: Path) -> None:
    nbformat.write(nbformat.v4.new_notebook(cells=[code_cell("1 < 2")]), tmp_path / "one.ipynb")
    (tmp_path / "one.ipynb").write_text(
        (tmp_path / "one.ipynb")
        .read_text()
        .replace(
            '"outputs": []',
            """"outputs": [
        {"output_type": "stream", "name": "stdout", "text": "1"}]""",
        )
    )
    assert "script-src 'none'" in printed_lesson_html(tmp_path / "one.ipynb")


def test_a_page_leaves_out_answers_for_the_teacher_and_code_that_is_hidden(lesson: Path) -> None:
    page = lesson_html(lesson)
    assert "table(1 &lt; 2)" in page
    for gone in ("For the teacher", "The <strong>answer", "Stepper(timeline)", "secret()", "none.png"):
        assert gone not in page
    assert "Button()</pre>" not in page


def test_a_page_names_works_and_leads_to_their_titles_where_the_notebook_has_ids(tmp_path: Path) -> None:
    prose = "# One\n\nSo they say [pr-ross-e4, hop-1461], and so did he [ch-crowland, in Riley's words]. [*] [no-work]"
    prose += " He is in no table [ch-york]."
    table = roses.lab.works(["pr-ross-e4", "hop-1461", "ch-crowland"])._repr_html_()
    cells = [nbformat.v4.new_markdown_cell(prose),
             code_cell('works("pr-ross-e4 hop-1461 ch-crowland".split())',
                       nbformat.v4.new_output("display_data", {"text/html": table}))]  # fmt: skip
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "one.ipynb")
    for shown in (lesson_html, printed_lesson_html):
        page = shown(tmp_path / "one.ipynb")
        ross, riley = '<a href="#pr-ross-e4">Ross 1974</a>', '<a href="#ch-crowland">Crowland, ed. 1986</a>'
        assert f"say ({ross}; " in page and f"he ({riley}, in Riley's words). [*] [no-work]" in page
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))
        assert re.search(r'<th id="pr-ross-e4"[^>]*>Ross 1974</th>', page) and "[pr-" not in page
        assert "in no table (York memorandum, ed. 1843)." in page


def test_a_cell_for_the_teacher_is_neither_on_the_page_nor_on_paper_and_keys_are_told_where_there_are_some(
    lesson: Path,
) -> None:
    made = nbformat.read(lesson, as_version=4)
    plan = nbformat.v4.new_markdown_cell("## The plan\n\nSix minutes.", metadata={"tags": ["teacher"]})
    keys = nbformat.v4.new_markdown_cell('See. <span class="keys">**Right arrow** goes on.</span> Tell.')
    made.cells[1:1] = [plan, keys]
    nbformat.write(made, lesson)
    page, paper = lesson_html(lesson), printed_lesson_html(lesson)
    assert "The plan" not in page + paper and "Right arrow" not in paper
    assert '<span class="roses-keys"><strong>Right arrow</strong> goes on.</span>' in page
    assert '<span class="roses-touch">Tap Next' in page


def test_in_place_of_a_widget_that_needs_a_kernel_a_page_says_so_and_how_to_open_it(tmp_path: Path) -> None:
    """Of a notebook that a reader has saved with its views, of the kit's own without them, and of a volatile cell."""
    made = notebook()
    bundle = Exercise("war-01")._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    made.cells.append(code_cell("Exercise('war-01')", nbformat.v4.new_output("display_data", data)))
    made.cells.append(code_cell("SavedGames()", tags=["volatile"]))
    made.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "2"}}
    made.cells[1].outputs.append(nbformat.v4.new_output("display_data", view))  # the third output of a live Stepper
    nbformat.write(made, tmp_path / "one.ipynb")
    for shown in (lesson_html, printed_lesson_html):
        boxes = re.findall(r'<p class="roses-live-only".*?</p>', shown(tmp_path / "one.ipynb"), re.S)
        texts = [re.sub("<[^>]+>", "", box) for box in boxes]
        begin = ["Here stands something to play", "Here stands a course of", "What stands here differs"]
        assert [words[: len(start)] for words, start in zip(texts, begin, strict=True)] == begin
        assert all("needs a running kernel: open this notebook in JupyterLab" in words for words in texts)


def test_a_result_that_the_notebook_has_folded_is_folded_on_the_page_and_open_on_paper(lesson: Path) -> None:
    made = nbformat.read(lesson, as_version=4)
    made.cells[3].metadata["jupyter"] = {"outputs_hidden": True}
    nbformat.write(made, lesson)
    fold = re.compile(r'<details class="roses-result"><summary>([^<]+)</summary>(.*?)</details>', re.S)
    folded = fold.findall(lesson_html(lesson))
    assert [words for words, _shown in folded] == ["Show the result"] and "<td>1461</td>" in folded[0][1]
    paper = printed_lesson_html(lesson)
    assert "<td>1461</td>" in paper and not fold.search(paper)


def test_plain_nbconvert_puts_players_in_place_of_steppers(lesson: Path) -> None:
    page, _resources = HTMLExporter(config=CONFIG).from_filename(str(lesson))
    assert page.count('class="roses-player"') == 2
    assert "For the teacher" in page and "Stepper(timeline)" not in page
    loaded = re.findall(r"<(?:script|link)[^>]*(?:src|href)=\"([^\"]*)\"", page)
    assert [address for address in loaded if address] == []


def test_a_notebook_without_a_stepper_stays_as_nbconvert_makes_it() -> None:
    plain = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("$x$"), code_cell("1")])
    assert HTMLExporter(config=CONFIG).from_notebook_node(plain)[0] == HTMLExporter().from_notebook_node(plain)[0]


def test_maths_beside_a_stepper_is_still_set() -> None:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("$x$"), stepper_cell(0)])
    assert "mathjax" in HTMLExporter(config=CONFIG).from_notebook_node(made)[0].lower()


def test_a_stepper_that_cannot_be_replayed_stays_a_picture(caplog: pytest.LogCaptureFixture) -> None:
    made = nbformat.v4.new_notebook(cells=[stepper_cell(0)])
    made.cells[0].outputs[0].data[saved.MIME]["record"] = "1461-nobody"
    step: Any = StepperPreprocessor
    with caplog.at_level(logging.WARNING):
        after, _resources = step(log=logging.getLogger("test")).preprocess(made, {})
    assert after.cells[0].outputs[0].data["image/svg+xml"] and "1461-nobody" in caplog.text


def slides(cells: list[Any]) -> list[str]:
    exporter: Any = SlidesExporter(config=CONFIG, extra_template_basedirs=[str(EXPORT / "templates")])
    page = exporter.from_notebook_node(nbformat.v4.new_notebook(cells=cells))[0]
    assert not asked(page)
    return page.split("<article>")[1:]


def test_slides_need_no_network_and_begin_at_headings_and_steppers() -> None:
    cells = notebook().cells
    cells[0].source = "# One"
    made = slides(cells)
    assert len(made) == 4
    assert 'class="roses-player"' in made[1] and "Between." in made[2] and 'class="roses-player"' in made[3]


def test_slides_are_cut_as_the_notebook_says_where_it_does() -> None:
    kinds = ("slide", "-", "skip", "subslide", "notes")
    texts = ("# one", "# two", "left out", "four", "noted")
    cells = [
        nbformat.v4.new_markdown_cell(text, metadata={"slideshow": {"slide_type": kind}})
        for text, kind in zip(texts, kinds, strict=True)
    ]
    first, second = slides(cells)
    assert "two" in first and "four" in second and "left out" not in first + second and "noted" not in second


def test_the_wheel_lays_down_what_switches_the_players_on() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    laid = {target: ROOT / source for source, target in build["shared-data"].items()}
    assert [path.name for path in laid["etc/jupyter"].iterdir()] == ["jupyter_nbconvert_config.json"]
    templates = laid["share/jupyter/nbconvert/templates"]
    assert (templates / CONFIG["SlidesExporter"]["template_name"] / "index.html.j2").is_file()
    module, _dot, name = CONFIG["HTMLExporter"]["preprocessors"][0].rpartition(".")
    assert getattr(import_module(module), name) is StepperPreprocessor
    extensions = list(laid["share/jupyter/labextensions"].iterdir())
    assert {extension.name for extension in extensions} == {"roses", "roses-opening", "roses-resume"}
    for extension in extensions:
        package = json.loads((extension / "package.json").read_text())
        assert package["name"] == extension.name and (extension / package["jupyterlab"]["_build"]["load"]).is_file()


def test_paper_has_each_step_once_without_code(lesson: Path) -> None:
    page = printed_lesson_html(lesson)
    captions = re.findall(r"<figcaption><b>([^<]+)</b>", page)
    assert captions == ["1 / 3", "2 / 3", "3 / 3"]
    result = few(0, 12, 30)
    assert all(result[i].text[:40] in page.replace("&#x27;", "'") for i in range(3))
    assert (
        "<script" not in page and "table(1" not in page and "<!--picture" not in page and "For the teacher" not in page
    )


def test_ids_of_works_in_a_table_become_their_names(tmp_path: Path) -> None:
    cell = nbformat.v4.new_code_cell("happened('1483')")
    html = "<table><tr><td>He dies.<br/><i>sources</i>: hoe-1483, pr-ross-e4</td><td>ch-vergil</td></tr></table>"
    cell.outputs = [nbformat.v4.new_output("execute_result", {"text/html": html})]
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path := tmp_path / "one.ipynb")
    for page in (lesson_html(path), printed_lesson_html(path)):
        assert "<i>sources</i>: History of England; Ross 1974<" in page and "<td>Vergil, ed. 1844<" in page


def test_paper_asks_the_question_of_a_step_in_words_and_has_no_button() -> None:
    timeline = roses.timeline("1483-richard-iii")
    asked = next(i for i, moment in enumerate(timeline.moments) if moment.question)
    question = timeline.moments[asked].question
    page = unescape(Steps().html(timeline, asked, asked))
    assert question and question.text in page and all(answer.text in page for answer in question.answers)
    assert "<button" not in page.replace('<button type="button" class="roses-rule"', "")


def test_a_tag_tells_which_steps_of_a_stepper_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "one.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[stepper_cell(1, tags=["steps-2-2"])]), path)
    assert re.findall(r"<figcaption><b>([^<]+)</b>", printed_lesson_html(path)) == ["2 / 3"]


def test_printed_pictures_share_their_ground() -> None:
    page = printed_html(few(0, 1, 2))
    names = set(re.findall(r'<g id="(part[0-9]+)"', page))
    assert names and names == set(re.findall(r'<use href="#(part[0-9]+)"', page))
    assert len(page) < 2 * len(printed_html(few(0)))


def test_a_notebook_without_outputs_is_run_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[code_cell("print(6 * 7)")]), path)

    class Client:
        def __init__(self, nb: Any, **_options: Any) -> None:
            self.nb = nb

        def execute(self) -> None:
            self.nb.cells[0].outputs = [nbformat.v4.new_output("stream", text="42")]

    monkeypatch.setattr("nbclient.NotebookClient", Client)
    assert "<pre>42" in lesson_html(path)


def test_on_paper_the_chances_of_a_side_stand_below_its_steps_up_to_the_last_that_is_printed() -> None:
    timeline = roses.timeline("1483-richard-iii")
    page = Steps().html(timeline, 27, 29, chances="York")
    steps, chart = page.split('<figure class="roses-chances">')
    assert steps.count("<article") == 3 and "Chance of York" not in steps
    match = re.search(r"<desc>(.*?)</desc>", chart)
    assert match and match[1].startswith("1: 76 %, 2: 78 %") and match[1].endswith("29: 95 %, 30: 51 %")
    assert "roses-chances" not in Steps().html(timeline, 27, 29)


def test_a_step_without_a_battlefield_is_printed_as_the_reader_chose() -> None:
    steps = Steps()
    page = steps.complete(steps.html(roses.timeline("1483-richard-iii"), 9, 10, chosen="map"))
    assert "<title>Map of England and Wales" in page and "roses-blow" not in page


DAMAGED: dict[str, tuple[Any, str]] = {
    "no json": ("abc", "it is not JSON"),
    "a list": ([], "'list' object has no attribute 'get'"),
    "nothing": ({}, "missing a key: cells"),
    "deep": ("[" * 100_000, "RecursionError"),
    "of another world": ({"nbformat": 9}, "Unsupported nbformat version 9"),
    "of format 2": ({"nbformat": 2, "worksheets": []}, "missing a key: metadata"),
    "of format 3": ({"nbformat": 3, "nbformat_minor": 0, "worksheets": "no"}, "missing an expected key"),
    "without cells": ({"nbformat": 4, "nbformat_minor": 5, "metadata": {}}, "missing an expected key: cells"),
    "with a number for a cell": ({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [5]}, "not iterable"),
    "with a word for a number": ({"nbformat": 4, "nbformat_minor": "x", "metadata": {}, "cells": []}, "AssertionError"),
    "with no name of an output": (
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
            {"cell_type": "code", "id": "a", "source": "x", "execution_count": None, "metadata": {},
             "outputs": [{"output_type": "stream", "text": "1"}]}]},
        "'name' is a required property",
    ),
    "that raises": (
        nbformat.v4.new_notebook(cells=[code_cell("raise OSError('\x1b[2J a\\nb')")]),
        "cannot be run for them (OSError:",
    ),
    "for a kernel that is not here": (
        nbformat.v4.new_notebook(cells=[code_cell("1")], metadata={"kernelspec": {"name": "x", "display_name": "x"}}),
        "cannot be run for them (NoSuchKernel:",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_no_sound_notebook_is_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    content, reason = DAMAGED[name]
    Path("damaged.ipynb").write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(SystemExit) as caught:
        main(["export", "damaged.ipynb", "--html", "page.html"])
    text = str(caught.value)
    assert text.startswith("roses: damaged.ipynb cannot be read: ") and reason in text, text
    assert text.isprintable() and text.endswith(".") and len(text) < 420


def test_a_notebook_of_format_3_becomes_a_page(tmp_path: Path) -> None:
    output = {"output_type": "stream", "stream": "stdout", "text": "fourteen"}
    cell = {"cell_type": "code", "input": "7 + 7", "outputs": [output], "language": "python", "metadata": {}}
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"cells": [cell]}]}
    (tmp_path / "old.ipynb").write_text(json.dumps(old))
    assert "fourteen" in lesson_html(tmp_path / "old.ipynb")
