// Votes that are sealed stand in ``sealed`` alone, in no element and no store; what was opened is kept for a reload.
export function start(box, { session, carried, words }) {
  const stage = box.querySelector(".parliament-stage"), cards = box.querySelector(".parliament-houses");
  const laws = box.querySelector(".parliament-laws"), { houses, proposals } = session;
  const names = new Map([...session.in_force, ...proposals].map((law) => [law.id, law.name]));
  const texts = new Map([...names.keys()].map((id, i) => [id, laws.querySelectorAll("li")[i].cloneNode(true)]));
  const kept = memory(`roses-parliament-${houses.length}-${session.round}`);
  let opened = kept.get(), sealed = new Map(), blind = false, keys = null;
  cards.hidden = true;

  // ---- what holds now: ``opened`` has the votes of each proposal, as [yes, markers] in the order of the houses
  const left = () => houses.map((house, i) => house.markers - opened.reduce((sum, votes) => sum + votes[i][1], 0));
  const count = (votes, yes) => votes.reduce((sum, [said, more]) => sum + (said === yes ? 1 + more : 0), 0);
  const passed = (votes) => carried[count(votes, true)][count(votes, false)] === "1";
  const inForce = (votes) => votes.reduce((now, one, i) => (passed(one) ? [...now.slice(1), proposals[i].id] : now), session.in_force.map((law) => law.id));

  // ---- the stage shows one of: the houses that vote, a ballot, the open votes, what came of it
  function put(...parts) {
    keys = null;
    const part = make("div", "");
    part.setAttribute("role", "group");
    part.setAttribute("aria-label", parts[0].textContent);  // read when one of its buttons has the focus
    part.append(...parts);
    stage.replaceChildren(part);
    cards.hidden = true;
    laws.hidden = false;
    drawLaws();
  }

  // The laws in force now, and how each proposal fared.
  function drawLaws() {
    const [force, proposed] = laws.querySelectorAll("ol");
    force.replaceChildren(...inForce(opened).map((id) => texts.get(id).cloneNode(true)));
    proposed.replaceChildren(...proposals.map(({ id }, i) => {
      const item = texts.get(id).cloneNode(true);
      if (opened[i]) item.prepend(make("strong", "", `${passed(opened[i]) ? words.yes_mark : words.no_mark}: `));
      return item;
    }));
  }

  function asks() {
    const at = opened.length, law = proposals[at];
    const row = make("div", "parliament-row");
    houses.forEach((house, i) => {
      const said = sealed.has(i) ? `✓ ${fill(words.sealed, { house: house.name })}` : fill(words.votes, { house: house.name });
      const one = button(said, () => ballot(i));
      one.disabled = sealed.has(i);
      one.dataset.of = house.name;
      one.append(make("small", "", fill(words.markers, { n: left()[i] })));
      row.append(one);
    });
    const open = button(words.open, result, "parliament-open");
    open.disabled = sealed.size < houses.length;
    const head = make("h4", "", fill(words.proposal, { n: at + 1, all: proposals.length, law: law.name }));
    const leaves = make("p", "", fill(words.leaves, { law: names.get(inForce(opened)[0]) }));
    const note = make("p", "", words.waits);
    note.hidden = !open.disabled;
    put(head, make("p", "", law.effect), leaves, ways(), row, open, note);
    (row.querySelector("button:not(:disabled)") ?? open).focus({ preventScroll: true });
  }

  function ways() {
    const set = make("fieldset", ""), group = `way-${Math.random()}`;
    set.append(make("legend", "", words.way));
    for (const [value, said] of [[false, words.pass], [true, words.blind]]) {
      const input = Object.assign(make("input", ""), { type: "radio", name: group, checked: blind === value });
      input.addEventListener("change", () => { blind = value; });
      const label = make("label", "");
      label.append(input, said);
      set.append(label);
    }
    return set;
  }

  const ballot = (i) => (blind ? typed(i) : pressed(i));

  function seal(i, yes, more) {
    sealed.set(i, [yes, more]);
    asks();
  }

  // The ballot with buttons, beside the card of the house, for eyes of that house alone.
  function pressed(i) {
    const house = houses[i].name, row = make("div", "parliament-row"), most = left()[i];
    let yes = null;
    const choices = [[true, words.yes], [false, words.no]].map(([value, said]) => {
      const one = button(said, () => {
        yes = value;
        choices.forEach((other) => other.setAttribute("aria-pressed", String(other === one)));
        done.disabled = false;
      });
      one.setAttribute("aria-pressed", "false");
      one.dataset.of = house;
      return one;
    });
    const list = make("select", ""), label = make("label", "", `${words.add} `);
    for (let n = 0; n <= most; n++) list.append(new Option(n, n));
    label.append(list);
    const done = button(words.seal, () => seal(i, yes, Number(list.value)), "parliament-open");
    done.disabled = true;
    row.append(...choices);
    const head = make("h4", "", fill(words.ballot, { house })), alone = make("p", "", fill(words.alone, { house }));
    put(head, alone, row, label, " ", done, " ", button(words.back, asks));
    cards.hidden = false;
    laws.hidden = true;  // the card has them
    for (const card of cards.children) card.hidden = card.dataset.house !== house;
    choices[0].focus({ preventScroll: true });
  }

  // The ballot by keys: the screen tells how many were typed, and nothing else.
  function typed(i) {
    const most = left()[i], house = houses[i].name, said = make("p", ""), field = make("div", "parliament-keys");
    field.tabIndex = 0;
    field.append(make("p", "", fill(words.type, { house, most })), said);
    said.setAttribute("role", "status");
    let given = "";
    put(make("h4", "", fill(words.ballot, { house })), field, button(words.back, asks));
    keys = (key) => {
      if (key === "Enter") {
        const found = /^([yn])(\d)$/.exec(given);
        given = "";
        if (found && Number(found[2]) <= most) return seal(i, found[1] === "y", Number(found[2]));
        said.textContent = fill(words.wrong, { most });
      } else {
        given = key === "Backspace" ? given.slice(0, -1) : given + key.toLowerCase();
        said.textContent = fill(words.typed, { n: given.length });
      }
    };
    field.focus({ preventScroll: true });
  }

  function result() {
    opened = [...opened, houses.map((_house, i) => sealed.get(i))];
    sealed = new Map();
    kept.put(opened);
    verdict();
  }

  function verdict() {
    const votes = opened.at(-1), law = proposals[opened.length - 1].name, parts = [make("h4", "", law)];
    for (const [yes, said] of [[true, words.yes_votes], [false, words.no_votes]]) {
      const bar = make("div", "parliament-bar");
      bar.append(make("b", "", fill(said, { n: count(votes, yes) })));
      votes.forEach(([vote, more], i) => {
        if (vote !== yes) return;
        const one = make("span", "", fill(words.with, { house: houses[i].name, n: 1 + more }));
        one.dataset.of = houses[i].name;
        bar.append(one);
      });
      parts.push(bar);
    }
    const [before, now] = [inForce(opened.slice(0, -1)), inForce(opened)], gone = before.find((id) => !now.includes(id));
    const facts = { law, yes: count(votes, true), no: count(votes, false), gone: names.get(gone) };
    const said = make("p", "parliament-verdict", fill(passed(votes) ? words.accepted : words.rejected, facts));
    said.setAttribute("role", "status");
    const more = opened.length < proposals.length;
    const on = button(more ? words.next : words.work, more ? asks : ends, "parliament-next");
    put(...parts, said, on);
    on.focus({ preventScroll: true });
  }

  function ends() {
    const found = session.outcomes[opened.map((votes) => (passed(votes) ? "1" : "0")).join("")];
    const table = make("table", ""), wide = make("div", "parliament-wide");
    const row = (kind, values) => {
      const line = make("tr", "");
      line.append(...values.map((value) => make(kind, "", value)));
      table.append(line);
    };
    row("th", [words.house, words.before, ...found.laws.map((id) => names.get(id)), words.after]);
    houses.forEach(({ name, points }, i) => {
      row("td", [name, points, ...found.told.map((told) => told[name] ?? words.nothing), points + found.points[i]]);
    });
    wide.append(table);
    for (const [name, value] of [["tabindex", 0], ["role", "region"], ["aria-label", words.worked]]) wide.setAttribute(name, value);
    const note = make("p", "");
    note.append(make("small", "", words.choice));
    const anew = button(words.anew, () => {
      opened = [];
      kept.put(opened);
      asks();
    });
    put(make("h4", "", words.worked), wide, note, anew);
    anew.focus({ preventScroll: true });
  }

  if (opened.length === 0) asks();
  else verdict();
  return (key, target) => {
    if (!keys || !target.closest(".parliament-keys") || !(key.length === 1 || ["Enter", "Backspace"].includes(key))) return undefined;
    return () => keys(key);
  };
}

function memory(name) {
  return {
    get: () => {
      try {
        return JSON.parse(sessionStorage.getItem(name)) ?? [];
      } catch {
        return [];
      }
    },
    put: (value) => {
      try {
        sessionStorage.setItem(name, JSON.stringify(value));
      } catch { /* the page goes on without keeping anything */ }
    },
  };
}

function make(name, style, text = "") {
  const made = document.createElement(name);
  if (style) made.className = style;
  made.textContent = text;
  return made;
}

function button(said, click, style = "") {
  const made = make("button", style, said);
  made.type = "button";
  made.addEventListener("click", click);
  return made;
}

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_whole, name) => values[name]);
