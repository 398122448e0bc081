// A quiz: one question at a time, feedback on each answer, and the score, which stays in this browser.

export function start(box, data) {
  const words = data.words, kept = keeper("roses-quiz-" + data.lesson);
  const asked = data.questions.map((facts, i) => question(box.querySelectorAll(".quiz-question")[i], facts, words, (tries) => {
    kept.put(facts.key, tries);
    tell();
  }));
  const bar = element("div", "quiz-bar roses-unprinted"), score = element("p", "quiz-score");
  const steps = asked.map((one, i) => button(String(i + 1), "", () => show(i, true)));
  score.setAttribute("role", "status");
  bar.append(...steps, score);
  const note = box.querySelector(".quiz-kept");
  if (!kept.keeps) note.firstElementChild.textContent = words.lost;
  note.hidden = false;
  box.querySelector("h3").after(bar);
  asked.forEach((one, i) => {
    const foot = element("div", "quiz-foot roses-unprinted");
    if (i + 1 < asked.length) foot.append(button(words.next, "quiz-next", () => show(i + 1, true)));
    foot.append(button(words.anew, "quiz-anew", anew));
    one.part.querySelector(".quiz-side").append(foot);
  });
  let shown = 0;
  function show(i, focus) {
    shown = i;
    asked.forEach((one, j) => one.part.classList.toggle("quiz-away", j !== i));
    steps.forEach((step, j) => step.setAttribute("aria-pressed", j === i));
    if (focus) asked[i].part.querySelector("h4").focus();
  }
  function tell() {
    const solved = asked.filter((one) => one.solved()), first = solved.filter((one) => !one.missed());
    score.textContent = fill(words.score, { solved: solved.length, count: asked.length, first: first.length });
    asked.forEach((one, i) => {
      steps[i].textContent = i + 1 + (one.solved() ? " ✓" : "");
      steps[i].setAttribute("aria-label", fill(one.solved() ? words.gone : words.go, { n: i + 1 }));
    });
  }
  function anew() {
    kept.clear();
    asked.forEach((one) => one.begin([]));
    tell();
    show(0, true);
  }
  box.classList.add("quiz-live");
  asked.forEach((one, i) => one.begin(kept.get(data.questions[i].key)));
  tell();
  show(Math.max(0, asked.findIndex((one) => !one.solved())), false);
  return (key, target) => asked[shown].act(key, target);
}

// One question. ``tries`` are the answers given; ``begin`` gives those again that were kept.
function question(part, facts, words, changed) {
  const kind = { choice: choices, legal: choices, order: order, place: place }[part.dataset.kind];
  const key = part.querySelector(".quiz-key");
  let tries = [];
  const isRight = (answer) => facts.right.includes(answer);
  const self = {
    part, facts, words,
    solved: () => new Set(tries.filter(view.isRight)).size >= (view.needed ?? facts.needed),
    missed: () => !tries.every(view.isRight),
    begin(given) {
      tries = [];
      view.clear();
      given.forEach((answer) => take(answer));
      close();
    },
    give(answer) {
      if (self.solved()) return;
      take(answer);
      close();
      changed(tries);
    },
    said: (answer) => key.querySelector(`[data-for="${CSS.escape(answer)}"] .quiz-words`)?.textContent ?? facts.other,
    act: (pressed, target) => view.act?.(pressed, target),
  };
  const view = { isRight, ...kind(self) };
  function take(answer) {
    if (!view.knows(answer)) return;
    tries.push(answer);
    view.mark(answer, view.isRight(answer));
  }
  function close() {
    key.hidden = !self.solved();
    if (!self.solved()) key.open = false;
    view.close(self.solved());
  }
  return self;
}

