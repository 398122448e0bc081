"""The political turn in steps: who goes home, who counts, who is crowned (rules 8.0 to 9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from roses.engine.errors import RecordError, brief
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Roll
from roses.engine.replay import Replay
from roses.engine.state import freeze, thaw
from roses.lab.crown import enter_minors, eve_of_count
from roses.richard import phases
from roses.richard.actions import Done
from roses.richard.events.campaign import Disbanded, WentHome, WentToPool
from roses.richard.lords_count import tally
from roses.richard.phases import political
from roses.richard.phases.political import homes, lords, travellers
from roses.richard.position import Draft, Phase, Position, present
from roses.richard.state import State
from roses.richard.tables import (
    ALL_EXILES,
    CHURCHES,
    COMMONS,
    EXILES,
    HEIRS,
    HEIRS_OF,
    HOME_OF_MERCENARY,
    INDEX,
    LAND,
    LONDON,
    LORDS,
    MAN,
    MINOR,
    NAMES,
    PERMANENT,
    PLACE,
    PLACES,
    POOL,
    ROSTER,
    SHIELDS,
    SIDES,
    TRAITORS,
    bits,
)


class Stop(msgspec.Struct, frozen=True):
    """One step of the political turn.

    ``rule`` is the part it belongs to, 8.0 to 8.5 or 9.0; ``who`` names whom it handles, ``text`` says what happens to
    them and ``why`` by which rule. ``blocks`` are those handled, ``side`` theirs, "" for both. ``counts`` is what each
    adds to the count; ``lancaster`` and ``york`` are the points counted up to here. ``to`` is the place they go to.
    ``group`` is a heading for those of a side who do not count, ``place`` the place that is itself counted.
    """

    rule: str
    who: str
    text: str
    why: str
    blocks: tuple[str, ...] = ()
    side: str = ""
    counts: int = 0
    lancaster: int = 0
    york: int = 0
    to: str = ""
    group: str = ""
    place: str = ""

    def __str__(self) -> str:
        return f"{self.rule} {self.who}: {self.text} {self.why}"


class Course(msgspec.Struct, frozen=True):
    """A political turn from its beginning to the next campaign, or to the end of the game.

    ``turn`` is the last one of which something has been played, 0 for none. ``king_side``, ``king`` and ``pretender``
    are those before it, ``king`` "" after the end of the game; ``crowned`` is the side that has the crown afterwards.
    ``shadow`` tells that no political turn is due, so that the count is only what it would be. ``stops`` come in the
    order of the rules.
    """

    campaign: int
    turn: int
    king_side: str
    king: str
    pretender: str
    crowned: str
    shadow: bool
    stops: tuple[Stop, ...]

    @property
    def usurped(self) -> bool:
        """Return whether the crown has changed sides."""
        return self.crowned != self.king_side

    @property
    def points(self) -> tuple[int, int]:
        """Return the points of Lancaster and York after the count (rule 8.2)."""
        counts = [stop for stop in self.stops if stop.rule == "8.2"]
        return counts[-1].lancaster, counts[-1].york


def opening(s: State) -> Stop:
    """Return the step that says who holds the crown and what the other side needs (rule 8.0)."""
    king, other = SIDES[s.king_side], SIDES[1 - s.king_side]
    if s.result is not None:
        return Stop(
            "9.0",
            _("The end"),
            _("{side} has won: no lord is asked.").format(side=s.result.winner),
            _("A house without heirs has lost at once, whatever the count (rule 9.0). The lords stand as follows."),
        )
    return Stop(
        "8.0",
        _("Before the count"),
        _("{name} is King, for {side}. {rival} is the Pretender, for {other}.").format(
            name=ROSTER[s.king].name, side=king, rival=ROSTER[s.pretender].name, other=other
        ),
        _("{other} takes the crown with more points than {side}; a tie leaves it where it is (rule 8.2).").format(
            other=other, side=king
        ),
    )


def disbanding(s: State) -> Iterator[Stop]:
    """Yield one step a side for the levies, mercenaries, bombards and the Rebel who leave the map (rule 8.1)."""
    for side in (s.king_side, 1 - s.king_side):
        going = [
            b for b in bits(s.own[side] & COMMONS) if s.loc[b] in LAND and s.loc[b] != HOME_OF_MERCENARY.get(b, POOL)
        ]
        ways = []
        for b in going:
            home = PLACES[HOME_OF_MERCENARY.get(b, POOL)]
            goal = _("the pool") if home == "Pool" else home
            way = _("{name} from {area} to {goal}")
            ways.append(way.format(name=ROSTER[b].name, area=PLACES[s.loc[b]], goal=goal))
        text = _("Nobody has to leave.")
        if ways:
            text = _("They leave the map before anybody counts: {names}.").format(names=", ".join(ways))
        why = _("Levies, bombards, the Welsh and the Rebel go to the pool, other mercenaries home; none counts (8.1).")
        if any(s.loc[b] == LONDON for b in going) and not present(s, LONDON, side) & LORDS:
            why += " " + _("So London is empty when it is counted.")
        who = _("Hired men and towns of {side}").format(side=SIDES[side])
        yield Stop("8.1", who, text, why, tuple(NAMES[b] for b in going), SIDES[side])


def counting(s: State) -> Iterator[Stop]:
    """Yield a step for each lord who counts and each group that does not, the King's side first, then London (8.2)."""
    points = [0, 0]
    for side in (s.king_side, 1 - s.king_side):
        for block in bits(lords(s, side)):
            points[side] += 1
            area, name = PLACES[s.loc[block]], ROSTER[block].name
            text = _("{name} in {area}: one point for {side}.").format(name=name, area=area, side=SIDES[side])
            yield Stop("8.2", name, text, _why_counted(s, block), (NAMES[block],), SIDES[side], 1, points[0], points[1])
        yield from _left_out(s, side, points)
    london = tally(s).london
    if london.points:
        points[SIDES.index(london.holder)] += 1
    text = _("London adds one point for {side}.").format(side=london.holder) if london.points else _("No point.")
    reason = london.why[:1].upper() + london.why[1:]
    why = _("{reason} (8.2: one point for the side that occupies London).").format(reason=reason)
    yield Stop(
        "8.2", _("London"), text, why, (), london.holder, london.points, points[0], points[1], place=PLACES[LONDON]
    )


