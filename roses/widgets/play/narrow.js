// The table on a narrow page: its prompt stays on top, beside a button that goes from the board to the choices and back;
// what is read now and then stands below the choices, so that these lie right under the board.

import { button, make } from "./parts.js";

export function makeNarrow({ labels, prompt, board, blocks, list, coach, last, below }) {
  const go = button("", () => target().scrollIntoView({ block: "start" }), "go");
  const top = make("div", "top", prompt, go);
  const homes = new Map();  // of what is moved: the node before which it stands on a wide page, and the node around
  let seen = false;
  const target = () => (seen ? board : blocks.children.length ? blocks : list);
  const watch = new IntersectionObserver((changes) => {
    seen = changes.at(-1).isIntersecting;
    go.textContent = seen ? labels.to_board : labels.to_choices;
  }, { rootMargin: "-60px 0px -60px 0px" });
  watch.observe(list);

  function arrange(narrow) {
    if (narrow && !homes.size) {
      for (const node of [coach, ...below]) homes.set(node, [node.parentNode, node.nextSibling]);
      board.closest(".roses-play-area").before(coach);
      last.after(...below);
    } else if (!narrow) {
      for (const [node, [around, next]] of [...homes].reverse()) around.insertBefore(node, next);
      homes.clear();
    }
  }
  function reveal() {  // the first choices, below the board that was clicked
    if (!homes.size) return;
    const rows = [...blocks.children, ...list.children];
    rows[Math.min(2, rows.length - 1)]?.scrollIntoView({ block: "nearest" });
  }
  return { top, arrange, reveal, watch };
}
