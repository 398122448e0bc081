"""The battle board on a telephone: legible, whole, nothing over anything else; and the header of the wide board."""

from __future__ import annotations

import re
from functools import cache

import roses
from roses.figures.battle import line_up, side_words
from roses.figures.battle.narrow import narrow_svg
from roses.figures.blocks import short_name
from roses.figures.drawing import text_width
from roses.figures.drawing.palette import AMBER
from roses.figures.drawing.svg import Svg
from roses.richard.view import BattleView, View
from roses.widgets.stepper.adapter import Board
from roses.widgets.stepper.model import StepperModel
from tests.figures.positions import HERE, fight, piece, view
from tests.figures.reading import beyond, collisions, lines, squeezed, words

PHONE = (388, 330)
HEADER = 659  # px: the header of a page of 1110 px beside the choices of viewer and of three boards


@cache
def battles() -> tuple[tuple[int, View, Board], ...]:
    """Every step of the lesson with a battle board: its index, its view, and the board on a telephone."""
    model = StepperModel(roses.timeline("1483-richard-iii"))
    results = []
    for index in range(len(model)):
        model.go(index)
        model.chosen = "battle"
        if model.stage == "battle":
            results.append((index, model.view, model.adapter.draw(model, *PHONE)))
    return tuple(results)


def crowded() -> Svg:
    """A board with every kind of block, unseen blocks, a reserve, and long words."""
    york = [piece("Northumberland/Y"), piece("York (church)/Y"), piece("Bombard/Y"), piece("Gloucester", acted=True)]
    red = [piece("Stanley/L", turned=True), piece("Scots Mercenary", reserve=True), piece("Richmond"), piece("Oxford")]
    battle = BattleView(HERE, "Lancaster", 1, "B", "York", ("Leicester/East Anglia", "Leicester/Northumbria", "sea"))
    results = {"Northumberland/Y": "2 hits on Westmoreland", "Gloucester": "failed to win Northumberland"}
    return narrow_svg(view(*york, *red, battle=battle), results=results)


def pictures() -> list[Svg]:
    return [*(board.svg for _index, _view, board in battles()), crowded()]


def test_the_lesson_has_battles() -> None:
    assert len(battles()) > 8


def test_text_on_a_telephone_is_legible() -> None:
    for picture in pictures():
        assert picture.width == PHONE[0]
        assert min(map(float, re.findall(r'font-size="([\d.]+)"', picture))) >= 11
        assert not squeezed(picture, 0.9)


def test_names_on_a_telephone_have_at_least_12_px() -> None:
    for index, seen, board in battles():
        for name in {short_name(s.piece.block) for s in line_up(seen) if s.piece.block}:
            sizes = re.findall(rf'font-size="([\d.]+)"[^>]*>{re.escape(name)}<', board.svg)
            assert sizes, (index, name)
            assert min(map(float, sizes)) >= 12, (index, name)


def test_nothing_on_a_telephone_covers_anything_else_or_is_cut() -> None:
    for picture in pictures():
        assert not collisions(picture)
        assert not beyond(picture)


def test_york_stands_left_and_lancaster_right_and_ratings_are_from_a_to_reserve() -> None:
    result = lines(narrow_svg(fight(["Norfolk", "Suffolk"], ["Oxford", "Richmond"], letter="B", turn="York")))
    at = {line.words: line.box for line in result}
    assert max(at[name][2] for name in ("Norfolk", "Suffolk")) < 194
    assert min(at[name][0] for name in ("Oxford", "Richmond")) > 194
    order = [at[name][1] for name in ("A", "Oxford", "B", "Norfolk", "C", "D", "Reserve")]
    assert order == sorted(order)


def test_a_telephone_says_all_that_the_wide_board_says() -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    for index, _view, board in battles():
        model.go(index)
        model.chosen = "battle"
        text = " ".join(words(board.svg))
        wide = [line.words for line in lines(model.adapter.draw(model, 1100, 600).svg)]
        missing = [w for w in wide if not re.match(r"(York|Lanc\.|Y|L) \d|bombard$|from$", w) and w not in text]
        assert not missing, index


def test_a_board_on_a_telephone_says_how_high_it_is() -> None:
    for _index, _view, board in battles():
        assert board.width == PHONE[0]
        assert abs(board.height - board.svg.height) <= 1


def test_the_group_that_acts_is_marked_on_a_telephone() -> None:
    picture = narrow_svg(fight(["Norfolk", "Gloucester"], ["Oxford"], letter="B", turn="York"))
    assert words(picture).count("to act now") == 2
    assert re.search(rf'fill="{AMBER}"[^>]*/><text[^>]*>York 0/2<', picture)


def test_the_header_of_a_battle_fits_beside_three_boards() -> None:
    far = ("Leicester/Northumbria", "Leicester/East Anglia")
    shown = [seen for _index, seen, _board in battles()]
    shown += [fight(["Norfolk"], ["Oxford"], entries=entries) for entries in (far, far[:1], ("sea",))]
    for seen in shown:
        assert seen.battle
        wide = text_width("Round", 14) + 4 * 32 + 2 * 14
        for side in ("York", "Lancaster"):
            text = side_words(side, line_up(seen), seen.battle, brief=True)
            wide += text_width(side, 15, bold=True, family="serif") + 18 + 8 + max(text_width(w, 13) for w in text)
        assert wide <= HEADER


def test_the_count_on_a_telephone_is_legible_and_whole() -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    model.go(35)
    model.chosen = "count"
    board = model.adapter.draw(model, *PHONE)
    assert (model.stage, board.width) == ("count", PHONE[0])
    assert abs(board.height - board.svg.height) <= 1
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', board.svg)) >= 11
    assert not collisions(board.svg)
    assert not beyond(board.svg)