def _why_counted(s: State, block: int) -> str:
    """Return why a lord counts."""
    if s.prisoner >> block & 1:
        return _("He is a prisoner, and he counts for Lancaster all the same (8.2).")
    if 1 << block & TRAITORS:
        return _("An heir in enemy service is a plain noble and counts for those he serves (9.1).")
    if block == s.king:
        return _("The King counts as any other lord, and no more (8.2).")
    if 1 << block & HEIRS:
        return _("An heir in England or Wales counts (8.2).")
    if ROSTER[block].kind == "church":
        return _("A bishop counts as a noble does (8.2).")
    return _("A noble in England or Wales counts (8.2).")


def _left_out(s: State, side: int, points: list[int]) -> Iterator[Stop]:
    """Yield a step for each reason why lords of a side do not count."""
    missing = s.own[side] & LORDS & ~lords(s, side)
    abroad = _("Exile areas are outside the realm: nobody there counts (8.2).")
    groups = [
        *((s.occ[a], PLACES[a], abroad) for a in ALL_EXILES),
        (s.occ[MAN], PLACES[MAN], _("The Isle of Man does not count (8.2).")),
        (s.occ[MINOR], _("Minors"), _("A minor is not on the map until an heir of his house dies (6.82).")),
        (s.occ[POOL] & s.down, _("Beaten"), _("Whoever was lost in this campaign lies in the pool until 8.5 (6.8).")),
        (s.occ[POOL] & ~s.down, _("Never called"), _("Who was not recruited is in the pool and does not count (8.2).")),
    ]
    gone = [b for b in bits(PERMANENT & LORDS) if ROSTER[b].side == SIDES[side] and NAMES[b] in s.view().dead]
    dead = _("The dead do not count, and their blocks are gone for good (6.8).")
    absences = [([*bits(missing & blocks)], heading, why) for blocks, heading, why in groups]
    for absent, heading, why in [*absences, (gone, _("Dead"), dead)]:
        if absent:
            text = _("{names}: no point.").format(names=", ".join(ROSTER[b].name for b in absent))
            blocks = tuple(NAMES[b] for b in absent)
            who = _("{side}: {group}").format(side=SIDES[side], group=heading)
            yield Stop("8.2", who, text, why, blocks, SIDES[side], 0, points[0], points[1], group=heading)


def verdict(s: State, points: tuple[int, int], after: State) -> Stop:
    """Return the step with the result of the count; ``after`` is the state after 8.2."""
    king, other = s.king_side, 1 - s.king_side
    text = _("{other} {n}, {side} {m}.").format(other=SIDES[other], n=points[other], side=SIDES[king], m=points[king])
    if s.result is not None:
        words = _("It decides nothing: the game is over (9.0).")
    elif after.king_side != king:
        words = _("The Pretender's side has more: {name} is King, and {old} is Pretender (8.2).").format(
            name=ROSTER[after.king].name, old=ROSTER[after.pretender].name
        )
    elif points[other] == points[king]:
        words = _("A tie: {name} stays King, for the Pretender needs more (8.2).").format(name=ROSTER[s.king].name)
    else:
        words = _("The Pretender's side does not have more: {name} stays King (8.2).").format(name=ROSTER[s.king].name)
    return Stop("8.2", _("The result"), text, words, (), "", 0, points[0], points[1])


