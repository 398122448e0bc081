export function start(box, { cards, grades, told }) {
  const make = (name, text = "") => Object.assign(document.createElement(name), { textContent: text });
  const answer = box.querySelector("details");
  const table = make("table");
  const head = table.createTHead().insertRow();
  for (const column of [...told.columns, told.you]) head.append(make("th", column));
  const body = table.createTBody();
  const choices = cards.map(([title, written]) => {
    const row = body.insertRow();
    row.append(make("th", title), make("td", written));
    const choice = make("select");
    choice.setAttribute("aria-label", `${told.you}: ${title}`);
    choice.append(new Option("", ""), ...Object.entries(grades).map(([grade, word]) => new Option(word, grade)));
    row.insertCell().append(choice);
    return choice;
  });
  const button = make("button", told.compare);
  button.type = "button";
  const said = make("p");
  said.setAttribute("role", "status");
  button.addEventListener("click", () => {
    const missing = choices.filter((choice) => !choice.value).length;
    if (missing) { said.textContent = told.missing.replace("{n}", missing); return; }
    const agreed = choices.filter((choice, i) => choice.value === cards[i][2]).length;
    said.textContent = told.agree.replace("{n}", agreed).replace("{all}", cards.length);
    answer.hidden = false;
    answer.open = true;
  });
  const own = make("div");
  own.append(table, button, said);
  answer.before(own);
  answer.hidden = true;
}
