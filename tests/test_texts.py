"""Checks the texts under data/: rule paragraphs, history entries, sources and licences."""

from __future__ import annotations

import datetime
import json
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

import roses
from roses.engine.rules import fields
from roses.richard.rules import BOOK, RULESETS, rule

DATA = Path(__file__).resolve().parents[1] / "data"
RULES = DATA / "rules" / "en"
HISTORY = DATA / "history"

NUMBERS = """1.0 1.1 1.2 1.3 1.4 2.0 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.71 2.72 2.8 2.81 2.82 2.83
3.0 3.11 3.12 3.13 3.14 3.21 3.22 3.23 3.24 3.25 3.26 4.0 4.1 4.2 4.3 4.4 4.5 4.6
5.0 5.1 5.2 5.21 5.22 5.3 5.31 5.4 6.0 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.81 6.82 6.83 6.84 6.85 6.86 6.9 6.91
7.0 7.1 7.2 8.0 8.1 8.2 8.3 8.4 8.5 9.0 9.1""".split()
NAMED = {
    "force-march": "Force March",
    "muster": "Muster",
    "piracy": "Piracy",
    "plague": "Plague",
    "surprise": "Surprise",
    "treason": "Treason",
    "kingmaker": "Kingmaker (1470)",
    "richard-iii": "Richard III (1483)",
}
FIELDS = fields(RULESETS)
READINGS = ("sea_after_piracy", "pool_heirs", "reserves_revealed", "neville_note", "piracy_retreat_capacity")
COLOURS = {"major": "yellow", "river": "blue", "minor": "red"}
PLACE = r"[A-Z][a-z]+(?: of [A-Z][a-z]+| [A-Z][a-z]+)?"
SHIELD = rf"({PLACE})'s shield in ({PLACE})"
BORDER = rf"(yellow|blue|red) border between ({PLACE}) and ({PLACE})"
RATING = r"((?:[A-Z]\w+ ?)+(?:church|levy|mercenary)?) ?\(([A-D]\d)\b"


def load(path: Path) -> list[dict]:
    return json.loads(path.read_text(encoding="utf-8"))


MAP = json.loads((DATA / "richard" / "map.json").read_text(encoding="utf-8"))
AREAS = {area["id"] for area in MAP["areas"]}
BORDERS = {frozenset(border["areas"]): COLOURS[border["kind"]] for border in MAP["borders"]}
BLOCKS = {block["id"]: block for block in load(DATA / "richard" / "blocks.json")}
SOURCES = {source["id"]: source for source in load(HISTORY / "sources.json")}
EVENTS = load(HISTORY / "1483.json")
ALL_RULES = sorted(RULES.glob("*.md"))


def fault(name: str, text: str) -> str | None:
    """Return what is wrong with the form of a rule text, or None."""
    words, fence, code = text.partition("\n\n```python\n")
    lines = words.splitlines()
    if len(lines) not in (5, 7) or any(lines[1::2]) or not fence:
        return "not a title, a paragraph, perhaps a note, an example and its code, parted by empty lines"
    title, paragraph, *notes, example = lines[::2]
    if any(not note.startswith("Note: ") or len(note.split()) > 91 for note in notes):
        return "what follows the paragraph is no note, or one of more than 90 words"
    wanted = f"# {NAMED[name]}" if name in NAMED else f"# {name} "
    if not (title == wanted if name in NAMED else title.startswith(wanted) and len(title) > len(wanted)):
        return f"the title is {title!r}"
    if not 40 <= len(paragraph.split()) <= 110:
        return f"the paragraph has {len(paragraph.split())} words"
    if not example.startswith("Example: ") or len(example.split()) - 1 > 45:
        return "no example, or one of more than 45 words"
    return code_fault(code)


def code_fault(code: str) -> str | None:
    """Return what is wrong with the form of an example in code, or None."""
    *lines, fence, end = code.split("\n")
    typed = [line for line in lines if line.startswith((">>> ", "... "))]
    if fence != "```" or end or "" in lines:
        return "the code does not end the file, or has an empty line"
    if not lines or not lines[0].startswith(">>> ") or typed == lines:
        return "the code is not typed lines with their answers"
    if not 2 <= len(typed) <= 8 or max(map(len, typed)) > 120:
        return f"the code has {len(typed)} lines, the longest of {max(map(len, typed))} characters"
    return None


