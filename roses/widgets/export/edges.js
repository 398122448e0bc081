// Boxes that scroll: what is cut off at an edge is marked there (see page.css), and keys reach the box.

function markEdges(box) {
  const mark = () => {
    const right = box.scrollWidth - box.clientWidth - box.scrollLeft > 2, down = box.scrollHeight - box.clientHeight - box.scrollTop > 2;
    const scrolls = box.scrollWidth - box.clientWidth > 2 || box.scrollHeight - box.clientHeight > 2;
    const flows = getComputedStyle(box).overflowX === "auto";
    box.dataset.more = flows ? [right && "right", down && "down"].filter(Boolean).join(" ") : "";
    if (flows && scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  box.addEventListener("scroll", mark, { passive: true });
  new ResizeObserver(mark).observe(box);
  new MutationObserver(mark).observe(box, { childList: true });
  mark();
}

addEventListener("DOMContentLoaded", () => document.querySelectorAll(".roses-output > figure, .roses-output table, .roses-prose table").forEach(markEdges));
