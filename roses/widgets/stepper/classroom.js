// Class mode: the stepper fills the screen, with larger type, a blank screen, and the picture alone.

import { makeFull } from "../full.js";
import { make, makeButton } from "./parts.js";

const TYPES = [100, 125, 150, 175, 200];  // %
const TOOLS = {
  class: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  leave: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
  alone: "M3 5h18v14H3zM7 12h10M10 9l-3 3 3 3M14 9l3 3-3 3",
  blank: "M3 5h18v14H3z",
  compare: "M5 20V10M12 20V4M19 20v-7",
};
const drawn = (name) => `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="roses-drawn roses-icon-${name}"><path d="${TOOLS[name]}"/></svg>`;

export function makeClassroom({ words, questions, resize, scroll, pause, help }) {
  let root = null;
  const screen = makeFull(change);
  const tool = (name, label, content, click) => makeButton(`roses-button roses-tool-${name}`, label, content, click);
  const toggle = tool("class", words.class_on, drawn("class"), screen.toggle);
  const smaller = tool("smaller", words.smaller, "A<small>−</small>", () => setType(-1));
  const larger = tool("larger", words.larger, "A<small>+</small>", () => setType(1));
  const alone = tool("alone", words.alone, drawn("alone"), () => setAlone(!("alone" in root.dataset)));
  const blank = tool("blank", words.blank, drawn("blank"), () => setBlank(true));
  const compare = tool("compare", words.compare, drawn("compare"), questions.compare);
  const inClass = [compare, smaller, larger, alone, blank];
  const tools = make("div", "roses-tools", [questions.button, ...inClass, help, toggle]);
  const dark = make("div", "roses-blank", [], { role: "alert", hidden: "" });
  const said = make("span", "roses-said", [], { role: "status" });
  dark.addEventListener("click", () => setBlank(false));

  function setType(change) {
    const now = TYPES[Math.max(0, Math.min(TYPES.length - 1, TYPES.indexOf(Number(root.dataset.type)) + change))];
    root.dataset.type = now;
    root.style.setProperty("--type", now / 100);
    smaller.disabled = now === TYPES[0];
    larger.disabled = now === TYPES.at(-1);
    said.textContent = change ? words.type.replace("{n}", now) : "";
    resize();
  }
  function setAlone(wanted) {
    if (wanted) root.dataset.alone = "";
    else delete root.dataset.alone;
    root.focus({ preventScroll: true });
    resize();
  }
  function setBlank(wanted) {
    if (wanted) pause();  // nothing goes by unseen
    dark.textContent = wanted ? words.blanked : "";
    dark.hidden = !wanted;
    root.focus({ preventScroll: true });
  }

  function change(full) {
    if (full && questions.any) questions.turn(true);
    if (!full) {
      setBlank(false);
      delete root.dataset.alone;
      questions.turn(false);
    }
    for (const node of inClass) node.hidden = !full || (node === compare && !questions.any);
    questions.button.hidden = !questions.any;
    const label = full ? words.class_off : words.class_on;
    toggle.innerHTML = drawn(full ? "leave" : "class");
    toggle.title = label;
    toggle.setAttribute("aria-label", label);
    toggle.setAttribute("aria-pressed", String(full));
    root.focus({ preventScroll: true });
    setType(0);
  }
  const keys = {
    b: () => setBlank(true), m: () => setAlone(!("alone" in root.dataset)), "+": () => setType(1), "=": () => setType(1), "-": () => setType(-1), c: questions.compare,
    ArrowDown: () => scroll(1), ArrowUp: () => scroll(-1), Escape: screen.leave,
  };
  return {
    tools,
    parts: [dark, said],
    enter: screen.enter,
    attach(node) {
      root = node;
      root.dataset.type = TYPES[0];
      for (const tool of inClass) tool.hidden = true;
      questions.button.hidden = !questions.any;
      screen.attach(root);
    },
    // A blank screen comes back with any key.
    wakes() {
      if (dark.hidden) return false;
      setBlank(false);
      return true;
    },
    key: (key) => (key === "f" ? screen.toggle : screen.is() ? keys[key] : undefined),
    stop: screen.stop,
  };
}
