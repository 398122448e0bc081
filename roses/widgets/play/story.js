// What has happened: the log of a table, and what of it is new for a screen reader.

import { make, put } from "./parts.js";

// A line for screen readers that says what has come to the log; the log itself is drawn anew, and would be read whole.
function makeNews() {
  const node = make("p", "heard");
  let latest = "";
  node.setAttribute("role", "status");
  function text({ html }) {
    const made = make("div", "");
    made.innerHTML = html;
    for (const svg of made.querySelectorAll("svg")) svg.replaceWith(`${svg.querySelector("title")?.textContent ?? ""}. `);
    return made.textContent.trim();
  }
  function hear(lines) {
    const since = lines.findLastIndex(({ html }) => html === latest) + 1;
    latest = lines.at(-1)?.html ?? "";
    if (since) put(node, lines.slice(since).map(text).join(" "));
  }
  function forget() {
    latest = "";
    node.replaceChildren();
  }
  return { node, hear, forget };
}

export function makeStory(labels) {
  const news = makeNews(), log = make("ol", "log"), node = make("details", "story", make("summary", "", labels.log), log);
  node.open = true;
  log.setAttribute("aria-label", labels.log);

  function item(line) {
    const made = make("li", line.new ? "new" : "");
    made.innerHTML = line.html;
    return made;
  }
  // A fold for each turn; the last one is open, and those with something new.
  function chapter(line) {
    const summary = make("summary", "chapter"), fold = make("details", "turn", summary, make("ol", ""));
    summary.innerHTML = line.html;
    return fold;
  }
  function fill(lines) {
    let inside = log;
    log.replaceChildren();
    for (const line of lines) {
      if (line.chapter) {
        const fold = chapter(line);
        log.append(make("li", "", fold));
        inside = fold.lastElementChild;
      } else inside.append(item(line));
    }
    const folds = [...log.querySelectorAll("details")];
    for (const fold of folds) fold.open = fold === folds.at(-1) || fold.querySelector(".roses-new") !== null;
  }
  function show(lines) {
    node.hidden = !lines.length;
    news.hear(lines);
    fill(lines);
    showNewest();
  }
  function showNewest() {
    log.scrollTop = (log.querySelector(".roses-new")?.offsetTop ?? log.scrollHeight) - 4;
  }
  function scrollable() {  // by keys, once it has the focus, if its content is larger than itself
    if (log.scrollHeight > log.clientHeight + 1) log.tabIndex = 0;
    else log.removeAttribute("tabindex");
  }
  log.addEventListener("toggle", scrollable, true);  // of the fold of a turn
  function clear() {
    news.forget();
    log.replaceChildren();
  }
  return { node, log, news: news.node, show, showNewest, scrollable, clear };
}
