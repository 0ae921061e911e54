// The day's puzzles, or those of a match: pieces are dragged as on the live page, the referee judges.
import { get, post } from "../pages/api.js";
import { button, by, dialog, h, put, show } from "../pages/dom.js";
import { showSimulated, start } from "../pages/frame.js";
import { language, t } from "../pages/texts.js";
import { drawTable, hand } from "../match/drawing.js";
import { board } from "../match/editor.js";

const BOX = { width: 340, height: 190 };
const COLUMNS = 9;
const solved = new Set(JSON.parse(localStorage.getItem("turbo-solved") ?? "[]"));
const opened = new Set();
let found = [];

// Whose name it has: the same position is the same puzzle.
function nameOf(one) {
  return `${one.edition} ${one.goal} ${one.table.text} ${one.hand.join(" ")}`;
}

function handName(one) {
  return t(`puzzles.${one.table.piece}-hand`);
}

function done(one) {
  solved.add(nameOf(one));
  try { localStorage.setItem("turbo-solved", JSON.stringify([...solved].slice(-300))); } catch { /* a private window keeps nothing */ }
  draw();
}

// The same board as for a seat at the table: its pieces are moved, and named anew by nobody.
function solve(one) {
  let sheet = { redraw: () => {} };
  let said = "";
  const state = {
    match: { piece: one.table.piece, edition: one.edition, players: [handName(one), ""], phase: "to_play", turn: 0 },
    shown: { table: one.table, hands: [{ faces: one.hand, laid: [] }, null], source: "puzzle" },
  };
  // Whether it is what was asked for, the referee is asked; here only whether all of it are sets.
  const judge = async (layout) => {
    try { return (await post("/api/check", { layout, edition: one.edition })).faults.map(({ message }) => message).join(" ") || t("desk.table-legal"); } catch (error) { return error.message; }
  };
  const found = board(state, judge, (moved) => { if (moved) said = ""; sheet.redraw(); }, 0);
  const ask = async () => {
    try {
      const answer = await post("/api/puzzles/answer", { goal: one.goal, edition: one.edition, table: one.table.text, hand: one.hand.join(" "), layout: found.layout() });
      said = answer.sentence;
      if (answer.solved) done(one);
    } catch (error) { said = error.message; }
    sheet.redraw();
  };
  sheet = dialog(one.sentence, (close) => [
    h("p", { class: "soft lead" }, t(`puzzles.${one.table.piece}-how`)), found.grid(),
    h("p", { role: "status", id: "answered" }, said || found.words),
    h("div", { class: "ends" }, button(t("button.close"), close), button(t("puzzles.check"), ask, "", { id: "ask-referee" })),
  ], "wide");
}

function solution(one) {
  const toggle = (event) => { opened[event.currentTarget.open ? "add" : "delete"](nameOf(one)); };
  return h("details", { ontoggle: toggle, open: opened.has(nameOf(one)) }, h("summary", {}, t("puzzles.solution")),
    h("ol", {}, one.steps.map((step, at) => h("li", { key: at }, step))),
    h("div", { class: "felt small" }, drawTable(one.solution, { box: BOX })));
}

function card(one) {
  const isSolved = solved.has(nameOf(one));
  return h("article", { class: `panel person puzzle${isSolved ? " is-solved" : ""}`, key: nameOf(one) },
    h("h2", {}, `${t("puzzles.level")} ${one.level}`, isSolved && h("span", { class: "tick" }, ` ✓ ${t("puzzles.is-solved")}`)),
    h("p", {}, one.sentence),
    h("div", { class: "felt small" }, drawTable(one.table, { box: BOX })),
    h("div", { class: one.hand.length > COLUMNS ? "two-rows" : "" }, hand(one.hand, { columns: COLUMNS, piece: one.table.piece, label: handName(one) })),
    h("div", { class: "row" }, button(t("puzzles.solve"), () => solve(one), ""),
      one.entry !== null && h("a", { class: "button quiet", href: `/history/${by("match").value}#${one.entry}` }, t("history.look"))),
    solution(one));
}

function draw() {
  put(by("puzzles"), found.length ? found.map(card) : h("p", {}, t("puzzles.none")));
  by("puzzles").setAttribute("aria-busy", "false");
}

function chosen() {
  return ["match", "day", "edition"].map((name) => by(name).value);
}

async function load() {
  const [match, day, edition] = chosen();
  const asked = new URLSearchParams({ edition, ...(day && { day }) });
  show(by("print"), !match);
  by("print").href = `/api/puzzles.pdf?${asked}&lang=${language}`;
  const told = await get(match ? `/api/matches/${match}/puzzles` : `/api/puzzles?${asked}`);
  // Answers may overtake each other: what was chosen last is shown.
  if ([match, day, edition].join() !== chosen().join()) return;
  found = told.puzzles;
  draw();
}

start(async () => {
  const [today, { matches }] = await Promise.all([get("/api/puzzles"), get("/api/matches?limit=100"), showSimulated()]);
  by("day").value = today.day;
  put(by("match"), h("option", { value: "" }, "–"), matches.filter((one) => one.finished).map((one) => h("option", { key: one.match, value: one.match }, `${one.match}: ${one.players.join(" – ")}`)));
  by("choose").addEventListener("submit", (event) => event.preventDefault());
  by("choose").addEventListener("change", load);
  await load();
});
