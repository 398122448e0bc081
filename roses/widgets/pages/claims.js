export function start(box, data) {
  const rule = box.querySelector(".roses-rule");
  const moment = box.querySelector(".roses-moment");
  const tree = box.querySelector(".roses-tree");
  const answer = box.querySelector(".roses-answer");
  const sections = new Map([...box.querySelectorAll("section[data-key]")].map((one) => [one.dataset.key, one.innerHTML]));
  const mark = (element, shown) => element.setAttribute("display", shown ? "inline" : "none");
  function show() {
    const key = `${rule.value} ${moment.value}`;
    const [line, heirs] = data[key];
    answer.innerHTML = sections.get(key);
    for (const words of box.querySelectorAll("p[data-rule]")) words.hidden = words.dataset.rule !== rule.value;
    for (const words of box.querySelectorAll("p[data-moment]")) words.hidden = words.dataset.moment !== moment.value;
    for (const frame of box.querySelectorAll("[data-frame]")) mark(frame, line.includes(frame.dataset.frame));
    for (const badge of box.querySelectorAll("[data-badge]")) {
      const place = heirs.indexOf(badge.dataset.badge) + 1;
      badge.querySelector("text").textContent = place || "";
      mark(badge, place > 0);
    }
    for (const edge of box.querySelectorAll("[data-edge]")) {
      const [above, below] = edge.dataset.edge.split(" ");
      mark(edge, line.includes(above) && line[line.indexOf(above) + 1] === below);
    }
    const best = tree.querySelector(`[data-frame="${heirs[0]}"]`);
    if (best) {
      const [here, seen] = [best.getBoundingClientRect(), tree.getBoundingClientRect()];
      tree.scrollLeft += here.left + here.width / 2 - seen.left - seen.width / 2;
    }
  }
  rule.addEventListener("change", show);
  moment.addEventListener("change", show);
  box.querySelector(".roses-all").hidden = true;
  show();
}
