// The big screen: the same state, larger, without controls; every region keeps its place.
import { me, watch } from "../pages/api.js";
import { by, h, put, show } from "../pages/dom.js";
import { applyTheme, connection, fullScreen, preferences, stayAwake } from "../pages/frame.js";
import { health, onHealth, takeHealth, takeTrouble } from "../pages/health.js";
import { loadTexts, speakOf, t } from "../pages/texts.js";
import { blanks, boxOf, drawTable, elapsed, emptyTable, emptyWords, hand, isSoon, rack, roundWords, scored, startWords } from "./drawing.js";
import { factsOf, gameOf } from "./games.js";
import { isStory, stories, tell } from "./message.js";
import { withMoves } from "./moving.js";
import { marks, wished } from "./partner.js";
import { announce } from "./voice.js";
import { celebrate, goOn, isEnding } from "./winning.js";

const MOST_BACKS = 40; // more than anybody ever holds
const MOST_HELD = 9; // dice of a hand: nobody scrolls here, so each place is one row
const READ_PX = 44; // of a piece: smaller than this rows are drawn closer together than they lie
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
  const { hasOpenHands, held } = gameOf(match);
  return h("section", { key: match.players[number], id: `tv-player-${number}`, class: `tv-player${isTurn ? " turn" : ""}${factsOf(match).gone.includes(number) ? " gone" : ""}` },
    h("div", { class: "who" }, match.players[number]),
    h("div", { class: "total" }, scored(match, match.totals[number])),
    h("div", { class: "flag" }, isTurn ? h("span", {}, t("live.turn")) : match.winner === match.players[number] && h("span", {}, "★ ", t("word.winner"))),
    h("div", { class: "rounds" }, match.card.slice(-6).map((row, at) => h("span", { key: at, class: row.winner === number ? "won" : "" }, row.by === null ? "" : row.white[number] === null ? "–" : scored(match, row.white[number])))),
    match.blanks_each > 0 && h("div", { class: "blank" }, blanks(match.blanks[number], match.blanks_each), " ", t("live.blank-turns")),
    rack(match, found, number), !hasOpenHands && !found?.faces.length && h("div", { class: "backs", "aria-hidden": "true" }, Array.from({ length: Math.min(found?.count ?? 0, MOST_BACKS) }, (_, at) => h("i", { key: at }))),
    h("div", { class: "hand" }, found?.faces.length > 0 && hand(found.faces, { piece: match.piece, ...held, ids: found.ids, align: "xMidYMin", classes: marks(state, number), label: t("live.hand-of", { player: match.players[number] }) })));
}

// All of it: nobody can press anything here. Many words are a little smaller, and stand side by side.
function message() {
  const { folded } = state.moment;
  tell(by("message"), state, null, isStory(state) && stories(state, false, MOST_HELD), folded.length > 0 && h("p", { class: "more" }, t("moment.more", { count: folded.length })));
}

function render() {
  show(by("simulated"), state.simulated);
  show(by("pause"), state.paused);
  if (!state.match) { put(by("status"), h("strong", {}, t("welcome.title"))); return; }
  withMoves([by("table"), by("tv-near"), by("tv-far")], state.seen, drawing);
}

function drawing() {
  const { match, shown } = state;
  // Half of them on each side of the table, clockwise.
  const [seats, half] = [match.players.map((_, number) => number), Math.ceil(match.players.length / 2)];
  by("main").dataset.seats = match.players.length;
  by("main").dataset.piece = match.piece;
  put(by("tv-near"), seats.slice(0, half).map(player));
  put(by("tv-far"), seats.slice(half).reverse().map(player));
  put(by("status"), h("strong", {}, startWords(match, health.now)),
    h("span", { class: `clock${isSoon(state) ? " soon" : ""}` }, roundWords(match), h("span", { id: "elapsed" }, lasting(state))));
  message();
  const wish = wished(state);
  put(by("table"), drawTable(wish?.layout ?? shown.table, { box: boxOf(by("table")), label: t("live.table"), touched: READ_PX, fresh: new Set((wish?.added ?? []).map((cell) => cell.join())) }) ?? emptyTable(emptyWords(match)));
}

function take(next) {
  speakOf(next.match?.piece);
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
