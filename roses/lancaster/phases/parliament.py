"""Phase 2: three secret votes, and their effect on the laws in force (rules 7.1 to 7.5)."""

from __future__ import annotations

from functools import cache

from roses.engine.draft import put
from roses.lancaster.actions import Vote
from roses.lancaster.events import court
from roses.lancaster.position import Draft, Phase, Position
from roses.lancaster.tables import COLOURS, LAWS


def begin(d: Draft) -> None:
    """Stage "parliament": vote on the leftmost proposal that is left, or end the votes (rule 7.1)."""
    if len(d.passed) < len(d.proposals):
        d.votes = (None,) * d.setup.players
        d.ask(Phase.VOTE, *range(d.setup.players))
    else:
        _end_votes(d)


def legal(s: Position, player: int) -> tuple[Vote, ...]:
    """Return yes and no with each number of own markers (rule 7.2)."""
    return _votes(player, s.markers[player])


@cache
def _votes(player: int, markers: int) -> tuple[Vote, ...]:
    return tuple(Vote(COLOURS[player], choice, n) for choice in ("yes", "no") for n in range(markers + 1))


def apply(d: Draft, player: int, action: Vote) -> None:
    """Take a vote in secret; after the last one all are opened (rules 7.2, 16.2)."""
    ballot = (action.choice == "yes", action.markers)
    d.votes = put(d.votes, player, ballot)
    d.active = tuple([side for side in d.active if side != action.side])
    if d.active:
        d.log(court.VoteSealed(COLOURS[player]))
    else:
        _open(d)


def _open(d: Draft) -> None:
    """Count the votes, 1 plus the markers each; a tie is a yes; used markers go to the supply (rule 7.2)."""
    total = {True: 0, False: 0}
    for colour, (choice, markers) in zip(COLOURS, filter(None, d.votes), strict=False):
        total[choice] += 1 + markers
        d.log(court.VoteOpened(colour, choice, markers))
    d.markers = tuple([held - vote[1] for held, vote in zip(d.markers, d.votes, strict=True) if vote])
    law = d.proposals[len(d.passed)]
    accepted = passes(total[True], total[False])
    d.passed = (*d.passed, accepted)
    event = court.LawAccepted if accepted else court.LawRejected
    d.log(event(LAWS[law], d.parts.laws[law].name, total[True], total[False]))
    if accepted:
        gone = d.laws[0]
        d.laws = (*d.laws[1:], law)
        d.log(court.LawRepealed(LAWS[gone], d.parts.laws[gone].name))
    d.votes = ()
    d.stage = "parliament"


def passes(yes: int, no: int) -> bool:
    """Return whether a proposal with these votes is accepted: a tie is a yes (rule 7.2).

    >>> passes(3, 3), passes(2, 3)
    (True, False)
    """
    return yes >= no


def _end_votes(d: Draft) -> None:
    """Return the markers left to the supply; if a law in force uses them, only after the laws (rules 7.4, 8.7)."""
    kept = any(uses_leftover(d, law) for law in d.laws)
    for player, markers in enumerate(d.markers):
        if markers and not kept:
            d.log(court.MarkersReturned(COLOURS[player], markers, "7.4"))
    if kept:
        d.leftover = d.markers
    d.markers = (0,) * d.setup.players
    d.at = 0
    d.stage = "law"


def uses_leftover(s: Position, law: int) -> bool:
    """Return whether a law uses the markers left after the third vote (rule 8.7)."""
    return s.parts.laws[law].counts == "leftover" or bool(s.parts.laws[law].pay.leftover)


def end_laws(d: Draft) -> None:
    """Stage "laws end": return the markers left after the laws to the supply (rule 8.7)."""
    for player, markers in enumerate(d.leftover):
        if markers:
            d.log(court.MarkersReturned(COLOURS[player], markers, "8.7"))
    d.leftover = (0,) * d.setup.players
    d.at = 0
    d.stage = "county"
