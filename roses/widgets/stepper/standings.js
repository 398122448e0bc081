// Who stands where, as tables over map and panel. They are in the page already, so they open without an answer of Python's,
// and follow the steps while they are open.

import { make, makeButton } from "./parts.js";

const TABLE = "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14";

export function makeStandings({ words, get, write }) {
  const sign = `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="roses-lines"><path d="${TABLE}"/></svg>`;
  const button = makeButton("roses-button roses-lists", words.standings, sign, () => toggle());
  const shut = makeButton("roses-close", words.close, "×", () => toggle(false));
  const heading = make("h3", ""), tables = make("div", "");
  const panel = make("section", "roses-standings", [shut, heading, tables], { role: "dialog", "aria-label": words.standings, tabindex: -1, hidden: "" });
  button.setAttribute("aria-expanded", "false");

  function draw() {
    const html = get("standings");
    button.hidden = html === "";
    if (html === "") panel.hidden = true;
    if (panel.hidden) return;
    heading.textContent = get("spoken");
    write(tables, html);
  }
  function toggle(open = panel.hidden) {
    if (open === !panel.hidden || button.hidden) return;
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    draw();
    if (open) {
      panel.scrollTop = 0;
      panel.focus();
    } else button.focus();
  }
  const key = (name) => (name === "t" ? () => toggle() : name === "Escape" && !panel.hidden ? () => toggle(false) : undefined);
  return { button, panel, draw, key };
}
