"""Phase 3a: the counties A to I: nobles, rewards, and the start player by Surrey (rules 9.1 to 9.7, 14.8)."""

from __future__ import annotations

from roses.engine.draft import put
from roses.lancaster.actions import Claim, Name
from roses.lancaster.events import court, service
from roses.lancaster.events.base import Source
from roses.lancaster.phases.effects import grant, pay, take_noble
from roses.lancaster.position import Draft, Phase, Position, owner, stack_in
from roses.lancaster.tables import COLOURS, COUNTIES

_CLAIM = {what: Claim(what) for what in ("noble", "reward", "both", "nothing")}
_NAME = tuple(Name(colour) for colour in COLOURS)


def begin(d: Draft) -> None:
    """Stage "county": ask the owner of the knight in the next county that is held (rule 9.1)."""
    while d.at < len(COUNTIES) and d.counties[d.at] is None:
        d.at += 1
    if d.at == len(COUNTIES):
        d.stage = "castles"
        return
    stack = stack_in(d, d.at)
    player = owner(d, stack.party)
    if noble_open(d, stack.party) or d.rules.county_choice == "may":
        d.ask(Phase.COUNTY, player)
    else:
        apply(d, player, _CLAIM["reward"])


def noble_open(s: Position, party: int) -> bool:
    """Return whether a colour can take a noble of the county: an ally any, a player one he lacks (9.2, 14.8)."""
    return s.stacks[s.at] > 0 and (party >= s.setup.players or not s.nobles[party] >> s.at & 1)


def legal(s: Position, player: int) -> list[Claim]:
    """Return the choices: noble, reward, both for gold (not for an ally), by the ruleset nothing (9.2, 14.8)."""
    stack = stack_in(s, s.at)
    found = ["reward"]
    if noble_open(s, stack.party):
        found.insert(0, "noble")
        if stack.party == player and s.gold[player] >= s.parts.numbers.both_price:
            found.append("both")
    if s.rules.county_choice == "may":
        found.append("nothing")
    return [_CLAIM[what] for what in found]


def apply(d: Draft, player: int, action: Claim) -> None:
    """Pay if both are taken, then take the noble, then the reward (rules 9.2, 9.4)."""
    stack, county = stack_in(d, d.at), d.parts.counties[d.at]
    d.log(service.CountyResolved(COLOURS[stack.party], county.name, action.what))
    if action.what == "both":
        pay(d, player, "gold", d.parts.numbers.both_price, "9.2")
    if action.what in ("noble", "both"):
        take_noble(d, stack.party, d.at, "9.2" if stack.party == player else "14.8")
    if action.what in ("reward", "both"):
        grant(d, stack.party, county.reward, "9.4", Source("county", county.name), county=d.at)
    d.mover = player
    d.settle("county end")


def end(d: Draft) -> None:
    """Stage "county end": move the knight to court unless he crossed; Surrey's holder names the start player."""
    stack, county = d.counties[d.at], d.parts.counties[d.at]
    if stack is not None:
        d.counties = put(d.counties, d.at, None)
        d.come(stack.party, stack.knight)
        d.log(service.CameHome(COLOURS[stack.party], county.name, stack.knight))
    if county.names_start:
        d.ask(Phase.NAMING, d.mover)
    else:
        d.at += 1
        d.stage = "county"


def legal_name(s: Position, player: int) -> tuple[Name, ...]:
    """Return each player, the one who names included (rule 9.5)."""
    return _NAME[: s.setup.players]


def apply_name(d: Draft, player: int, action: Name) -> None:
    """Set the start player at once (rules 4.2, 9.5)."""
    d.first = COLOURS.index(action.colour)
    d.log(court.StartPlayerNamed(action.colour, "9.5"))
    d.at += 1
    d.stage = "county"
