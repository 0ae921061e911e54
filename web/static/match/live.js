// The live page: regions that keep their places, each drawn from the newest state.
import { change, get, isReferee, onMe, watch } from "../pages/api.js";
import { button, by, h, put, redrawDialogs, show, toast } from "../pages/dom.js";
import { connection, showSignIn, start, stayAwake } from "../pages/frame.js";
import { health, onHealth, takeHealth, takeTrouble } from "../pages/health.js";
import { speakOf, t } from "../pages/texts.js";
import { boxOf, drawTable, elapsed, emptyTable, emptyWords, hand, isSoon, roundWords, scoreCard, scoreOf, seat, startWords } from "./drawing.js";
import { gameOf } from "./games.js";
import { folded, isLoud, isStory, stories, tell } from "./message.js";
import { withMoves } from "./moving.js";
import { marks, wished } from "./partner.js";

const STANDS_STILL_S = 5; // without a new picture for so long, what it shows is told as old
const LIKELY = 4;
const [LOW_PX, SQUEEZED_PX] = [270, 30]; // where many words leave little room: how small a die may be
const PHONE = matchMedia("(max-width: 35em)");

const page = { state: null, editing: false, hint: null, chosen: null, open: false, pictureAt: Date.now(), parts: {}, redraw: () => render() };

// What not everybody needs is fetched when somebody does.
function part(name) {
  const found = page.parts[name];
  if (found === undefined) {
    // Asked for: not once more with every drawing while it is under way.
    page.parts[name] = null;
    import(`./${name}.js`).then((module) => { page.parts[name] = module; render(); });
  }
  return found;
}

// What was tapped is named with the version of the very drawing that was tapped.
async function fix(tapped) {
  if (!isReferee()) { showSignIn(); return; }
  const { fixDie } = await import("./sheet.js");
  fixDie(tapped, t("die.which"), page.state.match);
}

async function add(place) {
  const { addDie } = await import("./sheet.js");
  addDie(place, page.state.match);
}

function pictureAge() {
  return page.state?.has_camera ? (Date.now() - page.pictureAt) / 1000 : 0;
}

// Where hands lie open somebody can play from a page.
function hasSeats({ seats, match }) {
  return seats.length > 0 && (!match || gameOf(match).hasOpenHands);
}

// Who plays from this page; null for everybody else.
function seated(state) {
  return hasSeats(state) ? part("seat")?.sitting(state) ?? null : null;
}

// Regions

function showScore({ match, shown }, isStill) {
  const choose = (number) => (PHONE.matches && gameOf(match).hasOpenHands ? () => { page.chosen = number; render(); } : null);
  const cards = match.players.map((name, number) => h("div", { key: name, id: `score-${number}` }, scoreOf(match, number, { chosen: seatShown() === number, onChoose: choose(number), found: shown.hands[number] })));
  const status = h("div", { key: "", id: "status", class: "status" }, h("strong", {}, startWords(match, health.now)),
    h("span", { class: "soft" }, roundWords(match)),
    page.state.paused && h("span", { class: "paused" }, t("live.paused")),
    page.state.called && h("span", { class: "called" }, t("live.called")),
    h("span", { class: `clock${isSoon(page.state) ? " soon" : ""}`, id: "elapsed", "aria-hidden": "true" }, isStill ? "" : elapsed(page.state)));
  put(by("score"), cards[0], status, cards.slice(1));
}

// A phone has room for one hand at a touchable size: whose turn it is, or who was chosen.
function seatShown() {
  const { turn, winner, players } = page.state.match;
  return page.chosen ?? (page.seat?.wants ? page.seat.number : turn) ?? Math.max(0, players.indexOf(winner));
}

function showTable({ shown, match, seen }) {
  const box = by("table");
  const isLaying = page.seat?.wants === "lay";
  by("live").classList.toggle("laying", isLaying);
  if (isLaying) { put(box, page.parts.seat.laid(page, page.seat).grid()); return; }
  const wish = page.hint ?? wished(page.state);
  const layout = wish ? wish.layout : shown.table;
  const editable = !wish && shown.source !== "last-round";
  const room = boxOf(box);
  const drawing = drawTable(layout, {
    box: room, label: t("live.table"), asked: askedDie(page.state), touched: room.height < LOW_PX && gameOf(match).hasOpenHands ? SQUEEZED_PX : undefined,
    onTap: editable ? (one) => fix({ die: one.id, was: one.face, seen }) : null,
    onAdd: page.editing && editable && isReferee() ? (cell) => add({ cell, seen }) : null,
    fresh: new Set((wish?.added ?? []).map((cell) => cell.join())),
  });
  put(box, drawing ?? emptyTable(emptyWords(match)));
}

