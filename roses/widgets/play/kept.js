// The list of saved games: draws what Python has listed, and the table of the game that was opened.

import { drawValues } from "../values.js";
import { make } from "./parts.js";

function display({ model, el }) {
  const words = model.get("words");
  const rows = make("div", "kept-rows"), wrong = make("div", "kept-wrong"), below = make("div", "kept-table");
  const said = make("span", "kept-said");
  wrong.setAttribute("role", "alert");
  said.setAttribute("role", "status");
  let drawn = "", gone = false;

  function button(label, message, name = "") {
    const made = make("button", "", label);
    made.type = "button";
    if (name) made.setAttribute("aria-label", name);
    made.addEventListener("click", () => {
      if (model.comm_live === false) return wrong.replaceChildren(make("p", "", words.gone));
      model.send(message);
    });
    return made;
  }
  function row(game) {
    const name = make("td", "", make("b", "", game.title || game.name), ...(game.title ? [make("small", "", game.name)] : []));
    const saved = make("td", "", game.saved);
    if (game.wrong) {
      const said = make("td", "kept-broken", game.wrong);
      said.colSpan = 3;
      return make("tr", "", saved, name, said);
    }
    const open = make("td", "", button(words.open, { open: game.name }, words.open_name.replace("{name}", game.name)));
    return make("tr", "", saved, name, make("td", "", game.place), make("td", "", game.players), open);
  }
  function draw() {
    const games = model.get("games");
    const heads = [words.saved, words.game, words.place, words.players, ""].map((word) => make("th", "", word));
    for (const head of heads) head.scope = "col";
    const table = make("table", "", make("caption", "", words.caption), make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...games.map(row)));
    rows.replaceChildren(games.length ? table : make("p", "", words.none));
    said.textContent = model.get("said");  // an answer also where nothing has changed
    wrong.innerHTML = model.get("error");
  }
  async function place() {
    const name = model.get("table");
    if (!name || name === drawn) return;
    const fresh = drawn !== "" || below.isConnected;
    drawn = name;
    const made = await model.widget_manager.get_model(name.replace("IPY_MODEL_", ""));
    const view = await model.widget_manager.create_view(made);
    if (gone || drawn !== name) return;
    below.replaceChildren(view.el);
    if (fresh) below.scrollIntoView({ block: "start", behavior: "smooth" });
  }
  rows.tabIndex = 0;  // a table that is wider than the page is scrolled by keys
  rows.setAttribute("role", "region");
  rows.setAttribute("aria-label", words.caption);
  const list = make("div", "kept-list", rows, button(words.again, { list: true }), said);
  const box = make("div", "kept", list, wrong, below);
  model.on("change:games change:error change:said", draw);
  model.on("change:table", place);
  draw();
  place();
  el.append(box);
  return () => {
    gone = true;
    model.off("change:games change:error change:said", draw);
    model.off("change:table", place);
  };
}

export default drawValues(display);
