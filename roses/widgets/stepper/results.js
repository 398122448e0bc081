// What a class thought, beside the odds and history: tables with bars, for one question and for all.

import { make } from "./parts.js";

export const LETTERS = "ABCDE";

// Shares of counts, null where nobody was counted.
function sharesOf(counts) {
  const all = (counts ?? []).reduce((sum, n) => sum + n, 0);
  return all ? counts.map((n) => n / all) : null;
}

const percent = (share) => `${share > 0 && share < 0.01 || share > 0.99 && share < 1 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`;

function makeShare(name, share) {
  const cell = make("td", `roses-share roses-${name}`, share === null ? "–" : percent(share));
  cell.style.setProperty("--share", share ?? 0);
  return cell;
}

// The answers of a question with hands and odds where there are any, and a check mark at what came true.
export function makeResult(question, hands, words) {
  const shares = sharesOf(hands), odds = question.answers.map((answer) => answer.odds);
  const columns = [...(shares ? [["class", words.class, shares]] : []), ...(question.odds_from ? [["odds", words.odds, odds]] : [])];
  const head = make("tr", "", [make("td", ""), ...columns.map(([, title]) => make("th", "", title, { scope: "col" }))]);
  const rows = question.answers.map(({ text }, i) => {
    const so = i === question.history;
    const letter = make("b", "", so ? "✓" : LETTERS[i], so ? { title: words.so_it_was, role: "img", "aria-label": words.so_it_was } : {});
    const answer = make("th", "", [letter, ` ${text}`], { scope: "row" });
    return make("tr", so ? "roses-so" : "", [answer, ...columns.map(([name, , found]) => makeShare(name, found[i]))]);
  });
  const table = make("table", "roses-result", [make("caption", "", question.text), ...(columns.length ? [head] : []), ...rows]);
  const notes = [`✓ ${words.so_it_was}`, ...(shares ? [] : [words.no_hands]), question.odds_from ? `${words.odds}: ${question.odds_from}` : words.no_odds];
  return [table, make("p", "roses-notes", notes.join(" · "))];
}

const most = (shares) => shares.indexOf(Math.max(...shares));

// All questions of a lesson that were asked; the others would tell what comes.
export function makeResults({ questions, hands, revealed, words }) {
  const asked = questions.filter(({ index }) => revealed.includes(index));
  const voted = asked.filter(({ index }) => sharesOf(hands[index]));
  const rated = asked.filter(({ odds_from }) => odds_from);
  const say = (text, found, all) => make("p", "", text.replace("{n}", found.length).replace("{all}", all.length));
  const sums = [
    voted.length ? say(words.with_history, voted.filter((q) => most(sharesOf(hands[q.index])) === q.history), voted) : make("p", "", words.no_votes),
    ...(rated.length ? [say(words.with_odds, rated.filter((q) => most(q.answers.map(({ odds }) => odds ?? -1)) === q.history), rated)] : []),
    ...(asked.length < questions.length ? [say(words.not_asked, questions.filter((q) => !asked.includes(q)), questions)] : []),
  ];
  const all = asked.map((question) => make("section", "", makeResult(question, hands[question.index], words)));
  return [make("div", "roses-sums", sums), make("div", "roses-all", all)];
}