// Racks are counted with the score: there are no hands to show.
function showSeats({ match, shown, seen }) {
  if (!gameOf(match).hasOpenHands) return;
  for (const number of [0, 1]) {
    const name = match.players[number];
    const length = shown.hands[number]?.faces.length ?? 0;
    const box = by(`seat-${number}`);
    box.classList.toggle("turn", match.turn === number);
    box.classList.toggle("in-view", seatShown() === number);
    box.setAttribute("aria-label", name);
    put(box, seat(match, shown, number, {
      ...(PHONE.matches ? { columns: 5, rows: 2 } : { columns: 10 }), asked: askedDie(page.state), classes: marks(page.state, number),
      onTap: shown.source === "last-round" ? null : (index, face) => fix({ die: shown.hands[number].ids[index], was: face, seen }),
      onAdd: page.editing && isReferee() ? () => add({ player: name, index: length, seen }) : null,
      ...(page.seat?.wants === "throw" && page.seat.number === number && page.parts.seat.choosing(page, page.seat)),
    }));
  }
}

// The one message is as large as what it says. Nothing below or above it moves: the table, or what
// stands beside it, has the room that is left.

function showMessage(state) {
  const { moment } = state;
  const more = folded(state);
  const toggle = () => { page.open = !page.open; render(); };
  by("live").classList.toggle("loud", isLoud(state) && page.chosen === null);
  const audit = state.has_controls ? part("audit") : null;
  tell(by("message"), state, page.hint,
    page.open && more,
    question(state),
    isStory(state) && stories(state, isReferee() && state.has_controls),
    audit?.pictures(page),
    page.seat && page.parts.seat.lead(page, page.seat),
    more && h("button", { type: "button", class: "unfold plain", "aria-expanded": String(page.open), onclick: toggle },
      page.open ? t("button.close") : moment.folded.length ? t("moment.more", { count: moment.folded.length }) : t("moment.all")));
}

// Actions: what the moment asks for first.

function placeOf(one, { shown }) {
  // The live table asks by the number of the piece that it follows, the match by its place.
  if (one.id > 0 && (!gameOf(page.state.match).hasOpenHands || shown.table.dice.some(({ id }) => id === one.id))) return { die: one.id };
  const seat = page.state.match.players.indexOf(one.player);
  return { die: (one.player ? shown.hands[seat]?.ids[one.place] : shown.table.dice[one.place]?.id) ?? one.id };
}

// The die that is asked about is lit where it lies: 'the sixth from the left' is soon miscounted.
function askedDie(state) {
  const [one] = state.questions;
  return one && placeOf(one, state).die;
}

// The referee, or whoever sits there where the referee allowed it.
function mayAnswer(state) {
  return isReferee() || state.open_answers;
}

// The die itself, enlarged, beside the faces that it may show: one tap answers.
function question(state) {
  const [one] = state.questions;
  const sheet = one && part("sheet");
  if (!sheet) return null;
  const answer = (face) => (mayAnswer(state) ? change(`/api/questions/${one.id}`, { face }) : showSignIn());
  const other = () => (mayAnswer(state) ? sheet.pickFace(gameOf(state.match).asks(one), placeOf(one, state), answer, [], state.match) : showSignIn());
  const likely = one.faces.slice(0, LIKELY);
  return h("div", { class: "question", id: "questions", key: `question-${one.id}` }, sheet.crop(placeOf(one, state).die), h("div", { class: "faces" },
    likely.map(({ face, confidence }) => sheet.faceButton(face, answer, confidence ? Math.round(confidence * 100) : null, state.match.piece)),
    button(t(likely.length ? "question.other" : "question.choose"), other)));
}

function showDesk(state) {
  show(by("desk"), isReferee());
  // Each game has buttons of its own, in the same frame.
  const own = isReferee() ? part(gameOf(state.match).desk) : null;
  own?.desk(by("desk"), state, page);
  const decides = state.has_controls ? own?.decisions(state) : null;
  by("desk").classList.toggle("asked", Boolean(decides || isStory(state)));
  by("desk").classList.toggle("hinted", Boolean(page.hint));
  const seats = hasSeats(state) ? page.parts.seat : null;
  put(by("decisions"), decides, seats && (page.seat ? seats.actions(page, page.seat) : (state.simulated || state.match.finished) && seats.takeButton(page)), page.hint && button(t("hint.hide"), () => { page.hint = null; render(); }),
    !isReferee() && button(t("desk.sign-in"), showSignIn, "quiet", { id: "become-referee" }));
}

