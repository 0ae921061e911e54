// The live page: everything drawn anew from each complete state.
import { change, get, isReferee, onMe } from "./api.js";
import { evidenceButton, lookAtAudit, rulingPictures } from "./audit.js";
import { camera } from "./camera.js";
import { desk, startMatch } from "./desk.js";
import { hand } from "./dice.js";
import { by, h, put, toast } from "./dom.js";
import { connection, showSignIn, start } from "./frame.js";
import { drawLog } from "./log.js";
import { showNotices } from "./notices.js";
import { elapsed, pausedFlag, ruling, scoreCard, seat, turnWords } from "./parts.js";
import { pickFace } from "./picker.js";
import { showQuestions } from "./questions.js";
import { watch } from "./stream.js";
import { drawTable, emptyTable, newcomers } from "./table.js";
import { t } from "./texts.js";
import { twinControls } from "./twin.js";
import { announce } from "./voice.js";

let state = null;
let before = null;
let editing = false;
let hint = null;
const cameraPanel = camera(by("camera"), { collapsible: true });

function setFace(place, face) {
  change("/api/match/dice", { action: "set", ...place, face });
}

function tap(place, words) {
  if (!isReferee()) { showSignIn(); return; }
  const remove = [t("die.remove"), () => change("/api/match/dice", { action: "remove", ...place })];
  pickFace(words, place, (face) => setFace(place, face), [remove]);
}

function add(place) {
  pickFace(t("die.add"), place, (face) => change("/api/match/dice", { action: "add", ...place, face }));
}

function showTable() {
  const box = by("table");
  const layout = hint ? hint.layout : state.shown.table;
  const aspect = box.clientWidth && box.clientHeight ? box.clientWidth / box.clientHeight : 1.6;
  const editable = !hint && state.shown.source !== "last-round";
  const drawing = drawTable(layout, {
    aspect, label: t("live.table"),
    onTap: editable ? (one) => tap({ cell: one.cell }, t("die.which")) : null,
    onAdd: editing && editable && isReferee() ? (cell) => add({ cell }) : null,
    fresh: new Set((hint?.added ?? []).map((cell) => cell.join())),
    arrived: before && !hint ? newcomers(before.shown.table, layout) : new Set(),
  });
  put(box, drawing ?? emptyTable(t(state.match.phase === "between_rounds" ? "live.table-waits" : "live.table-empty")));
}

function showSeats() {
  const phone = innerWidth < 560;
  for (const number of [0, 1]) {
    const name = state.match.players[number];
    const place = (index) => ({ player: name, index });
    const length = state.shown.hands[number]?.faces.length ?? 0;
    const found = seat(state.match, state.shown, number, {
      columns: phone ? 9 : 10,
      onTap: (index) => tap(place(index), t("die.which")),
      onAdd: editing && isReferee() ? () => add(place(length)) : null,
    });
    const box = by(`seat-${number}`);
    box.classList.toggle("turn", found.isTurn);
    box.setAttribute("aria-label", name);
    put(box, found.content);
  }
}

function showStatus() {
  const { match } = state;
  put(by("status"),
    h("strong", {}, turnWords(match)),
    h("span", { class: "soft" }, t("live.round", { round: Math.max(1, match.round), rounds: match.options.rounds })),
    pausedFlag(state),
    h("span", { class: "clock", id: "elapsed", "aria-hidden": "true" }, elapsed(state)));
}

function showRuling() {
  const box = by("ruling");
  box.className = `panel ruling ${state.ruling?.verdict ?? ""}`;
  box.dataset.entry = state.ruling?.entry ?? "";
  const played = hint && h("div", {}, h("h3", {}, t("hint.title")),
    hint.played.length ? hand(hint.played, { columns: 9 }) : h("p", {}, t(hint.proved ? "hint.none" : "hint.none-found")),
    h("button", { type: "button", class: "quiet", onclick: () => { hint = null; render(); } }, t("hint.hide")));
  put(box, played || [ruling(state.ruling), rulingPictures(state), isReferee() && state.ruling && evidenceButton()]);
}

async function askHint() {
  try { hint = await get("/api/match/hint"); render(); } catch (error) { toast(error.message); }
}

function render() {
  if (!state) return;
  by("simulated").hidden = !state.simulated;
  twinControls(by("twin"), state);
  by("live").hidden = !state.match;
  by("welcome").hidden = Boolean(state.match);
  if (!state.match) { welcome(); return; }
  showStatus();
  showNotices(by("notices"), state);
  showTable();
  showSeats();
  showRuling();
  showQuestions(by("questions"), state);
  put(by("card"), scoreCard(state.match));
  desk(by("desk"), state, { editing, setEditing: (on) => { editing = on; render(); }, askHint });
  cameraPanel.show(state.has_camera, state.simulated);
  if (by("log-panel").open) showLog();
}

function welcome() {
  put(by("welcome"), h("h2", {}, t("welcome.title")),
    h("div", { class: "dice-row" }, hand(["b3", "b4", "r*", "b6", "k7", "o7", "r7"], { columns: 7 })),
    h("p", { class: "soft" }, t("welcome.lead")),
    isReferee()
      ? h("button", { type: "button", onclick: () => startMatch() }, t("desk.new"))
      : h("button", { type: "button", onclick: showSignIn }, t("sign.in")),
    h("p", { class: "first-time" }, h("a", { href: "/setup" }, t("welcome.setup"))));
}

async function showLog() {
  const found = await get(`/api/matches/${state.match_number}`);
  drawLog(by("log"), found, { canChange: isReferee() });
}

function take(next) {
  const changed = !state || state.ruling?.entry !== next.ruling?.entry || state.match_number !== next.match_number;
  before = state;
  state = next;
  if (changed) hint = null;
  if (changed && before) announce(next);
  render();
  lookAtAudit(next, render);
}

start(() => {
  watch({ onState: take, onPicture: (number) => cameraPanel.picture(number), onConnection: connection });
  onMe(() => { editing = editing && isReferee(); render(); });
  by("log-panel").addEventListener("toggle", () => { if (by("log-panel").open) showLog(); });
  addEventListener("resize", () => { clearTimeout(render.timer); render.timer = setTimeout(() => { before = state; render(); }, 150); });
  setInterval(() => { const box = by("elapsed"); if (box) box.textContent = elapsed(state); }, 1000);
});
