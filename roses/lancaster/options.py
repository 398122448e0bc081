"""The actions of the court game in the parts in which a player chooses them: kind, then knight, then place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.options import Part, Parts
from roses.engine.protocol import Action, Decline, Done
from roses.lancaster import actions
from roses.lancaster.position import Position
from roses.lancaster.tables import CARDS, COLOURS, COUNTED, COUNTIES, FAVOUR, FAVOURS, SPACE, SPACES, amount
from roses.lancaster.tables import space_words as _for

_KINDS: Final[dict[type[Action], str]] = {
    actions.Place: N_("place a knight in a county"),
    actions.Garrison: N_("place a knight in the castle"),
    actions.Join: N_("send a knight to a conflict"),
    actions.Pick: N_("take a favour"),
    actions.Upgrade: N_("exchange a knight for a stronger one"),
    actions.Build: N_("build"),
    actions.Noble: N_("take a noble"),
    actions.Vote: N_("vote"),
    actions.Trade: N_("trade"),
    actions.Barter: N_("exchange"),
    actions.Commit: N_("send squires to conflicts"),
    actions.Pay: N_("pay"),
    actions.Forgo: N_("do without"),
    actions.Claim: N_("claim"),
    actions.Name: N_("name the start player"),
    actions.Cross: N_("cross to France"),
    actions.Score: N_("score a castle space"),
    actions.Ransom: N_("ransom"),
    Done: N_("end"),
    Decline: N_("decline"),
}

_CLAIMS: Final = {"noble": N_("noble"), "reward": N_("reward"), "both": N_("both"), "nothing": N_("nothing")}
_BOARD: Final = frozenset({*COUNTIES, *CARDS, *FAVOURS, *actions.CASTLE})


def split(s: Position, action: Action) -> Parts:
    """Return the parts of an action: its kind, the knight, the place, the squires.

    >>> import roses
    >>> state = roses.start("lancaster", players=3)
    >>> found = split(state, state.parse("Blue places 2+1 in Stafford"))
    >>> [part.words for part in found.chosen]
    ['place a knight in a county', 'knight of 2', 'Stafford', 'with 1 squire']
    """
    rule = _SPLIT.get(type(action))
    rest = rule(s, action) if rule else _plain(action)
    return Parts((Part(_(_KINDS[type(action)])), *rest), attacks=_drives_out(s, action))


def _plain(action: Action) -> tuple[Part, ...]:
    """Return the values of an action as parts; one that names a place of the board can be clicked there."""
    return tuple(_part(getattr(action, field)) for field in action.__struct_fields__)


def _part(value: object) -> Part:
    words = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return Part(words or _("none"), f"castle {words}" if words in SPACES else words if words in _BOARD else "")


def _space(s: Position, name: str) -> Part:
    """Return a space of the castle, or the extension over it, as a part, with what it pays and its price."""
    space = s.parts.spaces[SPACE[name]]
    words = _("gives {reward} for {price}") if space.price else _("gives {reward}")
    note = words.format(reward=space.reward.words(), price=amount(space.price, "squires"))
    return Part(_for(name), f"castle {name}", about=note)


def _whose(s: Position, colour: str) -> tuple[Part, ...]:
    """Return the colour of a knight, where a player has those of an ally besides (rule 14.2)."""
    return (Part(colour),) if s.setup.allies else ()


def _knight(strength: int) -> Part:
    return Part(_("knight of {strength}").format(strength=strength))


def _county(s: Position, action: actions.Place) -> tuple[Part, ...]:
    squires = ngettext("with {n} squire", "with {n} squires", action.squires).format(n=action.squires)
    county = Part(action.county, action.county)
    return (*_whose(s, action.colour), _knight(action.knight), county, Part(squires))


def _castle(s: Position, action: actions.Garrison) -> tuple[Part, ...]:
    return (*_whose(s, action.colour), _knight(action.knight), _space(s, action.space))


def _built(s: Position, action: actions.Build) -> tuple[Part, ...]:
    return (_space(s, action.tile),)


def _scored(s: Position, action: actions.Score) -> tuple[Part, ...]:
    return (_space(s, action.space),)


def _forgone(s: Position, action: actions.Forgo) -> tuple[Part, ...]:
    if action.item not in SPACE:
        return (_part(action.item),)
    space = s.parts.spaces[SPACE[action.item]]
    words = _("gives up {reward} for {price}") if space.price else _("gives up {reward}")
    lost = words.format(reward=space.reward.words(), price=amount(space.price, "squires"))
    return (_space(s, action.item)._replace(about=lost),)


def _upgraded(_s: Position, action: actions.Upgrade) -> tuple[Part, ...]:
    place = action.place
    words = _("in the conflict {place}") if place in CARDS else _("in {place}")
    if place in actions.CASTLE:
        words, place = _("on the castle space for {place}"), _for(place.removeprefix("castle "))
    elif place == actions.COURT:
        words = _("at court")
    where = Part(words.format(place=place), action.place if action.place in _BOARD else "")
    return (_knight(action.knight), where)


def _traded(_s: Position, action: actions.Trade) -> tuple[Part, ...]:
    return (_times(action.times),)


def _bartered(_s: Position, action: actions.Barter) -> tuple[Part, ...]:
    return (Part(_("give {goods}").format(goods=_(COUNTED[action.goods][1]))), _times(action.times))


def _times(number: int) -> Part:
    words = ngettext("{n} time", "{n} times", number).format(n=number)
    return Part(words if number else _("not at all"))


def _ransomed(_s: Position, action: actions.Ransom) -> tuple[Part, ...]:
    knights = ", ".join(map(str, action.knights))
    return (Part(_("knights of {strengths}").format(strengths=knights) if knights else _("nobody")),)


def _conflict(s: Position, action: actions.Join) -> tuple[Part, ...]:
    return (*_whose(s, action.colour), _knight(action.knight), Part(action.card, action.card))


def _favour(s: Position, action: actions.Pick) -> tuple[Part, ...]:
    return (Part(s.parts.favours[FAVOUR[action.favour]].reward.words(), action.favour),)


def _vote(_s: Position, action: actions.Vote) -> tuple[Part, ...]:
    markers = ngettext("with {n} marker", "with {n} markers", action.markers).format(n=action.markers)
    return (Part(_("yes") if action.choice == "yes" else _("no")), Part(markers))


def _claim(s: Position, action: actions.Claim) -> tuple[Part, ...]:
    reward, price = s.parts.counties[s.at].reward.words(), amount(s.parts.numbers.both_price, "gold")
    note = {
        "noble": _("for your table"),
        "reward": reward,
        "both": _("a noble and {reward}, for {price}").format(reward=reward, price=price),
    }
    return (Part(_(_CLAIMS[action.what]), about=note.get(action.what, "")),)


_SPLIT: Final[dict[type[Action], Callable[[Position, Any], tuple[Part, ...]]]] = {
    actions.Place: _county,
    actions.Garrison: _castle,
    actions.Upgrade: _upgraded,
    actions.Build: _built,
    actions.Trade: _traded,
    actions.Barter: _bartered,
    actions.Forgo: _forgone,
    actions.Score: _scored,
    actions.Ransom: _ransomed,
    actions.Join: _conflict,
    actions.Pick: _favour,
    actions.Vote: _vote,
    actions.Claim: _claim,
}


def _drives_out(s: Position, action: Action) -> bool:
    """Return whether a knight goes to a county where another colour's knight stands."""
    if not isinstance(action, actions.Place):
        return False
    names = [county.name for county in s.parts.counties]
    stack = s.counties[names.index(action.county)]
    return stack is not None and COLOURS[stack.party] != action.colour
