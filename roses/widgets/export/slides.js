// Slides: one article at a time. Arrow keys turn them, except inside a Stepper, which has them for its steps; PageUp and
// PageDown, as the remote control of a beamer sends them, turn them everywhere.

const slides = [...document.querySelectorAll("article")];
const counter = Object.assign(document.createElement("output"), { className: "roses-slide-counter" });
document.body.append(counter);

const asked = () => Math.min(slides.length, Math.max(1, Number(location.hash.slice(1)) || 1)) - 1;
function show() {
  slides.forEach((slide, i) => { slide.hidden = i !== asked(); });
  counter.textContent = `${asked() + 1} / ${slides.length}`;
  slides[asked()].scrollTop = 0;
}
const turn = (by) => { location.hash = Math.min(slides.length, Math.max(1, asked() + 1 + by)); };

const keys = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !keys[event.key]) return;
  if (event.key.startsWith("Arrow") && event.target.closest?.("input, select, textarea, .roses-stepper")) return;
  event.preventDefault();
  turn(keys[event.key]);
});
addEventListener("hashchange", show);
show();
