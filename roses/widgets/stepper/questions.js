// Questions for a class. Where stops are on, nobody goes on from a question's step before it was asked, and nobody comes
// to the step that answers it in another way: the question is asked first, and the next step forward reveals.

import { make, makeButton } from "./parts.js";
import { LETTERS, makeResult, makeResults } from "./results.js";

const HAND = `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="roses-lines"><path d="M7 12.6V7.2a1.4 1.4 0 0 1 2.8 0V11 4.8a1.4 1.4 0 0 1 2.8 0V11 5.8a1.4 1.4 0 0 1 2.8 0V12 8.6a1.4 1.4 0 0 1 2.8 0V15c0 3.6-2.4 6-6 6-3 0-4.6-1.6-5.6-4l-2-3.4c-.8-1.5 1.4-2.7 2.4-1z"/></svg>`;
const COUNTED = ["hands", "revealed"];

export function makeQuestions({ model, words, get, set, step, redraw }) {
  let on = false, asked = null, plays = false;  // plays: going on starts the clock again
  const all = () => get("questions") ?? [];
  const revealed = () => get("revealed") ?? [];
  const hands = () => get("hands") ?? {};
  const at = (index) => all().find((question) => question.index === index);
  const isOpen = (question) => on && question !== undefined && !revealed().includes(question.index);

  // ---- the card with a question, over the panel --------------------------------------------------------------
  const card = make("section", "roses-card", [], { role: "dialog", tabindex: -1, hidden: "", "aria-labelledby": "roses-asked" });
  const inputs = () => [...card.querySelectorAll("input")];

  function makeAnswer({ text }, i, counts) {
    const input = make("input", "", [], {
      type: "number", min: 0, max: 999, inputmode: "numeric", value: counts?.[i] || "",
      "aria-label": words.hands_for.replace("{letter}", LETTERS[i]),
    });
    input.addEventListener("input", count);
    return make("li", "", [make("b", "", LETTERS[i]), make("span", "", text), input]);
  }
  function count() {
    const counts = inputs().map(({ value }) => Math.max(0, Math.min(999, Math.round(Number(value)) || 0)));
    set({ hands: { ...hands(), [asked.index]: counts } });
  }
  function ask(question) {
    asked = question;
    const soon = question.told === question.index + 1;
    card.replaceChildren(
      make("h3", "", words.asking),
      make("p", "roses-asked", question.text, { id: "roses-asked" }),
      make("ol", "", question.answers.map((answer, i) => makeAnswer(answer, i, hands()[question.index]))),
      make("p", "roses-tip", words.ask_tip),
      makeButton("roses-reveal", "", soon ? words.reveal : words.goes_on.replace("{n}", question.told + 1), goOn),
      makeButton("roses-back-to", "", words.not_now, close),
    );
    for (const button of card.querySelectorAll("button")) { button.removeAttribute("aria-label"); button.removeAttribute("title"); }
    card.hidden = false;
    card.parentElement.dataset.asks = "";
    card.focus({ preventScroll: true });
    card.scrollTop = 0;
    redraw();
  }
  function close() {
    if (!asked) return;
    const focused = card.contains(document.activeElement);
    asked = null;
    card.hidden = true;
    delete card.parentElement.dataset.asks;
    if (focused) card.closest(".roses-stepper")?.focus({ preventScroll: true });
    redraw();
  }
  function goOn() {
    const { index } = asked;
    set({ revealed: [...new Set([...revealed(), index])] });
    close();
    step(index + 1);
  }

  // ---- stops -------------------------------------------------------------------------------------------------
  // Tells whether a move to a step is stopped by a question, and asks it.
  function stops(to) {
    const now = get("index"), before = asked;
    if (before && before.index === now && to === now + 1) return goOn(), true;
    plays = false;
    close();
    const held = to === now + 1 && isOpen(at(now)) ? at(now) : all().find((question) => question.told === to && isOpen(question));
    if (!held) return false;
    if (held.index !== now) set({ index: held.index, playing: false });
    ask(held);
    return true;
  }
  // The same for the clock, whose time at a step has run out.
  function halts(index) {
    if (!isOpen(at(index))) return false;
    set({ playing: false });
    ask(at(index));
    plays = true;
    return true;
  }
  // Tells whether "play" means to go on from a question.
  function resumes() {
    if (!asked) return false;
    plays = true;
    goOn();
    return true;
  }
  const moved = () => {
    if (asked && asked.index !== get("shown") && asked.index !== get("index")) close();
    if (plays && !asked) { plays = false; setTimeout(() => set({ playing: true })); }
  };
  model.on("change:shown", moved);
  for (const name of COUNTED) model.on(`change:${name}`, redraw);  // another stepper may have counted

  // ---- results -----------------------------------------------------------------------------------------------
  const list = make("div", "roses-list");
  const clear = makeButton("roses-clear", words.clear, words.clear, () => { set({ hands: {}, revealed: [] }); compare(); redraw(); });
  const results = make("section", "roses-results", [make("h3", "", words.compare), list, clear],
    { role: "dialog", "aria-label": words.compare, tabindex: -1, hidden: "" });
  results.prepend(makeButton("roses-close", words.close, "×", hideResults));
  function compare() {
    list.replaceChildren(...makeResults({ questions: all(), hands: hands(), revealed: revealed(), words }));
    results.hidden = false;
    results.focus({ preventScroll: true });
  }
  function hideResults() {
    results.hidden = true;
    results.closest(".roses-stepper")?.focus({ preventScroll: true });
  }

  const button = makeButton("roses-button roses-asks-on", words.ask, HAND, () => turn(!on));
  function turn(wanted) {
    on = wanted;
    button.setAttribute("aria-pressed", String(on));
    if (!on) close();
    redraw();
  }
  button.setAttribute("aria-pressed", "false");

  function opened(event) {
    const opener = event.target.closest("[data-ask], [data-compare]");
    if (!opener) return;
    if ("compare" in opener.dataset) return compare();
    set({ playing: false });
    ask(at(Number(opener.dataset.ask)));
  }

  return {
    card, results, button, stops, halts, resumes, turn, opened,
    get any() { return all().length > 0; },
    compare: () => (results.hidden ? compare() : hideResults()),
    // Marks of later steps would tell what comes.
    hides: (index) => all().some((question) => isOpen(question) && question.index < index),
    // Fills the results of a question into the panel of the step that answers it.
    fill(story) {
      for (const place of story.querySelectorAll("[data-told]")) {
        const question = at(Number(place.dataset.told));
        place.hidden = !revealed().includes(question.index);
        place.classList.toggle("roses-far", question.told > question.index + 1);  // asked long ago
        if (!place.hidden) place.replaceChildren(...makeResult(question, hands()[question.index], words));
      }
    },
    // What a key does while a question or the results are shown.
    key(key) {
      if (!results.hidden && key === "Escape") return hideResults;
      if (!asked) return undefined;
      const boxes = inputs(), here = boxes.indexOf(document.activeElement);
      if (key === "Enter") return boxes[here + 1] && here >= 0 ? () => boxes[here + 1].focus() : goOn;
      return key === "Escape" ? close : undefined;
    },
    stop() {
      model.off("change:shown", moved);
      for (const name of COUNTED) model.off(`change:${name}`, redraw);
    },
  };
}
