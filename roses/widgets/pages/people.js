export function start(box, data) {
  const cards = new Map([...box.querySelectorAll("article")].map((card) => [card.dataset.id, card]));
  const field = box.querySelector(".roses-search");
  if (!field) return undefined;
  const count = box.querySelector(".roses-count");
  const names = [...box.querySelectorAll(".roses-names li")];
  const buttons = new Map();

  function show(id, focus) {
    for (const [name, card] of cards) card.classList.toggle("roses-away", name !== id);
    for (const [name, button] of buttons) button.setAttribute("aria-pressed", String(name === id));
    const title = cards.get(id).querySelector("h3");
    title.tabIndex = -1;
    if (focus) title.focus({ preventScroll: false });
  }

  function linked(span, focus) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = span.textContent;
    button.addEventListener("click", () => show(span.dataset.to, focus));
    span.replaceChildren(button);
    return button;
  }

  for (const name of names) buttons.set(name.dataset.to, linked(name, false));
  for (const span of box.querySelectorAll("dd [data-to]")) if (cards.has(span.dataset.to)) linked(span, true);
  field.addEventListener("input", () => {
    const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const found = names.filter((name) => {
      const text = cards.get(name.dataset.to).dataset.text;
      name.hidden = !words.every((word) => text.includes(word));
      return !name.hidden;
    });
    const said = found.length > 1 ? data.many.replace("{n}", found.length) : data.one;
    count.textContent = found.length ? said : data.none;
    if (found.length) show(found[0].dataset.to, false);
  });
  show(names[0].dataset.to, false);
  return (key, target) => {
    if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
    const seen = names.filter((name) => !name.hidden).map((name) => buttons.get(name.dataset.to));
    const next = seen[seen.indexOf(target) + (key === "ArrowDown" ? 1 : -1)];
    return seen.includes(target) && next ? () => { next.focus(); next.click(); } : undefined;
  };
}
