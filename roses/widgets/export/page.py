"""A timeline as one HTML file to hand out: a page with its player, which asks the network for nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from roses.engine.i18n import language
from roses.engine.replay import Timeline
from roses.widgets import interactive
from roses.widgets.export import player
from roses.widgets.stepper import panel
from roses.widgets.stepper.model import StepperModel

# a page may use what stands in it and send nothing; of scripts it runs those that have these hashes
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "script-src {hashes}"
)
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
    return document(title, f"<main>{player.Players().html(timeline)}</main>", kind="alone", script="edges.js")


def document(title: str, body: str, *, kind: str, style: Sequence[str] = ("page.css",), script: str = "") -> str:
    """Return an HTML page of the kit in the language in use.

    ``style`` names the files that style its ``kind``: those of this folder by name, others by their whole paths;
    ``script`` names a file of this folder.
    """
    code = (_HERE / script).read_text(encoding="utf-8") if script else ""
    rules = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in style)
    head = {"lang": language(), "policy": policy(body, code), "title": escape(title), "style": rules}
    tags = f"\n<script>{code}</script>" if code else ""
    return _PAGE.format(kind=kind, body=body, script=tags, **head)


def policy(body: str, code: str = "") -> str:
    """Return the policy of a page: of the scripts in its body it runs the kit's own, beside them ``code``, no other."""
    own = [text for text in (player.script(), *interactive.scripts().values()) if f">{text}</script>" in body]
    texts = [*own, code] if code else own
    hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts]
    return _POLICY.format(hashes=" ".join(hashes) or "'none'")
