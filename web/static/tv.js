// The big screen: the same state, larger, without controls.
import { whoAmI } from "./api.js";
import { by, h, put } from "./dom.js";
import { hand } from "./dice.js";
import { applyTheme, connection, preferences } from "./frame.js";
import { blanks, elapsed, pausedFlag, questionWords, ruling, turnWords } from "./parts.js";
import { watch } from "./stream.js";
import { drawTable, emptyTable, newcomers } from "./table.js";
import { loadTexts, t } from "./texts.js";
import { announce } from "./voice.js";

let state = null;
let before = null;

function player(number) {
  const { match, shown } = state;
  const box = by(`tv-player-${number}`);
  const isTurn = match.turn === number;
  const found = shown.hands[number];
  box.classList.toggle("turn", isTurn);
  put(box,
    h("div", { class: "who" }, match.players[number]),
    h("div", { class: "total" }, String(match.totals[number])),
    h("div", { class: "flag" }, isTurn ? h("span", {}, t("live.turn")) : match.winner === match.players[number] ? h("span", {}, "★") : ""),
    h("div", { class: "rounds" }, match.card.map((row) => h("span", { class: row.winner === number ? "won" : null }, row.by === null ? "" : row.winner === number ? String(row.white[number]) : "–"))),
    h("div", { class: "blanks" }, blanks(match.blanks[number], match.blanks_each), " ", t("live.blank-turns")),
    h("div", { class: "hand" }, found?.faces.length ? hand(found.faces, { columns: 3, rows: 3, align: "xMidYMin", classes: (_, at) => (found.laid.includes(at) ? "laid" : ""), label: t("live.hand-of", { player: match.players[number] }) }) : ""));
}

// One word at a time: what the table says, else what it asks.
function notice() {
  const words = state.notices[0] ?? (state.questions.length ? questionWords(state.questions[0]) : null);
  return words && h("div", { class: "notice" }, words);
}

function render() {
  by("simulated").hidden = !state.simulated;
  if (!state.match) { put(by("status"), h("strong", {}, t("welcome.title"))); return; }
  const { match, shown } = state;
  player(0);
  player(1);
  put(by("status"), h("strong", {}, turnWords(match)), pausedFlag(state),
    h("span", { class: "clock" }, t("live.round", { round: Math.max(1, match.round), rounds: match.options.rounds }), " · ", h("span", { id: "elapsed" }, elapsed(state))));
  put(by("notices"), notice());
  const box = by("table");
  const aspect = box.clientWidth && box.clientHeight ? box.clientWidth / box.clientHeight : 1.6;
  const drawing = drawTable(shown.table, { aspect, arrived: before ? newcomers(before.shown.table, shown.table) : new Set(), label: t("live.table") });
  put(box, drawing ?? emptyTable(t("live.table-empty")));
  by("ruling").className = `ruling ${state.ruling?.verdict ?? ""}`;
  put(by("ruling"), ruling(state.ruling));
}

function take(next) {
  before = state;
  state = next;
  if (before && before.ruling?.entry !== next.ruling?.entry) announce(next);
  render();
}

applyTheme();
loadTexts().then(whoAmI).then((me) => {
  if (me.role === "stranger") { put(by("status"), h("a", { href: "/" }, t("sign.in"))); return; }
  watch({ onState: take, onConnection: connection });
  addEventListener("resize", () => state && render());
  setInterval(() => { const box = by("elapsed"); if (box) box.textContent = elapsed(state); }, 1000);
});
if (preferences.theme === "auto" && new URLSearchParams(location.search).has("dark")) document.documentElement.dataset.theme = "dark";