def blocks_called(words: str) -> list[dict]:
    """Return the blocks a text may mean by a name such as "London levy", "Welsh mercenary" or "Exeter"."""
    form = re.sub(r"^(If|Yorkist|Lancastrian) ", "", words.strip())
    form = re.sub(r" (church|levy)$", r" (\1)", form).replace(" mercenary", " Mercenary")
    return [block for ident, block in BLOCKS.items() if ident.split("/")[0] == form]


def test_every_rule_number_has_a_text_and_no_other_file_is_there():
    assert {path.name for path in RULES.iterdir()} == {"topics.json"} | {f"{name}.md" for name in [*NUMBERS, *NAMED]}


@pytest.mark.parametrize("path", ALL_RULES, ids=lambda path: path.stem)
def test_rule_text_is_a_title_a_paragraph_an_example_and_its_code(path):
    assert fault(path.stem, path.read_text(encoding="utf-8")) is None


def test_every_rule_stands_under_a_topic_and_every_topic_opens_a_rule():
    index = BOOK.topics()
    assert {number for item in index.values() for number in item} == set(BOOK.numbers())
    assert list(index) == sorted(index, key=str.casefold)
    assert [topic for topic, item in index.items() if rule(topic.upper()).number not in (topic, item[0])] == []
    assert rule("border crossing").number == "5.21" and rule("Isle of  Man").number == "2.82"


def test_topics_is_a_table_of_all_or_of_those_with_some_words():
    assert len(roses.topics()) == len(BOOK.topics())
    assert roses.topics("Sea Move").values.tolist() == [
        ["sea move", "5.3 Sea moves, 5.31 Major ports, 2.8 Seas, 2.81 Sea zones"],
        ["seas", "2.8 Seas, 2.81 Sea zones, 5.3 Sea moves, 5.22 Attack and pinning"],
    ]
    assert roses.topics("wine").empty


def test_a_word_within_a_topic_is_near_it():
    with pytest.raises(roses.DataError, match=r"near it are 5\.22 Attack and pinning"):
        rule("pinn")


TITLE, WORDS, EXAMPLE = "# 6.5 Heir charge", "word " * 50, "Example: One."
CODE = "```python\n>>> roses.scene().ap\n4\n>>> roses.scene().turn\n1\n```\n"
LINE = ">>> roses.scene().ap\n4\n"


def rule_text(title: str = TITLE, words: str = WORDS, example: str = EXAMPLE, code: str = CODE) -> str:
    return "\n\n".join((title, words, example, code))


def test_form_check_passes_a_good_text():
    assert fault("6.5", rule_text()) is None
    assert fault("6.5", rule_text(words=f"{WORDS}\n\nNote: One reading.")) is None


@pytest.mark.parametrize(
    "field", [f for f in FIELDS if len({getattr(rules, f) for rules in RULESETS.values()}) > 1 or f in READINGS]
)
def test_a_rule_names_its_field_where_editions_differ_or_the_rulebook_is_silent(field):
    about, values = FIELDS[field]
    note = rule(about.rule).remark
    words = ("silent|ambiguous", "our reading") if field in READINGS else ("default, revised, follows", "later rules")
    assert [word for word in words if not re.search(word, note)] == []
    named = [value for value in values if re.search(rf"\b{value}\b", note)]
    assert field in note and len(named) >= min(len(values), 2), f"of {values} the note names {named}"


@pytest.mark.parametrize(
    "text",
    [
        rule_text("# 6.6 Heir charge"),
        rule_text("# 6.5"),
        rule_text(words="word " * 39),
        rule_text(words="word " * 111),
        rule_text(words=f"{WORDS}\n\nSecond."),
        rule_text(words=f"{WORDS}\n\nNote: " + "word " * 91),
        rule_text(words=f"{WORDS}\n\nNote: One.\n\nNote: Two."),
        rule_text(example="One."),
        rule_text(example="Example: " + "word " * 46),
        rule_text(code=""),
        rule_text(code="```python\n```\n"),
        rule_text(code=f"```python\n{LINE}```\n"),
        rule_text(code=f"```python\n{LINE * 9}```\n"),
        rule_text(code=f"```python\n{LINE}\n{LINE}```\n"),
        rule_text(code=f"```python\n4\n{LINE * 2}```\n"),
        rule_text(code="```python\n>>> roses.scene()\n>>> roses.scene()\n```\n"),
        rule_text(code=f"```python\n{LINE * 2}>>> {'roses.scene().ap + ' * 7}0\n28\n```\n"),
        rule_text(code=CODE + "More words.\n"),
    ],
)
def test_form_check_finds_each_fault(text):
    assert fault("6.5", text)


