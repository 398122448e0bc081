// Moves every control of a widget once, as a reader does: what is hidden, disabled or covered waits until it can be
// reached; those that bear a name of ``skipped`` are left alone. Returns what was moved, what nothing answered, what
// nobody could reach, and what showed a report of a defect.

async ([box, patience, skipped]) => {
  const CONTROLS = "button, summary, select, input, textarea, [role=button], [role=tab], [role=option]";
  const VALUED = "select, textarea, input, details";
  const paint = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 50); });

  // ---- what a reader can tell apart; plotly, which draws late, is left to other tests --------------------------
  const html = (node = box) => {
    if (node.matches(".js-plotly-plot")) return "";
    if (!node.querySelector(".js-plotly-plot")) return node.outerHTML;
    return node.cloneNode(false).outerHTML + [...node.children].map(html).join("");
  };
  const values = () => [...box.querySelectorAll(VALUED)].map((one) => `${one.value} ${one.checked} ${one.open}`).join();
  const report = () => [...box.querySelectorAll("summary")].find((one) => one.textContent === "Details for a report")?.parentNode;
  async function settle() {
    for (let last = ""; last !== html() + values(); await paint()) last = html() + values();
  }

  // ---- what can be reached -------------------------------------------------------------------------------------
  // the list of who is who is for the keyboard, see test_cards.py; only a reader's own click fills the screen
  const controls = () => [...box.querySelectorAll(CONTROLS)].filter((one) => !one.closest(".roses-who, [data-full]"));
  const seen = (one) => one.isConnected && one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]");
  const idle = (one) => one.disabled || one.getAttribute("aria-disabled") === "true"
    || (one.matches("select") && one.options.length < 2) || (one.matches("[type=radio]") && one.checked)
    || ["aria-pressed", "aria-selected"].some((name) => one.getAttribute(name) === "true" && !one.matches(".roses-tool-class"));
  function uncovered(one) {
    if (one instanceof SVGElement) return true;  // of an area, the middle may lie beside it
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const place = one.getClientRects()[0];
    const hit = place && document.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2);
    return one.contains(hit) || !!hit?.closest("label")?.contains(one);
  }

  // ---- moving ------------------------------------------------------------------------------------------------
  function tell(one, value) {
    one.value = value;
    for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  function act(one) {
    if (one.matches("select")) tell(one, one.options[(one.selectedIndex + 1) % one.options.length].value);
    else if (one.matches("[type=range], [type=number]")) tell(one, one.value === one.max ? one.min || 0 : one.max || 1);
    else if (one.matches("[type=text], [type=search], textarea")) tell(one, "ed");
    else one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
  }
  async function move(entry) {
    const before = html(), valued = values();
    entry.tried = true;
    moved.push(entry.key);
    act(entry.one);
    const end = performance.now() + patience;
    while (html() === before && values() === valued && performance.now() < end) await paint();
    if (html() !== before) spoke = true;
    else if (values() === valued) dead.push(entry.key);
    if (report()) broken.push(`${entry.key}: ${report().textContent.trim().slice(-400)}`);
    if (entry.one.matches("[type=text], [type=search]")) tell(entry.one, "");  // a search hides what it does not find
  }
  function escape() {
    const within = box.contains(document.activeElement) ? document.activeElement : box.querySelector("[tabindex='0']") ?? box;
    within.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  }

  for (const end = performance.now() + 30000; !controls().length && performance.now() < end;) await paint();
  await settle();
  const label = (one) => (one.getAttribute("aria-label") || one.title || one.textContent).trim().slice(0, 60);
  const name = (one) => `${one.localName}: ${label(one)}`;
  const known = controls().filter((one) => !skipped.includes(name(one))).map((one) => ({ one, key: name(one), offered: false, tried: false, led: false }));
  const claimed = new Set(known.map(({ one }) => one));
  const moved = [], dead = [], broken = [];
  let spoke = false, escapes = 10;
  // The control of an entry; a widget that is drawn anew has another in the place of one that is gone.
  function now(entry) {
    const heir = entry.one.isConnected ? null : controls().find((one) => !claimed.has(one) && name(one) === entry.key);
    if (heir) claimed.add(entry.one = heir);
    return entry.one;
  }
  const leads = (one) => (one.matches("summary") ? !one.parentElement.open : one.hasAttribute("aria-pressed"));
  while (known.some(({ tried }) => !tried)) {
    const open = known.filter((entry) => !entry.tried && seen(now(entry)) && !idle(entry.one));
    for (const entry of open) entry.offered = true;
    const next = open.findLast(({ one }) => one.closest("[role=dialog]") && uncovered(one)) ?? open.find(({ one }) => uncovered(one));
    const way = known.find((entry) => entry.tried && !entry.led && seen(now(entry)) && !idle(entry.one) && leads(entry.one));
    if (next) await move(next);
    else if (way && !open.length) {  // a tab or a fold may lead to what is left
      way.led = true;
      act(way.one);
      await settle();
    } else if (escapes--) {
      escape();
      await settle();
    } else break;
  }
  escape();
  const stays = ({ one }) => (one.isConnected && box.matches(".roses-interactive")) || seen(one);  // a step takes its own with it
  const left = known.filter((entry) => entry.offered && !entry.tried && !idle(now(entry)) && stays(entry)).map(({ key }) => key);
  return { moved, dead, left, broken, spoke };
}
