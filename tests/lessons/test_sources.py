"""Source cards: what they hold, whom they may quote, and which moments of the replay rest on which of them."""

from __future__ import annotations

import re

import pytest

import roses
from roses.engine.data import read
from roses.history.battles import SourceCard, source_cards, works
from roses.lessons.sources import RestsOn, Weighing, Witnesses, lost_without, rests_on

CARDS = source_cards().cards
QUESTIONS = {question.id for question in source_cards().questions}
TIMELINE = roses.timeline("1483-richard-iii")
EDITIONS = {"proclamation", "york", "crowland", "vergil"}  # printed before 1900, or words of 1485
each = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)


@each
def test_a_card_is_weighed_for_every_question_and_names_works_that_are_known(card: SourceCard) -> None:
    assert set(card.worth) == QUESTIONS
    assert set(card.keys) | set(card.sources) <= set(works())
    assert len(card.asks) == 3 and card.check and card.says


def test_every_question_has_a_strong_source_and_a_silent_one() -> None:
    for question in QUESTIONS:
        assert {"good", "none"} <= {card.worth[question].grade for card in CARDS}, question


def test_the_date_of_a_text_is_that_of_the_list_of_sources() -> None:
    listed = {source["id"]: source.get("written", "") for source in read("history/sources.json", list[dict[str, str]])}
    for card in (card for card in CARDS if card.kind == "text"):
        assert listed[card.keys[0]].startswith(card.written)


def test_texts_come_before_finds_and_stand_in_order_of_their_year() -> None:
    years = [int(re.findall(r"\b\d{4}\b", card.written)[-1]) for card in CARDS if card.kind == "text"]
    assert [card.kind for card in CARDS] == ["text"] * 6 + ["find"] * 3
    assert years == sorted(years)


@each
def test_only_words_in_the_public_domain_are_quoted_and_a_translation_of_ours_says_so(card: SourceCard) -> None:
    for quote in card.quotes:
        assert len(quote.text.split()) <= 35
        assert card.id in EDITIONS or quote.ours
        assert ("our translation" in Witnesses(card.id).html()) == quote.ours


@pytest.mark.parametrize(("card", "told"), [
    ("proclamation", "Lincoln, Surrey and Lovell all lived"), ("york", "Norfolk died fighting for Richard"),
    ("valera", "The boys outlived their father"), ("shot", "not where anybody stood"),
])  # fmt: skip
def test_what_is_known_beside_a_source_stands_where_it_can_be_folded(card: str, told: str) -> None:
    page = Witnesses(card).html()
    assert told in page.partition("<details>")[2].partition("</details>")[0]
    assert told not in Witnesses(card).words()


def test_a_moment_rests_on_the_cards_of_the_works_that_it_cites() -> None:
    for rest in rests_on(TIMELINE):
        cited = set(TIMELINE[rest.step - 1].sources)
        assert {card.id for card in CARDS if cited & set(card.keys)} == set(rest.cards)


def test_every_card_carries_a_moment_and_the_story_of_the_charge_is_vergils_alone() -> None:
    rests = rests_on(TIMELINE)
    assert {card for rest in rests for card in rest.cards} == {card.id for card in CARDS}
    without = lost_without(TIMELINE, "vergil")["moment"].tolist()
    assert {"Oxford's wedge", "The Stanleys wait", "The charge", "Henry survives"} <= set(without)
    assert "Richard falls" not in without and lost_without(TIMELINE).empty


def test_a_moment_that_has_a_parliament_roll_is_not_lost_with_its_card() -> None:
    flood = next(rest for rest in rests_on(TIMELINE) if rest.title == "The flood")
    assert flood.cards == ("crowland",) and flood.others
    assert "The flood" not in lost_without(TIMELINE, "crowland")["moment"].tolist()


def test_unknown_cards_and_questions_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="no source card 'more'; choose from proclamation, york"):
        Witnesses("more")
    with pytest.raises(ValueError, match="no question 'who' to weigh sources for; choose from where"):
        Weighing("who")


@pytest.mark.parametrize("made", [Witnesses(), Weighing("where"), RestsOn(TIMELINE, 24, 37)])
def test_all_of_it_stands_on_the_page_without_its_script(made: Witnesses | Weighing | RestsOn) -> None:
    page = re.sub(r"<script.*?</script>", "", made.html(), flags=re.DOTALL)
    assert not re.search(r"https?:|src=", page)
    titles = [card.title for card in CARDS] if not isinstance(made, RestsOn) else [rest.title for rest in made.rests]
    assert [title for title in titles if title.replace("'", "&#x27;") not in page] == []
