// The political turn: a step at a time, and the panel of changes. Every count stands in ``data``; none is made here.
import { hearFor } from "../interactive.js";

export function start(box, data) {
  const all = (what) => [...box.querySelectorAll(what)];
  const stops = all(".stops > li");
  const totals = ["Lancaster", "York"].map((side) => box.querySelector(`[data-side=${side}] .total`));
  const final = totals.map((total) => total.textContent);
  let at = 0, clock = null;
  const wait = box.querySelector(".wait");
  function tell() {  // the count is known: the panel may name it
    box.classList.add("counted");
    if (wait) wait.hidden = true;
  }
  if (wait) wait.hidden = false;
  // rings on the map round those of the step, over a picture that does not change
  const map = box.querySelector("figure svg"), rings = map.appendChild(document.createElementNS(map.namespaceURI, "g"));
  function ring([x, y]) {
    const circle = (r, colour, width) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
    return circle(25, "#211d18", 8) + circle(25, "#f5b301", 4.5);
  }
  // The row of the step comes into sight in its list; the page stays where it is.
  function follow(row) {
    const list = row.closest(".list"), away = row.getBoundingClientRect(), frame = list.getBoundingClientRect();
    const scale = frame.height / list.offsetHeight || 1, over = Math.min(0, away.top - frame.top) || Math.max(0, away.bottom - frame.bottom);
    if (over) list.scrollTop += over / scale + Math.sign(over) * 60;
  }
  function show(n) {
    at = Math.max(0, Math.min(stops.length - 1, n));
    stops.forEach((stop, i) => { stop.hidden = i !== at; });
    for (const row of all(".houses [data-n]")) {
      const when = Number(row.dataset.n);
      row.dataset.when = when < at ? "done" : when === at ? "now" : "later";
      if (when === at) follow(row.closest("tr"));
    }
    rings.innerHTML = data.spots[at].map(ring).join("");
    const counted = at < stops.length - 1 && data.points[at].some(Boolean);
    const begun = stops.findIndex((_, i) => data.points[i].some(Boolean));
    totals.forEach((total, i) => { total.textContent = begun < 0 || (at >= begun && !counted) ? final[i] : data.points[at][i]; });
    all(".part").forEach((part, i) => { part.textContent = data.parts[at < data.crown ? 0 : 1][i]; });
    box.querySelector(".where").textContent = data.step.replace("{n}", at + 1).replace("{all}", stops.length);
    for (const tab of all("[data-to]")) {
      const next = tab.nextElementSibling ? Number(tab.nextElementSibling.dataset.to) : stops.length;
      tab.setAttribute("aria-pressed", at >= Number(tab.dataset.to) && at < next);
    }
    if (at >= data.crown) tell();
    box.querySelector("[data-go='-1']").disabled = at === 0;
    box.querySelector("[data-go='1']").disabled = at === stops.length - 1;
    every.setAttribute("aria-pressed", clock !== null);
  }
  // One click counts all, a lord after the other; a second one, or a reader who wants no motion, goes to the result.
  const every = box.querySelector("[data-all]");
  function count() {
    clock = at + 1 < data.crown ? setTimeout(count, 450) : null;
    show(at + 1);
  }
  function go(n) {
    clearTimeout(clock);
    clock = null;
    show(n);
  }
  function countAll() {
    if (clock !== null || matchMedia("(prefers-reduced-motion: reduce)").matches) go(data.crown);
    else {
      if (at >= data.crown) show(0);
      count();
    }
  }
  // The box fills the screen, as large as board and controls fit it.
  const whole = () => document.fullscreenElement === box ? document.exitFullscreen() : box.requestFullscreen?.().catch(() => {});  // where it is refused, the page will do
  const enlarge = () => box.style.setProperty("--times", Math.min(innerWidth / 1060, innerHeight / 640).toFixed(3));
  hearFor(box, "resize", enlarge);
  enlarge();
  box.classList.add("walked");
  const list = box.querySelector(".stops");
  list.setAttribute("aria-live", "polite");
  box.querySelector(".count").prepend(list);
  for (const bar of all(".bar")) bar.hidden = false;
  for (const button of all("[data-go]")) button.onclick = () => go(at + Number(button.dataset.go));
  for (const tab of all("[data-to]")) tab.onclick = () => go(Number(tab.dataset.to));
  every.onclick = countAll;
  box.querySelector("[data-full]").onclick = whole;
  show(0);
  hearFor(box, "beforeprint", () => totals.forEach((total, i) => { total.textContent = final[i]; }));
  hearFor(box, "afterprint", () => show(at));

  const ticked = [];
  const boxes = all("[data-change]").sort((a, b) => a.dataset.change - b.dataset.change);
  const result = box.querySelector(".result");
  function pair(i, j) {  // the place of a pair in the order of all pairs
    return i * (2 * boxes.length - i - 1) / 2 + j - i - 1;
  }
  function judge() {
    const chosen = ticked.map((tick) => Number(tick.dataset.change)).sort((a, b) => a - b);
    result.hidden = !chosen.length;
    if (!chosen.length) return;
    const found = chosen.length === 1 ? data.single[chosen[0]] : data.pair[pair(...chosen)];
    const names = chosen.map((n) => boxes[n].getAttribute("aria-label")).join("; ");
    result.textContent = `${names}: ${data.said[found]}`;
  }
  for (const tick of boxes) {
    tick.checked = false;
    tick.onchange = () => {
      if (tick.checked) ticked.push(tick);
      else ticked.splice(ticked.indexOf(tick), 1);
      if (ticked.length > 2) ticked.shift().checked = false;
      judge();
    };
  }
  return (key, target) => {
    if (target.matches("input, summary")) return undefined;
    return { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(stops.length - 1), f: whole, F: whole }[key];
  };
}
