export function start(box) {
  const tabs = box.querySelector(".tabs");
  const buttons = [...tabs.querySelectorAll("button")];
  const cards = [...box.querySelectorAll("article")];
  const show = (name) => {
    for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.card === name);
    for (const card of cards) card.classList.toggle("off", card.dataset.card !== name);
  };
  for (const button of buttons) button.addEventListener("click", () => show(button.dataset.card));
  tabs.hidden = false;
  show(buttons[0].dataset.card);
  return (key, target) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const at = buttons.indexOf(target);
    if (!step || at < 0) return undefined;
    const next = buttons[(at + step + buttons.length) % buttons.length];
    return () => { next.focus(); show(next.dataset.card); };
  };
}