// Answers with letters; a letter on the keyboard gives the answer too.
function choices(self) {
  const lines = [...self.part.querySelectorAll("[data-answer]")];
  const by = new Map(lines.map((line) => [line.dataset.answer, line]));
  for (const [letter, line] of by) {
    const text = line.querySelector(".quiz-answer"), pressed = button("", "quiz-answer", () => self.give(letter));
    pressed.append(...text.childNodes);
    text.replaceWith(pressed);
    line.append(live());
  }
  return {
    knows: (letter) => by.has(letter),
    mark: (letter, right) => {
      by.get(letter).dataset.verdict = right ? "right" : "wrong";
      tellIn(by.get(letter).querySelector(".quiz-said"), self.said(letter), right);
    },
    clear: () => lines.forEach((line) => {
      delete line.dataset.verdict;
      line.querySelector(".quiz-said").textContent = "";
    }),
    close: (solved) => lines.forEach((line) => line.querySelector("button").setAttribute("aria-disabled", solved)),
    act: (key) => (by.has(key.toUpperCase()) ? () => self.give(key.toUpperCase()) : undefined),
  };
}

// Things to be moved up and down, by buttons, arrow keys or with the mouse.
function order(self) {
  const { facts, words } = self, list = self.part.querySelector(".quiz-answers"), lines = [...list.children];
  const said = live(), moved = live(), first = lines.map((line) => line.dataset.answer).join("");
  moved.classList.add("quiz-moved");
  const now = () => [...list.children].map((line) => line.dataset.answer).join("");
  const name = (line) => line.querySelector(".quiz-answer").lastChild.textContent.trim();
  const check = button(words.check, "quiz-check roses-unprinted", () => self.give(now()));
  let held = null;
  for (const line of lines) {
    line.classList.add("quiz-item");
    const mark = element("span", "quiz-mark"), when = element("small", "quiz-when");
    when.textContent = self.part.querySelector(`[data-for="${line.dataset.answer}"] .quiz-when`).textContent;
    const [up, down] = [["▲", -1, words.up], ["▼", 1, words.down]].map(([sign, by, label]) => {
      const made = button(sign, "roses-unprinted", () => move(line, by, made));
      made.setAttribute("aria-label", fill(label, { thing: name(line) }));
      return made;
    });
    line.append(when, mark, up, down);
    line.draggable = true;
    line.addEventListener("dragstart", (event) => {
      held = line;
      event.dataTransfer.setData("text/plain", name(line));
    });
    line.addEventListener("dragend", () => (held = null));
    line.addEventListener("dragover", (event) => {
      if (!held || held === line || self.solved()) return;
      event.preventDefault();
      const below = event.clientY > line.getBoundingClientRect().top + line.offsetHeight / 2;
      list.insertBefore(held, below ? line.nextSibling : line);
      bound();
      unmark();
    });
  }
  list.after(check, said, moved);
  function bound() {  // nothing goes above the first place or below the last
    for (const line of list.children) {
      const [up, down] = line.querySelectorAll("button");
      up.setAttribute("aria-disabled", !line.previousElementSibling);
      down.setAttribute("aria-disabled", !line.nextElementSibling);
    }
  }
  function move(line, by, focus) {
    const other = by < 0 ? line.previousElementSibling : line.nextElementSibling;
    if (!other || self.solved()) return;
    list.insertBefore(line, by < 0 ? other : other.nextSibling);
    bound();
    unmark();
    focus.focus();
    const places = { thing: name(line), n: [...list.children].indexOf(line) + 1, count: lines.length };
    moved.textContent = fill(words.moved, places);
  }
  function unmark() {
    lines.forEach((line) => (line.querySelector(".quiz-mark").textContent = ""));
    said.textContent = "";
  }
  function lay(letters) {
    [...letters].forEach((letter) => list.append(lines.find((line) => line.dataset.answer === letter)));
    bound();
  }
  const right = facts.right.join("");
  return {
    needed: 1,
    isRight: (given) => given === right,
    knows: (given) => [...given].sort().join("") === [...right].sort().join(""),
    mark: (given, isRight) => {
      lay(given);
      moved.textContent = "";
      const there = [...given].map((letter, i) => letter === right[i]);
      [...list.children].forEach((line, i) => (line.querySelector(".quiz-mark").textContent = there[i] ? "✓" : "✗"));
      const closing = self.part.querySelector(".quiz-close").textContent;
      tellIn(said, isRight ? closing : facts.there[there.filter(Boolean).length], isRight);
    },
    clear: () => {
      unmark();
      lay(first);
    },
    close: (solved) => {
      check.hidden = solved;
      lines.forEach((line) => {
        line.draggable = !solved;
        line.querySelector(".quiz-when").hidden = !solved;
        line.querySelectorAll("button").forEach((one) => (one.hidden = solved));
      });
    },
    act: (key, target) => {
      const line = target.closest(".quiz-item"), by = { ArrowUp: -1, ArrowDown: 1 }[key];
      return line && by ? () => move(line, by, target) : undefined;
    },
  };
}

