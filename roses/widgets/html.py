"""Small pieces of HTML for panels: boxes, tables, a paragraph of the rules, and errors."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence

from roses.engine.errors import RecordError, RuleError, SaveError, cited
from roses.engine.i18n import gettext as _
from roses.engine.rules import Paragraph
from roses.figures.drawing.svg import escape, tag


def div(name: str, *inside: str) -> str:
    """Return a box of the class ``roses-name``; "" where it would be empty.

    >>> div("place", "Westminster"), div("place", "")
    ('<div class="roses-place">Westminster</div>', '')
    """
    return tag("div", *inside, **{"class": f"roses-{name}"}) if any(inside) else ""


def paragraph_html(paragraph: Paragraph, after_title: str = "") -> str:
    """Return the words of a rule and their example; ``after_title`` is HTML that follows the title.

    >>> print(paragraph_html(Paragraph("6.5", "Heir <charge>", "An heir & a target.", "Henry VI.", "")))
    <h3><small>Rule 6.5</small>Heir &lt;charge&gt;</h3><p>An heir &amp; a target.</p><p>Example: Henry VI.</p>
    """
    label = tag("small", escape(_("Rule {number}").format(number=paragraph.number))) if paragraph.is_numbered else ""
    example = _("Example: {words}").format(words=paragraph.example)
    title = tag("h3", label + escape(paragraph.title))
    note = tag("p", tag("small", escape(_("Note: {note}").format(note=paragraph.remark)))) if paragraph.remark else ""
    return title + after_title + tag("p", escape(paragraph.words)) + tag("p", escape(example)) + note


def scrolling(name: str, label: str, *inside: str) -> str:
    """Return a box of the class ``name`` that the keyboard can scroll, since its content may be wider than it.

    >>> scrolling("wide", "Laws", "<table></table>")
    '<div class="wide" tabindex="0" role="region" aria-label="Laws"><table></table></div>'
    """
    return tag("div", *inside, **{"class": name, "tabindex": "0", "role": "region", "aria-label": label})


def table_html(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return plain texts as a table; the first column holds the headings of the rows.

    >>> table_html("Blocks", ["Area", "York"], [("Kent", "Norfolk")]).count('scope="row"')
    1
    """
    head = tag("tr", *(tag("th", escape(name), scope="col") for name in columns))
    body = (
        tag("tr", tag("th", escape(first), scope="row"), *(tag("td", escape(cell)) for cell in rest))
        for first, *rest in rows
    )
    return tag("table", tag("caption", escape(caption)), tag("thead", head), tag("tbody", *body))


def sentence_html(error: RuleError | RecordError | SaveError) -> str:
    """Return a refusal as one sentence with the number of its rule.

    >>> "No retreat in round 1." in sentence_html(RuleError("no retreat in round 1", rule="6.6"))
    True
    """
    reason = str(error) if isinstance(error, SaveError) else error.reason
    words = reason[:1].upper() + reason[1:].rstrip(".") + "."
    if isinstance(error, RuleError):
        near = ", ".join(map(str, error.nearest))
        legal = " " + _("Legal are: {actions}.").format(actions=near) if near else ""
        chip = f" {rule_chip(error.rule)}" if error.rule else ""
        return f"<p>{escape(words + legal)}{chip}</p>"
    index = error.index if isinstance(error, RecordError) else None
    where = "" if index is None else _("Action {n} of the record: ").format(n=index)
    return f"<p>{escape(where + words)}</p>"


def report_html(error: Exception) -> str:
    """Return an exception as a short notice, the traceback in a closed ``<details>``."""
    notice = _("Something in the kit went wrong: {error}").format(error=f"{type(error).__name__}: {error}")
    trace = "".join(traceback.format_exception(error))
    details = f"<details><summary>{escape(_('Details for a report'))}</summary><pre>{escape(trace)}</pre></details>"
    return f"<p>{escape(notice)}</p>{details}"


def rule_chip(rule: str) -> str:
    """Return the number of a rule as a button that opens its paragraph."""
    words = cited(rule)
    tip = _("Open {rule}").format(rule=words)
    attributes = {"type": "button", "class": "roses-rule", "data_rule": rule, "title": tip}
    return tag("button", escape(words), **attributes)
