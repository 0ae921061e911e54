// What every page of the hall has: who we are, the stream, the round's clock, a board.
import { change, get, listen, me, onMe, signOut, whoAmI } from "/static/pages/api.js";
import { button, by, h, show, toast } from "/static/pages/dom.js";
import { showSignIn } from "/static/pages/frame.js";
import { hand, drawTable } from "/static/match/drawing.js";
import { loadTexts, speakOf, t } from "/static/pages/texts.js";

const PHONE = matchMedia("(max-width: 35em)");

export const isOrganiser = () => me.role === "organiser";
export const isScorer = () => isOrganiser() || me.role === "scorer";

const WORDS = { title: "hall.sign-in", lead: "hall.sign", pin: "hall.pin", name: "hall.name" };

function showWho() {
  const sign = by("sign-button");
  if (!sign) return;
  const who = `${t("hall.sign-out")} · ${me.name} (${t(`hall.role.${me.role}`)})`;
  sign.textContent = isScorer() ? (PHONE.matches ? t("hall.sign-out") : who) : t("hall.sign-in");
  sign.classList.toggle("quiet", isScorer());
}

// Load the texts, learn who we are, then begin; again whenever who we are changes.
export async function start(onReady) {
  await loadTexts();
  onMe(showWho);
  by("sign-button")?.addEventListener("click", () => (isScorer() ? signOut() : showSignIn(WORDS)));
  await whoAmI();
  if (me.role === "stranger") showSignIn(WORDS);
  let last = me.role;
  onMe(() => { if (me.role !== last) { last = me.role; location.reload(); } });
  if (me.role !== "stranger") {
    try { await onReady(); } catch (error) { toast(error.message); }
  }
}

export function watch({ onTables = () => {}, onChanged = () => {} }) {
  const box = by("connection");
  const connected = (isUp) => { show(box, !isUp); box.textContent = isUp ? "" : t("hall.lost"); };
  listen({
    open: () => connected(true),
    tables: (event) => { const found = JSON.parse(event.data); onTables(found.tables, found.all); },
    changed: () => onChanged(),
  }, () => connected(false));
}

// The round's clock runs on by itself between two words from the hall.
let ending = null;
let held = false;
let left = null;
export function setClock(tournament) {
  left = tournament?.remaining_s ?? null;
  held = Boolean(tournament?.held);
  ending = left === null ? null : Date.now() + left * 1000;
  showClock();
}
function showClock() {
  const box = by("clock");
  if (!box) return;
  if (ending === null) { box.textContent = ""; return; }
  const seconds = Math.round(held ? left : (ending - Date.now()) / 1000);
  const size = Math.abs(seconds);
  const text = `${Math.floor(size / 60)}:${String(size % 60).padStart(2, "0")}`;
  box.textContent = seconds < 0 ? `+${text} ${t("hall.time-up")}` : `${held ? "❚❚ " : ""}${text}`;
  box.classList.toggle("late", seconds < 0);
}
setInterval(showClock, 500);

export async function getTournament() {
  const found = (await get("/api/tournament")).tournament;
  setClock(found);
  return found;
}

// Ask no more often than once a moment, however often something changes.
export function calmly(work, pause = 400) {
  let waits = false;
  let again = false;
  const run = async () => {
    if (waits) { again = true; return; }
    waits = true;
    try { await work(); } catch (error) { toast(error.message); }
    setTimeout(() => { waits = false; if (again) { again = false; run(); } }, pause);
  };
  return run;
}

// Points that may be lost have their sign, which is no hyphen.
export function points(number) {
  return String(number).replace("-", "\u2212");
}

function score(state) {
  const role = (name) => (state.turn === name ? "turn" : state.winner === name ? "won" : "");
  return h("span", { class: "points", "data-seats": state.players.length }, state.players.flatMap((name, seat) => [
    h("span", { class: role(name) }, name), h("b", {}, points(state.totals[seat] ?? 0))]));
}

function status(one) {
  const state = one.state;
  if (!one.online) return t("hall.need.offline");
  if (!state?.match) return t("hall.no-match");
  if (state.finished) return t("hall.finished");
  if (state.paused) return t("hall.paused");
  speakOf(one.layout.piece);
  return t(state.rounds ? "live.round" : "live.round-open", state);
}

function felt(one, aspect) {
  const drawing = drawTable(one.layout, { box: { width: 100 * aspect, height: 100 } });
  const winner = one.state?.finished && one.state.winner;
  return h("span", { class: "felt" }, drawing ?? h("span", { class: "empty" }, winner ? t("live.winner", { player: winner }) : t("hall.empty")));
}

// Tables by name, and what was drawn of each. What was drawn of a table that has not changed is given
// again as it is, and nothing of it is looked at: two hundred boards change one at a time.
export const collator = new Intl.Collator(undefined, { numeric: true });
export const tables = new Map();
const drawings = new WeakMap();

export function takeTables(changed, all) {
  if (all) tables.clear();
  for (const one of changed) tables.set(one.table, one);
}

export const inOrder = () => [...tables.values()].sort((a, b) => collator.compare(a.table, b.table));

export function tile(one, onOpen) {
  if (!drawings.has(one)) drawings.set(one, drawnTile(one, onOpen));
  return drawings.get(one);
}

// One table as a tile. A tile is a button: it opens the table large.
function drawnTile(one, onOpen) {
  const state = one.state;
  return h("button", { key: one.table, type: "button", class: `board ${one.online ? "" : "offline"} ${one.need ?? ""}`, "data-table": one.table, onclick: () => onOpen?.(one.table) },
    h("span", { class: "title" }, h("span", {}, `${one.table}${state?.simulated ? ` · ${t("hall.simulated")}` : ""}`), h("span", { class: "soft" }, status(one))),
    felt(one, 2.1),
    state?.match ? score(state) : null,
    one.need && one.need !== "offline" ? h("span", { class: "soft small-text" }, t(`hall.need.${one.need}`)) : null);
}

export function large(one) {
  const state = one.state;
  if (!state) return h("p", {}, t("hall.no-match"));
  return h("div", {},
    h("p", {}, status(one), state.turn ? ` · ${t("hall.turn", { name: state.turn })}` : ""),
    felt(one, 1.9),
    score(state),
    state.pool != null && h("p", { class: "soft", id: "racks" }, [...state.racks.map((count, seat) => `${state.players[seat]}: ${t("tiles.on-rack", { count })}`), t("tiles.pool", { count: state.pool })].join(" · ")),
    state.hands.map((faces, seat) => faces && h("div", { key: seat, class: "hand" }, hand(faces.split(" "), { piece: one.layout.piece, label: state.players[seat] }))),
    one.said ? h("p", { class: `ruling ${state.ruling.verdict}` }, one.said) : null,
    isOrganiser() && state.match ? h("div", { class: "row" },
      button(t(state.paused ? "hall.resume" : "hall.pause"), () => change(`/api/tables/${one.table}/order`, { do: state.paused ? "resume" : "pause" }))) : null);
}
