// Where the reader stands, told to the page by events that rise from the stepper, so that a page can bring a new stepper
// there when kernel or page are gone. The extension "roses-resume" of JupyterLab hears them; elsewhere nobody does:
//
// * roses-shows, with "place": the reader has gone there;
// * roses-resume, with "place" and the "button" of the reader who asks for a stepper at that place, in class mode if the
//   place says "full";
// * roses-begins, with "go": a stepper at which nobody has done anything yet is on the page; go(place) brings it there.

import { makeGoOn } from "../go_on.js";

const PARTS = ["viewer", "frame", "chosen", "variant"];

// The place at which a stepper stands, by the names of the values that bring it there.
export const placeOf = (model) => Object.fromEntries([["index", model.get("shown")], ...PARTS.map((name) => [name, model.get(name)])]);

export function makePlace({ model, words, set, fill }) {
  let root = null, shown = "";
  const tell = (event, detail) => root.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }));
  const go = ({ index, full, ...parts }) => {
    if (full) fill();
    if (!model.get("viewers").includes(parts.viewer)) delete parts.viewer;
    set({ ...parts, index: Math.min(index, model.get("count") - 1), playing: false });
  };
  return {
    begin(node) {
      if (root) return;
      root = node;
      if (!model.get("answered")) queueMicrotask(() => tell("roses-begins", { go }));  // when the stepper has its size
    },
    show() {
      const now = JSON.stringify(placeOf(model));
      if (root && now !== shown) tell("roses-shows", { place: JSON.parse(now) });
      if (root) shown = now;
    },
    // The button that asks for it; null on a page that would not hear.
    button: () => makeGoOn(root, words.go_on.replace("{n}", model.get("shown") + 1), () => ({ ...placeOf(model), full: root.classList.contains("roses-full") })),
  };
}
