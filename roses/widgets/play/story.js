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
    const made = make("li", line.chapter ? "chapter" : line.new ? "new" : "");
    made.innerHTML = line.html;
    return made;
  }
  function show(lines) {
    node.hidden = !lines.length;
    news.hear(lines);
    log.replaceChildren(...lines.map(item));
    showNewest();
  }
  function showNewest() {
    log.scrollTop = (log.querySelector(".roses-new")?.offsetTop ?? log.scrollHeight) - 4;
  }
  function scrollable() {  // by keys, once it has the focus, if its content is larger than itself
    if (log.scrollHeight > log.clientHeight + 1) log.tabIndex = 0;
    else log.removeAttribute("tabindex");
  }
  function clear() {
    news.forget();
    log.replaceChildren();
  }
  return { node, log, news: news.node, show, showNewest, scrollable, clear };
}
