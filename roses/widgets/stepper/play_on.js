// "Play on from here": who sits where, and the table that opens below the stepper. An exported file knows no sides and
// offers nothing.

import { make, makeButton, makeSelect } from "./parts.js";

const FORK = "M5 4v16M5 13h6c5 0 7-2 7-6M14 10l4-4 3.6 4";

export function makePlayOn({ model, words, get, pause }) {
  const sign = `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="roses-lines"><path d="${FORK}"/></svg>`;
  const button = makeButton("roses-button roses-fork", words.play_on, sign, () => toggle());
  const shut = makeButton("roses-close", words.close, "×", () => toggle(false));
  const heading = make("h3", ""), seats = make("div", "roses-seats");
  const sit = make("button", "roses-sit", words.sit_down, { type: "button" });
  const tip = make("p", "", words.play_on_tip);
  const panel = make("section", "roses-playing-on", [shut, heading, tip, seats, sit], { role: "dialog", "aria-label": words.play_on, tabindex: -1, hidden: "" });
  const below = make("div", "roses-below");
  const sides = () => get("sides") ?? [];
  let known = "", drawn = null, asked = false, stopped = false;  // asked: here, and not before the page was loaded
  button.setAttribute("aria-expanded", "false");
  sit.addEventListener("click", () => {
    const who = Object.fromEntries([...seats.querySelectorAll("select")].map((node) => [node.dataset.side, node.value]));
    asked = true;
    model.send({ play_on: get("shown"), seats: who });
    toggle(false);
  });

  function choices([side, name, chosen]) {
    const node = makeSelect("seat", `${words.seat_of} ${name}`, Object.entries(words.players), () => {});
    node.value = chosen;
    node.dataset.side = side;
    return make("label", "", [make("b", "", name), node]);
  }
  function draw() {
    button.hidden = get("sides") === undefined;
    button.disabled = sides().length === 0;
    if (button.disabled) panel.hidden = true;
    if (known !== JSON.stringify(sides())) seats.replaceChildren(...sides().map(choices));
    known = JSON.stringify(sides());
    heading.textContent = words.play_on_from.replace("{n}", get("shown") + 1);
  }
  function toggle(open = panel.hidden) {
    if (open === !panel.hidden || button.hidden || button.disabled) return;
    if (open) pause();
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    draw();
    if (open) panel.querySelector("select").focus();
    else button.focus();
  }

  // The table is a widget of its own, and lies outside the stepper, whose size and keys are its own.
  async function place(root) {
    const name = get("table");
    if (!name || name === drawn || stopped) return;
    drawn = name;
    const made = await model.widget_manager.get_model(name.replace("IPY_MODEL_", ""));
    const view = await model.widget_manager.create_view(made);
    if (stopped || drawn !== name) return;
    below.replaceChildren(make("p", "roses-below-title", get("table_title")), view.el);
    root.after(below);
    if (asked) below.scrollIntoView({ block: "start", behavior: "smooth" });
  }
  function stop() {
    stopped = true;
    below.remove();
  }
  const key = (name) => (name === "p" ? () => toggle() : name === "Escape" && !panel.hidden ? () => toggle(false) : undefined);
  return { button, panel, draw, place, stop, key };
}
