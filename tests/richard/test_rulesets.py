"""Every field of the ruleset has an effect: the same play under each of its values ends differently."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.rules import fields
from roses.richard.actions import Deal, March, Retreat, Sail
from roses.richard.position import Phase
from roses.richard.rules import RULESETS, Ruleset, ruleset
from roses.richard.state import State
from roses.richard.tables import CROWNS
from tests.richard.scene import (
    battle,
    event,
    finish,
    fired,
    front,
    go,
    kinds,
    legal,
    reach,
    refused,
    round_is,
    ruling,
    scene,
    stands,
    texts,
    turn_of,
    until,
)

FIELDS: Final = fields(RULESETS)
PLAYED: Final[dict[str, set[Any]]] = {}  # field: values that a test below plays


def decides(field: str, outcomes: dict[Any, Any]) -> Callable[..., Any]:
    """Run a test for each value of a field, under the revised rules otherwise, with what must come of it.

    ``outcomes`` are by value and must all differ. The test gets ``rules`` and ``outcome``.
    """
    items = list(outcomes.values())
    assert all(a != b for i, a in enumerate(items) for b in items[:i]), f"{field}: two values end alike"
    PLAYED.setdefault(field, set()).update(outcomes)
    cases = [pytest.param(ruling(**{field: v}), outcome, id=f"{field}={v}") for v, outcome in outcomes.items()]
    return pytest.mark.parametrize(("rules", "outcome"), cases)


# ---- cards


@decides("both_events_tiebreak", {"ap_then_pretender": "Lancaster", "pretender": "York"})
def test_1_1_the_kings_piracy_against_the_pretenders_plague(rules: Ruleset, outcome: str) -> None:
    assert event(scene("Piracy", "Plague", rules=rules), "first").side == outcome


@pytest.mark.parametrize("card", ["Surprise", "Force March", "Treason"])
@decides("event_ap_use", {"event_only": (False, False), "any": (True, False), "both": (True, True)})
def test_5_1_the_point_of_an_event_pays_for_a_recruit_instead_of_its_move_or_besides(
    rules: Ruleset, outcome: tuple[bool, bool], card: str
) -> None:
    state = scene("2", card, rules=rules, Kent="Norfolk", Pool="Arundel")
    assert (recruits(state), recruits(state.apply("Norfolk marches to Middlesex"))) == outcome


def recruits(state: State) -> bool:
    """Whether York may still recruit, where its points come after the event too; it costs the last point."""
    recruit = "recruit Arundel in Sussex"
    if recruit not in texts(state):
        refused(state, recruit)
        state = state.apply("done")
    assert recruit not in texts(state) or state.apply(recruit).ap == 0
    return recruit in texts(state)


BOTH: Final = ruling(event_ap_use="both")


def test_5_1_where_event_and_points_are_both_played_the_wider_border_is_the_event_s_alone() -> None:
    lords = "Devon, Beaumont, Pembroke, Wiltshire"
    march = [f"{name} marches to Lancaster" for name in lords.split(", ")]
    state = go(scene("Surprise", "2", rules=BOTH, Cumbria=lords, North_Yorks="Clifford, Oxford"), *march[:3])
    refused(state, march[3], "Clifford marches to Lancaster")
    state = state.apply("done")
    assert (state.active, state.ap, event(state, "card").rule) == (("Lancaster",), 1, "1.2")
    refused(state, march[3])
    state = go(state, "Clifford marches to Lancaster", "Oxford marches to Lancaster")
    assert (state.ap, len(stands(state, "Lancaster"))) == (0, 5)


def test_5_1_where_event_and_points_are_both_played_one_group_marches_three_areas() -> None:
    state = scene("2", "Force March", rules=BOTH, Somerset="Arundel", Kent="Norfolk")
    refused(state.apply("Arundel marches to Gloucester > Oxford > Leicester"), "Norfolk marches to Sussex")
    state = go(state, "Arundel marches to Gloucester > Oxford > Leicester", "done")
    assert "Norfolk marches to Sussex > Oxford" in texts(state)
    refused(state, "Norfolk marches to Sussex > Oxford > Leicester")


@pytest.mark.parametrize("card", ["Surprise", "Force March", "Treason"])
def test_5_1_where_event_and_points_are_both_played_the_points_pay_for_a_sea_move(card: str) -> None:
    state = scene("2", card, rules=BOTH, Kent="Norfolk, Suffolk")
    with pytest.raises(RuleError, match="end it with done"):
        state.apply("Norfolk sails the North Sea to Essex")
    state = go(state, "Suffolk marches to Sussex", "done", "Norfolk sails the North Sea to Essex", "done")
    assert state.active == ("Lancaster",)


def test_5_1_where_event_and_points_are_both_played_treason_keeps_its_roll() -> None:
    state = scene("2", "Treason", rules=BOTH, Kent="Norfolk", Middlesex="Rivers/L")
    state = go(state, "Norfolk marches to Middlesex", "done", "done", "done", "fight in Middlesex")
    assert "Treason tries treachery on Rivers/L" in texts(state)


@pytest.mark.parametrize("card", ["Piracy", "Plague", "Muster"])
def test_5_1_where_event_and_points_are_both_played_other_events_are_as_before(card: str) -> None:
    states = [scene("2", card, rules=rules, Kent="Norfolk", Pool="Arundel") for rules in (BOTH, ruling())]
    assert texts(states[0]) == texts(states[1])
    assert [finish(state).active for state in states] == [("Lancaster",)] * 2


@pytest.mark.parametrize("use", ["event_only", "any", "both"])
@pytest.mark.parametrize("card", ["Piracy", "Plague", "Muster"])
def test_5_1_other_events_pay_for_no_recruit_in_any_edition(card: str, use: str) -> None:
    state = scene("2", card, rules=ruling(event_ap_use=use), Kent="Norfolk", Pool="Arundel")
    refused(state, "recruit Arundel in Sussex")


VOYAGE = "Norfolk sails the North Sea to Essex"


@decides("surprise_sea_move", {True: 0, False: None})
def test_5_1_surprise_pays_for_a_sea_move(rules: Ruleset, outcome: int | None) -> None:
    sails("Surprise", rules, outcome)


@decides("treason_sea_move", {True: 0, False: None})
def test_5_1_treason_pays_for_a_sea_move(rules: Ruleset, outcome: int | None) -> None:
    sails("Treason", rules, outcome)


def sails(card: str, rules: Ruleset, left: int | None) -> None:
    """A block sails on this card and leaves so many points, or with None may not sail."""
    state = scene("2", card, rules=rules, Kent="Norfolk")
    if left is None:
        refused(state, VOYAGE)
        assert not legal(state, Sail) and reach(state, "Norfolk")
    else:
        assert state.apply(VOYAGE).ap == left


@decides("piracy_port_pair_when_not_attacking", {True: 1, False: 0})
def test_5_1_two_peaceful_blocks_under_piracy(rules: Ruleset, outcome: int) -> None:
    state = scene("Piracy", "2", rules=rules, France="Oxford, Pembroke")
    state = go(state, "Oxford sails the Irish Sea to Cornwall", "Pembroke sails the Irish Sea to Cornwall")
    assert state.ap == outcome


PIRATES = ("Oxford", "Pembroke")


def landed(rules: Ruleset) -> State:
    """Two pirates from France fight for Kent."""
    state = scene("Piracy", "2", rules=rules, France=", ".join(PIRATES), Kent="Arundel")
    state = go(state, *(f"{name} sails the English Channel to Kent" for name in PIRATES))
    return finish(finish(state)).apply("fight in Kent")


OUTWARD: Final = {"Cornwall", "Dorset", "Sussex", "France"}


@decides("piracy_retreat_capacity", {"unlimited": OUTWARD, "sea_move_limits": OUTWARD - {"Dorset"}})
def test_piracy_a_second_pirate_follows_to_a_minor_port(rules: Ruleset, outcome: set[str]) -> None:
    state = turn_of(until(landed(rules), round_is(2)), "Oxford retreats to Dorset")
    state = until(state, lambda s: s.active == ("Lancaster",))
    assert {a.area for a in legal(state, Retreat) if a.block == "Pembroke"} == outcome
    assert ("Pembroke retreats to Dorset" in texts(state)) is ("Dorset" in outcome)
    if "Dorset" not in outcome:
        assert "1 left for Dorset already (rules of Piracy)" in str(state.explain("Pembroke retreats to Dorset"))
        later = until(state.apply("Pembroke passes"), round_is(3))
        assert "Pembroke retreats to Dorset" in texts(until(later, lambda s: s.active == ("Lancaster",)))


@pytest.mark.parametrize("capacity", ["unlimited", "sea_move_limits"])
def test_piracy_two_pirates_leave_for_one_major_port(capacity: str) -> None:
    state = until(landed(ruling(piracy_retreat_capacity=capacity)), round_is(2))
    state = turn_of(turn_of(state, "Oxford retreats to Sussex"), "Pembroke retreats to Sussex")
    assert {"Oxford", "Pembroke"} <= set(stands(state, "Sussex")) and state.turn == 1


@decides("piracy_retreat_capacity", {"unlimited": [], "sea_move_limits": ["Pembroke"]})
def test_piracy_pirates_who_regroup(rules: Ruleset, outcome: list[str]) -> None:
    state = turn_of(landed(rules), "Arundel retreats to Sussex").apply("Oxford regroups to Dorset")
    if outcome:
        refused(state, "Pembroke regroups to Dorset")
    else:
        state = state.apply("Pembroke regroups to Dorset")
    assert list(stands(state, "Kent")) == outcome


@decides("plague_hits", {"enemy_only": 4, "all": 3})
def test_5_1_plague_and_the_prisoner_in_london(rules: Ruleset, outcome: int) -> None:
    state = scene("Plague", "2", scenario="1470", king="York", rules=rules, Middlesex="Henry VI, March",
                  France="Prince Edward")  # fmt: skip
    assert stands(state.apply("plague in Middlesex"), "Middlesex") == {"Henry VI": outcome, "March": 2}


@decides("prisoner_last", {"lives": (None, True), "lost": ("York", False)})
def test_kingmaker_the_prisoner_is_the_last_heir(rules: Ruleset, outcome: tuple[str | None, bool]) -> None:
    state = scene("2", "3", scenario="1470", king="York", rules=rules, Middlesex="Henry VI, March",
                  Oxford="Prince Edward:1", Wilts="Arundel", dead="Exeter/L, Richmond")  # fmt: skip
    state = go(state, "Arundel marches to Oxford", "done", "done", "fight in Oxford")
    state = go(turn_of(state, "Arundel fires"), "roll 1 6 6", "Prince Edward takes the hits")
    winner = state.outcome and state.outcome.winner
    assert (winner, "Henry VI" in stands(state, "Middlesex")) == outcome
    if winner:
        assert [e.rule for e in state.events if e.kind == "eliminated" and e.block == "Henry VI"] == ["kingmaker"]


POOR, KEPT = (20, 21, 22, 23, 24, 25, 5), (7, 8, 9, 10, 11, 12, 13)
UNDEALT = (1, 2, 3, 4, 6, 14, 15)


def thrown_back(rules: Ruleset, answer: str) -> State:
    start = msgspec.structs.replace(roses.start("richard-iii"), rules=rules)
    return go(start, str(Deal(POOR, KEPT)), "Lancaster throws its hand back", answer)


@decides("mulligan_reshuffle", {"all_available": True, "undealt_only": False})
def test_5_1_a_new_hand_with_cards_of_the_old(rules: Ruleset, outcome: bool) -> None:
    state = thrown_back(rules, "keep")
    mixed = Deal((20, *UNDEALT[:6]), KEPT)
    if outcome:
        assert state.apply(mixed).view("Lancaster").hands["Lancaster"] == tuple(sorted(mixed.lancaster))
    else:
        with pytest.raises(RuleError, match="comes from the cards"):
            state.apply(mixed)
        assert not set(state.legal_actions()[0].lancaster) & {*POOR, *KEPT}  # type: ignore[attr-defined]
    assert state.apply(Deal(UNDEALT, KEPT)).phase is Phase.CARDS


def test_5_1_if_both_hands_are_thrown_back_the_undealt_cards_do_not_suffice() -> None:
    state = thrown_back(ruling(mulligan_reshuffle="undealt_only"), "redeal")
    assert state.apply(Deal(KEPT, POOR)).phase is Phase.CARDS


# ---- moves


@decides("port_to_port_bonus", {"same_origin_same_destination": (0, 0), "any_major_pairing": (1, 1)})
def test_5_31_two_ports_to_one_and_one_port_to_two(rules: Ruleset, outcome: tuple[int, int]) -> None:
    left = []
    for second in ("Arundel sails the North Sea to East Anglia", "Norfolk sails the North Sea to East Yorks"):
        state = scene("2", "2", side="York", rules=rules, Calais="Suffolk, Norfolk", Kent="Arundel")
        left.append(go(state, "Suffolk sails the North Sea to East Anglia", second).ap)
    assert tuple(left) == outcome


@decides("bombard_sea_move", {True: {"Dorset", "Cornwall", "France"}, False: set()})
def test_5_3_bombards_at_sea(rules: Ruleset, outcome: set[str]) -> None:
    state = scene("3", "2", rules=rules, Sussex="Bombard/L, Devon", Kent="Arundel")
    assert reach(finish(state) if state.active == ("York",) else state, "Bombard/L", Sail) == outcome
    assert reach(state, "Devon", Sail) == {"Dorset", "Cornwall", "France"}


def besieged(rules: Ruleset) -> State:
    """One pirate came over the Channel to Kent, and pins one of two Yorkists."""
    state = scene("Piracy", "4", rules=rules, Kent="Norfolk, Suffolk", France="Richmond")
    return go(state, "Richmond sails the English Channel to Kent", "done")


@decides("sea_after_piracy", {"open": {"Dorset", "Essex", "Calais"}, "closed": set()})
def test_5_22_the_sea_behind_a_pirate(rules: Ruleset, outcome: set[str]) -> None:
    state = besieged(rules)
    assert reach(state, "Norfolk", Sail) & {"Dorset", "Essex", "Calais"} == outcome
    assert any(a.block == "Norfolk" for a in legal(state, March))
    if not outcome:
        assert "the enemy came to Kent by sea (rule 5.22)" in str(state.explain("Norfolk sails the North Sea to Essex"))
        assert reach(scene("2", "4", rules=rules, Kent="Norfolk"), "Norfolk", Sail)


@decides("pool_heirs", {
    "as_minors": ({"Calais", "Ireland"}, len(CROWNS)),
    "own_shields": ({"South Yorks", "Hereford", "Rutland"}, 2),
})  # fmt: skip
def test_5_4_heirs_in_the_pool(rules: Ruleset, outcome: tuple[set[str], int]) -> None:
    pretender = scene("2", "4", rules=rules, Pool="Rutland", Calais="York", Lincoln="Henry VI")
    king = scene("4", "2", rules=rules, Pool="Somerset", Lincoln="Henry VI, Exeter/L")
    places = {t.removeprefix("recruit Rutland in ") for t in texts(pretender) if t.startswith("recruit Rutland")}
    assert places == outcome[0]
    own = {t.removeprefix("recruit Somerset in ") for t in texts(king) if t.startswith("recruit Somerset")}
    assert ("Middlesex" in own, {"Dorset", "Lincoln", "Lancaster"} <= own) == (outcome[1] > 2, outcome[1] == 2)


@decides("main_attack_declaration", {"first_mover": {"Norfolk"}, "end_of_phase": {"Herbert", "Suffolk"}})
def test_6_3_the_main_attack_of_two_borders(rules: Ruleset, outcome: set[str]) -> None:
    state = scene("2", "3", rules=rules, Leicester="Devon, Beaumont", Rutland="Norfolk", Warwick="Herbert, Suffolk")
    state = go(state, *(f"{name} marches to Leicester" for name in ("Norfolk", "Herbert", "Suffolk")), "done")
    if state.phase is Phase.MAIN_ATTACK:
        assert texts(state) == ["main attack on Leicester over Leicester/Rutland",
                                "main attack on Leicester over Leicester/Warwick"]  # fmt: skip
        state = state.apply("main attack on Leicester over Leicester/Warwick")
    assert state.active == ("Lancaster",)
    able = {t.split(" marches")[0] for t in texts(state)} - {"done"}
    assert bool(able) is (len(outcome) < 2)  # 5.22: one attacker pins one of two defenders, two pin both
    assert front(go(state, "done", "fight in Leicester"), "York") == outcome


def test_6_3_nothing_is_declared_where_all_came_over_one_border() -> None:
    state = scene("2", "3", rules=ruling(main_attack_declaration="end_of_phase"), Leicester="Devon", Rutland="Norfolk")
    state = go(state, "Norfolk marches to Leicester", "done")
    assert (state.phase, state.active) == (Phase.ACTIONS, ("Lancaster",))


# ---- battles


@decides("bombard_reserve_gets_a3", {False: ("D", 2, "D3"), True: ("A", 2, "A3")})
def test_6_2_a_bombard_of_the_reserve(rules: Ruleset, outcome: tuple[str, int, str]) -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel", "Middlesex": "Bombard/Y"}, "Coventry (levy)", rules=rules)
    state = until(state, lambda s: "Bombard/Y fires" in texts(s))
    fight = state.view().battle
    assert (fight.letter, fight.round, fired(state, "Bombard/Y").rating) == outcome  # type: ignore[union-attr]
    assert fired(until(state, round_is(3)), "Bombard/Y").rating == "D3"


@decides("reserves_revealed", {
    False: [("Norfolk", False), (None, False)],
    True: [("Norfolk", False), ("Arundel", True)],
})  # fmt: skip
def test_6_1_the_reserve_when_a_battle_begins(rules: Ruleset, outcome: list[tuple[str | None, bool]]) -> None:
    state = battle("Oxford", "York", {"Wilts": "Norfolk", "Middlesex": "Arundel"}, "Devon", rules=rules)
    there = [p for p in state.view("Lancaster").pieces if p.place == "Oxford" and p.side == "York"]
    assert [(p.block, p.reserve) for p in there] == outcome
    assert "Arundel fires" not in texts(until(state, lambda s: s.active == ("York",)))
    assert front(until(state, round_is(2)), "York") == {"Norfolk", "Arundel"}


@decides("defector_strength", {"current": 2, "full": 4})
def test_6_9_the_strength_of_a_turned_block(rules: Ruleset, outcome: int) -> None:
    state = battle("Oxford", "York", {"Wilts": "York"}, "Buckingham/L:2", rules=rules)
    state = go(turn_of(state, "York tries treachery on Buckingham/L"), "roll 4")
    assert stands(state, "Oxford")["Buckingham/Y"] == outcome


@decides("pretender_succession", {"immediate": ("March", True), "supply_phase": ("York", False)})
def test_6_81_the_turn_of_the_pretenders_death(rules: Ruleset, outcome: tuple[str, bool]) -> None:
    state = battle("Oxford", "York", {"Wilts": "York:2, March:1"}, "Stanley/L:1, Coventry (levy):2", rules=rules)
    state = go(turn_of(state, "Coventry (levy) fires"), "roll 1 1", "York takes the hits")
    state = until(state, lambda s: "March fires" in texts(s))
    assert (state.view().pretender, "March tries treachery on Stanley/L" in texts(state)) == outcome
    assert until(state, lambda s: s.turn == 2).view().pretender == "March"


def clarence_returns(**given: Any) -> State:
    """York is King: Gloucester, in the battle of Oxford, has won Clarence back from Lancaster."""
    state = battle("Oxford", "Lancaster", {"Leicester": "Clarence/L, Devon"}, "Gloucester", king="York",
                   dead="York, March, Rutland", Pembroke="Richmond", **given)  # fmt: skip
    return turn_of(state, "Gloucester tries treachery on Clarence/L").apply("roll 2")


@decides("senior_heir", {"waits": "Gloucester", "takes_title": "Clarence/Y"})
def test_3_21_clarence_returns_to_a_king_of_lower_rank(rules: Ruleset, outcome: str) -> None:
    state = clarence_returns(rules=rules)
    assert state.view().king == outcome
    assert [e.rule for e in state.events if e.kind == "king"] == (["3.21"] if outcome == "Clarence/Y" else [])


@pytest.mark.parametrize(("reading", "pretender"), [("waits", "Gloucester"), ("takes_title", "March")])
def test_3_21_a_minor_of_higher_rank_comes_of_age(reading: str, pretender: str) -> None:
    state = scene(rules=ruling(senior_heir=reading), Derby="Clarence/L, Henry VI", Ireland="Gloucester",
                  dead="York, Rutland")  # fmt: skip
    assert state.view().pretender == "Gloucester"
    state = until(state, lambda s: s.phase is Phase.EXECUTION).apply("execute Clarence/L")
    state = until(state, lambda s: "March enters in Calais" in texts(s)).apply("March enters in Calais")
    assert state.view().pretender == pretender


@pytest.mark.parametrize("reading", ["waits", "takes_title"])
def test_3_21_an_heir_of_lower_rank_returns_and_takes_no_title(reading: str) -> None:
    state = battle("Oxford", "York", {"Leicester": "Exeter/Y, Hastings"}, "Henry VI", rules=ruling(senior_heir=reading),
                   Ireland="York")  # fmt: skip
    state = turn_of(state, "Henry VI tries treachery on Exeter/Y").apply("roll 2")
    assert (state.view().king, "Exeter/L" in stands(state, "Oxford")) == ("Henry VI", True)


def exeter_falls(rules: Ruleset) -> State:
    state = battle("Oxford", "Lancaster", {"Wilts": "Clifford"}, "Exeter/Y:1", rules=rules, France="Henry VI, Somerset",
                   Ireland="York")  # fmt: skip
    state = go(turn_of(state, "Clifford fires"), "roll 1 6 6", "Exeter/Y takes the hits")
    return until(state, lambda s: s.phase in (Phase.MINOR, Phase.EXECUTION))


@decides("traitor_death", {"permanent": (False, Phase.MINOR), "pool": (True, Phase.EXECUTION)})
def test_6_83_exeter_falls_in_yorks_service(rules: Ruleset, outcome: tuple[bool, Phase]) -> None:
    state = exeter_falls(rules)
    assert ("Exeter/Y" in stands(state, "Pool"), state.phase) == outcome


def test_9_1_the_executed_are_dead_even_where_fallen_traitors_go_to_the_pool() -> None:
    state = scene(rules=ruling(traitor_death="pool"), Derby="Exeter/Y", France="Henry VI", Ireland="York")
    state = until(state, lambda s: s.phase is Phase.EXECUTION).apply("execute Exeter/Y")
    assert "Exeter/Y" not in stands(state, "Pool")


def line_of_two(rules: Ruleset, *, killed: bool) -> State:
    """York attacks Rivers and the Coventry levy, who have a reserve; both fall in round 1, or Rivers is turned."""
    state = battle("Oxford", "York", {"Wilts": "York:4, Hastings:2"}, "Rivers/L:1, Coventry (levy):1",
                   rules=rules, help={"Leicester": "Devon"}, Ireland="March", France="Henry VI")  # fmt: skip
    first = (
        ("York fires", "roll 1 6 6 6", "Rivers/L takes the hits")
        if killed
        else ("York tries treachery on Rivers/L", "roll 2")
    )
    state = go(until(state, lambda s: first[0] in texts(s)), *first)
    return go(until(state, lambda s: "Hastings fires" in texts(s)), "Hastings fires", "roll 1 6",
              "Coventry (levy) takes the hits")  # fmt: skip


def attacks(state: State) -> str:
    battle = state.view().battle
    return battle.attacker if battle else ""


@decides("control_change", {"line_lost": "Lancaster", "line_killed": "York"})
def test_6_3_a_line_of_which_one_was_turned_is_lost_in_round_1(rules: Ruleset, outcome: str) -> None:
    state = line_of_two(rules, killed=False)
    assert (attacks(state), "control" in kinds(state)) == (outcome, outcome == "Lancaster")


@pytest.mark.parametrize("reading", ["line_lost", "line_killed"])
def test_6_3_a_line_that_was_killed_changes_the_sides_by_either_reading(reading: str) -> None:
    state = line_of_two(ruling(control_change=reading), killed=True)
    assert attacks(state) == "Lancaster"


# ---- the Nevilles, going home


@decides("neville_shared_shields", {
    "going_home_only": ("A2", {"East Yorks"}),
    "all_purposes": ("A3", {"East Yorks", "North Yorks", "Warwick", "Calais"}),
})  # fmt: skip
def test_8_3_kent_under_the_shields_of_his_dead_cousins(rules: Ruleset, outcome: tuple[str, set[str]]) -> None:
    state = battle("Glamorgan", "Lancaster", {"Hereford": "Devon"}, "Kent/Y", rules=rules)
    pool = scene(rules=rules, Pool="Kent/Y", Glamorgan="Devon", East_Yorks="Norfolk")
    recruited = {t.removeprefix("recruit Kent/Y in ") for t in texts(pool) if t.startswith("recruit Kent/Y")}
    assert (fired(state, "Kent/Y").rating, recruited) == outcome


@pytest.mark.parametrize("reading", ["going_home_only", "all_purposes"])
def test_8_3_kent_has_no_shield_of_living_warwick(reading: str) -> None:
    rules = ruling(neville_shared_shields=reading)
    state = battle("Glamorgan", "Lancaster", {"Hereford": "Devon"}, "Kent/Y", rules=rules, Pool="Warwick/Y")
    assert fired(state, "Kent/Y").rating == "A2"


def at_home(state: State, *choices: str) -> State:
    """The state of the next deal: in the homecoming these are chosen where they are offered, else as ``until`` does."""
    for choice in choices:
        state = until(state, lambda s: s.phase is Phase.DEAL or choice in texts(s))  # noqa: B023
        state = state.apply(choice) if choice in texts(state) else state
    return until(state, lambda s: s.phase is Phase.DEAL)


@decides("neville_calais_limit", {"overflow": "Norfolk", "cap": "Kent/Y"})
def test_8_3_kent_before_a_full_calais(rules: Ruleset, outcome: str) -> None:
    state = scene(turn=7, rules=rules, Calais="Norfolk, Suffolk, Essex, Warwick/Y", Ireland="York, Salisbury/Y",
                  Oxford="Kent/Y", East_Yorks="Clifford", Lancaster="Henry VI")  # fmt: skip
    state = at_home(state, "Kent/Y goes home to Calais", "Norfolk goes to the pool")
    assert set(stands(state, "Pool")) == {outcome}
    assert len(stands(state, "Calais")) == 4


SHUT_OUT: Final = {"Kent": "Kent/Y", "East_Yorks": "Northumberland/L", "Lancaster": "Henry VI", "Ireland": "York",
                   "Pool": "Warwick/Y, Salisbury/Y"}  # fmt: skip


@decides("neville_calais", {"may": ["Kent/Y goes home to Calais", "Kent/Y goes to the pool"], "must": []})
def test_8_3_kent_shut_out_at_home_chooses_calais_or_the_pool(rules: Ruleset, outcome: list[str]) -> None:
    state = until(scene(turn=7, rules=rules, **SHUT_OUT), lambda s: s.phase in (Phase.HOMEWARD, Phase.DEAL))
    assert [text for text in texts(state) if text.startswith("Kent/Y")] == outcome
    assert outcome or list(stands(state, "Calais")) == ["Kent/Y"]


@pytest.mark.parametrize(("choice", "place"), [
    ("Kent/Y goes home to Calais", "Calais"), ("Kent/Y goes to the pool", "Pool"),
])  # fmt: skip
@pytest.mark.parametrize(("king", "rule"), [("Lancaster", "8.3"), ("York", "8.4")])
def test_8_3_kent_goes_where_his_owner_sends_him(choice: str, place: str, king: str, rule: str) -> None:
    lords = {"Derby": "York, Hastings, Essex, Norfolk", "Ireland": "March", "France": "Henry VI", "Lancaster": ""}
    given = SHUT_OUT if king == "Lancaster" else SHUT_OUT | lords
    state = until(scene(turn=7, king=king, **given), lambda s: choice in texts(s))
    refused(state, "done")
    state = state.apply(choice)
    assert [e.rule for e in state.events if e.block == "Kent/Y"] == [rule]
    assert "Kent/Y" in stands(state, place)


def test_8_3_kent_has_no_choice_of_the_pool_while_a_shield_of_his_is_open() -> None:
    state = scene(turn=7, **{**SHUT_OUT, "East_Yorks": "Salisbury/Y", "Pool": "Warwick/Y", "Derby": "Devon, Oxford"})
    state = until(state, lambda s: s.phase is Phase.HOMEWARD)
    assert "Kent/Y" in stands(state, "East Yorks") and "Kent/Y goes to the pool" not in texts(state)


@decides("neville_note", {"both_sides": {"Calais", "Warwick", "Glamorgan"}, "pretender_only": set()})
def test_8_4_a_neville_of_the_king_under_the_shields_of_dead_warwick(rules: Ruleset, outcome: set[str]) -> None:
    lords = {"Derby": "March, Kent/Y", "East_Yorks": "Essex", "France": "Henry VI"}
    state = until(scene(turn=7, king="York", rules=rules, **lords), lambda s: s.phase in (Phase.HOMEWARD, Phase.DEAL))
    state = until(state, lambda s: s.active == ("York",))
    names = {t.removeprefix("Kent/Y goes home to ") for t in texts(state) if t.startswith("Kent/Y")}
    assert names & {"Calais", "Warwick", "Glamorgan"} == outcome
    assert outcome or "Kent/Y" in stands(state, "East Yorks")


@pytest.mark.parametrize("reading", ["both_sides", "pretender_only"])
def test_8_3_the_pretenders_neville_uses_the_shields_of_his_dead(reading: str) -> None:
    state = scene(turn=7, rules=ruling(neville_note=reading), Derby="Kent/Y", Lancaster="Henry VI", Calais="York")
    state = until(state, lambda s: s.phase is Phase.HOMEWARD)
    assert {"Kent/Y goes home to Calais", "Kent/Y goes home to Warwick"} <= set(texts(state))


@decides("home_return_scope", {"on_map_only": ("Pool", "Pool"), "all_blocks": ("Sussex", "Ireland")})
def test_8_3_the_pool_in_the_political_turn(rules: Ruleset, outcome: tuple[str, str]) -> None:
    state = at_home(scene(turn=7, rules=rules, Pool="Arundel, York", Calais="March", Lancaster="Henry VI"),
                    "York goes home to Ireland")  # fmt: skip
    places = {p.block: p.place for p in state.view().pieces}
    assert (places["Arundel"], places["York"]) == outcome


def test_8_3_the_fallen_do_not_come_home_from_the_pool() -> None:
    rules = ruling(home_return_scope="all_blocks")
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Rivers/L:1, Devon", rules=rules, turn=7,
                   Lancaster="Henry VI", Pool="Stanley/L")  # fmt: skip
    state = until(state, lambda s: "Arundel fires" in texts(s))
    state = go(state, "Arundel fires", "roll 1 1 1", "Devon takes the hits", "Rivers/L takes the hits")
    state = at_home(state, "Stanley/L goes home to Isle of Man")
    assert (set(stands(state, "Pool")), set(stands(state, "Isle of Man"))) == ({"Rivers/L"}, {"Stanley/L"})


@decides("traitor_home_requires", {
    "clarence_vacant": ("Pool", "Cornwall"),
    "not_enemy_occupied": ("South Yorks", "Cornwall"),
    "unoccupied": ("Pool", "Pool"),
})  # fmt: skip
def test_9_1_homes_of_clarence_and_exeter_among_friends(rules: Ruleset, outcome: tuple[str, str]) -> None:
    state = scene(turn=7, king="York", rules=rules, Oxford="Clarence/L", South_Yorks="Shrewsbury/L", France="Henry VI",
                  Hereford="Hastings", Rutland="Worcester", Leicester="Exeter/Y", Cornwall="York")  # fmt: skip
    state = at_home(state, "Clarence/L goes home to South Yorks")
    places = {p.block: p.place for p in state.view().pieces}
    assert (places["Clarence/L"], places["Exeter/Y"]) == outcome


# ---- the rulesets


def test_every_field_and_every_value_is_played() -> None:
    assert {name: set(values) for name, (_, values) in FIELDS.items()} == PLAYED


def differences(name: str, base: str) -> dict[str, Any]:
    return {f: getattr(RULESETS[name], f) for f in FIELDS if getattr(RULESETS[name], f) != getattr(RULESETS[base], f)}


def test_classic_and_russian_differ_from_revised_as_the_texts_do() -> None:
    classic = {
        "event_ap_use": "any",
        "port_to_port_bonus": "any_major_pairing",
        "traitor_home_requires": "not_enemy_occupied",
    }
    assert differences("classic", "revised") == classic
    assert differences("russian", "revised") == {
        **classic,
        "both_events_tiebreak": "pretender",
        "traitor_home_requires": "unoccupied",
    }


def test_revised_is_the_default_and_its_values_come_first() -> None:
    assert roses.start("richard-iii").rules == RULESETS["revised"] == Ruleset()
    assert all(values[0] == getattr(Ruleset(), name) and len(values) > 1 for name, (_, values) in FIELDS.items())


@pytest.mark.parametrize("name", ["revised", "classic", "russian"])
def test_a_game_is_played_by_the_ruleset_it_was_started_with(name: str) -> None:
    state = roses.start("richard-iii", "1483", ruleset=name)
    later = until(state, lambda s: s.turn == 2)
    assert state.rules == later.rules == ruleset(name) and later.rules.name == name


def test_rulesets_lists_every_field_with_its_rule_values_and_readings() -> None:
    table = roses.rulesets().set_index("field")
    assert set(RULESETS) <= set(table.columns)
    assert table.index.tolist() == list(FIELDS)
    for name, (about, values) in FIELDS.items():
        row = table.loc[name]
        assert (row["rule"], row["question"], row["values"]) == (
            about.rule, about.question, ", ".join(map(str, values)),
        )  # fmt: skip
        assert [row[key] for key in RULESETS] == [str(getattr(rules, name)) for rules in RULESETS.values()]