def homecoming(s: State, choices: Sequence[Action]) -> Iterator[Stop]:
    """Yield a step for each block that goes home, one a side for those who stay, and the reset.

    ``s`` is the state after the count; ``choices`` are the actions that the sides chose. Where they end, the first way
    that is legal is taken, and nobody moves who may stay.
    """
    walk = thaw(s, Draft)
    moves = list(_moves(s, choices))
    for side in (1 - s.king_side, s.king_side):
        rule, name = ("8.3" if side != s.king_side else "8.4"), SIDES[side]
        there = travellers(walk, side) | walk.own[side] & LORDS & sum(walk.occ[area] for area in EXILES[side])
        for event in (e for e in moves if e.rule == rule and e.side == name):
            block = INDEX[event.block]
            who, area = ROSTER[block].name, PLACES[walk.loc[block]]
            if isinstance(event, WentToPool):
                text, goal = _("From {area} he goes to the pool.").format(area=area), _("the pool")
                why = _why_to_pool(walk, block, side)
            else:
                text, goal = _("From {area} he goes to {goal}.").format(area=area, goal=event.area), event.area
                why = _why_there(walk, block, side, rule)
            yield Stop(rule, who, text, why, (event.block,), name, to=goal)
            walk.place(block, PLACE[event.area] if isinstance(event, WentHome) else POOL)
            there &= ~(1 << block)
        if there:
            blocks = [*bits(there)]
            places = ", ".join(f"{ROSTER[b].name} ({PLACES[walk.loc[b]]})" for b in blocks)
            why = _("Who is at a home of his may stay; who is in exile stays there ({rule}).").format(rule=rule)
            who = _("{side}: already there").format(side=name)
            yield Stop(rule, who, places + ".", why, tuple(NAMES[b] for b in blocks), name)
    names = ", ".join(ROSTER[b].name for b in bits(s.down))
    text = _("They stand up again: {names}.").format(names=names) if names else _("Nobody lies face down.")
    if surplus := ", ".join(ROSTER[INDEX[event.block]].name for event in moves if event.rule == "8.5"):
        text = _("Too many for an exile area, so to the pool: {names}.").format(names=surplus) + " " + text
    why = _("Every block is at full strength; the 25 cards are shuffled, and seven are dealt to each side (8.5).")
    yield Stop("8.5", _("A new campaign"), text, why)


def _moves(s: State, choices: Sequence[Action]) -> Iterator[WentHome | WentToPool]:
    """Yield the events of all blocks that go home or to the pool, in order."""
    d = thaw(s, Draft)
    d.mover, d.stage = 1 - s.king_side, "homecoming"
    phases.run(d)
    state = freeze(d, State)
    left = list(choices)
    while True:
        yield from (event for event in state.events if isinstance(event, WentHome | WentToPool))
        if state.phase not in (Phase.HOMEWARD, Phase.EXILE):
            return
        legal = state.legal_actions()
        wanted = left.pop(0) if left else None
        usual = Done() if Done() in legal else legal[0]
        state = state.apply(wanted if wanted in legal else usual)


def _why_there(s: Position, block: int, side: int, rule: str) -> str:
    """Return why a block goes home to where it goes, with the homes that were open to it."""
    opened = [PLACES[a] for a in homes(s, side, block) if a != POOL]
    if rule == "8.3" and 1 << block & HEIRS_OF[side]:
        why = _("Every heir of the Pretender's side must leave the realm (8.3).")
    elif 1 << block & HEIRS_OF[side]:
        why = _("An heir of the King goes to a shield of his or to any crown area without enemies (8.4).")
    elif 1 << block & CHURCHES:
        why = _("A bishop goes to his cathedral ({rule}).").format(rule=rule)
    else:
        why = _("A noble goes to a shield of his that no enemy holds ({rule}).").format(rule=rule)
    if len(opened) > 1:
        why += " " + _("Open to him: {areas}.").format(areas=", ".join(opened))
    return why


