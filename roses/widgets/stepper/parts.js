// Elements of the screen: buttons, groups of choices, menus, the slider.

const ICONS = {
  first: "M5 4h2.6v16H5zM20 4v16L8.6 12z",
  back: "M18 4v16L6 12z",
  forward: "M6 4v16l12-8z",
  last: "M16.4 4H19v16h-2.6zM4 4v16l11.4-8z",
  play: "M6 4v16l13-8z",
  pause: "M6 4h4.4v16H6zM13.6 4H18v16h-4.4z",
};
export const icon = (name) => `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

export function make(tag, name, inside = [], more = {}) {
  const node = Object.assign(document.createElement(tag), { className: name });
  for (const [key, value] of Object.entries(more)) node.setAttribute(key, value);
  node.append(...[inside].flat());
  return node;
}

// Writes HTML into a node if it differs from what was written before, and tells whether it did.
export function makeWriter() {
  const written = new Map();
  return (node, html) => {
    if (written.get(node) === html) return false;
    written.set(node, html);
    node.innerHTML = html;
    return true;
  };
}

export function makeButton(name, label, content, click) {
  const node = make("button", name, [], { type: "button", title: label, "aria-label": label });
  node.innerHTML = content;
  node.addEventListener("click", click);
  return node;
}

// One button for each value; mark(value) shows which is chosen.
export function makeGroup({ label, name, values, words, tip, choose }) {
  const node = make("div", `roses-group roses-${name}`, [], { role: "group", "aria-label": label });
  for (const value of values)
    node.append(makeButton("", `${label}: ${words[value]}. ${tip}`, words[value], () => choose(value)));
  node.mark = (now) => [...node.children].forEach((b, i) => b.setAttribute("aria-pressed", String(values[i] === now)));
  return node;
}

export function makeSelect(name, tip, options, choose) {
  const node = make("select", `roses-select roses-${name}`, [], { title: tip, "aria-label": tip });
  for (const [value, words] of options) node.append(make("option", "", words, { value }));
  node.addEventListener("change", () => choose(node.value));
  return node;
}

// The slider of the steps, with a mark at each of the stops, and its label where there is room.
export function makeTrack({ label, last, stops, go }) {
  const slider = make("input", "", [], { type: "range", min: 0, max: last, step: 1, "aria-label": label });
  slider.addEventListener("input", () => go(Number(slider.value)));
  const marks = make("div", "roses-marks", [], { "aria-hidden": "true" });
  function draw(index, spoken) {
    slider.value = index;
    slider.style.setProperty("--part", last ? index / last : 0);
    slider.setAttribute("aria-valuetext", spoken);
  }
  function mark() {
    marks.replaceChildren();
    const wide = marks.clientWidth || 1;
    let end = -Infinity;
    for (const stop of stops()) {
      const x = last ? (stop.index / last) * wide : 0;
      marks.append(Object.assign(make("i", ""), { style: `left:${x}px` }));
      if (!stop.mark) continue;
      const label = make("span", "", stop.mark);
      marks.append(label);
      const half = label.offsetWidth / 2;
      const left = Math.max(-8, Math.min(wide + 8 - 2 * half, x - half));
      if (left < end + 8) { label.remove(); continue; }
      label.style.left = `${left}px`;
      end = left + 2 * half;
    }
  }
  return { node: make("div", "roses-slider", [marks, slider]), draw, mark };
}

// What the summary of a folded list says: how many events it holds, and the first words of each.
function moreWords(rest, words) {
  const heads = [...rest.children].map((item) => (item.querySelector("b") ?? item).textContent.trim().replace(/[.:]$/, ""));
  const count = make("b", "", words.more.replace("{n}", heads.length));
  return [count, make("span", "", heads.join(" · "), { title: heads.join("\n") })];
}

// Brings an opened list into view, and scrolls the panel by keys while it is open.
export function makeMore(story, opened) {
  const list = () => story.querySelector(".roses-more[open]");
  story.addEventListener("toggle", (event) => {
    if (!event.target.open) return;
    opened();
    const top = event.target.getBoundingClientRect().top - story.getBoundingClientRect().top;
    if (story.scrollHeight > story.clientHeight) story.scrollTop += top - 8;
  }, true);
  const by = (part) => () => story.scrollBy({ top: part * story.clientHeight });
  const close = () => {
    list().querySelector("summary").focus();
    list().open = false;
  };
  const keys = { ArrowDown: by(0.2), ArrowUp: by(-0.2), PageDown: by(0.9), PageUp: by(-0.9), Escape: close };
  return (key) => (list() ? keys[key] : undefined);
}

// Where the panel overflows, it is first set tighter, so that all rolls stay visible; then the end of the list is
// folded into "and n more".
const FITS = ["", "close", "tight"];
export function foldStory(story, words) {
  const over = () => story.scrollHeight > story.clientHeight + 1;
  const list = story.querySelector(".roses-events"), more = story.querySelector(".roses-more");
  const rest = more && more.querySelector("ul");
  for (const fit of FITS) {
    story.dataset.fit = fit;
    if (rest) {
      const items = [...list.children, ...rest.children];
      const fold = (count) => {
        list.append(...items.slice(0, items.length - count));
        rest.replaceChildren(...items.slice(items.length - count));
        more.hidden = count === 0;
      };
      more.open = false;
      fold(0);
      let least = 0, most = over() ? items.length : 0;  // of the items to fold; each look forces a layout of the panel
      while (least < most) {
        const half = (least + most) >> 1;
        fold(half);
        if (over()) least = half + 1;
        else most = half;
      }
      fold(least);
      if (!more.hidden) more.querySelector("summary").replaceChildren(...moreWords(rest, words));
    }
    if (!over() && !rest?.querySelector(".roses-roll")) return;
  }
}
