export function start(box, { shorts, moments, told }) {
  const gone = new Set();
  const rows = [...box.querySelectorAll("tbody tr")];
  const said = box.querySelector(".said");
  const show = () => {
    const lost = [];
    moments.forEach(([title, cards, others], i) => {
      const left = [...cards.filter((card) => !gone.has(card)).map((card) => shorts[card]), ...others];
      const bare = cards.length > 0 && left.length === 0;
      rows[i].classList.toggle("bare", bare);
      rows[i].querySelector(".left").textContent = bare ? told.lost : left.length === 0 ? told.modern
        : left.length === 1 ? told.only.replace("{source}", left[0]) : told.several.replace("{n}", left.length);
      for (const card of cards) rows[i].querySelector(`td[data-card=${card}]`).textContent = gone.has(card) ? "○" : "●";
      if (bare) lost.push(title);
    });
    const names = Object.keys(shorts).filter((card) => gone.has(card)).map((card) => shorts[card]).join(", ");
    said.textContent = !gone.size ? "" : told.said.replace("{sources}", names).replace("{n}", lost.length)
      .replace("{all}", moments.length) + (lost.length ? " " + told.which.replace("{moments}", lost.join("; ")) : "");
  };
  for (const head of box.querySelectorAll("th[data-card]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      const card = head.dataset.card;
      if (!gone.delete(card)) gone.add(card);
      button.setAttribute("aria-pressed", gone.has(card));
      show();
    });
    head.replaceChildren(button);
  }
  box.querySelector(".how").hidden = false;
}
