"""Cards of people and the tree that answers: whole without a script, safe, and true to the data."""

from __future__ import annotations

import re
from itertools import product
from xml.etree import ElementTree

import pytest

from roses.history.claims import claim, moments, rules
from roses.history.people import everybody, find, person
from roses.widgets import Claims, People, people
from roses.widgets.pages.kin import card_html


def parsed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{html}</div>".replace('hidden=""', 'hidden="hidden"'))


def test_every_card_is_well_formed_and_tells_life_death_and_sources() -> None:
    for who in everybody().values():
        text = "".join(parsed(card_html(who)).itertext())
        assert who.name in text and all(statement.text in text for statement in who.life), who.id
        assert "How sure" in text and text.count("Disputed.") == sum(statement.disputed for statement in who.life)


def test_which_edward_was_that() -> None:
    shown = people("Edward")
    assert [p.id for p in shown.shown] == [p.id for p in find("Edward")]
    assert shown.html().count("<article") == len(shown.shown)
    assert {p.id for p in people("Edward", alive="1471-05-01").shown} >= {"edward4", "edward5", "prince-edward"}
    assert "richard3" not in {p.id for p in people("Gloucester", alive="1486-01-01").shown}


def test_cards_of_a_scenario_are_those_of_its_blocks() -> None:
    assert {p.id for p in people("", 1483).shown} >= {"howard1", "rivers3", "percy4"}
    with pytest.raises(ValueError, match="1455"):
        people("", 1455)


def test_bands_have_letters_and_the_same_in_words() -> None:
    card = card_html(person("henry6"))
    assert card.count("roses-captive") == 3 and "captive of York (caught in Lancashire)" in card
    assert re.search(r'class="roses-york roses-captive"><b>Y</b>', card) and 'class="roses-lancaster"><b>L</b>' in card


def test_captives_have_not_changed_sides() -> None:
    assert "never changed" in card_html(person("henry6")) and "never changed" in card_html(person("edward4"))
    assert "changed 5 times" in card_html(person("clarence"))


def test_names_inside_arms_are_unlike_on_every_card() -> None:
    ids = re.findall(r' id="([^"]+)"', People(everybody().values()).content())
    assert len(ids) == len(set(ids))


def test_no_element_of_html_is_left_open() -> None:
    """HTML knows no ``<i/>``: what follows would stand in it. SVG does, and ``input`` and ``br`` need no end."""
    for shown in (People(everybody().values()), Claims()):
        bare = re.sub(r"<svg.*?</svg>", "", shown.content(), flags=re.DOTALL)
        assert set(re.findall(r"<(\w+)[^<>]*/>", bare)) <= {"input", "br"}


def test_nobody_found_is_said() -> None:
    assert "Nobody" in people("Bismarck").html() and "Nobody" in people("Bismarck").words()


def test_claims_hold_an_answer_for_every_rule_and_moment() -> None:
    shown = Claims("gaunt-1397", 1485)
    html, data = shown.content(), shown.data()
    root = parsed(html)
    keys = {section.get("data-key") for section in root.iter("section")}
    assert keys == set(data) == {f"{rule} {moment.date}" for rule, moment in product(rules(), moments())}
    frames = {path.get("data-frame") for path in root.iter() if path.get("data-frame")}
    for key, (line, heirs) in data.items():
        assert set(line) <= frames, key
        assert tuple(heirs) == tuple(heir.person for heir in claim(*key.split()).heirs[:9])


def test_claims_show_the_first_without_a_script() -> None:
    root = parsed(Claims("gaunt-1397", 1485).content())
    shown = [e.get("data-frame") for e in root.iter() if e.get("data-frame") and e.get("display") == "inline"]
    assert set(shown) == {"gaunt", "beaufort1", "beaufort-d1", "margaret-beaufort"}
    texts = [p.text for p in root.iter("p") if p.get("data-moment") == "1485-08-22" and not p.get("hidden")]
    assert len(texts) == 2 and "crown was with Henry VII" in "".join(map(str, texts))
    assert "Lady Margaret Beaufort" in Claims("gaunt-1397", 1485).words().splitlines()[0]


def test_a_moment_without_a_question_is_refused() -> None:
    with pytest.raises(ValueError, match="1471"):
        Claims("primogeniture", 1450)


def test_they_ask_the_network_for_nothing_and_stay_small() -> None:
    for shown, most in ((Claims(), 160_000), (people("Edward"), 50_000)):
        assert not re.search(r"(?<!xmlns=\")https?://(?!www\.w3\.org)", shown.html())
        assert len(shown.html().encode()) < most
