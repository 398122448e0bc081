"""The rules text by paragraph, and the data: form, numbers, and that what the engine cites is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import roses
from roses.lancaster.game import BOOK
from roses.lancaster.prompts import DECISIONS
from roses.lancaster.tables import COLOURS, SHIPPED, Reward

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "data" / "rules" / "lancaster" / "en"
SOURCES = sorted((ROOT / "roses" / "lancaster").rglob("*.py"))
NUMBER = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}(?![\d.])")


def fault(number: str, text: str) -> str:
    """What is wrong with the form of a paragraph, or nothing."""
    words, fence, code = text.partition("\n\n```python\n")
    lines = words.splitlines()
    if len(lines) != 5 or lines[1] or lines[3]:
        return "not a title, a paragraph and an example, parted by empty lines"
    if not fence or not code.startswith(">>> ") or not code.endswith("\n```\n"):
        return "no example as code"
    if not re.fullmatch(rf"# {re.escape(number)} [A-Z].+", lines[0]):
        return f"the title is {lines[0]!r}"
    if not 40 <= len(lines[2].split()) <= 110:
        return f"the paragraph has {len(lines[2].split())} words"
    if not lines[4].startswith("Example: ") or len(lines[4].split()) > 46:
        return "no example, or one of more than 45 words"
    return ""


@pytest.mark.parametrize("number", BOOK.numbers())
def test_a_paragraph_is_a_title_a_paragraph_and_an_example(number: str) -> None:
    assert fault(number, (TEXTS / f"{number}.md").read_text(encoding="utf-8")) == ""


CODE = "\n\n```python\n>>> 1\n1\n```\n"


@pytest.mark.parametrize("text", [
    "# 5.2 No passing\n\n" + "word " * 50 + "\n\nExample: One." + CODE,
    "# 5.1 Placing\n\n" + "word " * 39 + "\n\nExample: One." + CODE,
    "# 5.1 Placing\n\n" + "word " * 50 + "\n\nOne." + CODE,
    "# 5.1 Placing\n\n" + "word " * 50 + "\n\nExample: " + "word " * 46 + CODE,
    "# 5.1 Placing\n\n" + "word " * 50 + "\n\nExample: One.\n",
])  # fmt: skip
def test_the_form_check_finds_each_fault(text: str) -> None:
    assert fault("5.1", text)
    assert not fault("5.1", "# 5.1 Placing\n\n" + "word " * 50 + "\n\nExample: One." + CODE)


@pytest.mark.parametrize("number", BOOK.numbers())
def test_the_example_in_code_answers_as_it_is_written(number: str) -> None:
    code, text = BOOK.paragraph(number).code, []
    examples = doctest.DocTestParser().get_examples(code)
    test = doctest.DocTest(examples, {"roses": roses}, number, None, None, code)
    doctest.DocTestRunner().run(test, out=text.append)
    assert "".join(text) == ""
    assert any(example.want not in ("", "True\n", "False\n") for example in examples)
    assert "roses.start" in code or " = scene(" in code or "play(scene(" in code or "scene(4" in code


def test_every_number_that_the_engine_cites_has_a_paragraph() -> None:
    cited = {n for path in SOURCES for n in NUMBER.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 55 and cited - set(BOOK.numbers()) == set()
    assert {rule for rule, _question, _part in DECISIONS.values()} <= set(BOOK.numbers())


def test_every_paragraph_is_cited_or_part_of_the_sequence() -> None:
    cited = {n for path in SOURCES for n in NUMBER.findall(path.read_text(encoding="utf-8"))}
    names = {"1.1", "3.1", "3.2", "4.1", "4.2", "9.1", "9.7", "11.7"}  # they say what needs no decision
    assert set(BOOK.numbers()) - cited <= names


def test_amounts_in_the_texts_are_those_of_the_game() -> None:
    text = {n: (TEXTS / f"{n}.md").read_text(encoding="utf-8") for n in BOOK.numbers()}
    house, prices = SHIPPED.house, {s.id: s.price for s in SHIPPED.castle}
    assert f"{house.markers} voting marker, {house.gold} gold and {house.squires} squires" in text["3.2"]
    assert f"costs {prices['knight']} squires, an upgrade {prices['upgrade']}" in text["10.3"]
    assert f"pays {SHIPPED.numbers.both_price} gold" in text["9.2"]
    assert ", ".join(map(str, SHIPPED.scoring.nobles[4:9])) in text["13.4"]
    assert ", ".join(COLOURS) in text["3.7"]


def test_the_facts_of_the_components() -> None:
    assert [county.letter for county in SHIPPED.counties] == list("ABCDEFGHI")
    assert [c.name for c in SHIPPED.counties if c.names_start] == ["Surrey"]
    k5 = next(card for card in SHIPPED.conflicts if card.id == "K5a")
    assert (k5.strength, k5.points, k5.confidence["points"]) == (5, (4, 2, 1), "certain")
    assert len(SHIPPED.conflicts) == 12 and sum(law.set == "base" for law in SHIPPED.laws) == 18
    assert len({law.name for law in SHIPPED.laws}) == len(SHIPPED.laws) == 36
    assert all(law.effect.endswith(".") for law in SHIPPED.laws)
    assert sorted((*SHIPPED.house.court, *SHIPPED.house.reserve)) == [1, 1, 1, 2, 2, 3, 4]
    assert sorted((*SHIPPED.ally.court, *SHIPPED.ally.reserve)) == [1, 1, 1, 2, 2, 3, 4]


def test_rewards_are_told_in_words() -> None:
    assert Reward(knights=1, markers=2).words() == "2 voting markers, 1 knight"
    assert (Reward(upgrades=1).words(), Reward(passages=1).words()) == ("1 upgrade", "1 passage to France")
    assert (Reward(gold=1, squires=1).words(), Reward(points=6).words()) == ("1 gold, 1 squire", "6 points")
