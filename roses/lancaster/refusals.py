"""Refusals: the rule that forbids an action, and one sentence that says why, with the numbers of the position.

The functions for kinds of actions take an illegal action and return (rule, reason), or None if they find no reason.
Those in ``_EXPLAIN`` share one signature, so some do not use all parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import CHANCE, Action, Decline
from roses.lancaster import actions as act
from roses.lancaster.phases.effects import open_to, slot_of
from roses.lancaster.position import Phase, Position, owner, parties, spaces, stack_in
from roses.lancaster.prompts import due
from roses.lancaster.tables import (
    CARD,
    CARDS,
    COLOURS,
    COUNTIES,
    COUNTY,
    FAVOUR,
    FAVOURS,
    LAW,
    LAWS,
    SLOTS,
    SPACE,
    SPACES,
    TILES,
    amount,
    bits,
)  # fmt: skip

Reason = tuple[str, str]
UNSURE: Final = ("medium", "low")  # the levels of confidence of reconstructed values


def reason(s: Position, action: Action, who: str) -> Reason | None:
    """Return (rule that forbids an illegal action, reason), or None if the action belongs to another phase.

    The text is for ``who``. It holds nothing that lies behind another player's screen: only the active player gets a
    reason other than that the action belongs to another phase.
    """
    if s.active == (CHANCE,):
        return _draw(s, action)
    if isinstance(action, act.CHANCES):
        return "1.3", _("nothing is left to chance now; {question}").format(question=due(s))
    if isinstance(action, act.Vote):
        return _vote(s, action, who)
    explain = _EXPLAIN.get((s.phase, type(action))) if who == s.active[0] else None
    return explain(s, COLOURS.index(s.active[0]), action) if explain else None


def _list(names: Any) -> str:
    return ", ".join(names) or _("none")


def _squires(n: int) -> str:
    return ngettext("{n} squire", "{n} squires", n).format(n=n)


def _markers(n: int) -> str:
    return ngettext("{n} voting marker", "{n} voting markers", n).format(n=n)


# ---- chance


def _draw(s: Position, action: Action) -> Reason:
    """Return (rule, what may be drawn now)."""
    if s.phase is Phase.CONFLICTS:
        left = _list(CARDS[i] for i in bits(s.deck))
        return "12.0", _("two different conflicts of these are to be revealed: {left}").format(left=left)
    if s.phase in (Phase.LAWS, Phase.PROPOSALS):
        lowest = min(s.parts.laws[i].section for i in bits(s.pile))
        left = _list(s.parts.laws[i].id for i in bits(s.pile) if s.parts.laws[i].section == lowest)
        return "3.4", _("three laws are to be turned up, first of section {lowest}: {left}").format(
            lowest=lowest, left=left
        )
    if s.phase is Phase.LAW_SETS:
        return "8.7", _("for each of the five sections a set is to be drawn, base or expansion")
    return "3.7", _("one of the {players} players is to be drawn as start player").format(players=s.setup.players)


# ---- phase 1


def _knight(s: Position, player: int, action: act.Place | act.Garrison | act.Join) -> Reason | None:
    """Return why the player may place no knight of this colour and strength; None if they may."""
    party = COLOURS.index(action.colour)
    own = parties(s, player)
    if party not in own:
        return "5.1", _("it is the turn of {side}, who moves {names} only").format(
            side=COLOURS[player], names=_(" and ").join(COLOURS[p] for p in own)
        )
    if action.knight not in s.court[party]:
        there = _list(map(str, s.court[party]))
        return "5.1", _("{colour} has no knight of strength {knight} at court; there: {there}").format(
            colour=action.colour, knight=action.knight, there=there
        )
    return None


def _place(s: Position, player: int, action: act.Place) -> Reason | None:
    if reason := _knight(s, player, action):
        return reason
    if action.squires and COLOURS.index(action.colour) != player:
        return "14.4", _("squires never go with a knight of an ally")
    if action.squires > s.squires[player]:
        return "5.3", _("{colour} has {held}, not {squires}").format(
            colour=action.colour, held=_squires(s.squires[player]), squires=action.squires
        )
    county = COUNTY[action.county]
    minimum, stack = s.parts.minima[county], s.counties[county]
    if action.knight < minimum:
        mark = _(" (a reconstructed value)") if s.parts.counties[county].confidence["minimum"] in UNSURE else ""
        return "5.3", (
            _(
                "{county} needs a knight of strength {minimum} or more{mark}, not {knight}, and squires do not count "
                "for that"
            ).format(county=action.county, minimum=minimum, mark=mark, knight=action.knight)
        )
    if stack is None:
        return None
    if owner(s, stack.party) == player and (stack.party != player or COLOURS.index(action.colour) != player):
        own = _("{colour} stands in {county} already, and nobody displaces knights of his own or of his ally")
        return "14.4", own.format(colour=COLOURS[stack.party], county=action.county)
    if owner(s, stack.party) == player:
        return "5.3", _("{side} stands in {county} already, and one does not displace oneself").format(
            side=COLOURS[stack.party], county=action.county
        )
    held, offered = stack.knight + stack.squires, action.knight + action.squires
    return "5.3", (
        _("{side} holds {county} with {there} (knight {knight}, {squires}), and {comes} is not more").format(
            side=COLOURS[stack.party],
            county=action.county,
            there=held,
            knight=stack.knight,
            squires=_squires(stack.squires),
            comes=offered,
        )
    )


def _garrison(s: Position, player: int, action: act.Garrison) -> Reason | None:
    if reason := _knight(s, player, action):
        return reason
    party, space = COLOURS.index(action.colour), SPACE[action.space]
    if (space >= len(TILES)) != (party >= s.setup.players):
        return "5.4", _("the space {space} is in no castle of {colour}").format(
            space=action.space, colour=action.colour
        )
    if not spaces(s, party) >> space & 1:
        return "5.4", _("the space {space} in the castle of {colour} is covered by its extension").format(
            space=action.space, colour=action.colour
        )
    return "5.4", _("a knight of strength {knight} stands on the space {space} already").format(
        knight=s.castle[party][space], space=action.space
    )


def _join(s: Position, player: int, action: act.Join) -> Reason | None:
    return _knight(s, player, action) or _conflict(s, COLOURS.index(action.colour), action.card)


def _conflict(s: Position, party: int, card: str) -> Reason | None:
    """Return why a colour may not join a conflict: it is not on the board, or full; else None."""
    conflict = next((c for c in s.conflicts if c.card == CARD[card]), None)
    if conflict is None:
        return "5.5", _("the conflict {card} is not on the board; there: {list}").format(
            card=card, list=_list(CARDS[c.card] for c in s.conflicts)
        )
    held = _list(COLOURS[slot.party] for slot in conflict.slots)
    if len(conflict.slots) == SLOTS and slot_of(conflict, party) < 0:
        return (
            "5.5",
            _("the three slots of the conflict {card} are held by {held}, and {side} is not among them").format(
                card=card, held=held, side=COLOURS[party]
            ),
        )
    return None


def _pick(s: Position, player: int, action: act.Pick) -> Reason:
    if action.favour in s.setup.favours_removed:
        return "3.5", _("the favour {favour} is not used in a game for {players}").format(
            favour=action.favour, players=s.setup.players
        )
    return "6.1", _("the favour {favour} is turned down until the next round").format(favour=action.favour)


# ---- parliament


def _vote(s: Position, action: act.Vote, who: str) -> Reason | None:
    player = COLOURS.index(action.side)
    if s.phase is not Phase.VOTE:
        return "7.2", _("no vote is open; {question}").format(question=due(s))
    if player >= s.setup.players:
        return "7.2", _("{side} does not play in this game").format(side=action.side)
    if action.side not in s.active:
        return (
            "7.2",
            _("{side} has voted, and the votes stay sealed until {names} have voted too").format(
                side=action.side, names=_(" and ").join(s.active)
            ),
        )
    if who not in ("", action.side):
        return "7.2", _("{side} votes in secret, and {who} only for itself").format(side=action.side, who=who)
    return "7.2", _("{side} has {held}, not {markers}").format(
        side=action.side, held=_markers(s.markers[player]), markers=action.markers
    )


def _trade(s: Position, player: int, action: act.Trade) -> Reason | None:
    law = s.parts.laws[s.laws[s.at]]
    price = {goods: n for goods in law.pay.__struct_fields__ if (n := getattr(law.pay, goods))}
    held = _list(amount(getattr(s, goods)[player], goods) for goods in price)
    return "8.5", _("{id} takes {price} each time, and {side} has {held}").format(
        id=law.id, price=_list(amount(n, goods) for goods, n in price.items()), side=COLOURS[player], held=held
    )


def _barter(s: Position, player: int, action: act.Barter) -> Reason | None:
    law = s.parts.laws[s.laws[s.at]]
    price, held = amount(law.group, action.goods), amount(getattr(s, action.goods)[player], action.goods)
    return "8.5", _("{id} takes {price} each time, and {side} has {held}").format(
        id=law.id, price=price, side=COLOURS[player], held=held
    )


def _commit(s: Position, player: int, action: act.Commit) -> Reason | None:
    joined = [CARDS[c.card] for c in s.conflicts if slot_of(c, player) >= 0]
    most = min(len(joined), s.squires[player])
    return "8.7", _("{side} may send {most}, to conflicts joined: {mine}").format(
        side=COLOURS[player], most=_squires(most), mine=_list(joined)
    )


# ---- phase 3


def _claim(s: Position, player: int, action: act.Claim) -> Reason | None:
    county, stack, price = COUNTIES[s.at], stack_in(s, s.at), s.parts.numbers.both_price
    if action.what == "nothing":
        return "9.2", _("{county} gives the reward, even where nothing comes of it").format(county=county)
    if not s.stacks[s.at]:
        return "9.2", _("no noble is left in {county}").format(county=county)
    if stack.party != player:
        return "14.8", _("an ally never takes both")
    if s.nobles[player] >> s.at & 1:
        return "9.2", _("{side} has the noble of {county} already").format(side=COLOURS[player], county=county)
    return "9.2", _("both cost {price} gold, paid first, and {side} has {player}").format(
        price=price, side=COLOURS[player], player=s.gold[player]
    )


def _item(s: Position, player: int, action: act.Score | act.Forgo) -> Reason | None:
    space = SPACE.get(action.space if isinstance(action, act.Score) else action.item, -1)
    if space < 0 or not s.items >> space & 1:
        return "10.2", _("there is no extension or knight left to score there; each pays once")
    price = s.parts.spaces[space].price
    if isinstance(action, act.Forgo):
        return "10.3", _("{item} has no price, and what has none is scored").format(item=action.item)
    return "10.3", _("{space} costs {price}, and {side} has {player}").format(
        space=action.space, price=_squires(price), side=COLOURS[player], player=s.squires[player]
    )


def _ransom(s: Position, player: int, action: act.Ransom) -> Reason | None:
    captured = list(s.captured[0][1])
    if any(action.knights.count(knight) > captured.count(knight) for knight in action.knights):
        return "11.5", _("the captured knights of {side} are {str}").format(
            side=COLOURS[player], str=_list(map(str, captured))
        )
    price = s.parts.numbers.ransom * sum(action.knights)
    return "11.5", _("they cost {price} gold, and {side} has {player}").format(
        price=price, side=COLOURS[player], player=s.gold[player]
    )


# ---- effects still to be given out (``owed``)


def _upgrade(s: Position, player: int, action: act.Upgrade) -> Reason | None:
    effect = s.owed[0]
    if action.knight + 1 not in s.reserve[effect.party]:
        return "15.3", _("{side} has no knight of strength {knight} in reserve").format(
            side=COLOURS[effect.party], knight=action.knight + 1
        )
    if effect.deployed and action.place == act.COURT:
        return "15.3", _("only a deployed knight may be upgraded now, and those at court are not")
    if effect.knight not in (0, action.knight):
        return "8.4", _("only a knight of strength {knight} may be upgraded now").format(knight=effect.knight)
    return "15.3", _("no knight of {side} of strength {knight} is in {place}").format(
        side=COLOURS[effect.party], knight=action.knight, place=action.place
    )


def _build(s: Position, player: int, action: act.Build) -> Reason | None:
    return "15.5", _("the extension {tile} is built already").format(tile=action.tile)


def _noble(s: Position, player: int, action: act.Noble) -> Reason | None:
    if not s.stacks[COUNTY[action.county]]:
        return "15.4", _("no noble is left in {county}").format(county=action.county)
    return "15.4", _("{side} has the noble of {county} already").format(side=COLOURS[player], county=action.county)


def _declined(s: Position, player: int, action: Decline) -> Reason | None:
    if (party := s.owed[0].party) == player:
        return None
    return "14.6", _("{side} is the ally of {player}, and an ally declines nothing").format(
        side=COLOURS[party], player=COLOURS[player]
    )


def _cross(s: Position, player: int, action: act.Cross) -> Reason | None:
    party = s.owed[0].party
    there = _list(CARDS[c] for c in open_to(s, party))
    return _conflict(s, party, action.card) or (
        "9.6",
        _("these conflicts are open to {side}: {there}").format(side=COLOURS[party], there=there),
    )


def _name(s: Position, player: int, action: act.Name) -> Reason | None:
    return "9.5", _("{colour} does not play in this game").format(colour=action.colour)


_EXPLAIN: Final[dict[tuple[Phase, type[Action]], Callable[[Any, int, Any], Reason | None]]] = {
    (Phase.PLACING, act.Place): _place,
    (Phase.PLACING, act.Garrison): _garrison,
    (Phase.PLACING, act.Join): _join,
    (Phase.FAVOUR, act.Pick): _pick,
    (Phase.TRADE, act.Trade): _trade,
    (Phase.BARTER, act.Barter): _barter,
    (Phase.COMMIT, act.Commit): _commit,
    (Phase.COUNTY, act.Claim): _claim,
    (Phase.CASTLE, act.Score): _item,
    (Phase.CASTLE, act.Forgo): _item,
    (Phase.RANSOM, act.Ransom): _ransom,
    (Phase.UPGRADE, act.Upgrade): _upgrade,
    (Phase.BUILDING, act.Build): _build,
    (Phase.NOBLE, act.Noble): _noble,
    (Phase.UPGRADE, Decline): _declined,
    (Phase.NOBLE, Decline): _declined,
    (Phase.PASSAGE, act.Cross): _cross,
    (Phase.NAMING, act.Name): _name,
}


# ---- things that have no part in the decision due

SUBJECTS: Final = frozenset({*COUNTIES, *CARDS, *act.CASTLE, *SPACES, *FAVOURS, *LAWS, *COLOURS})


def idle(s: Position, thing: str, who: str) -> tuple[str, str] | None:
    """Return (rule, reason why a thing has no part in the decision due); None if there is no particular reason.

    The text is for ``who``: only the player who places a knight learns what his squires could do.
    """
    if thing in LAW:
        return _where_law_is(s, LAW[thing])
    if s.phase is Phase.FAVOUR and thing in FAVOUR:
        return "6.1", _("the favour {thing} is turned down, or not in this game").format(thing=thing)
    if s.phase is not Phase.PLACING or who != s.active[0]:
        return None
    player = COLOURS.index(s.active[0])
    party = next(party for party in parties(s, player) if s.court[party])
    strongest = s.court[party][-1]
    if thing in COUNTY:
        squires = s.squires[player] if party == player else 0
        return reason(s, act.Place(COLOURS[party], strongest, squires, thing), who)
    return reason(s, act.Join(COLOURS[party], strongest, thing), who) if thing in CARD else None


def _where_law_is(s: Position, law: int) -> Reason:
    """Return (rule, where a law is): in force, proposed, to come, or out of the game."""
    if law in s.laws:
        words = (
            _("{law} is in force, the left one of three"),
            _("{law} is in force, the middle one of three"),
            _("{law} is in force, the right one of three"),
        )
        return "7.5", words[s.laws.index(law)].format(law=LAWS[law])
    if law in s.proposals[len(s.passed) :]:
        return "7.1", _("{law} is proposed, and the vote on it is still to come").format(law=LAWS[law])
    if s.pile >> law & 1:
        return "3.4", _("{law} is still to come, with section {section}").format(
            law=LAWS[law], section=s.parts.laws[law].section
        )
    return "7.3", _("{law} is not in the game, or out of it").format(law=LAWS[law])
