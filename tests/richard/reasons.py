"""Every form of sentence with which an action is refused: the rules it may cite, and the condition of its truth."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from roses.engine.protocol import alternatives
from roses.richard.tables import AREAS, BLOCKS, BORDERS, CARDS, SEAS, SIDES
from tests.richard import truth

_WORDS: Final = {
    "block": alternatives(BLOCKS),
    "other": alternatives(BLOCKS),
    "area": alternatives(AREAS),
    "to": alternatives(AREAS),
    "side": alternatives(SIDES),
    "sea": alternatives(SEAS),
    "border": "|".join(re.escape("/".join(border.areas)) for border in BORDERS),
    "n": r"\d+|no",
    "m": r"\d+",
    "list": ".+",
    "due": ".+",
}
Check = Callable[[truth.Reader, truth.Facts], bool]


class Form(NamedTuple):
    """A form of sentence: the rules it may cite, its pattern, and what makes it true."""

    text: str
    rules: tuple[str, ...]
    pattern: re.Pattern[str]
    holds: Check


def form(rules: str, text: str, holds: Check = lambda reader, facts: True) -> Form:
    """A form from a text with ``{block}``, ``{area}``, ``{n}`` and the like."""
    parts = re.split(r"\{(\w+)\}", text)
    pattern = "".join(f"(?P<{p}>{_WORDS[p]})" if i % 2 else p for i, p in enumerate(parts))
    return Form(text, tuple(rules.split()), re.compile(pattern), holds)


ANY: Final = "1.1 1.2 5.1 6.1 6.2 6.3 6.4 6.7 6.82 7.1 7.2 8.3 8.5 9.1 9.0 muster plague treason"


MOMENTS: Final = """a hand is kept, or thrown back too, when the opponent has thrown his back
a hand is thrown back before the first card of a campaign is chosen
blocks march in an action phase
blocks sail in an action phase
blocks are recruited in an action phase
there is nothing to end
nothing is offered that could be declined
a muster is named when its card is played
Plague strikes when its card is played
main attacks are named when a side has moved, and only where the ruleset asks for it
battles are picked when both sides have moved, and one has ended
treachery is tried in a battle
a block fires in its battle turn
a block passes in its battle turn
an heir charges in his battle turn
a block retreats in its battle turn
a block is trapped in its battle turn
hits are taken when an enemy has scored them
the victor regroups when a battle has been won
minors come of age in a supply phase
Clarence and Exeter are executed in a supply phase
blocks starve in a supply phase
blocks go home in the political turn
exile areas are emptied in the political turn""".splitlines()
_COMMON: Final = (  # whose turn it is, whose block it is, cards, the moment
    form(ANY, "nothing is left to chance now, and {due}", lambda r, f: r.view.active != ("Chance",)),
    form(ANY, "cards are chosen at the start of a turn, and now {due}", lambda r, f: r.view.phase != "cards"),
    form("1.1", "{side} chooses its card in secret", lambda r, f: f["side"] != r.side),
    form("1.1", "{side} has chosen its card, and {due}", lambda r, f: r.side in r.view.played),
    form("5.1", "there is no card {m}, but cards 1 to 25", lambda r, f: int(f["m"]) not in CARDS),
    form(
        "5.1",
        "the hand of {side} has {m} points, and only one of 13 points or fewer may be thrown back",
        lambda r, f: truth.rich(r, int(f["m"])) and f["side"] == r.side,
    ),
    form(
        "5.1",
        "once in a campaign, before its first card, a side may throw back a hand of 13 points or fewer",
        lambda r, f: r.view.phase == "cards",
    ),
    form("1.1", r"card {m} \(.+?\) is not in the hand of {side}, which holds {list}", truth.not_in_hand),
    form(ANY, "{side} has nothing to choose: {due}", lambda r, f: r.side not in r.view.active),
    form("3.0", "{block} does not serve {side}, who must choose now", truth.serves),
    form("4.5", "{block} is a minor and not yet in play", lambda r, f: r.own(f["block"]).place == "Minor"),
    form("3.22", "{block} is not in play while {other} is", truth.other_version),
    form("6.8", "{block} is dead", truth.is_dead),
    form("4.1", "{block} is not in play", lambda r, f: truth.person(f["block"]).isdisjoint(truth.set_up(r))),
    form("5.4", "{block} is in the pool and must be recruited first", lambda r, f: r.own(f["block"]).place == "Pool"),
    *(form(ANY, f"{text}, and now {{due}}") for text in MOMENTS),
)


_MOVES: Final = (  # marches, sea moves, recruits
    form("piracy", "the points of Piracy pay for sea moves only", lambda r, f: r.card == "piracy"),
    form("kingmaker", "{block} is a prisoner", lambda r, f: r.own(f["block"]).prisoner),
    form("6.85", "{block} lies face down until the campaign reset", lambda r, f: r.own(f["block"]).face_down),
    form("5.2", "{block} has moved, or was recruited, this turn", lambda r, f: r.own(f["block"]).moved),
    form(
        "5.22",
        "no block may leave {area}, as the main attack pins all that are left",
        lambda r, f: bool(r.count(f["area"], r.enemy)) and r.view.first_player == r.enemy,
    ),
    form("1.2", "no action point is left, and {area} was not activated", lambda r, f: r.view.ap == 0),
    form("1.2", "no action point is left", lambda r, f: r.view.ap == 0),
    form(
        "1.2",
        "no action point is left, and no port pair waits for its second block there",
        lambda r, f: r.view.ap == 0,
    ),
    form(
        "5.2",
        "a block marches at most {m} areas, and this way has {n}",
        lambda r, f: int(f["m"]) == (3 if r.card == "force_march" else 2) < int(f["n"]),
    ),
    form("5.2", "{block} is in {area} already", truth.place),
    form("2.7", "{area} is an exile area of the enemy", lambda r, f: AREAS[f["area"]].exile_of == r.enemy),
    form("5.2", "{area} and {to} share no border by land", truth.no_border),
    form("5.21", "{m} blocks have crossed the {list} border {border} this turn, and no more may", truth.coloured),
    form("5.22", "the enemy came over the border {border}", truth.came),
    form(
        "5.21",
        "a block stops once it has crossed the red border {border}",
        lambda r, f: truth.KINDS[frozenset(f["border"].split("/"))] == "minor",
    ),
    form("5.2", "{n} enemy blocks? (?:is|are) in {area}, and whoever enters must stop there", truth.enemies),
    form("5.2", "a march does not turn back to {area}"),
    form("muster", "the muster is in {area}, and blocks must end there", lambda r, f: r.view.phase == "muster"),
    form("6.3", "{side} has entered {area} over {m} borders already: {list}", truth.entries),
    form("5.3", "{block} never sails", lambda r, f: truth.lubber(f["block"])),
    form("force-march surprise treason", "this event does not pay for sea moves", lambda r, f: bool(r.card)),
    form("5.3", "the {sea} does not join {area} and {to}", truth.joined),
    form(
        "5.3", "{n} enemy blocks? (?:is|are) in {area}, and ships land on friendly or vacant coasts only", truth.enemies
    ),
    form("5.1", "the points of an event card do not pay for recruits", lambda r, f: bool(r.card)),
    form("5.4", "{block} is on the map, in {area}, and not in the pool", truth.place),
    form(
        "6.83 6.84 6.85 6.86",
        "{block} lies face down in the pool until the campaign reset",
        lambda r, f: r.own(f["block"]).face_down,
    ),
    form("5.4", "{block} may be recruited only in {list} now", truth.recruits),
    form("5.4", "{block} may be recruited in a friendly city area only, and {side} holds none now", truth.no_city),
    form("5.4", "{block} may be recruited in a friendly city area only, now in {list}", truth.recruits),
    form(
        "5.4",
        "the Rebel is never recruited in exile, and {area} is an exile area",
        lambda r, f: AREAS[f["area"]].kind == "exile",
    ),
    form(
        "5.4",
        "the Rebel is recruited in vacant areas only, and {area} is not vacant",
        lambda r, f: any(r.count(f["area"], side) for side in SIDES),
    ),
    form(
        "5.4",
        "{block} may be recruited nowhere, as none of its homes is friendly or vacant now",
        lambda r, f: r.own(f["block"]).place == "Pool" and BLOCKS[f["block"]].kind != "bombard",
    ),
)


_EVENTS: Final = (  # the Muster, Plague, the main attack
    form("muster", "Muster moves blocks by land only, and now {due}", lambda r, f: r.card == "muster"),
    form(
        "muster", "{n} enemy blocks? (?:is|are) in {area}, and a muster is in a friendly or vacant area", truth.enemies
    ),
    form("muster", "no block of {side} can reach {area} from another area by land"),
    form("plague", "{area} has no city", lambda r, f: not AREAS[f["area"]].city),
    form(
        "plague",
        "{n} {side} blocks? (?:is|are) in {area}, so it is not an enemy area",
        lambda r, f: r.count(f["area"], r.side) == truth.number(f["n"]) and f["side"] == r.side,
    ),
    form("plague", "{n} enemy block is in {area}", truth.enemies),
    form("6.3", "the main attack to be named now is that on {area}", lambda r, f: bool(r.count(f["area"], r.enemy))),
    form("6.3", "nobody entered {area} over {border}, but over {list}", lambda r, f: f["border"] not in f["list"]),
)


_BATTLES: Final = (  # turns, charges, treachery, hits
    form(
        "6.1",
        "{area} is not contested, with {n} of Lancaster and {m} of York there; battles are due in {list}",
        truth.contested,
    ),
    form("6.2", "{block} is not in the battle of {area}", truth.battlefield),
    form("6.3", "{block} waits in the reserve", lambda r, f: r.own(f["block"]).reserve),
    form("6.2", "{block} has had its turn in round {m}", lambda r, f: r.own(f["block"]).acted),
    form(
        "6.2",
        "it is the turn of {side} at [ABCD] in round {m}: {list}",
        lambda r, f: f["side"] == r.side and set(f["list"].split(" or ")) <= r.front(r.side),
    ),
    form("6.2 6.5 6.9", "in round 4 attackers must retreat", truth.must_leave),
    form("6.5", "only the senior heir in the line may charge, and that is {other}", truth.heir),
    form("6.5", "only the senior heir in the line may charge, and {side} has none there", truth.no_heir),
    form("6.5 6.9", "{block} is not in the enemy's front line", lambda r, f: f["block"] not in r.front(r.enemy)),
    form("treason", "the Treason card is used before round 1, and now {due}", lambda r, f: truth.stage(r) > 0),
    form(
        "6.9",
        "{block} is neither King nor Pretender nor Warwick",
        lambda r, f: (
            "Warwick" not in f["block"] and f["block"] != (r.view.king if truth.crowned(r) else r.view.pretender)
        ),
    ),
    form("6.9", "the one roll of {block} in this battle has been made"),
    form("6.91", "Warwick may not try {block}", lambda r, f: f["block"][:5] in ("North", "Westm")),
    form("treason", "before round 1 only the Treason card may be tried, not {block}", lambda r, f: truth.stage(r) == 0),
    form("6.9", "{block} has changed sides in this battle already"),
    form("3.13", "{block} has no loyalty rating and cannot be turned", lambda r, f: not BLOCKS[f["block"]].loyalty),
    form(
        "9.1",
        "{block} cannot be turned as King or Pretender",
        lambda r, f: f["block"] in (r.view.king, r.view.pretender),
    ),
    form("6.4", "hits fall on the strongest block of the line: {list}", truth.strongest),
)


_EXITS: Final = (  # retreats and regroups
    form(
        "6.6",
        "only attackers must retreat, in round 4, and this is round {m}",
        lambda r, f: int(f["m"]) == truth.stage(r) and not truth.must_leave(r, f),
    ),
    form("6.6", "{block} can retreat to {list}", truth.must_leave),
    form("6.6", "nobody retreats in round 1", lambda r, f: truth.stage(r) == 1),
    form(
        "6.7",
        "{block} is not among the victors in {area}",
        lambda r, f: r.own(f["block"]).place != f["area"] or r.own(f["block"]).prisoner,
    ),
    form(
        "6.6 6.7", "{n} enemy blocks? (?:is|are) in {area}, and only friendly or vacant areas are open", truth.enemies
    ),
    form("6.6 6.7", "{area} and {to} share no border by land", truth.no_border),
    form(
        "piracy",
        "one pirate may leave for each coast, or two between major ports, and {m} left for {area} already",
        lambda r, f: int(f["m"]) == (2 if AREAS[f["area"]].major_port else 1),
    ),
    form(
        "piracy",
        "a pirate leaves by the {sea} it came over, which does not lead to {area}",
        lambda r, f: truth.no_lead(r, f),
    ),
    form("5.21", "{m} blocks have used the border {border}, and no more may", truth.exit_full),
    form(
        "6.6",
        "the enemy came over the border {border}"
        "(?:, and of two who used it only {side}, as second player, may go back over it)?",
        lambda r, f: f["border"] in r.entered() and f["side"] in (None, SIDES[1 - SIDES.index(r.view.first_player)]),
    ),
)


_POLITICS: Final = (  # minors, executions, supply, homes, exile limits
    form("6.82", "it is {block} who comes of age now", truth.rank),
    form(
        "6.82",
        "{block} may enter only in (?:a crown|an own exile) area.* \\({list}\\), not in {area}",
        lambda r, f: f["area"] not in f["list"] and truth.rank(r, f),
    ),
    form("6.82", "{block} waits only where no door is open, and may enter in {list}", truth.rank),
    form("9.1", "only {block} may be executed now", lambda r, f: f["block"] in ("Clarence/L", "Exeter/Y")),
    form("7.1", "{block} has lost a step in this phase"),
    form("7.1", "{block} is not on the map", lambda r, f: r.own(f["block"]).place in ("Pool", "Minor")),
    form(
        "7.1 7.2",
        "{block} does not count against the limit of {area}",
        lambda r, f: truth.place(r, f) and not truth.counts(r, f),
    ),
    form(
        "7.1 7.2",
        "{area} feeds {m} blocks, and only {n} there have not lost a step",
        lambda r, f: int(f["m"]) == truth.limit(f["area"]) == int(f["n"]) < truth.fed(r, f["area"]),
    ),
    form(
        "7.1 7.2",
        "{area} feeds {m} blocks, and no more than {n} of {side} are there",
        lambda r, f: int(f["m"]) == truth.limit(f["area"]) >= int(f["n"]) == truth.fed(r, f["area"]),
    ),
    form(
        "7.1 7.2",
        "{m} blocks? more must lose a step in {area}",
        lambda r, f: 0 < int(f["m"]) <= truth.fed(r, f["area"]) - truth.limit(f["area"]),
    ),
    form("8.3 8.4", "{block} does not go home: {list}", truth.not_at_home),
    form("8.3 8.4", "{block} has gone home", lambda r, f: r.own(f["block"]).place in {*AREAS, "Pool"}),
    form("8.3 8.4", "{block} is in {area} already", truth.place),
    form("8.3 8.4", "{n} enemy blocks? (?:is|are) in {area}, and nobody goes home among them", truth.enemies),
    form("8.3 8.4", "the open homes of {block} are: {list}", lambda r, f: r.own(f["block"]).place in AREAS),
    form(
        "8.3 8.4",
        "{block} goes to the pool only where no home is open to it, and open are: {list}",
        lambda r, f: r.own(f["block"]).place in AREAS,
    ),
    form(
        "8.3 8.4",
        "{block} is in the pool, and no home is open to it",
        lambda r, f: r.own(f["block"]).place == "Pool",
    ),
    form("9.1", "{block} needs an empty home, and waits for {list} to leave {area}", truth.waits),
    form("9.1", "{block} needs an empty home, and goes to the pool when all others have gone home", truth.waits),
    form("8.3 8.4", "{block} must still go home", lambda r, f: r.own(f["block"]).place in AREAS),
    form(
        "7.2",
        "no exile area is above its limit",
        lambda r, f: not [a for a in truth.LIMITS if truth.fed(r, a) > truth.limit(a)],
    ),
    form(
        "7.2",
        "{block} does not count against the limit of {list}",
        lambda r, f: r.own(f["block"]).place not in f["list"] or not truth.counts(r, f),
    ),
    form(
        "7.2",
        "{area} holds {m} blocks, and its limit is {n}",
        lambda r, f: int(f["m"]) == truth.fed(r, f["area"]) > int(f["n"]) == truth.limit(f["area"]),
    ),
)


FORMS: Final = (*_COMMON, *_MOVES, *_EVENTS, *_BATTLES, *_EXITS, *_POLITICS)


def found(reason: str, rule: str, reader: truth.Reader) -> list[Form]:
    """The forms that a sentence has, with its rule, and of which it is true."""
    fitting = ((f, f.pattern.fullmatch(reason)) for f in FORMS if rule in f.rules)
    return [f for f, match in fitting if match and f.holds(reader, match.groupdict())]
