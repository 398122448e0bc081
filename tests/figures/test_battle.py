"""The battle board: tokens do not overlap, nothing is clipped, groups and eliminated blocks are in their places."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import msgspec
import pytest

import roses
from roses.engine.protocol import CHANCE
from roses.figures.battle import RESERVE, Plan, column_of, describe, line_up, plan
from roses.figures.battle.board import battle_svg
from roses.figures.battle.course import Course
from roses.figures.battle.narrow import narrow_svg
from roses.figures.blocks import Fate, fate_words, piece_words, results_of, short_name
from roses.figures.blocks.cards import key_svg
from roses.figures.blocks.tokens import Shape, parts
from roses.figures.drawing.svg import Svg, escape
from roses.richard.combat import rating
from roses.richard.events.army import Fired, Passed, StepsLost
from roses.richard.position import Phase
from roses.richard.tables import BLOCKS, INDEX
from roses.richard.view import BattleView, Piece, View
from roses.widgets.richard.adapter import CampaignAdapter
from roses.widgets.stepper.model import StepperModel
from tests.figures.positions import HERE, LANCASTER, YORK, fight, piece, view
from tests.figures.reading import SVG, span, texts, words

FATES: tuple[Fate, ...] = ("fallen", "left", "turned")
SIZES = [(n, m, width) for n in range(1, 13) for m in (n, 1, 13 - n) for width in (850, 780, 560)]


def army(n: int, m: int) -> View:
    """``n`` blocks of York against ``m`` of Lancaster, drawn by lot, some in reserve, some fallen, some turned."""
    rng = random.Random(100 * n + m)
    york, lancaster = rng.sample(YORK, n), rng.sample(LANCASTER, m)
    pieces = [piece(b, reserve=rng.random() < 0.2, acted=rng.random() < 0.5) for b in (*york, *lancaster)]
    gone = [b for b in rng.sample(YORK, 2) if b not in york]
    battle = BattleView(HERE, "York", 2, "B", "York", ("Leicester/Warwick", "sea"), tuple(gone))
    return view(*pieces, battle=battle)


def boxes(board: Plan) -> list[tuple[float, float, float, float]]:
    """What each token covers, its ring and pointer included."""
    results = []
    for place in board.places:
        up = 42.5 if place.standing.side == "York" else 36
        shown = msgspec.structs.replace(place.standing.piece, reserve=False)
        shapes = [p for p in parts(shown, board.scale, size="board", acting=True) if isinstance(p, Shape)]
        corners = [(place.x + x * board.scale, place.y + (y + up) * board.scale) for p in shapes for x, y in p.outline]
        xs, ys = zip(*corners, strict=True)
        results.append((min(xs) - 4, min(ys) - 4, max(xs) + 4, max(ys) + 1))
    return results


@pytest.mark.parametrize(("n", "m", "width"), SIZES)
def test_no_token_overlaps_another(n: int, m: int, width: int) -> None:
    board = plan(army(n, m), width)
    for a, b in combinations(boxes(board), 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (a, b)


@pytest.mark.parametrize(("n", "m", "width"), SIZES)
def test_captions_have_their_own_room(n: int, m: int, width: int) -> None:
    board = plan(army(n, m), width)
    for a, b in combinations(board.places, 2):
        assert abs(a.x - b.x) >= board.slot - 1e-6 or abs(a.y - b.y) >= board.row - 1e-6


@pytest.mark.parametrize(("n", "m", "width"), SIZES)
def test_every_token_stays_in_its_half_and_column(n: int, m: int, width: int) -> None:
    board = plan(army(n, m), width)
    columns = {c.name: c for c in board.columns}
    assert board.columns[-1].x + board.columns[-1].width == pytest.approx(width)
    for place, (left, top, right, bottom) in zip(board.places, boxes(board), strict=True):
        column, zone = columns[place.standing.column], board.zones[place.standing.side]
        assert column.x <= left
        assert right <= column.x + column.width
        assert zone[0] <= top
        assert bottom <= zone[1]
        assert zone[0] <= place.y
        assert place.y + board.row <= zone[1]


@pytest.mark.parametrize(("n", "m", "width"), SIZES)
def test_no_text_is_clipped_and_no_captions_overlap(n: int, m: int, width: int) -> None:
    shown = army(n, m)
    results = {b: "2 hits on Northumberland" for b in BLOCKS}
    svg = battle_svg(shown, width=width, results=results)
    board = plan(shown, width)
    spans = []
    for element in texts(svg):
        left, right = span(element)
        assert left >= -0.5
        assert right <= width + 0.5, "".join(element.itertext())
        y = float(element.get("y", 0))
        assert 0 < y < board.height
        spans.append((left, right, y, "".join(element.itertext())))
    for a, b in combinations([s for s in spans if s[3].startswith("on North")], 2):
        assert a[2] != b[2] or a[1] <= b[0] or b[1] <= a[0]


@pytest.mark.parametrize("width", [850, 780, 560])
def test_captions_end_above_the_next_row(width: int) -> None:
    shown = army(12, 12)
    board = plan(shown, width)
    root = ElementTree.fromstring(battle_svg(shown, width=width, results={b: "2 hits on Kent" for b in BLOCKS}))
    titled = [g for g in root.findall(f"{SVG}g/{SVG}g") if g.find(f"{SVG}g/{SVG}title") is not None]
    groups = [g for g in titled if g.find(f"{SVG}rect") is None]  # without the axis
    assert len(groups) == len(board.places)
    for group, place in zip(groups, board.places, strict=True):
        captions = [float(t.get("y", 0)) for t in group.findall(f"{SVG}text")]
        assert len(captions) >= 3
        assert max(captions) + 4 <= place.y + board.row


def test_york_stands_above_whoever_attacks() -> None:
    for attacker in ("York", "Lancaster"):
        shown = view(piece("Norfolk"), piece("Oxford"), battle=BattleView(HERE, attacker, 1))
        y = {p.standing.side: p.y for p in plan(shown, 850).places}
        assert y["York"] < y["Lancaster"]


def test_columns_stand_in_the_order_of_letters_and_the_reserve_last() -> None:
    assert [c.name for c in plan(fight(["Norfolk"], ["Oxford"]), 850).columns] == ["A", "B", "C", "D", "Reserve"]


def test_bombard_stands_at_a_in_round_1_and_at_d_later() -> None:
    for number, letter in ((0, "A"), (1, "A"), (2, "D"), (3, "D"), (4, "D")):
        assert column_of(piece("Bombard/Y"), BattleView(HERE, "York", number)) == letter
    text = words(battle_svg(fight(["Bombard/Y"], ["Oxford"], 1)))
    assert "at A in round 1" in text
    assert {"bombard", "from", "round 2"} <= set(text)


def test_acting_group_is_ringed_and_nobody_else() -> None:
    shown = fight(["Norfolk", "Gloucester", "Herbert"], ["Oxford", "Richmond"], letter="B", turn="York")
    acting = {s.piece.block for s in line_up(shown) if s.acts}
    assert acting == {"Norfolk", "Gloucester"}
    assert words(battle_svg(shown)).count("to act now") == 2


def test_a_block_that_has_acted_is_counted_and_not_ringed() -> None:
    battle = BattleView(HERE, "Lancaster", 1, "B", "York")
    shown = view(piece("Norfolk", acted=True), piece("Gloucester"), piece("Richmond"), battle=battle)
    text = words(battle_svg(shown))
    assert "York 1/2" in text
    assert text.count("to act now") == 1


def test_fallen_blocks_stay_in_their_column_and_are_not_counted() -> None:
    shown = fight(["Norfolk"], ["Oxford"], fallen=("Suffolk",))
    fallen = [s for s in line_up(shown) if s.fate == "fallen"]
    assert [(s.piece.block, s.column, s.side) for s in fallen] == [("Suffolk", "B", "York")]
    text = words(battle_svg(shown))
    assert "York 0/1" in text
    assert "fallen" in text


def test_a_turned_block_leaves_a_gap_in_its_old_line() -> None:
    shown = view(piece("Stanley/L", turned=True), piece("Norfolk"), battle=BattleView(HERE, "York", 1))
    assert [(s.piece.block, s.side) for s in line_up(shown) if s.fate == "turned"] == [("Stanley/Y", "York")]
    assert "changed sides" in words(battle_svg(shown))


def test_the_dead_the_gone_and_the_turned_are_told_apart_by_shape_and_in_words() -> None:
    lost = Piece("York", HERE, "Norfolk", 0)
    drawn = {fate: parts(lost, fate=fate) for fate in FATES}
    shapes = {fate: {part.outline for part in item if isinstance(part, Shape)} for fate, item in drawn.items()}
    own = {fate: shapes[fate].difference(*(shapes[other] for other in FATES if other != fate)) for fate in FATES}
    assert all(own.values())
    assert {fate: piece_words(lost, fate=fate) for fate in FATES} == {
        "fallen": "Norfolk, York: fallen",
        "left": "Norfolk, York: left the field",
        "turned": "Norfolk, York: changed sides",
    }
    assert all(fate_words(fate) in " ".join(words(key_svg())) for fate in FATES)


def test_bosworth_shows_what_became_of_each_block_until_the_end() -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    model.chosen = "battle"
    for index in (32, 33):
        model.go(index)
        assert isinstance(model.adapter, CampaignAdapter)
        left = model.adapter.left(model)
        fates = {s.piece.block: s.fate for s in line_up(model.view, left) if s.fate}
        assert fates["Norfolk"] == "fallen"
        assert fates["Stanley/Y"] == "turned"
        assert fates["Northumberland/Y"] == "left"
        assert "left for Derby" in " ".join(words(model.adapter.draw(model, 780, 514).svg))


def boards(name: str) -> Iterator[tuple[StepperModel, Course, Svg]]:
    """Each step of a replay with a battle board: the model there, the course of the battle, the board."""
    model = StepperModel(roses.timeline(name))
    model.chosen = "battle"
    for index in range(len(model)):
        model.go(index)
        if model.stage == "battle" and isinstance(model.adapter, CampaignAdapter):
            yield model, model.adapter.course(model), model.adapter.draw(model, 980, 628).svg


@pytest.mark.parametrize("name", ["1459-yorks-rising", "1470-kingmaker", "1483-richard-iii", "full-game-1460"])
def test_every_step_of_a_fight_lights_its_round_tells_its_last_blow_and_names_who_won_at_the_end(name: str) -> None:
    ends = blows = 0
    for model, course, board in boards(name):
        events, battle, text = model.timeline.events(model.index), model.view.battle, " ".join(words(board))
        lit = re.findall(r'<i aria-current="true">(\d)</i>', model.adapter.head(model))
        assert course.round == battle.round or course.won or not battle.round
        assert lit == ([str(course.round)] if course.round else []), model.index
        thrown = [event for event in events if event.dice and event.block in BLOCKS]
        if thrown and course.blow and course.blow.event.dice:
            score = course.blow.score()
            assert course.blow.event == thrown[-1] and score and score.lower() in text.lower()
            blows += 1
        is_over = bool(model.view.winner) or model.view.phase == "regroup"
        assert bool(course.won) == is_over, model.index
        assert course.round or not thrown, model.index
        assert (f"{course.won} wins the field." in text) == is_over
        ends += is_over
    assert ends and blows


def test_the_end_of_a_battle_says_which_heirs_died_and_who_is_king() -> None:
    verdicts = {model.moment.title: course.verdict for model, course, _board in boards("1483-richard-iii")}
    king, pretender = short_name("Gloucester"), short_name("Richmond")
    assert verdicts["Richard falls"] == (
        "Lancaster wins the field.",
        f"{king}, the King, is killed.",
        f"{pretender} is King.",
    )
    assert verdicts["Kent dispersed"] == ("York wins the field.", f"{king} is still King: the war goes on.")
    died = {model.moment.title: course.verdict for model, course, _board in boards("1459-yorks-rising")}
    heirs = [f"{short_name(block)} is killed." for block in ("York", "Rutland")]
    claim = f"{short_name('March')} claims the crown now."
    assert {*heirs, claim} <= set(died["The paper crown"])


def test_the_description_tells_every_deed_and_the_picture_the_verdict_too() -> None:
    deeds = verdicts = 0
    for _model, course, board in boards("1483-richard-iii"):
        assert all(escape(sentence) in board for sentence in course.sentences())
        assert all(sentence in " ".join(words(board)) for sentence in course.verdict)
        deeds, verdicts = deeds + len(course.sentences()), verdicts + len(course.verdict)
    assert deeds > verdicts > 0


def test_the_board_explains_its_letters_ratings_steps_counters_and_reserve() -> None:
    shown = fight(["Norfolk"], ["Oxford"])
    for drawn in (battle_svg(shown), narrow_svg(shown)):
        text = " ".join(words(drawn))
        assert {"A–D", "B3", "1/2"} <= set(words(drawn))
        for meaning in ("acts at B; each", "the defender first", "one step, one", "has acted", "in reserve until"):
            assert meaning in text


def test_a_page_finds_the_blocks_of_a_board_but_not_those_that_are_hidden() -> None:
    blank = msgspec.structs.replace(piece("Oxford", 1), block=None, steps=None)
    shown = view(piece("Norfolk", 3), blank, battle=BattleView(HERE, "York", 1))
    for drawn in (battle_svg(shown), narrow_svg(shown)):
        assert re.findall(r'data-block="([^"]*)"[^>]*data-steps="(\d)"', drawn) == [("Norfolk", "3")]
        assert "Oxford" not in drawn


def test_a_war_that_ends_on_the_field_is_not_decided_by_a_count() -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    model.go(35)
    text = " ".join(words(model.adapter.draw(model, 780, 514).svg))
    assert "York has no heir left" in text
    assert "The Pretender needs more" not in text
    assert "Dead" in text


def test_a_rebel_stands_with_the_pretender() -> None:
    rebel = Piece("Rebel", HERE, "Rebel", 3)
    assert [s.side for s in line_up(view(rebel, battle=BattleView(HERE, "York", 1)))] == ["Lancaster"]


def test_blanks_give_the_same_board_whatever_they_are() -> None:
    battle = BattleView(HERE, "York", 0)
    boards = set()
    for block in ("Oxford", "Henry VI", "Scots Mercenary"):
        blank = msgspec.structs.replace(piece(block, 1), block=None, steps=None)
        boards.add(battle_svg(view(piece("Norfolk"), blank, battle=battle)))
    assert len(boards) == 1


def test_prisoners_and_other_areas_are_not_on_the_board() -> None:
    elsewhere = Piece("York", "Kent", "Suffolk", 3)
    shown = view(piece("Norfolk"), piece("Henry VI", prisoner=True), elsewhere, battle=BattleView(HERE, "York", 1))
    assert [s.piece.block for s in line_up(shown)] == ["Norfolk"]


def test_results_given_win_over_events() -> None:
    event = Passed("York", "Norfolk")
    shown = view(piece("Norfolk"), battle=BattleView(HERE, "York", 1), events=[event])
    assert "passed" in words(battle_svg(shown))
    assert "passed" not in words(battle_svg(shown, results={"Norfolk": "held"}))


def test_hits_that_spread_name_no_single_target() -> None:
    volley = [Fired("Lancaster", "Oxford", "B", 3, 3, (1, 2, 3)), StepsLost("York", "Norfolk", 2)]
    assert results_of(volley)["Oxford"] == "3 hits"


def test_description_says_what_the_board_shows() -> None:
    description = describe(fight(["Norfolk"], ["Oxford"], letter="A", turn="Lancaster"))
    assert description == (
        "Round 2 of 4. York defends · 1 in line. Lancaster attacks · 1 in line. At A: 0 of 1 block of Lancaster has"
        " acted. At B: 0 of 1 block of York has acted. Now act the blocks of Lancaster at A."
    )


def test_a_counter_says_at_length_what_it_counts() -> None:
    shown = fight(["Norfolk", "Suffolk"], ["Oxford"], letter="B", turn="York")
    for drawn in (battle_svg(shown), narrow_svg(shown)):
        assert "<title>0 of 2 blocks of York have acted</title>" in str(drawn)


def test_2_the_rating_that_counts_is_that_by_which_a_block_fires_and_where_it_differs_it_says_why() -> None:
    rng, met, raised = random.Random(2), 0, set()
    for scenario in ("1460", "1483", "1470"):
        state = roses.start("richard-iii", scenario)
        while state.active:
            chance = state.active == (CHANCE,)
            state = state.apply_unchecked(state.sample(rng) if chance else rng.choice(state.legal_actions()))
            if state.phase is not Phase.BATTLE_TURN:
                continue
            for standing in line_up(state.view(None)):
                name = standing.piece.block
                if name and not standing.fate and standing.column != RESERVE:
                    met += 1
                    assert standing.rating == rating(state, state.battle, INDEX[name])
                    assert bool(standing.bonus) == (int(standing.rating[1]) > BLOCKS[name].firepower)
                    raised.add(standing.bonus)
    assert met > 100 and raised >= {"", "+1 at home"}


def test_a_bonus_stands_in_the_picture_in_its_caption_and_in_words() -> None:
    shown = fight(["Norfolk"], ["Oxford"], letter="B", turn="York")
    battle = msgspec.structs.replace(shown.battle, at_home=("Norfolk",), crowned="Norfolk")
    raised = msgspec.structs.replace(shown, battle=battle)
    for drawn in (battle_svg(raised), narrow_svg(raised)):
        assert {"B4", "+2 home, crown"} <= set(words(drawn))
        assert "Norfolk: here B4 (+2 home, crown)." in describe(raised)
        assert "; here B4 (+2 home, crown)</title>" in str(drawn)
    assert "B4" not in words(battle_svg(shown)) and "here" not in describe(shown)


def test_no_battle_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="no battle is being fought"):
        battle_svg(view())
