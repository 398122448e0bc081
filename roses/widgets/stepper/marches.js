// A map that follows the one before: the ground pans and zooms to its new frame, then the blocks march along their
// arrows, one march after another, and pale copies stay where they came from. The rest glide, appear or sink. Both maps
// are SVG, in which a block has its name in "data-block", its side and area in "data-at", and "data-tab" if it stands at
// the edge of the picture for an area outside it; a block that the viewer does not see has no name.

const NEAR = 150;  // px from both ends of an arrow within which a block took it
const STIR = 4;  // px; what goes less far than this is in its new place at once
const GLIDE = 40;  // px; who goes farther marches
const POINTS = 14;  // of an arrow, to go along
const LONGEST = 2400;  // ms for all marches of a step
const SMALL = 0.6;  // the size of a block at the edge
const MARCH = 600, PAN = 500, FADE = 260;  // ms
const EDGE = "g.tabs, g.pointers, g.tab.names, g.attribution";  // layers that belong to the picture, not to the ground

const layersOf = (picture) => [...(picture.querySelector("g.tokens")?.parentNode ?? picture).children].filter((node) => node.matches("g"));
const tokensOf = (picture) => [...picture.querySelectorAll("g.tokens > [data-at]")];
const spot = (token) => token.getAttribute("transform").match(/-?[\d.]+/g).slice(0, 2).map(Number);
const LATE = /^(plates|parting|signs|discs|figures|leader)/;  // layers that belong to blocks where they come to stand
const side = (token) => token.dataset.at.split(" ", 1)[0];
const isApart = (token) => "tab" in token.dataset;
const shift = (x, y) => `${x.toFixed(1)}px ${y.toFixed(1)}px`;
const stand = ([x, y], size) => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) scale(${size.toFixed(2)})`;
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const group = (attributes) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", "g");
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};

// Puts what moves as one into a group of its own, each row of neighbours into another one, so that nothing covers what it
// did not cover before.
function wrap(nodes) {
  const rows = [];
  for (const node of nodes) {
    if (rows.at(-1)?.nextSibling !== node) {
      rows.push(group({ class: "roses-row" }));
      node.before(rows.at(-1));
    }
    rows.at(-1).append(node);
  }
  return rows;
}
const unwrap = (rows) => { for (const row of rows) row.replaceWith(...row.childNodes); };

// A copy of a token that needs nothing of the picture it comes from.
function copy(token, picture, [x, y]) {
  const node = group({ transform: `translate(${x} ${y})` });
  const inside = token.matches("use") ? [picture.querySelector(token.getAttribute("href"))] : token.children;
  node.append(...[...inside].map((part) => part.cloneNode(true)));
  for (const part of node.querySelectorAll("[id]")) part.removeAttribute("id");
  node.firstElementChild?.removeAttribute("id");
  return node;
}

// The arrows of a picture in their order, each with its side, its ends in px, and what gives its points from start to tip.
function arrowsOf(picture) {
  return [...picture.querySelectorAll("g.path:not(.casing, .inner)")].flatMap((layer) => {
    const drawn = layer.firstElementChild;
    const line = drawn.matches("use") ? picture.querySelector(drawn.getAttribute("href")) : drawn;
    const turns = layer.dataset.turns?.split(" ");
    return line.getAttribute("d").split(/(?=M)/).map((d, i) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", d);
      const length = path.getTotalLength();
      const at = (n) => {
        const { x, y } = path.getPointAtLength((length * n) / POINTS);
        return [x / 10, y / 10];
      };
      return { side: layer.classList[1], turn: turns?.[i] ?? i, ends: [at(0), at(POINTS)], points: () => Array.from({ length: POINTS + 1 }, (_, n) => at(n)) };
    });
  }).sort((one, other) => one.turn - other.turn);
}

// The blocks of both pictures as pairs: by name, then by side and area, then by an arrow that leads from one to the other.
function pair(olds, news, arrowOf) {
  const pairs = [], left = new Set(olds), came = new Set(news);
  const match = (same) => {
    for (const token of came) {
      const old = [...left].find((other) => same(other, token));
      if (!old) continue;
      pairs.push([old, token]);
      left.delete(old);
      came.delete(token);
    }
  };
  match((a, b) => b.dataset.block && a.dataset.block === b.dataset.block);
  match((a, b) => !(a.dataset.block && b.dataset.block) && a.dataset.at === b.dataset.at);
  match((a, b) => !(a.dataset.block && b.dataset.block) && side(a) === side(b) && arrowOf(a, b));
  return { pairs, left, came };
}

// ``before`` and ``after`` are the SVG of both maps, ``from`` and ``to`` the px of the base map left of and above them and
// its px per km. ``named`` holds the names of areas before; ``badges`` go with their blocks. Tells when all have come to
// their places.
export function moveMap({ before, after, from, to, land, names, named, badges, tweens }) {
  const ratio = to[2] / from[2], moved = ratio !== 1 || from[0] !== to[0] || from[1] !== to[1];
  const carry = ([x, y]) => [(x + from[0]) * ratio - to[0], (y + from[1]) * ratio - to[1]];  // a spot of the ground
  const begin = moved ? PAN : 0, runs = [], ghosts = [];
  const run = (...what) => { runs.push(tweens.run(...what)); };
  const fade = (node, delay, duration = FADE) => run(node, [{ opacity: 0 }, { opacity: 1 }], { delay, duration });
  const rows = [], together = (nodes) => {
    const those = wrap(nodes);
    rows.push(...those);
    return those;
  };
  for (const picture of [before, badges]) unwrap(picture.querySelectorAll(".roses-row"));  // they moved until now

  const tokens = after.querySelector("g.tokens"), layers = layersOf(after);
  const olds = layersOf(before), were = tokensOf(before), are = tokensOf(after);

  // ---- the frame ---------------------------------------------------------------------------------------------
  const edge = tokens?.cloneNode(false), below = group({ class: "roses-ghosts" });
  if (tokens) {
    edge.append(...are.filter(isApart));
    tokens.after(edge);
    tokens.before(below);
  }
  const badgeOf = new Map([...badges.querySelectorAll("[data-block]")].map((badge) => [badge.dataset.block.split("/", 1)[0], badge]));
  const withBadge = (token) => [token, badgeOf.get(token.dataset.block)].filter(Boolean);
  const ground = layersOf(after).filter((layer) => layer !== edge && !layer.matches(EDGE));
  if (moved) {
    const zoom = 1 / ratio, [x, y] = [zoom * to[0] - from[0], zoom * to[1] - from[1]];
    const frame = [{ translate: shift(x, y), scale: zoom }, { translate: "0px 0px", scale: 1 }];
    const there = are.filter((token) => !isApart(token)).flatMap((token) => withBadge(token).slice(1));
    there[0]?.parentNode.prepend(...there);  // no badge covers another one
    for (const node of [land, names, ...together(ground), ...together(there)]) run(node, frame, { duration: PAN });
  }

  // ---- who goes where ----------------------------------------------------------------------------------------
  const arrows = arrowsOf(after);
  const start = (old) => (isApart(old) ? spot(old) : carry(spot(old)));
  const arrowOf = (old, token) => {
    const [a, b] = [start(old), spot(token)];
    const off = (arrow) => Math.max(far(arrow.ends[0], a), far(arrow.ends[1], b));
    let nearest, least = NEAR;
    for (const arrow of arrows) {
      const away = arrow.side === side(token) ? off(arrow) : NEAR;
      if (away < least) [nearest, least] = [arrow, away];
    }
    return nearest;
  };
  const { pairs, left, came } = pair(were, are, arrowOf);
  const ways = new Map(pairs.filter(([old, token]) => old.dataset.at !== token.dataset.at).map(([old, token]) => [token, arrowOf(old, token)]));
  const taken = new Set(ways.values()), order = arrows.filter((arrow) => taken.has(arrow));
  const beat = order.length > 1 ? Math.min(MARCH, LONGEST / order.length) : MARCH, ends = begin + beat * Math.max(1, order.length);
  const late = ends - FADE;  // when those who marched have come to their places

  // ---- the layers but for the blocks -------------------------------------------------------------------------
  const fading = new Map();  // layers by their delays
  const delayOf = (name) => (/^(path|head)/.test(name) ? begin : LATE.test(name) ? late : begin / 2);
  const gone = [0, late].map(() => group({ transform: `matrix(${ratio} 0 0 ${ratio} ${carry([0, 0]).join(" ")})` }));
  for (const layer of layers.filter((one) => one !== tokens)) {
    const name = layer.getAttribute("class"), old = olds.find((one) => one.getAttribute("class") === name);
    const delay = delayOf(name);
    if ((!moved || layer.matches(EDGE)) && old?.isEqualNode(layer)) old.remove();
    else if (!old || !layer.matches(EDGE)) fading.set(delay, [...(fading.get(delay) ?? []), layer]);
  }
  for (const [delay, those] of fading) for (const row of together(those)) fade(row, delay);
  for (const old of layersOf(before))
    if (!old.matches(`${EDGE}, .tokens, .roses-ghosts`)) gone[Number(LATE.test(old.getAttribute("class")))].append(old);
  gone.forEach((layer, i) => {
    run(layer, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay: [0, late][i] });
    layer.style.opacity = 0;
    ghosts.push(layer);
  });
  below.append(...gone);

  // ---- names -------------------------------------------------------------------------------------------------
  const known = [...(named?.querySelectorAll("text") ?? [])];  // in one order; some are on two lines, as "North", "Yorks"
  const place = (text) => [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
  for (const text of names.querySelectorAll("text")) {
    const n = known.findIndex((other) => other.textContent === text.textContent), [x, y] = place(text);
    if (n < 0) continue;
    const [old] = known.splice(n, 1);
    const [dx, dy] = [place(old)[0] * ratio - x, place(old)[1] * ratio - y];
    if (Math.hypot(dx, dy) > STIR) run(text, [{ translate: shift(dx, dy) }, { translate: "0px 0px" }], { duration: MARCH / 2 });
  }

  // ---- the blocks --------------------------------------------------------------------------------------------
  const ghost = (old, opacity, keyframes, options) => {
    const node = copy(old, before, start(old));
    node.style.opacity = 0;  // in the end
    (isApart(old) && edge ? edge : below).append(node);
    ghosts.push(node);
    run(node, keyframes.map((frame) => ({ opacity, ...frame })), options);
  };
  const shifted = [];  // blocks at the edge, for which there is another place now
  for (const [old, token] of pairs) {
    const a = start(old), b = spot(token), way = ways.get(token);
    if (far(a, b) < STIR && isApart(old) === isApart(token)) continue;
    if (isApart(old) && isApart(token) && old.dataset.at === token.dataset.at) {
      shifted.push(token);
      continue;
    }
    const duration = way ? beat : MARCH, delay = way ? begin + beat * order.indexOf(way) : isApart(old) || isApart(token) ? 0 : begin;
    const line = way?.points() ?? [a, b], end = line.length - 1;
    const size = (isApart(old) ? SMALL : 1) / (isApart(token) ? SMALL : 1);
    const points = line.map((point, i) => [0, 1].map((k) => point[k] + (1 - i / end) * (a[k] - line[0][k]) + (i / end) * (b[k] - line[end][k])));
    const frames = points.map((point, i) => ({ transform: stand(point, size + (1 - size) * i / end) }));
    for (const node of withBadge(token)) run(node, frames, { duration, delay, event: Boolean(way) });
    const leaves = isApart(old) && !isApart(token);
    if (leaves && moved) for (const node of withBadge(token)) run(node, [{ opacity: 0 }, { opacity: 0 }], { duration: begin });  // its copy stands at the edge
    if (way || (old.dataset.at !== token.dataset.at && far(a, b) > GLIDE))
      ghost(old, leaves ? 1 : 0.4, [{}, { offset: begin / ends }, { offset: begin / ends, opacity: 0.4 }, { offset: 0.8, opacity: 0.4 }, { opacity: 0 }], { duration: ends, easing: "linear" });
  }
  const theirs = shifted.flatMap((token) => withBadge(token).slice(1));
  theirs[0]?.parentNode.append(...theirs);
  for (const row of [...together(shifted), ...together(theirs)]) fade(row, 0);
  for (const node of [...came].flatMap(withBadge)) fade(node, begin, MARCH);
  for (const old of left)
    ghost(old, 1, [{ offset: 0 }, { opacity: 0, translate: "0px 16px" }], { delay: ends - beat, duration: MARCH });

  return Promise.all(runs).then(() => {
    for (const node of ghosts) node.remove();
    unwrap(rows);
  });
}