// `rack`: what is on a hidden one, as whoever asks tells it.
page.askHint = async (rack = "") => {
  try { page.hint = await get(`/api/match/hint?hand=${encodeURIComponent(rack)}`); render(); } catch (error) { toast(error.message); return null; }
  return page.hint;
};

function render() {
  const { state } = page;
  if (!state) return;
  show(by("simulated"), state.simulated);
  show(by("twin"), Boolean(state.twin));
  if (state.twin) part("twin")?.twinControls(by("twin"), page);
  show(by("live"), Boolean(state.match));
  show(by("welcome"), !state.match);
  if (!state.match) { welcome(); return; }
  page.seat = seated(state);
  // Whatever was played before: the stage has room for as many as sit there.
  Object.assign(by("live").dataset, { piece: state.match.piece, seats: state.match.players.length });
  const isStill = pictureAge() > STANDS_STILL_S;
  document.body.dataset.still = String(isStill);
  showScore(state, isStill);
  withMoves([by("table"), by("seat-0"), by("seat-1")], `${state.seen}${Boolean(page.hint)}`, () => {
    showSeats(state);
    // Before the table, which is drawn into what room the words leave.
    showMessage(state);
    showTable(state);
  });
  showDesk(state);
  put(by("card"), scoreCard(state.match));
  if (state.has_camera) part("camera")?.watchCamera(page, by("camera"));
  show(by("camera"), state.has_camera);
  if (by("log-panel").open) showLog();
  redrawDialogs();
}

function welcome() {
  put(by("welcome"), h("h2", {}, t("welcome.title")),
    h("div", { class: "dice-row" }, hand(["b3", "b4", "r*", "b6", "k7", "o7", "r7"], { columns: 7 })),
    h("p", {}, t("welcome.what")),
    h("p", { class: "soft" }, t("welcome.lead")),
    isReferee() ? button(t("desk.new"), async () => (await import("./desk.js")).startMatch(), "") : button(t("sign.in"), showSignIn, ""),
    page.state.seats.length > 0 && part("seat")?.takeButton(page),
    h("p", { class: "first-time" }, h("a", { href: "/setup" }, t("welcome.setup"))),
    button(t("join.title"), async () => (await import("../setup/join.js")).showJoinDialog(), "plain", { id: "join-button" }));
}

async function showLog() {
  const entry = `${page.state.match_number}-${page.state.entries}-${isReferee()}`;
  // A log is fetched when it has grown or when what may be done with it has changed, not every
  // state.
  if (showLog.shown === entry) return;
  showLog.shown = entry;
  const [found, { drawLog }] = await Promise.all([get(`/api/matches/${page.state.match_number}`), import("./log.js")]);
  drawLog(by("log"), found, { canChange: isReferee(), page });
}

function take(next) {
  speakOf(next.match?.piece);
  takeTrouble("level", next.match ? next.moment.level : "quiet");
  const before = page.state;
  const changed = !before || before.ruling?.entry !== next.ruling?.entry || before.match_number !== next.match_number;
  page.state = next;
  // A hint is about the table that lay there, and a chosen hand about that turn.
  if (changed) page.hint = page.chosen = null;
  render();
  // Fetched when something ends for the first time: most states end nothing.
  page.hasEnded ||= ["round", "match"].includes(next.moment.level);
  if (page.hasEnded) import("./winning.js").then(({ celebrate, goOn, isEnding }) => { if (isEnding(before, next)) celebrate(before, next); else goOn(next); });
  if (before && (before.moment.told !== next.moment.told || before.moment.entry !== next.moment.entry)) import("./voice.js").then(({ announce }) => announce(next));
}

function pictured(number) {
  page.picture = number;
  page.pictureAt = Date.now();
  part("camera")?.newPicture(page);
}

// Once a second: the clock, and whether the picture has stopped.
function tick() {
  if (!page.state?.match) return;
  const isStill = pictureAge() > STANDS_STILL_S;
  if (document.body.dataset.still !== String(isStill)) render();
  const box = by("elapsed");
  const words = isStill ? "" : elapsed(page.state);
  if (box && box.textContent !== words) { put(box, words); box.classList.toggle("soon", isSoon(page.state)); }
  if (isStill) part("camera")?.tellAge(page, pictureAge());
}

start(() => {
  watch({ onState: take, onPicture: pictured, onHealth: takeHealth, onConnection: connection });
  onHealth(() => render());
  onMe(() => { page.editing = page.editing && isReferee(); render(); });
  by("log-panel").addEventListener("toggle", () => { if (by("log-panel").open) showLog(); });
  new ResizeObserver(() => render()).observe(by("table"));
  PHONE.addEventListener("change", () => render());
  setInterval(tick, 1000);
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}, { hasStream: true });
