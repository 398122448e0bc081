"""What a screen reader says of a page: Chromium's accessibility tree in reading order, what has the focus, and what is
announced without being asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

CONTROLS: Final = frozenset(
    "button checkbox combobox DisclosureTriangle link menuitem option radio searchbox slider spinbutton switch tab "
    "textbox".split()
)
_STATES: Final = ("checked", "pressed", "expanded", "disabled", "selected", "valuetext", "level", "live", "busy")
_SILENT: Final = frozenset("InlineTextBox LineBreak none generic".split())
# what is announced: the whole of a status or an alert, of another region what came, once a turn of the page
_HEAR: Final = """() => {
  const said = window.rosesSaid = [], due = new Map();
  const way = node => node.getAttribute("aria-live") ?? { status: "polite", alert: "assertive", log: "polite" }[
      node.getAttribute("role")] ?? (node.tagName === "OUTPUT" ? "polite" : null);
  const region = node => {
    for (let at = node.nodeType === 1 ? node : node.parentElement; at; at = at.parentElement) {
      const found = way(at);
      if (found) return found === "off" ? null : at;
    }
    return null;
  };
  const whole = node => node.getAttribute("aria-atomic") === "true" ||
    (node.getAttribute("aria-atomic") === null && ["status", "alert"].includes(node.getAttribute("role")));
  const text = node => node.nodeType === 3 ? node.data : node.checkVisibility?.() ? node.innerText : "";
  const flush = () => {
    for (const [at, parts] of [...due]) {
      if (at.ariaBusy === "true") continue;
      due.delete(at);
      if (!at.isConnected || !at.checkVisibility() || at.closest("[aria-hidden=true], [inert]")) continue;
      const words = (whole(at) ? at.innerText : parts.filter(part => part.isConnected).map(text).join(" "));
      if (words.trim()) said.push(words.replace(/\\s+/g, " ").trim());
    }
  };
  const watch = new MutationObserver(records => {
    for (const { target, addedNodes, type, attributeName } of records) {
      const at = region(target);
      if (!at || attributeName === "aria-busy") continue;
      if (!due.has(at)) due.set(at, []);
      due.get(at).push(...(type === "childList" ? addedNodes : [target]));
    }
    requestAnimationFrame(flush);
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true,
    attributes: true, attributeFilter: ["hidden", "aria-busy"] });
}"""
_RING: Final = """() => {
  const node = document.activeElement, own = getComputedStyle(node), after = getComputedStyle(node, "::after");
  const outline = own.outlineStyle === "none" ? 0 : parseFloat(own.outlineWidth);
  return Math.max(outline, after.content === "none" ? 0 : parseFloat(after.borderTopWidth));
}"""


class Said(NamedTuple):
    """One thing that is read: role, name, states such as ``pressed=true``, and description."""

    role: str
    name: str
    states: tuple[str, ...] = ()
    description: str = ""
    inside: str = ""  # the role of the nearest one around it that is read

    def __str__(self) -> str:
        about = self.description and f"({self.description})"
        return " ".join(filter(None, (self.role, repr(self.name), *self.states, about)))


def read(page: Page, selector: str = "body") -> list[Said]:
    """Return what is read of an element and all inside it, in order."""
    session = page.context.new_cdp_session(page)
    try:
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        root = _backend(session, f"document.querySelector({selector!r})")
    finally:
        session.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    start = [node for node in nodes if node.get("backendDOMNodeId") == root]
    return list(_walk(start[0], by_id, "")) if start else []


def focused(page: Page) -> Said:
    """Return what is read when the focus comes to where it is now."""
    session = page.context.new_cdp_session(page)
    try:
        backend = _backend(session, "document.activeElement")
        wanted = {"backendNodeId": backend, "fetchRelatives": False}
        nodes = session.send("Accessibility.getPartialAXTree", wanted)["nodes"]
    finally:
        session.detach()
    return _said(nodes[0], "")


def ring(page: Page) -> float:
    """Return the width in px of the line round what has the focus: its outline, or the border of what lies over it."""
    return float(page.evaluate(_RING))


def listen(page: Page) -> None:
    """Begin to hear what is announced."""
    page.evaluate(_HEAR)


def announced(page: Page) -> list[str]:
    """Return what was announced since the last call."""
    page.wait_for_timeout(120)
    return list(page.evaluate("() => rosesSaid.splice(0)"))


def _backend(session: Any, expression: str) -> int:
    result = session.send("Runtime.evaluate", {"expression": expression})["result"]["objectId"]
    return int(session.send("DOM.describeNode", {"objectId": result})["node"]["backendNodeId"])


def _walk(node: dict[str, Any], by_id: dict[str, dict[str, Any]], inside: str) -> Iterator[Said]:
    text = None if node["ignored"] else _said(node, inside)
    if text and text.role not in _SILENT:
        yield text
        inside = text.role
    if text and text.role == "StaticText":
        return
    for child in node.get("childIds", ()):
        if child in by_id:
            yield from _walk(by_id[child], by_id, inside)


def _said(node: dict[str, Any], inside: str) -> Said:
    known = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
    states = tuple(f"{name}={known[name]}" for name in _STATES if known.get(name) not in (None, False, ""))
    value = node.get("value", {}).get("value", "")
    return Said(
        node.get("role", {}).get("value", ""),
        node.get("name", {}).get("value", ""),
        (*states, f"value={value}") if value not in ("", None) else states,
        node.get("description", {}).get("value", ""),
        inside,
    )
