// The end of a round or a match fills the screen for some seconds: what won it, what the other has
// left, counted die by die, and the score that rolls over. Then a rematch, and a picture to share.
import { change, isReferee } from "../pages/api.js";
import { button, dialog, h } from "../pages/dom.js";
import { preferences } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { drawTable, hand } from "./drawing.js";
import { shareResult } from "./share.js";
import { tick } from "./voice.js";

const [STEP_MS, ROLL_MS, ROUND_MS, SCREEN_MS] = [420, 900, 9000, 30000];
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
let open = null;

// A joker's points are what the numbers leave of the whole.
export function pointsOf(faces, whole) {
  const numbers = faces.map((face) => (face[1] === "*" || face === "?" ? 0 : Number(face.slice(1))));
  const jokers = faces.filter((face) => face[1] === "*").length;
  const left = whole - numbers.reduce((sum, one) => sum + one, 0);
  return numbers.map((one, at) => (faces[at][1] === "*" ? left / jokers : one));
}

// The sets that hold what was laid last.
function lit(table, before) {
  const had = {};
  for (const { face } of before?.dice ?? []) had[face] = (had[face] ?? 0) + 1;
  const fresh = new Set(table.dice.filter(({ face }) => { had[face] = (had[face] ?? 0) - 1; return had[face] < 0; }).map((one) => one.cell.join()));
  const won = table.sets.filter((one) => one.cells.some((cell) => fresh.has(cell.join())));
  return new Set(won.flatMap((one) => one.cells.map((cell) => cell.join())));
}

export function isEnding(before, next) {
  return Boolean(before?.match && next.match && before.match_number === next.match_number
    && ["round", "match"].includes(next.moment.level) && next.moment.kind === "ruling" && before.ruling?.entry !== next.ruling.entry);
}

export function rematch({ match }) {
  const { simulated: _, ...options } = match.options;
  return change("/api/matches", { players: match.players, options });
}

function score({ match }, before, part) {
  const now = (seat) => Math.round(before.match.totals[seat] + (match.totals[seat] - before.match.totals[seat]) * part);
  const leads = (seat) => (match.finished ? match.winner === match.players[seat] : match.totals[seat] > match.totals[1 - seat]);
  return h("div", { class: "won-score" }, [0, 1].map((seat) => h("div", { key: seat, class: leads(seat) ? "leads" : "" }, h("span", {}, match.players[seat]), h("b", {}, String(now(seat))))));
}

function left(state, loser, counted) {
  const found = state.shown.hands[loser];
  if (!found?.faces.length) return null;
  const worth = pointsOf(found.faces, found.points).slice(0, counted).reduce((sum, one) => sum + one, 0);
  return h("div", { class: "won-left" },
    hand(found.faces, { columns: 9, ids: found.ids, label: t("live.hand-of", { player: state.match.players[loser] }), classes: (_, at) => (at < counted ? "counted" : "waits") }),
    h("output", {}, String(worth)));
}

function ends(state, close) {
  const isOver = state.match.finished;
  return h("div", { class: "ends" },
    isOver && button(t("won.share"), () => shareResult(state), "quiet", { id: "share-result" }),
    isOver && isReferee() && button(t("desk.rematch"), async () => { if (await rematch(state)) close(); }, "", { id: "rematch" }),
    button(t("button.close"), close, "quiet"));
}

// `isScreen`: nobody is there to close it.
export function celebrate(before, state, { isScreen = false } = {}) {
  open?.close();
  const { match, shown, ruling } = state;
  const result = match.card.findLast((row) => row.by !== null);
  const winner = match.finished ? match.players.indexOf(match.winner) : result?.winner ?? -1;
  const faces = winner < 0 ? [] : shown.hands[1 - winner]?.faces ?? [];
  const cells = lit(shown.table, before.shown.table);
  let [counted, rolled] = CALM.matches ? [faces.length, 1] : [0, 0];
  const timers = [];
  const sheet = dialog(ruling.ending, (close) => [
    drawTable(shown.table, { box: { width: innerWidth, height: innerHeight * .4 }, fresh: cells, label: t("live.table") }),
    winner >= 0 && left(state, 1 - winner, counted), score(state, before, rolled), !isScreen && ends(state, close)], `winning${match.finished ? " over" : ""}`);
  const later = (act, ms) => timers.push(setTimeout(act, ms));
  if (!CALM.matches) {
    faces.forEach((_, at) => later(() => { counted = at + 1; if (preferences.sounds) tick(at); sheet.redraw(); }, STEP_MS * (at + 2)));
    const begun = STEP_MS * (faces.length + 2);
    for (let part = 1; part <= 20; part += 1) later(() => { rolled = part / 20; sheet.redraw(); }, begun + ROLL_MS * part / 20);
  }
  open = { close: () => { timers.forEach(clearTimeout); open = null; sheet.close(); } };
  // A match that is over waits for whoever wants another; on a screen it makes room again.
  if (isScreen || !match.finished) later(() => open?.close(), isScreen && match.finished ? SCREEN_MS : ROUND_MS);
}

// What goes on is not covered by what has ended.
export function goOn(state) {
  if (open && state.match?.turn !== null) open.close();
}
