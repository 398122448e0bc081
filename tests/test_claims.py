"""Claims to the crown against cases that are known, and the lines of descent against the kin of the kit."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from roses.history.claims import Claim, claim, moments, reigns, rules
from roses.history.people import children, person

SOURCES = {
    source["id"]
    for source in json.loads((Path(__file__).parents[1] / "data/history/sources.json").read_text(encoding="utf-8"))
}


def best(rule: str, year: int | str) -> str:
    value = claim(rule, year).best
    return value.id if value else ""


@pytest.mark.parametrize(
    ("rule", "year", "heir"),
    [
        ("primogeniture", 1399, "edmund-mortimer5"),
        ("male-line", 1399, "henry4"),
        ("possession", 1399, "henry4"),
        ("male-line", 1460, "henry6"),
        ("primogeniture", 1460, "york3"),
        ("women-pass", 1460, "york3"),
        ("entail-1406", 1460, "henry6"),
        ("accord-1460", 1460, "henry6"),
        ("accord-1460", 1461, "edward4"),
        ("possession", 1470, "henry6"),
        ("entail-1406", 1471, ""),
        ("gaunt-1407", 1471, "afonso5"),
        ("male-line", 1471, "edward4"),
        ("primogeniture", 1483, "edward5"),
        ("titulus-1484", 1483, "richard3"),
        ("possession", 1483, "richard3"),
        ("primogeniture", 1485, "elizabeth-york"),
        ("male-line", 1485, "warwick17"),
        ("gaunt-1397", 1485, "margaret-beaufort"),
        ("gaunt-1407", 1485, "joao2"),
        ("possession", 1485, "henry7"),
    ],
)
def test_known_cases(rule: str, year: int, heir: str) -> None:
    assert best(rule, year) == heir


def test_york_claims_by_lionel_and_stands_after_henry_by_his_father() -> None:
    by_mother, by_father = claim("primogeniture", 1460).heirs[0], claim("male-line", 1460)
    line = ("edward3", "lionel", "philippa-clarence", "roger-mortimer4", "anne-mortimer", "york3")
    assert by_mother.descent == line
    assert [heir.person for heir in by_father.heirs[:3]] == ["henry6", "prince-edward", "york3"]
    assert by_father.heirs[2].descent == ("edward3", "langley", "cambridge", "york3")


def test_henry_tudor_stands_behind_his_mother_and_in_no_line_of_men() -> None:
    heirs = claim("gaunt-1397", 1485).heirs
    assert [heir.person for heir in heirs[:2]] == ["margaret-beaufort", "henry7"]
    for rule in ("male-line", "women-pass", "primogeniture", "gaunt-1407", "titulus-1484"):
        assert "henry7" not in [heir.person for heir in claim(rule, 1485).heirs]


def test_titulus_regius_shuts_two_doors_and_says_why() -> None:
    claimed = claim("titulus-1484", 1483)
    assert not {heir.person for heir in claimed.heirs} & {*children("edward4"), *children("clarence")}
    assert "called bastards" in claimed.heirs[0].line[-1].why and "attainder" in claimed.heirs[0].line[-1].why


def test_richard_the_second_is_passed_over_though_he_lives() -> None:
    assert person("richard2").lived("1399-09-30")
    assert "resigned" in claim("primogeniture", 1399).heirs[0].line[1].why
    assert best("primogeniture", "1399-09-28") == "richard2"


def test_nobody_inherits_twice_or_dead_or_born_outside_marriage() -> None:
    for moment in moments():
        for rule in rules():
            heirs = [heir.person for heir in claim(rule, moment.date).heirs]
            assert len(heirs) == len(set(heirs))
            assert all(person(name).lived(moment.date) for name in heirs)
            assert not set(heirs) & {"john-gloucester", "katherine-plantagenet"}


def test_every_line_goes_from_parent_to_child_and_gives_a_reason() -> None:
    for moment in moments():
        for rule in rules():
            for heir in claim(rule, moment.date).heirs:
                for above, below in pairwise(heir.descent):
                    assert below in children(above)
                assert all(branch.why for branch in heir.line)


def test_an_act_names_nobody_before_it_is_made() -> None:
    for rule in ("entail-1406", "accord-1460", "titulus-1484"):
        answer = claim(rule, 1399)
        assert not answer.heirs and "made only" in str(answer)


def test_the_kings_follow_each_other_without_a_gap() -> None:
    kings = reigns()
    for one, following in pairwise(kings):
        assert one.since < one.until <= following.since
        assert person(one.person).lived(one.since)


def test_sources_exist_and_a_wrong_rule_or_year_is_refused() -> None:
    cited = {source for rule in rules().values() for source in rule.sources}
    assert cited | {source for reign in reigns() for source in reign.sources} <= SOURCES
    with pytest.raises(ValueError, match="salic"):
        claim("salic", 1460)
    with pytest.raises(ValueError, match="from 1377 to 1509"):
        claim("primogeniture", 1066)
    assert isinstance(claim("primogeniture", "1460-12-31"), Claim)
    assert best("primogeniture", "1460-12-31") == "edward4"
