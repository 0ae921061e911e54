// The end of a round or a match fills the screen for some seconds: what won it, what the other has
// left, counted die by die, and the score that rolls over. Then a rematch, and a picture to share.
import { change, isReferee } from "../pages/api.js";
import { button, dialog, h } from "../pages/dom.js";
import { preferences } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { drawTable, hand, scored } from "./drawing.js";
import { shareResult } from "./share.js";
import { tick } from "./voice.js";

const [STEP_MS, ROLL_MS, ROUND_MS, SCREEN_MS] = [420, 900, 9000, 30000];
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
let open = null;

// A joker's points are what the numbers leave of the whole.
export function pointsOf(faces, whole) {
  const isJoker = (face) => face.includes("*");
  const numbers = faces.map((face) => (isJoker(face) || face === "?" ? 0 : Number(face.slice(1))));
  const jokers = faces.filter(isJoker).length;
  const left = whole - numbers.reduce((sum, one) => sum + one, 0);
  return numbers.map((one, at) => (isJoker(faces[at]) ? left / jokers : one));
}

// The sets that hold what was laid last.
function lit(table, before) {
  const had = {};
  for (const { face } of before?.dice ?? []) had[face] = (had[face] ?? 0) + 1;
  const fresh = new Set(table.dice.filter(({ face }) => { had[face] = (had[face] ?? 0) - 1; return had[face] < 0; }).map((one) => one.cell.join()));
  const won = table.sets.filter((one) => one.cells.some((cell) => fresh.has(cell.join())));
  return new Set(won.flatMap((one) => one.cells.map((cell) => cell.join())));
}

// Counted, and not only out of tiles: racks are laid open first.
export function isEnding(before, next) {
  const counted = ({ match }) => match.card.filter((row) => row.by !== null).length + match.finished;
  return Boolean(before?.match && next.match && before.match_number === next.match_number && counted(next) > counted(before)
    && ["round", "match"].includes(next.moment.level) && next.moment.kind === "ruling");
}

export function rematch({ match, partner }) {
  const { simulated, ...options } = match.options;
  return change("/api/matches", { edition: match.edition, players: match.players, options, simulated: Boolean(simulated), ...(partner ? { machine: partner.level } : {}) });
}

function score({ match }, before, part) {
  const now = (seat) => Math.round(before.match.totals[seat] + (match.totals[seat] - before.match.totals[seat]) * part);
  const best = Math.max(...match.totals);
  const isAlone = match.totals.filter((total) => total === best).length === 1;
  const leads = (seat) => (match.finished ? match.winner === match.players[seat] : isAlone && match.totals[seat] === best);
  return h("div", { class: `won-score of-${match.players.length}` }, match.players.map((name, seat) => h("div", { key: seat, class: leads(seat) ? "leads" : "" }, h("span", {}, name), h("b", {}, scored(match, now(seat))))));
}

// What the others have left, one below the other; a rack that nobody laid open is only worth something.
function left({ match, shown }, losers, counted) {
  const isMany = losers.length > 1;
  return h("div", { class: `won-left${isMany ? " many" : ""}` }, losers.map((seat) => {
    const found = shown.hands[seat];
    const worth = pointsOf(found.faces, found.points).slice(0, counted).reduce((sum, one) => sum + one, 0);
    return [isMany && h("span", {}, match.players[seat]), hand(found.faces, { columns: 14, piece: match.piece, ids: found.ids, label: t("live.hand-of", { player: match.players[seat] }), classes: (_, at) => (at < counted ? "counted" : "waits") }),
      h("output", {}, String(worth))];
  }));
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
  const losers = winner < 0 ? [] : match.players.map((_, seat) => seat).filter((seat) => seat !== winner && shown.hands[seat]?.faces.length);
  const most = Math.max(0, ...losers.map((seat) => shown.hands[seat].faces.length));
  const cells = lit(shown.table, before.shown.table);
  let [counted, rolled] = CALM.matches ? [most, 1] : [0, 0];
  const timers = [];
  const sheet = dialog(ruling.ending, (close) => [
    drawTable(shown.table, { box: { width: innerWidth, height: innerHeight * .4 }, fresh: cells, label: t("live.table") }),
    losers.length > 0 && left(state, losers, counted), score(state, before, rolled), !isScreen && ends(state, close)], `winning${match.finished ? " over" : ""}`);
  const later = (act, ms) => timers.push(setTimeout(act, ms));
  if (!CALM.matches) {
    for (let at = 0; at < most; at += 1) later(() => { counted = at + 1; if (preferences.sounds) tick(at); sheet.redraw(); }, STEP_MS * (at + 2));
    const begun = STEP_MS * (most + 2);
    for (let part = 1; part <= 20; part += 1) later(() => { rolled = part / 20; sheet.redraw(); }, begun + ROLL_MS * part / 20);
  }
  open = { number: state.match_number, close: () => { timers.forEach(clearTimeout); open = null; sheet.close(); } };
  // A match that is over waits for whoever wants another; on a screen it makes room again.
  if (isScreen || !match.finished) later(() => open?.close(), isScreen && match.finished ? SCREEN_MS : ROUND_MS);
}

// What goes on is not covered by what has ended.
export function goOn(state) {
  if (open && (state.match?.turn !== null || state.match_number !== open.number)) open.close();
}