def _why_to_pool(s: Position, block: int, side: int) -> str:
    """Return why no home is open to a block, with who holds each."""
    own = (PLACE[ROSTER[block].cathedral],) if 1 << block & CHURCHES else SHIELDS[block]
    owners = [
        _("{area} is held by {names}").format(area=PLACES[a], names=", ".join(ROSTER[b].name for b in bits(enemies)))
        for a in own
        if (enemies := present(s, a, 1 - side))
    ]
    reason = "; ".join(owners) or _("he has no home there")
    return _("No home is open to him: {reason}. He can be recruited again (8.3, 8.4).").format(reason=reason)


def course(state: State, choices: Sequence[Action] = (), *, shadow: bool = True) -> Course:
    """Return the political turn that would follow from a state now, in steps.

    ``choices`` are what the sides choose in 8.3 to 8.5; where they end, nobody moves who may stay, and the first home
    on the list of the rules is taken. ``shadow`` tells that no political turn is due.

    >>> import roses
    >>> held = course(roses.scene(Kent="York, Norfolk", Middlesex="London (levy)", Lincoln="Henry VI"))
    >>> [stop.rule for stop in held.stops if stop.rule < "8.2"], held.points, held.crowned
    (['8.0', '8.1', '8.1'], (1, 2), 'York')
    """
    d = eve_of_count(state)
    if d.result is None:
        enter_minors(d)
    eve = freeze(d, State)
    political.disband(d)
    counts = freeze(d, State)
    stops = [opening(eve), *disbanding(eve), *counting(counts)]
    points = (stops[-1].lancaster, stops[-1].york)
    if d.result is None:
        political.usurp(d)
    after = freeze(d, State)
    stops.append(verdict(counts, points, after))
    if counts.prisoner and not after.prisoner and after.last != after.campaign:  # Henry VI dies or is free (Kingmaker)
        freed, killed = _("Lancaster has the crown: he is free."), _("York has the crown: he dies.")
        why = _("By our reading his fate is settled before a next campaign (rules of Kingmaker).")
        text = freed if after.king_side == 0 else killed
        stops.append(Stop("8.2", _("The prisoner"), text, why, ("Henry VI",), SIDES[0], 0, points[0], points[1]))
    if after.result is None and after.campaign == after.last:
        text = _("{side} holds the crown and has won.").format(side=SIDES[after.king_side])
        why = _("After the last campaign nobody goes home: the game ends (9.0).")
        stops.append(Stop("9.0", _("The last campaign"), text, why))
    elif after.result is None:
        stops += homecoming(after, choices)
    king = "" if eve.result is not None else NAMES[eve.king]
    turn = state.turn - 1 if state.phase is Phase.CARDS else state.turn  # the last of which something was played
    return Course(
        eve.campaign, turn, SIDES[eve.king_side], king, NAMES[eve.pretender], SIDES[after.king_side], shadow,
        tuple(stops),
    )  # fmt: skip


def turns_in(replay: Replay) -> tuple[int, ...]:
    """Return the political turns of a replay: for each, the number of actions before the one that leads to it.

    >>> import roses
    >>> turns_in(roses.replay("1483-richard-iii"))
    ()
    """
    states = enumerate(replay.states[1:])
    return tuple(i for i, state in states if any(isinstance(event, Disbanded) for event in state.events))


def course_in(replay: Replay, number: int = 1) -> tuple[State, Course]:
    """Return the state before the ``number``-th political turn of a replay, and its course with the recorded choices.

    RecordError if the replay has no such turn.
    """
    turns = turns_in(replay)
    if number not in range(1, len(turns) + 1):
        raise RecordError(f"there is no political turn {brief(number)}; this record has {len(turns)}")
    at = turns[number - 1]
    taken: list[Action] = []
    left = len(replay.record.entries) - at - 1
    while len(taken) < left and replay[at + 1 + len(taken)].phase in (Phase.HOMEWARD, Phase.EXILE):
        taken.append(_action(replay, at + 1 + len(taken)))
    eve = before_count(replay, at)
    return eve, course(eve, taken, shadow=False)


def _action(replay: Replay, index: int) -> Action:
    action: Action = replay[index].parse(replay.record.entries[index].action)
    return action


def before_count(replay: Replay, at: int) -> State:
    """Return the state in which a political turn begins, before 8.1; ``turns_in`` gives ``at``."""
    state, action = replay[at], _action(replay, at)
    d = thaw(state, Draft)
    if isinstance(action, Roll) and d.due is not None:
        phases.ROLLED[d.due.kind](d, d.due, action.dice)
        d.due = None
    else:
        phases.APPLY[state.phase](d, SIDES.index(state.active[0]), action)
    while d.stage and d.stage != "political":
        stage, d.stage = d.stage, ""
        phases.STAGES[stage](d)
    d.owed = (0, 0)  # whoever dies in this supply phase is replaced in the next (6.82)
    return freeze(d, State)
