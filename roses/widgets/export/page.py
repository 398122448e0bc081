"""A timeline as one HTML file to hand out: a page with its player, which asks the network for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from roses.engine.i18n import language
from roses.engine.replay import Timeline
from roses.widgets.export.player import Players
from roses.widgets.stepper import panel
from roses.widgets.stepper.model import StepperModel

# the page may use what stands in it, and nothing else
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
_HERE: Final = Path(__file__).parent
_PAGE: Final = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>{script}
</head>
<body class="roses-{kind}">
{body}
</body>
</html>
"""


def page_html(timeline: Timeline) -> str:
    """Return a timeline as an HTML page that holds every state of its Stepper."""
    title = panel.title(StepperModel(timeline))
    return document(title, f"<main>{Players().html(timeline)}</main>", kind="alone", script="edges.js")


def document(title: str, body: str, *, kind: str, style: Sequence[str] = ("page.css",), script: str = "") -> str:
    """Return an HTML page of the kit in the language in use.

    ``style`` names the files that style its ``kind``: those of this folder by name, others by their whole paths;
    ``script`` names a file of this folder.
    """
    code = f"\n<script>{(_HERE / script).read_text(encoding='utf-8')}</script>" if script else ""
    rules = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in style)
    head = {"lang": language(), "policy": POLICY, "title": escape(title), "style": rules, "script": code}
    return _PAGE.format(kind=kind, body=body, **head)