@pytest.mark.parametrize("path", ALL_RULES, ids=lambda path: path.stem)
def test_borders_ratings_and_shields_in_rule_texts_are_those_of_the_game(path):
    text = path.read_text(encoding="utf-8")
    for colour, one, other in re.findall(BORDER, text):
        assert BORDERS.get(frozenset((one, other))) == colour, (colour, one, other)
    for words, rating in re.findall(RATING, text):
        assert rating in {f"{b['initiative']}{b['firepower']}" for b in blocks_called(words)}, (words, rating)
    for name, area in re.findall(SHIELD, text):
        assert any(area in block["shields"] for block in blocks_called(name)), (name, area)


@pytest.mark.parametrize("name", ["en/6.3", "en/6.81", "en/7.0", "en/8.4", "lancaster/en/3.4"])
def test_a_reading_of_ours_is_marked_as_such(name):
    words = (DATA / "rules" / f"{name}.md").read_text(encoding="utf-8").split("\n\n")[1]
    assert "our reading" in words


def test_6_9_says_that_one_block_may_face_several_rolls():
    assert "one block may face several rolls" in (RULES / "6.9.md").read_text(encoding="utf-8")


def test_rule_texts_name_borders_ratings_and_shields_to_check():
    text = "".join(path.read_text(encoding="utf-8") for path in ALL_RULES)
    assert len(re.findall(BORDER, text)) >= 6
    assert len(re.findall(RATING, text)) >= 15
    assert re.findall(SHIELD, text)


def test_2_83_major_ports_2_3_crowns_and_2_4_cities_are_complete():
    crowned = [area["id"] for area in MAP["areas"] if area.get("crown")]
    ports = [area["id"] for area in MAP["areas"] if area.get("major_port") and area["kind"] != "exile"]
    cities = [area["city"] for area in MAP["areas"] if area.get("city")]
    for number, names in (("2.3", crowned), ("2.83", ports), ("2.4", cities)):
        text = (RULES / f"{number}.md").read_text(encoding="utf-8")
        assert [name for name in names if name not in text] == []


@pytest.mark.parametrize("path", sorted(HISTORY.glob("*.json")), ids=lambda path: path.stem)
def test_every_cited_source_is_listed(path):
    def cited(value):
        if isinstance(value, dict):
            yield from value.get("sources", [])
            for inner in value.values():
                yield from cited(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from cited(inner)

    assert [source for source in cited(load(path)) if source not in SOURCES] == []


def test_sources_have_the_agreed_fields_and_short_names_of_their_own():
    assert len(SOURCES) == len(load(HISTORY / "sources.json"))
    for source in SOURCES.values():
        assert {"id", "title", "short", "kind"} <= set(source) <= {"id", "title", "short", "kind", "url", "written"}
        assert source["kind"] in {"chronicle", "record", "printed", "page"}
        assert source["kind"] != "page" or source["url"].startswith("http")
        assert 0 < len(source["short"]) <= 28
    assert len({source["short"] for source in SOURCES.values()}) == len(SOURCES)


def test_1483_has_entries_in_order():
    dates = [datetime.date.fromisoformat(event["date"]) for event in EVENTS]
    assert len(dates) >= 34
    assert dates == sorted(dates)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event["shown"])
def test_1483_entry_is_short_dated_sourced_and_on_the_map(event):
    needed = {"date", "shown", "place", "area", "text", "blocks", "sources", "confidence"}
    assert needed <= set(event) <= needed | {"departs"}
    assert 8 <= len(event["text"].split()) <= 45
    assert event["date"][:4] in event["shown"]
    assert event["area"] in AREAS
    assert [block for block in event["blocks"] if block not in BLOCKS] == []
    assert event["sources"]
    assert event["confidence"] in {"high", "medium", "low"}


def test_every_data_file_has_a_row_in_the_licence_table():
    table = (DATA / "LICENSES.md").read_text(encoding="utf-8")
    patterns = [
        p for line in table.splitlines() if line.startswith("| `") for p in re.findall(r"`([^`]+)`", line.split("|")[1])
    ]
    files = [path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file() and path.name[0] != "."]
    assert [name for name in files if not any(fnmatch(name, pattern) for pattern in patterns)] == []


@pytest.mark.parametrize("name", ["areas.geojson", "context.geojson"])
def test_licence_page_carries_the_maps_attribution_word_for_word(name):
    geometry = json.loads((DATA / "map" / name).read_text(encoding="utf-8"))
    assert geometry["attribution"] in (DATA / "LICENSES.md").read_text(encoding="utf-8")
