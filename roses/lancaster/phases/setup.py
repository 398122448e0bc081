"""Set-up and preparation of each round: start player, first extensions, laws, conflicts (3.3 to 3.7, 12.0)."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

from roses.lancaster import events, law_events
from roses.lancaster.actions import Build, Draw, Enact, Propose, Reveal, Sets
from roses.lancaster.phases.effects import build
from roses.lancaster.position import Conflict, Draft, Phase, Position, order
from roses.lancaster.tables import (
    CARD,
    CARDS,
    COLOURS,
    FAVOUR,
    FAVOURS,
    IN_FORCE,
    LAW,
    LAWS,
    NEW_CONFLICTS,
    SECTIONS,
    SPACE,
    TILES,
    Components,
    bits,
)

_BUILD = tuple(Build(tile) for tile in TILES)


def begin(d: Draft) -> None:
    """Stage "set-up": make the draw of the start player due (rule 3.7)."""
    d.chance(Phase.START)


def draws(s: Position) -> tuple[Draw, ...]:
    """Return the possible draws of the start player."""
    return tuple(Draw(COLOURS[p]) for p in range(s.setup.players))


def apply_draw(d: Draft, action: Draw) -> None:
    """Set the start player; then each in turn chooses a first extension (rules 3.3, 3.7)."""
    d.first = COLOURS.index(action.colour)
    d.log(events.StartPlayerNamed(COLOURS[d.first], "3.7"))
    d.waiting = tuple(order(d))
    d.stage = "extensions"


def extensions(d: Draft) -> None:
    """Stage "extensions": ask the next player for a first extension (rule 3.3); then the laws are drawn."""
    if d.waiting:
        d.ask(Phase.EXTENSION, d.waiting[0])
    elif d.parts.agreed:
        apply_sets(d, Sets(d.parts.agreed))
    elif d.rules.expansion_laws == "drawn":
        d.chance(Phase.LAW_SETS)
    else:
        take_sets(d, ("base" if d.rules.expansion_laws == "none" else "expansion",) * SECTIONS)


def legal_extension(s: Position, player: int) -> tuple[Build, ...]:
    """Return the six extensions (rule 3.3)."""
    return _BUILD


def apply_extension(d: Draft, player: int, action: Build) -> None:
    """Build the extension, which is first scored in round 1."""
    build(d, player, SPACE[action.tile], "3.3")
    d.waiting = d.waiting[1:]
    d.stage = "extensions"


def sets(s: Position) -> tuple[Sets, ...]:
    """Return all combinations of one of the two sets for each section (rule 8.7)."""
    return tuple(Sets(mix) for mix in product(("base", "expansion"), repeat=SECTIONS))


def apply_sets(d: Draft, action: Sets) -> None:
    """Use these sets of laws."""
    d.log(events.SetsChosen(action.sets))
    take_sets(d, action.sets)


def take_sets(d: Draft, mix: tuple[str, ...]) -> None:
    """Make the pile of the laws of these sets, or of these names, and the draw of the laws in force due (rule 3.4)."""
    d.pile = sum(1 << i for i, law in enumerate(d.parts.laws) if {law.set, law.id} & {*mix[law.section].split()})
    d.chance(Phase.LAWS)


def enactments(s: Position) -> tuple[Enact, ...]:
    """Return all orders of the laws of section 0 (rule 3.4)."""
    return tuple(Enact(tuple(LAWS[i] for i in laws)) for laws in _next_laws(s.parts, s.pile))


def apply_enact(d: Draft, action: Enact) -> None:
    """Set the laws in force."""
    d.laws = tuple(LAW[name] for name in action.laws)
    d.pile &= ~sum(1 << i for i in d.laws)
    d.log(events.LawsEnacted(*_named(d, d.laws)))
    d.stage = "round"


def begin_round(d: Draft) -> None:
    """Stage "round": begin a round; turn all favours up and make new conflicts due (rule 12.0)."""
    d.round += 1
    d.passed = ()
    d.favours = favours(d)
    d.turned = (0,) * d.setup.players
    d.log(events.RoundBegun(d.round, "12.0" if d.round > 1 else "1.2"))
    d.chance(Phase.CONFLICTS)


def favours(s: Position) -> int:
    """Return the favours of the game as bits (rule 3.5)."""
    return (1 << len(FAVOURS)) - 1 & ~sum(1 << FAVOUR[name] for name in s.setup.favours_removed)


def reveals(s: Position) -> tuple[Reveal, ...]:
    """Return all ordered pairs of the conflicts to come (rule 12.0)."""
    return _reveals(s.deck)


@cache
def _reveals(deck: int) -> tuple[Reveal, ...]:
    return tuple(Reveal(pair) for pair in permutations([CARDS[i] for i in bits(deck)], NEW_CONFLICTS))


def apply_reveal(d: Draft, action: Reveal) -> None:
    """Place the new conflicts in the upper row and make the proposals due."""
    new = tuple(CARD[name] for name in action.cards)
    d.deck &= ~sum(1 << i for i in new)
    d.conflicts += tuple(Conflict(card) for card in new)
    d.log(events.ConflictsRevealed(action.cards, tuple(d.parts.conflicts[i].strength for i in new)))
    d.chance(Phase.PROPOSALS)


def proposals(s: Position) -> tuple[Propose, ...]:
    """Return all orders of the next three proposals, from the lowest sections left (rules 3.4, 12.0)."""
    return _proposals(_next_laws(s.parts, s.pile))


@cache
def _proposals(orders: tuple[tuple[int, ...], ...]) -> tuple[Propose, ...]:
    return tuple(Propose(tuple(LAWS[i] for i in laws)) for laws in orders)


def apply_propose(d: Draft, action: Propose) -> None:
    """Set the proposals and go on to placing."""
    d.proposals = tuple(LAW[name] for name in action.laws)
    d.pile &= ~sum(1 << i for i in d.proposals)
    d.log(law_events.LawsProposed(*_named(d, d.proposals)))
    d.stage = "placing"


def _next_laws(parts: Components, pile: int) -> tuple[tuple[int, ...], ...]:
    """Return all orders of the next three laws of the pile; each section is shuffled separately (rule 3.4)."""
    return _orders(tuple([bits(pile & section) for section in parts.sections]))


@cache
def _orders(sections: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    orders: list[tuple[int, ...]] = [()]
    for section in filter(None, sections):
        orders = [(*d, *more) for d in orders for more in permutations(section, min(IN_FORCE - len(d), len(section)))]
    return tuple(orders)


def _named(d: Draft, laws: tuple[int, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids and the names of laws."""
    return tuple(LAWS[i] for i in laws), tuple(d.parts.laws[i].name for i in laws)
