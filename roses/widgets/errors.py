"""The decorator of all callbacks of widgets, which shows refusals as a sentence and other errors as a report."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from roses.engine.errors import RecordError, RuleError, SaveError, cited
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag


class Shows(Protocol):
    """A widget that can show an error."""

    def show_error(self, html: str) -> None:
        """Show an error as HTML; "" removes it."""


W = TypeVar("W", bound=Shows)
P = ParamSpec("P")
Method = Callable[Concatenate[W, P], None]


def guarded(callback: Method[W, P]) -> Method[W, P]:
    """Return a method of a widget with its errors shown in the widget.

    RuleError and RecordError, caused by the reader's input, and SaveError are shown as a sentence. Any other exception
    is a defect of the kit: it is shown with its traceback and raised again, for the log and for tests.
    """

    @wraps(callback)
    def call(self: W, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            callback(self, *args, **kwargs)
        except (RuleError, RecordError, SaveError) as error:
            self.show_error(sentence_html(error))
        except Exception as error:
            self.show_error(report_html(error))
            raise

    return call


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
    named = {"type": "button", "class": "roses-rule", "data_rule": rule, "title": tip}
    return tag("button", escape(words), **named)
