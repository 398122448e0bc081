"""Figures of the battles: numbers as ranges, the map of the sites, line-ups; as SVG and as plotly JSON."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from roses.figures.battles import (
    army,
    line_up_figure,
    line_up_svg,
    numbers_figure,
    numbers_svg,
    sites_figure,
    sites_svg,
    text_line_up,
    war_figure,
    war_svg,
)
from roses.figures.drawing.svg import Svg
from roses.history.battles import account, known_battles
from tests.figures.reading import beyond, collisions, lines, squeezed, texts, words

IDS = tuple(known_battles())
BUILT = [name for name in IDS if account(name).model]
SMALLEST = 10.9  # px


def faults(picture: Svg) -> list[object]:
    small = [t.text for t in texts(picture) if float(t.get("font-size", SMALLEST)) < SMALLEST]
    small = [text for text in small if text != "W"]  # the small shield on a token, a mark
    return [*beyond(picture, 2), *collisions(picture), *squeezed(picture), *small]


def test_the_map_shows_every_battle_once_and_in_order() -> None:
    picture = sites_svg()
    text = words(picture)
    names = [battle.name.replace("the second battle", "second") for battle in known_battles().values()]
    assert [name for name in names if name not in text] == []
    assert all(text.count(str(number)) == 2 for number in range(1, 19))  # on the map and in the list
    assert "24 or 26 July 1469: Warwick's party" in text and faults(picture) == []


def test_the_war_shows_all_figures_and_says_what_is_not_known_or_disputed() -> None:
    picture = war_svg()
    text = words(picture)
    figures = [f for b in known_battles().values() for f in (*b.forces.values(), *b.losses.values())]
    assert text.count("not known") >= sum(f.low is None and f.high is None for f in figures) > 10
    assert sum(word.endswith(" *") for word in text) == sum(f.disputed for f in figures) == 4
    assert "at most 30,000" in text and "12 to 2,500" in text and faults(picture) == []


@pytest.mark.parametrize("name", IDS)
def test_the_numbers_of_a_battle_keep_within_their_picture(name: str) -> None:
    picture = numbers_svg(name)
    assert faults(picture) == []
    assert ElementTree.fromstring(picture)[1].text.count(" men, ") == len(set(words(picture)) & _sides(name))


def _sides(name: str) -> set[str]:
    battle = known_battles()[name]
    return {"both sides" if side == "both" else side.removeprefix("the ") for side in {*battle.forces, *battle.losses}}


@pytest.mark.parametrize("name", BUILT)
def test_a_line_up_names_every_block_and_whom_it_stands_for(name: str) -> None:
    picture, model = line_up_svg(name), account(name).model
    assert model
    text = " ".join(words(picture))
    assert [part for part in model.parts.values() if part.split()[0] not in text] == []
    assert text.count("stand-in") == len(model.stand_ins)
    assert text.count("in reserve") == sum(member.reserve for members in army(model).values() for member in members)
    assert faults(picture) == [] and picture.description == text_line_up(name)


@pytest.mark.parametrize("name", BUILT)
def test_both_pictures_of_a_line_up_say_the_same_in_words_and_under_the_pointer(name: str) -> None:
    picture, figure = line_up_svg(name), line_up_figure(name).to_plotly_json()
    traces = {trace["name"]: trace for trace in figure["data"]}
    assert sorted(traces["text"]["text"]) == sorted(words(picture))
    assert [" ".join(text.split("<br>")) for text in traces["hover"]["text"]] == hovers(picture)
    assert figure["layout"]["meta"] == [picture.name, picture.description]
    assert (figure["layout"]["width"], figure["layout"]["height"]) == (picture.width, round(picture.height))


def hovers(picture: Svg) -> list[str]:
    """What the parts of a picture say under the pointer."""
    return [title.text or "" for title in ElementTree.fromstring(picture).findall(".//{*}path/{*}title")]


def test_who_waits_or_stands_in_is_told_without_colour() -> None:
    result = text_line_up("edgcote-1469").splitlines()
    assert result[1].endswith("Warwick: 1 step, in reserve, stand-in (Clapham and Warwick's banner)")
    assert "; in reserve. Here a stand-in for Clapham" in hovers(line_up_svg("edgcote-1469"))[2]
    held = {trace["name"]: trace for trace in line_up_figure("edgcote-1469").data}
    assert held["hatch"]["x"] and "hatch" not in {trace["name"] for trace in line_up_figure("hexham-1464").data}


@pytest.mark.parametrize("name", BUILT)
def test_every_line_but_the_title_of_a_line_up_lies_on_the_ground_of_a_side(name: str) -> None:
    figure = line_up_figure(name).to_plotly_json()
    high = figure["layout"]["yaxis"]["range"][1]
    grounds = [trace["y"] for trace in figure["data"] if trace["name"] in ("York", "Lancaster")]
    spans = [(high - max(ys), high - min(ys)) for ys in grounds]
    outside = [
        text for text, box in lines(line_up_svg(name)) if not any(top < box[1] and box[3] < low for top, low in spans)
    ]
    assert outside == [figure["layout"]["meta"][0]]


def test_a_battle_outside_the_game_has_no_line_up() -> None:
    for make in (line_up_svg, line_up_figure, text_line_up):
        with pytest.raises(ValueError, match="ludford-1459 is outside the game"):
            make("ludford-1459")


def test_the_plotly_pictures_hold_the_same_words() -> None:
    for figure, picture in (
        (numbers_figure("towton-1461"), numbers_svg("towton-1461")),
        (war_figure(), war_svg()),
        (sites_figure(), sites_svg()),
    ):
        held = {text for trace in figure.to_plotly_json()["data"] for text in trace.get("text", ())}
        assert {word for word in words(picture) if "©" not in word and "Licen" not in word} <= held
