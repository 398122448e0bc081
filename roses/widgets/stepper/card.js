// Who is that? A card over map or board tells it of any block in sight: by the mouse that rests on it, by a click, or by
// the keyboard from a list of all blocks in sight. The texts come once, in the screen's "cards"; "day" is the date.

import { make, makeButton } from "./parts.js";

const HOVER = 350, UNHOVER = 250;  // ms until a card opens under the mouse, and until it closes

// Full years from one ISO date to another, which may lack the day, or day and month.
function yearsBetween(born, day) {
  const [a, b] = [born, day].map((date) => `${date}-06-15`.slice(0, 10).split("-").map(Number));
  return b[0] - a[0] - (b[1] < a[1] || (b[1] === a[1] && b[2] < a[2]) ? 1 : 0);
}

export function makeCards({ words, get, stage }) {
  const { blocks = {}, people = {}, arms = "" } = get("cards");
  const symbols = make("div", "roses-symbols", [], { "aria-hidden": "true" });
  symbols.innerHTML = `<svg width="0" height="0"><defs>${arms}</defs></svg>`;
  const layer = make("div", "roses-map roses-badges", [], { "aria-hidden": "true" });  // the list says it
  const list = make("div", "roses-who", [], { role: "group", "aria-label": words.who });
  const shut = makeButton("roses-close", words.close, "×", () => close(true));
  const text = make("div", "");
  const node = make("section", "roses-bearer", [shut, text], { role: "dialog", "aria-label": words.who, hidden: "" });
  let shown = "", pinned = false, timer = null, lit = [];

  const nodesOf = (block) => [layer, stage].flatMap((part) => [...part.querySelectorAll("[data-block]")])
    .filter((found) => found.dataset.block === block && !found.closest("[hidden]"));
  const bearer = (block) => {
    const all = blocks[block].called;
    return all.filter(([since]) => since <= get("day")).pop() ?? all[0];
  };

  function age(person) {
    if (!person.born) return "";
    const years = yearsBetween(person.born, get("day"));
    const form = years < 1 ? words.infant : person.about ? words.about_age : words.age;
    return form.replace("{n}", years);
  }
  const row = (label, words) => (words ? [make("p", "", [make("b", "", label), ` ${words}`])] : []);
  function tell(block) {
    const [, name, , who, shield] = bearer(block), person = people[who] ?? {};
    const drawing = make("div", "roses-shield", [], { "aria-hidden": "true" });
    drawing.innerHTML = `<svg viewBox="0 0 100 120" width="65" height="78"><use href="#${shield}" width="100" height="120"/></svg>`;
    const side = (person.sides ?? []).filter(([since]) => since <= get("day")).pop();
    const lines = [person.name === name ? "" : person.name, age(person)].filter(Boolean).map((line) => make("p", "", line));
    const head = make("div", "", [make("h3", "", name), ...lines]);
    text.replaceChildren(make("header", "", [drawing, head]), ...(person.life ? [make("p", "", person.life)] : []),
      ...row(`${words.sided}:`, side?.[1]), ...row(`${words.ended}:`, person.ended), ...row(words.in_the_game, blocks[block].game));
  }

  function light(block) {
    for (const found of lit) found.classList.remove("roses-lit");
    lit = block ? nodesOf(block) : [];
    for (const found of lit) found.classList.add("roses-lit");
  }
  function open(block, pins) {
    clearTimeout(timer);
    const [found] = nodesOf(block);
    if (!found) return;
    if (shown !== block) tell(block);
    shown = block;
    pinned = pins;
    const middle = (part) => part.getBoundingClientRect().left + part.getBoundingClientRect().width / 2;
    node.dataset.at = middle(found) > middle(layer.hidden ? stage : layer) ? "left" : "right";  // not over the block
    node.hidden = false;
    light(block);
  }
  function close(gives) {
    clearTimeout(timer);
    if (node.hidden) return;
    const focus = gives && node.contains(document.activeElement);
    node.hidden = true;
    const was = shown;
    shown = "";
    pinned = false;
    light("");
    if (focus) [...list.children].find((button) => button.dataset.block === was)?.focus();
  }

  const blockOf = (event) => {
    const found = event.target.closest?.("[data-block]")?.dataset.block;
    return found in blocks ? found : "";
  };
  function hover(event) {
    if (event.pointerType !== "mouse") return;
    const block = blockOf(event);
    clearTimeout(timer);
    if (block) event.target.closest("[data-block]").querySelector("title")?.remove();  // the card says more
    if (block && !pinned) timer = setTimeout(() => open(block, false), shown ? 60 : HOVER);
    else if (shown && !pinned && !node.contains(event.target)) timer = setTimeout(() => close(), UNHOVER);
  }
  function click(event) {
    if (list.contains(event.target)) return;  // its button has opened the card
    const block = blockOf(event);
    if (block) return pinned && shown === block ? close(true) : open(block, true);
    if (!node.contains(event.target)) close();
  }

  // One button for each block in sight; only one of them is a stop of the Tab key.
  let listed = "";
  function fill() {
    const there = [...new Set([layer, stage].filter((part) => !part.hidden).flatMap((part) => [...part.querySelectorAll("[data-block]")])
      .map((found) => found.dataset.block))].filter((block) => block in blocks);
    const names = there.map((block) => bearer(block)[2]);
    if (`${there} ${names}` === listed) return;
    listed = `${there} ${names}`;
    const at = document.activeElement?.parentElement === list ? document.activeElement.dataset.block : "";
    list.replaceChildren(...there.map((block, i) => {
      const button = makeButton("", `${words.who_is.replace("{name}", names[i])} ${words.who_tip}`, "", () => open(block, true));
      button.textContent = names[i];
      button.dataset.block = block;
      button.tabIndex = i ? -1 : 0;
      return button;
    }));
    if (at) ([...list.children].find((button) => button.dataset.block === at) ?? list.firstChild)?.focus();
  }
  list.addEventListener("focusin", (event) => {
    for (const button of list.children) button.tabIndex = button === event.target ? 0 : -1;
    light(event.target.dataset.block);
  });
  list.addEventListener("focusout", () => light(shown));
  const go = (by) => () => {
    const buttons = [...list.children], at = buttons.indexOf(document.activeElement);
    buttons.at((at + by) % buttons.length).focus();
    if (shown) open(document.activeElement.dataset.block, true);
  };
  const keys = { ArrowDown: go(1), ArrowUp: go(-1) };

  let root = null;
  return {
    parts: [symbols, layer, list, node],
    badges: layer,
    // Where the step has changed: a card stays open for a block that is still in sight.
    draw(write) {
      layer.hidden = get("stage") !== "map";
      if (write(layer, get("badges")) && shown) light(shown);
    },
    fill() {
      fill();
      if (!shown) return;
      if (!nodesOf(shown).length) return close();
      tell(shown);
      light(shown);
    },
    key: (key) => (key === "Escape" && shown ? () => close(true) : document.activeElement?.parentElement === list ? keys[key] : undefined),
    attach(node) {
      root = node;
      for (const event of ["pointerover", "pointerleave"]) root.addEventListener(event, hover);
      root.addEventListener("click", click);
    },
    stop() {
      clearTimeout(timer);
      for (const event of ["pointerover", "pointerleave"]) root?.removeEventListener(event, hover);
      root?.removeEventListener("click", click);
    },
  };
}
