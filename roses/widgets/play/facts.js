// What the table counts for a side, the cards that it holds, and what it has seen before.

import { button, make } from "./parts.js";

export function makeFacts({ labels, tell }) {
  const strip = make("dl", "strip"), hand = make("ul", "hand"), handBox = make("div", "hand-box"), rows = make("dl", "");
  const memory = make("details", "memory", make("summary", "", labels.memory), rows);
  hand.setAttribute("aria-label", labels.hand);

  function aboutButton(name, about) {  // a label that says what it counts: by the mouse, by a tap, and to a screen reader
    const made = button(name, () => tell(about), "about");
    made.title = about;
    return made;
  }
  const count = ([name, value, about]) => make("div", "", make("dt", "", aboutButton(name, about)), make("dd", "", value));
  const card = ([number, name, does]) => make("li", "", make("b", "", String(number)), name, ...(does ? [make("small", "", does)] : []));
  function show(now) {
    strip.replaceChildren(...now.strip.map(count));
    rows.replaceChildren(...now.memory.flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]));
    memory.hidden = !now.memory.length;
    hand.replaceChildren(...now.hand.map(card));
    handBox.replaceChildren(...(now.hand.length ? [make("span", "", labels.hand), hand] : []));
  }
  function clear() {
    for (const part of [strip, hand, handBox, rows]) part.replaceChildren();
  }
  return { strip, handBox, memory, show, clear };
}
