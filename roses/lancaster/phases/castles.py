"""Phase 3b: each player's castle, then the round table (rules 10.1 to 10.5, 14.9)."""

from __future__ import annotations

from roses.lancaster.actions import Forgo, Score
from roses.lancaster.events import gains
from roses.lancaster.events.base import Source
from roses.lancaster.phases.effects import grant, pay, take, vacate
from roses.lancaster.position import Draft, Phase, Position, order, parties
from roses.lancaster.tables import ALL_TILES, COLOURS, ROUNDS, SPACE, SPACES, bits

_SCORE = tuple(Score(space) for space in SPACES)
_FORGO = tuple(Forgo(space) for space in SPACES)


def begin(d: Draft) -> None:
    """Stage "castles": begin with the castle of the start player (rule 10.1)."""
    d.waiting = tuple(order(d))
    d.stage = "castle"


def next_castle(d: Draft) -> None:
    """Stage "castle": begin to score the extensions and castle knights of the next player (rule 10.1)."""
    if not d.waiting:
        d.mover, d.at = -1, 0
        d.stage = "conflicts"
        return
    d.mover, d.waiting = d.waiting[0], d.waiting[1:]
    d.items = _items(d, d.mover)
    d.log(gains.CastleScoring(COLOURS[d.mover]))
    d.stage = "castle item"


def _items(s: Position, player: int) -> int:
    """Return the spaces to score, as bits: built extensions that are not turned, and those of knights (10.2, 14.9)."""
    knights = sum([1 << i for party in parties(s, player) for i, knight in enumerate(s.castle[party]) if knight])
    return s.built[player] & ~s.turned[player] | knights


def next_item(d: Draft) -> None:
    """Stage "castle item": ask while a choice is left; spaces without one are then scored in order (rule 10.2)."""
    if d.items & d.parts.priced:
        d.ask(Phase.CASTLE, d.mover)
        return
    for space in bits(d.items):
        _score(d, d.mover, space)
    d.items = 0
    _round_table(d)
    d.settle("castle")


def _round_table(d: Draft) -> None:
    """Give markers for the lord and for each noble, except in the last round (rule 10.5)."""
    if d.round < ROUNDS:
        numbers = d.parts.numbers
        nobles = d.nobles[d.mover].bit_count()
        markers = numbers.lord_markers + nobles * numbers.noble_markers
        take(d, d.mover, "markers", markers, "10.5", Source("round table"))


def legal(s: Position, player: int) -> list[Score | Forgo]:
    """Return the spaces left to score, if the price can be paid; those with a price may be forgone (10.2, 10.3)."""
    found: list[Score | Forgo] = []
    for space in bits(s.items):
        price = s.parts.spaces[space].price
        if price <= s.squires[player]:
            found.append(_SCORE[space])
        if price:
            found.append(_FORGO[space])
    return found


def apply(d: Draft, player: int, action: Score | Forgo) -> None:
    """Score or forgo one space; its knight goes to court in both cases (rules 10.2, 10.3)."""
    space = SPACE[action.space if isinstance(action, Score) else action.item]
    d.items &= ~(1 << space)
    if isinstance(action, Score):
        _score(d, player, space)
    else:
        d.log(gains.SpaceForgone(COLOURS[player], action.item))
        vacate(d, player, space)
    d.settle("castle item")


def _score(d: Draft, player: int, space: int) -> None:
    """Pay the price, move the knight to court, then take the reward (rules 10.2 to 10.4)."""
    party = player if 1 << space & ALL_TILES else player + d.setup.players
    part = d.parts.spaces[space]
    d.log(gains.SpaceScored(COLOURS[party], part.id))
    pay(d, player, "squires", part.price, "10.3")
    vacate(d, party, space)
    grant(d, party, part.reward, "10.4", Source("castle", part.id))
