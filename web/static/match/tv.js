// The big screen: the same state, larger, without controls; every region keeps its place.
import { me, watch } from "../pages/api.js";
import { by, h, put, show } from "../pages/dom.js";
import { applyTheme, connection, fullScreen, preferences, stayAwake } from "../pages/frame.js";
import { health, onHealth, takeHealth, takeTrouble } from "../pages/health.js";
import { loadTexts, t } from "../pages/texts.js";
import { blanks, boxOf, drawTable, elapsed, emptyTable, hand, startWords } from "./drawing.js";
import { tell } from "./message.js";
import { withMoves } from "./moving.js";
import { announce } from "./voice.js";
import { celebrate, goOn, isEnding } from "./winning.js";

let state = null;

// No dot where there is nothing behind it.
function lasting(state) {
  const words = elapsed(state);
  return words && ` · ${words}`;
}

function player(number) {
  const { match, shown } = state;
  const found = shown.hands[number];
  const isTurn = match.turn === number;
  by(`tv-player-${number}`).classList.toggle("turn", isTurn);
  put(by(`tv-player-${number}`),
    h("div", { class: "who" }, match.players[number]),
    h("div", { class: "total" }, String(match.totals[number])),
    h("div", { class: "flag" }, isTurn ? h("span", {}, t("live.turn")) : match.winner === match.players[number] && h("span", {}, "★ ", t("word.winner"))),
    h("div", { class: "rounds" }, match.card.map((row, at) => h("span", { key: at, class: row.winner === number ? "won" : "" }, row.by === null ? "" : row.winner === number ? String(row.white[number]) : "–"))),
    h("div", { class: "blank" }, blanks(match.blanks[number], match.blanks_each), " ", t("live.blank-turns")),
    h("div", { class: "hand" }, found?.faces.length > 0 && hand(found.faces, { columns: 3, ids: found.ids, rows: 3, align: "xMidYMin", classes: (_, at) => (found.laid.includes(at) ? "laid" : ""), label: t("live.hand-of", { player: match.players[number] }) })));
}

// All of it: nobody can press anything here. Many words are a little smaller, and stand side by side.
function message() {
  const { folded } = state.moment;
  tell(by("message"), state, null, folded.length > 0 && h("p", { class: "more" }, t("moment.more", { count: folded.length })));
}

function render() {
  show(by("simulated"), state.simulated);
  show(by("pause"), state.paused);
  if (!state.match) { put(by("status"), h("strong", {}, t("welcome.title"))); return; }
  withMoves([by("table"), by("tv-player-0"), by("tv-player-1")], state.seen, drawing);
}

function drawing() {
  const { match, shown } = state;
  player(0);
  player(1);
  put(by("status"), h("strong", {}, startWords(match, health.now)),
    h("span", { class: "clock" }, t("live.round", { round: Math.max(1, match.round), rounds: match.options.rounds }), h("span", { id: "elapsed" }, lasting(state))));
  message();
  put(by("table"), drawTable(shown.table, { box: boxOf(by("table")), label: t("live.table") }) ?? emptyTable(t("live.table-empty")));
}

function take(next) {
  if (!next.match && next.tiles) { location.reload(); return; }
  takeTrouble("level", next.match ? next.moment.level : "quiet");
  const before = state;
  state = next;
  render();
  if (isEnding(before, next)) celebrate(before, next, { isScreen: true });
  else goOn(next);
  if (before && (before.moment.told !== next.moment.told || before.moment.entry !== next.moment.entry)) announce(next);
}

applyTheme();
loadTexts().then(() => {
  put(by("pause"), h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, h("path", { d: "M6 3v14M14 3v14" })), t("live.paused"));
  if (me.role === "stranger") { put(by("status"), h("a", { href: "/" }, t("sign.in"))); return; }
  watch({ onState: take, onHealth: takeHealth, onConnection: connection });
  onHealth(() => state && render());
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("dblclick", fullScreen);
  document.addEventListener("keydown", (event) => { if (event.key === "f" && !event.ctrlKey) fullScreen(); });
  new ResizeObserver(() => state && render()).observe(by("table"));
  setInterval(() => { const box = by("elapsed"); if (box && state) put(box, lasting(state)); }, 1000);
});
if (preferences.theme === "auto" && new URLSearchParams(location.search).has("dark")) document.documentElement.dataset.theme = "dark";
