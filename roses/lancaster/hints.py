"""What matters to a house of the court game now, from its view alone: counties, conflicts, votes, castle and nobles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.options import Option
from roses.engine.protocol import Matter
from roses.lancaster.position import Phase
from roses.lancaster.tables import CONFLICT_NAMES, ROUNDS, SHIPPED, amount
from roses.lancaster.view import House, View


def matters(view: View, tree: Sequence[Option]) -> list[Matter]:
    """Return what matters to the viewer now, the most urgent first: what may be lost, what is near, what is voted on.

    >>> from roses.lancaster.scene import scene
    >>> state = scene(counties={"Stafford": "Red 1+0"}, Blue={"court": "2"})
    >>> print(matters(state.view("Red"), ())[0].words)
    Blue can drive your knight out of Stafford with a knight of 2 and no squire
    """
    if view.winner is not None or view.viewer is None:
        return []
    house = view.house(view.viewer)
    urgent = [*_vote(view, house), *_due(view, house), *_driven_out(view, house), *_wars(view, house)]
    others = [*_chances(view, tree), *_nobles(house), *_parliament(view)]
    if view.round == ROUNDS:
        words = _("this is the last round: knights in service, extensions and nobles bring points when it is over")
        others.append(Matter("13.1", words))
    return urgent + others


def left(view: View) -> list[str]:
    """Return what the viewer has to spend: knights at court, gold, squires and voting markers."""
    if view.viewer is None:
        return []
    house = view.house(view.viewer)
    knights = ", ".join(map(str, house.court)) or _("none")
    goods = ", ".join(amount(getattr(house, name), name) for name in ("gold", "squires", "markers"))
    return [_("You have {goods}. Strength of your knights at court: {knights}.").format(knights=knights, goods=goods)]


def _driven_out(view: View, house: House) -> Iterator[Matter]:
    """Yield the house's knights in counties that another court can drive out, by the knight that needs fewest squires.

    A house whose squires are behind a screen is taken to have enough.
    """
    if view.phase not in (Phase.PLACING, Phase.FAVOUR):
        return
    for county in view.counties:
        if county.holder not in _colours(house):
            continue
        strength = county.knight + county.squires
        beaters = [
            (max(0, strength + 1 - knight), other.colour, knight)
            for other in view.houses
            for knight in other.court
            if other is not house and knight >= county.minimum
            and (other.squires is None or knight + other.squires > strength)
        ]  # fmt: skip
        if not beaters:
            continue
        squires, other, knight = min(beaters, key=lambda beater: beater[:2])
        words = ngettext(
            "{other} can drive your knight out of {county} with a knight of {knight} and {n} squire",
            "{other} can drive your knight out of {county} with a knight of {knight} and {n} squires",
            squires,
        )
        if not squires:
            words = _("{other} can drive your knight out of {county} with a knight of {knight} and no squire")
        yield Matter("5.3", words.format(other=other, county=county.name, knight=knight, n=squires))


def _colours(house: House) -> tuple[str, ...]:
    """Return the colours of a player: his own, and in a game for two that of his ally (rule 14.2)."""
    return (house.colour, house.ally.colour) if house.ally else (house.colour,)


def _wars(view: View, house: House) -> Iterator[Matter]:
    """Yield the conflicts with knights of the house: whether they would be captured, and who ranks above them."""
    for war in view.conflicts:
        own = sum(slot.strength for slot in war.slots if slot.colour in _colours(house))
        if not own:
            continue
        lacking, name = war.strength - war.england, CONFLICT_NAMES[war.card]
        if lacking > 0 and war.row == "lower":
            words = _("England lacks {n} at {card}: your knights there would be captured")
            yield Matter("11.5", words.format(n=lacking, card=name))
        elif lacking > 0:
            words = _("England lacks {n} at {card}: the war would go on, and only the second value be paid")
            yield Matter("11.4", words.format(n=lacking, card=name))
        if lacking > 0:
            continue
        # the stronger rank above, and of equals those further down (rule 11.3)
        ranks = [((slot.strength, at), slot.colour) for at, slot in enumerate(war.slots)]
        best = max(rank for rank, colour in ranks if colour in _colours(house))
        if above := [colour for rank, colour in ranks if rank > best]:
            words = ngettext(
                "at {card}, where England is strong enough, {n} house ranks above you: {names}",
                "at {card}, where England is strong enough, {n} houses rank above you: {names}",
                len(above),
            )
            yield Matter("11.3", words.format(card=name, n=len(above), names=", ".join(above)))


def _chances(view: View, tree: Sequence[Option]) -> Iterator[Matter]:
    """Yield the counties where another house can be driven out now, and the free ones with a noble that one lacks."""
    if view.phase != Phase.PLACING or view.viewer not in view.active:
        return
    open_now, options = set[str](), list(tree)
    while options:
        option = options.pop()
        open_now.add(option.place)
        options += option.options
    own = view.house(str(view.viewer))
    for county in view.counties:
        if county.name in open_now and county.holder and county.holder not in _colours(own):
            words = _("you can drive {other} out of {county}, whose knight and squires have a strength of {strength}")
            there = county.knight + county.squires
            yield Matter("5.3", words.format(other=county.holder, county=county.name, strength=there))
    new = [
        c.name for c in view.counties if c.name in open_now and not c.holder and c.nobles and c.name not in own.nobles
    ]
    if new:
        words = _("these counties are free, and have a noble that you lack: {names}")
        yield Matter("9.2", words.format(names=", ".join(new)))


def _vote(view: View, house: House) -> Iterator[Matter]:
    """Yield what the open vote would change, and how many markers each player has."""
    law = next((law for law in view.proposals if law.current), None)
    if view.phase != Phase.VOTE or law is None:
        return
    words = _("with {law} {brief}; it would take the place of {old}, by which {gone}")
    old = view.laws[0]
    yield Matter("7.3", words.format(law=law.name, brief=law.brief, old=old.name, gone=old.brief))
    others = ", ".join(f"{other.colour} {other.markers}" for other in view.houses if other is not house)
    words = ngettext(
        "you have {n} voting marker, the others {others}",
        "you have {n} voting markers, the others {others}",
        house.markers,
    )
    yield Matter("7.2", words.format(n=house.markers, others=others))


def _due(view: View, house: House) -> Iterator[Matter]:
    """Yield what the extension to be built, or the county being resolved, is worth."""
    if view.phase in (Phase.EXTENSION, Phase.BUILDING):
        rounds = ROUNDS - max(view.round, 1) + 1
        words = ngettext(
            "an extension pays at the end of every round, {n} time more at most",
            "an extension pays at the end of every round, {n} times more at most",
            rounds,
        )
        yield Matter("10.2", words.format(n=rounds))
        priced = [_("{space} {price}").format(space=s.space, price=s.price) for s in house.castle if s.price]
        yield Matter("10.3", _("some spaces ask squires each time: {prices}").format(prices=", ".join(priced)))
    if view.phase == Phase.COUNTY:
        words = _("{county} gives {reward} or a noble, or both for gold: you have {gold}")
        reward = view.land(view.county).reward.words()
        yield Matter("9.2", words.format(county=view.county, reward=reward, gold=house.gold))


def _parliament(view: View) -> Iterator[Matter]:
    """Yield, while knights are placed, how near parliament is and what it will vote on."""
    if view.phase not in (Phase.PLACING, Phase.FAVOUR):
        return
    waiting = sum(len(other.court) + (len(other.ally.court) if other.ally else 0) for other in view.houses)
    names = ", ".join(law.name for law in view.proposals)
    words = ngettext(
        "parliament meets after {n} more knight, and votes on {laws}",
        "parliament meets when {n} more knights are placed, and votes on {laws}",
        waiting,
    )
    yield Matter("7.1", words.format(n=waiting, laws=names))


def _nobles(house: House) -> Iterator[Matter]:
    """Yield how many points the next noble adds at the end."""
    points = SHIPPED.scoring.nobles
    have = len(house.nobles)
    if 0 < have < len(points) - 1:
        words = ngettext(
            "you have {n} noble, and the next adds {points} to your points at the end",
            "you have {n} nobles, and the next adds {points} to your points at the end",
            have,
        )
        yield Matter("13.4", words.format(n=have, points=points[have + 1] - points[have]))
