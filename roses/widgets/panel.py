"""The side panel and the header of a stepper as HTML: story, dice, sources, rules. Made from what the seer may know."""

from __future__ import annotations

from functools import lru_cache

from roses.engine.protocol import Event
from roses.engine.record import Source
from roses.engine.text import gettext as _
from roses.figures.battle import strength
from roses.figures.dice import dice_svg
from roses.figures.lines import line_up
from roses.figures.svg import escape, tag
from roses.richard.rules import rule
from roses.widgets.guard import rule_chip
from roses.widgets.story import Deed, dice_words, headline, hits_on, in_words, outcome, terms, told
from roses.widgets.walk import Walk

_MAIN_DIE, _SMALL_DIE = 44, 28  # px


def _div(name: str, *inside: str) -> str:
    return tag("div", *inside, **{"class": f"roses-{name}"}) if any(inside) else ""


def panel_html(walk: Walk) -> str:
    """Return the panel of this step: date, place, narration, what the rules made of it, sources."""
    moment = walk.moment
    departs = tag("b", escape(_("Departs from history:"))) + " " + escape(moment.departs) if moment.departs else ""
    return "".join(
        (
            _div("date", escape(moment.date)),
            _div("place", escape(place_words(walk))),
            tag("p", escape(moment.text), **{"class": "roses-narration"}),
            _div("deeds", *_deeds(told(walk.events))),
            _div("departs", departs),
            _div("foot", _sources(walk.timeline.sources(walk.index)), _labelled(_("Confidence"), moment.confidence)),
        )
    )


def place_words(walk: Walk) -> str:
    """Say where this step is, with the area and the round of a battle.

    >>> import roses
    >>> walk = Walk(roses.timeline("1483-richard-iii"))
    >>> walk.go("Bosworth")
    >>> place_words(walk)
    'Bosworth, Fenn Lanes · Leicester · round 1'
    """
    parts = [walk.moment.place]
    battle = walk.view.battle
    if battle is not None and not walk.view.winner:
        here = _("round {n}").format(n=battle.round)
        parts += [w for w in (battle.area, here if battle.round else "") if w and w not in walk.moment.place]
    return " · ".join(filter(None, parts))


def _labelled(label: str, words: str) -> str:
    return tag("div", tag("b", escape(label)), " ", escape(words)) if words else ""


def _sources(sources: tuple[Source, ...]) -> str:
    if not sources:
        return ""
    named = " · ".join(tag("span", escape(source.short), title=source.title) for source in sources)
    return tag("div", tag("b", escape(_("Sources"))), " ", named)


def _deeds(found: list[Deed]) -> list[str]:
    """The deed of the step in large, the others in a list; the screen folds away what finds no room."""
    if not found:
        return []
    main, *others = found
    items = "".join(tag("li", _other(deed)) for deed in others)
    listed = tag("ul", items, **{"class": "roses-events"}) if items else ""
    more = '<details class="roses-more" hidden><summary></summary><ul></ul></details>' if items else ""
    return [_main(main), listed, more]


def _main(deed: Deed) -> str:
    head = tag("span", escape(headline(deed.event)))
    parts = [_div("deed", head, rule_chip(deed.event.rule))]
    if deed.event.dice:
        parts.append(_div("terms", escape(terms(deed.event))))
        score = _("of {dice}").format(dice=dice_words(len(deed.event.dice)))
        said = tag("b", escape(outcome(deed.event))) + (
            f" {escape(score)}" if deed.event.n and hits_on(deed.event) else ""
        )
        first, *rest = [escape(in_words(event)) for event in deed.ends] or [""]
        parts.append(_div("roll", _faces(deed.event, _MAIN_DIE), tag("span", said, "<br>", first)))
        parts.append(_div("came", " ".join(rest)))
    return "".join(parts)


def _other(deed: Deed) -> str:
    """One line of the list; a roll with its dice, small."""
    event = deed.event
    if not event.dice:
        return escape(in_words(event))
    came = " ".join(in_words(e) for e in deed.ends)
    said = f"{tag('b', escape(headline(event)))} {escape(_on(event))}: {escape(outcome(event).lower())}. {escape(came)}"
    return _div("roll", _faces(event, _SMALL_DIE), tag("span", said))


def _on(event: Event) -> str:
    return _("at {rating}").format(rating=event.note) if event.note else ""


@lru_cache(maxsize=512)
def _dice(dice: tuple[int, ...], most: int | None, even: bool, size: int) -> str:
    return dice_svg(dice, most, even=even, size=size)


def _faces(event: Event, size: int) -> str:
    return _dice(event.dice, hits_on(event), event.kind == "treachery", size)


def head_html(walk: Walk) -> str:
    """Return the left half of the header: the record's title and the step's; in a battle its rounds and who fights."""
    if walk.stage == "battle":
        return _battle_head(walk)
    view, headers = walk.view, walk.timeline.replay.record.headers
    title = headers.get("title") or walk.timeline.replay[0].setup.title
    turn = _("turn {n} of 7").format(n=view.turn) if view.turn else ""
    about = " · ".join(filter(None, (walk.moment.title, turn)))
    return tag("b", escape(title)) + tag("span", escape(about))


def _battle_head(walk: Walk) -> str:
    view, battle = walk.view, walk.view.battle
    assert battle is not None
    now = [{"aria_current": "true"} if n == battle.round else {} for n in range(1, 5)]
    rounds = "".join(tag("i", str(n), **mark) for n, mark in enumerate(now, 1))
    standings = line_up(view)
    sides = ""
    for side in ("York", "Lancaster"):
        does = _("attacks") if side == battle.attacker else _("defends")
        more = strength(side, standings, battle).removeprefix(does)
        sides += tag("em", escape(side), **{"class": f"roses-{side}"}) + escape(does) + tag("small", escape(more))
    label = _("Round {n} of 4").format(n=battle.round)
    return (
        tag("span", tag("small", escape(_("Round"))), rounds, **{"class": "roses-rounds"}, role="img", aria_label=label)
        + sides
    )


def rule_html(number: str) -> str:
    """Return the words of a rule and their example, from the kit's rules text; DataError if there is no such rule.

    >>> "Heir charge" in rule_html("6.5")
    True
    """
    found = rule(number)
    close = escape(_("Close the rule"))
    button = f'<button type="button" class="roses-close" title="{close}" aria-label="{close}">×</button>'
    label = tag("small", escape(_("Rule {number}").format(number=number))) if found.is_numbered else ""
    body = tag("p", escape(found.words)) + tag("p", escape(_("Example: {words}").format(words=found.example)))
    return tag("h3", label + escape(found.title)) + button + body
