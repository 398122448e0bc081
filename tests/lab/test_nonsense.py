"""Nonsense is answered in one sentence that says what is wrong with it, never by an error of Python's own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import roses
from roses import lab
from roses.engine.errors import RecordError, RuleError
from roses.engine.seat import Seat
from roses.widgets import Battle, FieldView, LookingBack, Table, people

WAR = roses.start("richard-iii", "1483")
COURT = roses.start("lancaster", players=3)
FIELD = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
PAGE = {"game": "richard-iii", "scenario": "1483", "seats": "page", "n": 1}


def odds(*state: Any, **told: Any) -> Any:
    line = {} if state else {"area": "Leicester", "attackers": "Richmond", "defenders": "Gloucester"}
    return roses.battle_odds(*state, **{**line, **told})


def battle(area: Any = "Leicester", attackers: Any = None, **told: Any) -> Any:
    return roses.battle(area, attackers or {"Warwick": "Richmond"}, "Gloucester", **told)


def seat() -> Seat:
    return roses.sit(roses.game("richard-iii", "1483", seed=1), "York")


def simulate(**told: Any) -> Any:
    return roses.simulate(**{**PAGE, **told})


NONSENSE: dict[str, tuple[Callable[[], Any], str]] = {
    # odds of battles
    "a battle in exile": (lambda: odds(area="France", entry="Kent"), "no battle in France: York may never enter"),
    "a battle in Ireland": (lambda: odds(area="Ireland"), "no battle in Ireland: Lancaster may never enter"),
    "an area that is a number": (lambda: odds(area=7), "a name must be text, such as 'Caernarvon', not 7"),
    "a King of legend": (lambda: odds(king="Arthur"), "no heir 'Arthur'; there is 'Henry VI', .*, 'Gloucester'$"),
    "a Pretender misspelt": (lambda: odds(pretender="Glouster"), "no heir 'Glouster'; there is 'Gloucester'$"),
    "a King who is no heir": (lambda: odds(king="Stanley/Y"), r"Stanley/Y cannot be King: only an heir"),
    "an entry in a list": (lambda: odds(entry=["Warwick"]), r"such as 'Warwick', not \['Warwick'\]"),
    "an entry from afar": (lambda: odds(entry="Kent"), "Kent does not border Leicester"),
    "a state of the court": (lambda: odds(COURT, area="Leicester"), "not one of lancaster"),
    "a house of later kings": (lambda: odds(side="Tudor"), "there is no side 'Tudor'; choose from"),
    "a billion battles by lot": (lambda: odds(sample=10**9), "sample must be at most 10_000_000, .* not 1_000"),
    "ledgers of a number": (lambda: lab.ledgers(3), "a position under best play, .* not 3$"),  # type: ignore[arg-type]
    "a judgement of a text": (lambda: lab.judged("x", []), "under best play, .* not 'x'$"),  # type: ignore[arg-type]
    "the roads of a number": (lambda: lab.traffic([3]), "must be a record, .* not int$"),  # type: ignore[list-item]
    "samples that nobody drew": (lambda: lab.kept_worth("x"), "no samples 'x'; choose from worth-1483-knight, worth-1"),
    "a record of no tables": (lambda: lab.record_of({}), "not those of a record: 'about' is missing; make them by"),
    "a view": (
        lambda: odds(COURT.view()),
        "as roses.start.. returns, not View",
    ),
    "a game": (lambda: odds(roses.game("richard-iii", seed=1)), "as roses.start.. returns, not Game"),
    "a state without a battle": (lambda: odds(WAR), "this state has no battle about to be fought"),
    "an army that is a number": (lambda: odds(attackers=7), "a block of a line-up must be a name .* not 7"),
    "a block in a number": (lambda: odds(attackers=[(7, 2)]), "a name must be text, such as 'Henry VI', not 7"),
    "half a step": (lambda: odds(attackers=[("Richmond", 1.5)]), "Richmond cannot have 1.5 steps"),
    "orders to nobody": (lambda: odds(policy=lab.orders("Falstaff flees")), "'Falstaff flees' is not an order"),
    "an order that is a number": (lambda: odds(policy=lab.orders(7)), "7 is not an order"),  # type: ignore[arg-type]
    # battles
    "a battle at a list": (lambda: battle(["Leicester"]), r"such as 'Leicester', not \['Leicester'\]"),
    "an attack from nowhere": (lambda: battle(attackers={"Narnia": "Richmond"}), "there is no area 'Narnia'"),
    "a scenario of 1066": (lambda: battle(scenario="1066"), "there is no scenario '1066'"),
    "ratings of the court": (lambda: roses.ratings(COURT), "not one of lancaster"),  # type: ignore[arg-type]
    "stands at court": (lambda: roses.stands(COURT, "Kent"), "not one of lancaster"),  # type: ignore[arg-type]
    "an entry of a march": (lambda: odds(attackers={"Warwick": "Richmond"}, entry="Warwick"), "entry is for a line-up"),
    "a battle without a name": (lambda: roses.battle_odds(None), "no battle is named; give a state of the game, or"),
    "an area of the sea": (lambda: odds(area="Narnia"), "no area 'Narnia'; .*, 'Essex' and 23 more$"),
    "a tornado at court": (lambda: roses.sensitivity(COURT), "not one of lancaster"),  # type: ignore[arg-type]
    "a chance at court": (lambda: roses.win_probability(COURT), "not one of lancaster"),  # type: ignore[arg-type]
    "a ledger of a state": (lambda: roses.ledger(WAR), "must be a record, .* not State$"),  # type: ignore[arg-type]
    "a ledger at court": (lambda: roses.ledger("1413-lancaster"), "the block war game only, not a game of lanc"),
    "a fork of nothing": (lambda: roses.fork(None, at=1, change="x"), "must be a record, .* not NoneType$"),  # type: ignore[arg-type]
    "no view": (lambda: roses.resample(None, Random(1)), "needs a view of a side"),
    "no chance": (lambda: roses.resample(WAR.view("York"), 1), "draws by a random.Random"),  # type: ignore[arg-type]
    "a town": (lambda: odds(area="London"), "there is no area 'London'; this place lies in Middlesex$"),
    "a move that is a number": (lambda: WAR.apply(7), "its notation is needed, not a value of type int"),  # type: ignore[arg-type]
    "a move at court, too": (lambda: COURT.explain(None), "its notation is needed, not a value of type NoneType"),  # type: ignore[arg-type]
    "a seat that plays a list": (lambda: seat().play([]), "its notation is needed, not a value of type list"),  # type: ignore[arg-type]
    "a seat that asks nothing": (lambda: seat().why_not(None), "needed, not a value of type NoneType"),  # type: ignore[arg-type]
    "a text that is bytes": (lambda: WAR.read(b"done"), "its notation is needed, not a value of type bytes"),  # type: ignore[arg-type]
    "a notation that is a number": (lambda: WAR.parse(3), "its notation is needed, not a value of type int"),  # type: ignore[arg-type]
    "a notation in a list": (lambda: COURT.parse(["done"]), "needed, not a value of type list"),  # type: ignore[arg-type]
    "actions of a list": (lambda: WAR.legal_actions(["York"]), r"no side \['York'\]"),  # type: ignore[arg-type]
    "a ruleset by number": (lambda: roses.start("richard-iii", ruleset=3), "such as 'revised', not 3"),  # type: ignore[arg-type]
    # pages of history
    "a battle by number": (lambda: Battle(3), "such as 'towton-1461', not 3"),  # type: ignore[arg-type]
    "a field by number": (lambda: FieldView(3), "no battlefield 3; choose from 'barnet"),  # type: ignore[arg-type]
    "people by number": (lambda: people(3), "a name must be text, such as 'Edward', not 3"),  # type: ignore[arg-type]
    "people alive never": (lambda: people(alive="never"), "'never' is not a date such as 1471, 1471-05 or"),
    "people alive at 3": (lambda: people(alive=3), "3 is not a date such as 1471"),  # type: ignore[arg-type]
    "seats for me": (lambda: Table("richard-iii", "1483", seats="me"), "seats must name who plays each of Lanc"),
    "worth of nobody": (lambda: lab.campaign_worth("1483", []), "nobles must be a list of at least one name"),
    "worth of a name": (lambda: lab.campaign_worth("1483", "Oxford"), "a list of .* not 'Oxford'"),
    # simulated games
    "n that is true": (lambda: simulate(n=True), "n must be a whole number from 1 on, not True"),
    "half a game": (lambda: simulate(n=2.5), "n must be a whole number from 1 on, not 2.5"),
    "seats in a list": (lambda: simulate(seats=["page"]), r"seats must be a bot for all sides, .*, not \['page'\]"),
    "a seat for a number": (lambda: simulate(seats={"York": 7, "Lancaster": "page"}), "such as 'squire', not 7"),
    "rows in a list": (lambda: simulate(rows=["games"]), r"gives no rows \['games'\]; choose from 'games'"),
    "a study of a state": (
        lambda: simulate(game=COURT, scenario=None),
        "there is no game .*; choose from 'richard-iii'",
    ),
    "a file that is a number": (lambda: simulate(keep=7), "keep must be the path of a file, .*, not 7"),
    "a game by name": (lambda: lab.study("lancaster", players=2).play("x"), "no game 'x'"),  # type: ignore[arg-type]
    # tables
    "a frame by a side": (lambda: lab.to_frame([], "York"), "side= applies to positions only"),
    "a record by a side": (lambda: lab.to_frame(roses.replay("1483-richard-iii"), "York"), "'York' out for a Replay"),
    "tables of nothing": (lambda: lab.record_of({}), "these tables are not those of a record"),
    "a march of Falstaff": (lambda: lab.marches(WAR, "Falstaff"), "there is no block 'Falstaff'"),
    "a march of the absent": (lambda: lab.marches(WAR, "Warwick/L"), "to move, Warwick/L must stand in one area"),
    "a landing of nobody": (lambda: lab.ports(WAR, []), "to move, at least one block must stand"),
    "a march at court": (lambda: lab.marches(COURT, "Oxford"), "not one of lancaster"),  # type: ignore[arg-type]
    "a muster at court": (lambda: lab.gather(COURT, "York", "Kent"), "not one of lancaster"),  # type: ignore[arg-type]
    "a muster of Tudors": (lambda: lab.gather(WAR, "Tudor", "Kent"), "there is no side 'Tudor'"),
    "lords of the court": (lambda: lab.who_counts(COURT), "not one of lancaster"),  # type: ignore[arg-type]
    "support of a state": (lambda: lab.support(WAR), "needs a timeline, .* not State"),  # type: ignore[arg-type]
    "a crown at court": (lambda: lab.smallest_changes(COURT), "not one of lancaster"),  # type: ignore[arg-type]
    "no trial": (lambda: lab.trials(FIELD, [lab.Plan("late", 3)], n=0), "they are 0 and 1"),
    "trials of no plan": (lambda: lab.trials(FIELD, []), "they are 1000 and 0"),
    "a campaign in Narnia": (lambda: lab.happened("Narnia"), "there is no campaign 'Narnia'; choose from '1459'"),
}
OTHERS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "frames of a state": (lambda: lab.frames(WAR), TypeError, "not State"),  # type: ignore[arg-type]
    "frames of a name": (lambda: lab.frames("1483"), RecordError, "there is no replay '1483'; choose from"),
    "a frame of a mapping": (lambda: lab.to_frame({}), TypeError, "a record or a replay, not dict"),
    "a ledger of nobody": (lambda: roses.ledger("1066"), RecordError, "there is no replay '1066'; choose from"),
    "a table of no game": (lambda: Table.resume(7), RecordError, "by a text or a path, not by int"),  # type: ignore[arg-type]
    "back at nothing": (lambda: LookingBack(None), RecordError, "by a text or a path, not by NoneType"),  # type: ignore[arg-type]
    "a game in no file": (lambda: roses.resume(None), RecordError, "a text or a path, not NoneType"),  # type: ignore[arg-type]
    "no folder": (lambda: simulate(keep="/no/such/games.parquet"), FileNotFoundError, "there is no folder /no/such"),
    "a folder": (lambda: simulate(keep="/"), IsADirectoryError, "/ is a folder; name a file in it"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_answered_in_one_sentence(what: str) -> None:
    text, message = NONSENSE[what]
    with pytest.raises(ValueError, match=message) as caught:
        text()
    assert isinstance(caught.value, RuleError) or type(caught.value).__module__ in ("builtins", "roses.engine.errors")
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


@pytest.mark.parametrize("what", OTHERS)
def test_nonsense_of_another_kind_too(what: str) -> None:
    text, kind, message = OTHERS[what]
    if "folder" in what:
        pytest.importorskip("pyarrow")
    with pytest.raises(kind, match=message) as caught:
        text()
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
