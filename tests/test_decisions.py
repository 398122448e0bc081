"""Decision cards: facts with sources, no answer on the card itself, and a script that only marks the choice."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

import roses
from roses.engine.data import read
from roses.engine.replay import shipped_names
from roses.lessons.decisions import Decision, DecisionCard, answer_html, cards_html, decision, decisions, question_html

CARDS = decisions()
KNOWN = {source["id"] for source in read("history/sources.json", list[dict[str, str]])}


def test_every_card_names_sources_that_exist_and_no_two_have_one_id() -> None:
    assert [(card.id, ids) for card in CARDS if (ids := set(card.sources) - KNOWN)] == []
    assert len({card.id for card in CARDS}) == len(CARDS)


def test_cards_are_short_enough_to_be_read_aloud() -> None:
    lines = [text for card in CARDS for text in (*card.knew, *card.options)]
    assert [text for text in lines if len(text.split()) > 30] == []
    assert [card.id for card in CARDS if max(len(card.after.split()), len(card.game.split())) > 60] == []


def test_a_card_stands_before_a_moment_that_is_there() -> None:
    for card in CARDS:
        assert bool(card.record) == bool(card.moment)
        if card.record:
            assert card.record in shipped_names()
            assert card.moment in [moment.title for moment in roses.timeline(card.record).moments]


def test_rules_that_a_card_cites_are_rules() -> None:
    cited = [number for card in CARDS for number in re.findall(r"\b\d\.\d{1,2}\b", card.game)]
    assert len(cited) > 5
    assert all(roses.rule(number) for number in cited)


def test_the_leaders_choice_must_be_among_the_options() -> None:
    given = msgspec.to_builtins(decision("sandal-1460")) | {"chosen": 3}
    with pytest.raises(msgspec.ValidationError, match="has 3 options, so the leader cannot choose number 4"):
        msgspec.convert(given, Decision)


def test_the_card_tells_what_was_chosen_only_below_the_fold() -> None:
    content = DecisionCard("sandal-1460").content()
    open_part, folded = content.split("<details")
    assert "roses-unprinted" in folded and answer_html(decision("sandal-1460")) in folded
    assert "put to death" in folded and "put to death" not in open_part


def test_the_handout_has_no_answers_and_the_key_no_questions() -> None:
    sheet, key = cards_html("04a"), cards_html("04a", key=True)
    for card in decisions("04a"):
        assert question_html(card) in sheet and answer_html(card) in key
        assert answer_html(card) not in sheet and question_html(card) not in key
    assert cards_html("no such lesson") == ""


def test_the_script_gets_the_sentence_that_it_shows() -> None:
    html = DecisionCard("ludford-1459").html()
    data = re.search(r'class="roses-data">(.*?)</script>', html)
    assert data and "{letter}" in json.loads(data[1])["said"] and "data.said" in html