// A map: areas are clicked, walked with the arrow keys, or chosen from a list.
function place(self) {
  const { facts, words } = self, map = self.part.querySelector("figure svg"), said = live();
  const areas = new Map([...map.querySelectorAll("[data-area]")].map((area) => [area.dataset.area, area]));
  const list = element("select", "quiz-areas"), label = element("label", ""), pick = element("div", "quiz-pick roses-unprinted");
  list.append(...facts.areas.map((name) => new Option(name, name)));
  label.textContent = words.area;
  label.append(list);
  pick.append(label, button(words.answer, "quiz-give", () => self.give(list.value)));
  self.part.querySelector(".quiz-side").prepend(pick, said);
  map.setAttribute("role", "group");
  map.querySelector(":scope > g").removeAttribute("aria-hidden");  // its areas are buttons from here on
  for (const [name, area] of areas) {
    area.setAttribute("role", "button");
    area.setAttribute("aria-label", name);
    area.setAttribute("tabindex", name === facts.areas[0] ? 0 : -1);
    area.addEventListener("click", () => self.give(name));
    area.addEventListener("focus", () => areas.forEach((one) => one.setAttribute("tabindex", one === area ? 0 : -1)));
  }
  const at = (area) => [Number(area.dataset.x), Number(area.dataset.y)];
  // The nearest area in a direction: steps aside count double.
  function beyond(area, dx, dy) {
    const [x, y] = at(area);
    let best = null, least = Infinity;
    for (const other of areas.values()) {
      const [a, b] = at(other), ahead = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (ahead > 4 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
    }
    return best;
  }
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  return {
    knows: (name) => areas.has(name),
    mark: (name, right) => {
      const spot = document.createElementNS("http://www.w3.org/2000/svg", "text"), [x, y] = at(areas.get(name));
      spot.setAttribute("class", `quiz-spot is-${right ? "right" : "wrong"}`);
      spot.setAttribute("x", x);
      spot.setAttribute("y", y - 20);
      spot.textContent = right ? "✓" : "✗";
      (map.querySelector("svg") ?? map).append(spot);
      tellIn(said, `${name}: ${self.said(name)}`, right);
    },
    clear: () => {
      map.querySelectorAll(".quiz-spot").forEach((spot) => spot.remove());
      said.textContent = "";
    },
    close: (solved) => {
      pick.hidden = solved;
      areas.forEach((area) => area.setAttribute("aria-disabled", solved));
    },
    act: (key, target) => {
      const area = target.closest("[data-area]");
      if (!area) return undefined;
      if (key === "Enter" || key === " ") return () => self.give(area.dataset.area);
      const next = ways[key] && beyond(area, ...ways[key]);
      return next ? () => next.focus() : undefined;
    },
  };
}

function keeper(name) {
  let all = {}, keeps = true;
  try {
    all = JSON.parse(localStorage.getItem(name)) ?? {};
    localStorage.setItem(name, JSON.stringify(all));
  } catch {
    keeps = false;
  }
  const put = () => {
    try {
      localStorage.setItem(name, JSON.stringify(all));
    } catch { /* the page goes on without keeping anything */ }
  };
  return {
    keeps,
    get: (key) => (Array.isArray(all[key]) ? all[key].filter((one) => typeof one === "string") : []),
    put: (key, value) => {
      all[key] = value;
      put();
    },
    clear: () => {
      all = {};
      put();
    },
  };
}

function tellIn(where, words, right) {
  where.textContent = words;
  where.classList.toggle("is-right", right);
  where.classList.toggle("is-wrong", !right);
}

function live() {
  const made = element("div", "quiz-said");
  made.setAttribute("aria-live", "polite");
  return made;
}

function element(name, style) {
  const made = document.createElement(name);
  made.className = style;
  return made;
}

function button(words, style, click) {
  const made = element("button", style);
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", click);
  return made;
}

function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_whole, name) => values[name]);
}
