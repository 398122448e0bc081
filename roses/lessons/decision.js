export function start(box, data) {
  const said = box.querySelector(".roses-said");
  const buttons = [...box.querySelectorAll("ol li")].map((item) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    button.append(...item.childNodes);
    item.append(button);
    return button;
  });
  buttons.forEach((button, number) => {
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      said.textContent = data.said.replace("{letter}", "ABCD"[number]);
    });
  });
}
