// The keys of a stepper, as a table over map and panel. They are read from the labels of the controls, as "Last step (End)".

import { make, makeButton } from "./parts.js";

export function makeHelp({ words, get }) {
  const button = makeButton("roses-button roses-helps", words.help, "<b>?</b>", () => toggle());
  const shut = makeButton("roses-close", words.close, "×", () => toggle(false));
  const labels = ["first", "back", "forward", "event", "last", "play_tip", "standings", "play_on", "variant_tip", "move_tip", "class_on", "alone", "blank", "larger", "smaller"];
  const rows = labels.filter((name) => name !== "play_on" || get("sides")).map((name) => words[name].match(/^(.*) \((.+)\)$/)?.slice(1)).filter(Boolean).concat([[words.compare, "C"]])
    .map(([does, key]) => make("tr", "", [make("th", "", key, { scope: "row" }), make("td", "", does)]));
  const panel = make("section", "roses-help", [shut, make("h3", "", words.help), make("table", "", make("tbody", "", rows))],
    { role: "dialog", "aria-label": words.help, tabindex: -1, hidden: "" });
  button.setAttribute("aria-expanded", "false");
  function toggle(open = panel.hidden) {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) panel.focus();
    else button.focus();
  }
  return { button, panel, key: (name) => (name === "?" ? () => toggle() : name === "Escape" && !panel.hidden ? () => toggle(false) : undefined) };
}
