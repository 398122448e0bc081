"""What a noble is worth to a campaign: samples add up, can be played again, and their intervals hold the truth."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

import roses
from roses.lab import campaign_worth, kept_worth
from roses.lab.worth import shapley
from roses.lab.worth.shapley import CampaignWorth
from roses.richard.tables import BLOCKS, mask

LORDS = ["Stanley/Y", "Oxford"]


@pytest.fixture(scope="module")
def pages() -> CampaignWorth:
    return campaign_worth("1483", LORDS, n=4, seats="page", seed=3)


def test_what_the_nobles_bring_adds_up_in_every_sample(pages: CampaignWorth) -> None:
    for at, won in enumerate(pages.crowns):
        york, lancaster = (pages.gains(noble)[at] for noble in LORDS)
        assert york - lancaster == won[-1] - won[0]
    table = pages.table().set_index("noble")
    assert table["house"].to_dict() == {"Stanley/Y": "York", "Oxford": "Lancaster"}
    assert table.loc["Oxford", "worth"] == fmean(pages.gains("Oxford"))


def test_more_samples_begin_with_the_same_ones(pages: CampaignWorth) -> None:
    fewer = campaign_worth("1483", LORDS, n=2, seats="page", seed=3)
    assert fewer.crowns == pages.crowns[:2] and fewer.orders == pages.orders[:2]
    assert campaign_worth("1483", LORDS, n=2, seats="page", seed=4).crowns != () and fewer.seed == 3


def test_who_is_left_out_is_in_no_place_and_all_others_are_where_they_were() -> None:
    first = roses.start("richard-iii", "1483")
    state = shapley._leave_out(first, mask(LORDS))
    for before, after in zip(first.view().pieces, state.view().pieces, strict=False):
        assert after.block not in LORDS
        assert before.block in LORDS or before.block is None or before in state.view().pieces
    assert len(first.view().pieces) - len(state.view().pieces) == len(LORDS)


def test_an_interval_holds_the_truth_95_times_in_100() -> None:
    """A noble without whom York wins 50 times in 100, and 62 with him."""
    rng, hits = random.Random(1485), 0
    for _study in range(1000):
        crowns = tuple((float(rng.random() < 0.5), float(rng.random() < 0.62)) for _sample in range(100))
        row = CampaignWorth("1483", {}, 1, ("Stanley/Y",), ((0,),) * 100, crowns).table().iloc[0]
        hits += row["low"] <= 0.12 <= row["high"]
    assert 930 <= hits <= 970


@pytest.mark.parametrize("name", ["worth-1483-squire", "worth-1483-knight"])
def test_kept_samples_say_by_which_call_and_bots_they_were_played(name: str) -> None:
    held = kept_worth(name)
    assert held.call.startswith(f"roses.lab.campaign_worth('1483', {list(held.nobles)}, n={len(held.orders)}, ")
    result = roses.lab.study("richard-iii", held.scenario, held.seats, seed=held.seed)
    drawn = [random.Random(result.seed_of(number)).sample(range(4), 4) for number in range(len(held.orders))]
    assert [list(order) for order in held.orders] == drawn
    assert all(len(won) == 5 and set(won) <= {0.0, 1.0} for won in held.crowns)
    assert set(held.seats.values()) == {name.rsplit("-", 1)[1]}


@pytest.mark.parametrize(
    ("nobles", "given", "said"),
    [
        (["Richmond"], {}, "'Richmond' cannot be left out of 1483; choose from "),
        (["Warwick/Y"], {}, "'Warwick/Y' cannot be left out of 1483"),
        (["Lovell"], {}, "'Lovell' cannot be left out of 1483"),
        (LORDS, {"n": 1}, "n must be at least 2 samples, since one has no interval, not 1"),
        (LORDS, {"seats": "herald"}, "there is no bot 'herald'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(nobles: list[str], given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        campaign_worth("1483", nobles, **given)


def test_nobles_who_can_be_left_out_are_all_but_heirs_and_minors() -> None:
    with pytest.raises(ValueError) as refused:
        campaign_worth("1483", ["Gloucester"])
    free = str(refused.value).split("choose from ")[1].split(", ")
    assert set(free) <= set(BLOCKS) and {"Norfolk", "Oxford", "Stanley/Y"} <= set(free)
    assert "Gloucester" not in free
