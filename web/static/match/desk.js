// The referee's desk: what a signed-in person may say and do.
import { change, judged, post, quoted } from "../pages/api.js";
import { button, dialog, h, put, toast } from "../pages/dom.js";
import { confirmedChange, field, form } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { drawTable } from "./drawing.js";
import { factsOf } from "./games.js";
import { isStory } from "./message.js";
import { chooseHand } from "./sheet.js";

function say(statement) {
  return change("/api/match/statements", { statement });
}

export function option(value, words, selected = false) {
  return h("option", { value, selected }, words);
}

// Fetched when somebody starts one: most who sign in never do.
export async function startMatch(match) {
  (await import("./new_match.js")).startMatch(match);
}

function enterThrow(state) {
  const name = state.match.players[state.match.turn ?? 0];
  chooseHand(t("desk.throw-of", { player: name }), t("desk.throw"), (faces) => say(`throw ${quoted(name)} ${faces}`));
}

export function inLine(typed) {
  return typed.trim().replaceAll(/\s+/g, " ");
}

function enterTable(state) {
  let found = null;
  let words = "";
  let timer = null;
  const text = state.shown.table.text.replaceAll(" | ", "\n| ");
  const look = async (typed, redraw) => {
    const layout = inLine(typed);
    try {
      found = await post("/api/check", { layout });
      words = await judged(`table ${layout}`);
    } catch (error) { words = error.message; }
    redraw();
  };
  const sheet = dialog(t("desk.table"), (close, redraw) => h("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      if (await say(`table ${inLine(event.target.layout.value)}`)) close();
    },
  },
    h("p", { class: "soft" }, t("desk.table-lead")),
    field("layout", t("desk.notation"), "textarea", { rows: 3, spellcheck: "false", defaultValue: text, oninput: (event) => { clearTimeout(timer); timer = setTimeout(() => look(event.target.value, redraw), 250); } }),
    h("div", { class: "felt small" }, found && drawTable(found, { box: { width: 460, height: 160 } })),
    h("p", { role: "status", class: "soft" }, words),
    h("div", { class: "ends" }, button(t("button.cancel"), close), h("button", { type: "submit" }, t("desk.hand-over")))));
  look(text, sheet.redraw);
}

function enterScore(state) {
  form(t("desk.score"), t("desk.score"), [
    field("winner", t("desk.winner"), "select", {}, state.match.players.map((name) => option(name, name))),
    field("points", t("desk.points"), "input", { type: "number", min: 0, max: 999, required: true, inputmode: "numeric" }),
    field("ending", t("desk.ending"), "select", {}, option("out", t("word.out")), option("block", t("word.block"))),
  ], ({ winner, points, ending }) => say(`score ${quoted(winner)} ${points} ${ending}`));
}

export function enterReason(title, lead, words, send) {
  form(title, words, [h("p", { class: "soft" }, lead), field("reason", t("desk.reason"), "input", { required: true, maxlength: 200 })], ({ reason }) => send(reason.trim()));
}

function choosePlayer(title, lead, state, words, act) {
  dialog(title, (close) => [
    lead.map((one) => h("p", {}, one)),
    h("div", { class: "row" }, state.match.players.map((name) => button(words(name), () => { close(); act(name); }, ""))),
    h("div", { class: "ends" }, button(t("button.cancel"), close)),
  ]);
}

function startRound(state) {
  const due = state.match.next_starter;
  if (due) { say(`round ${quoted(due)}`); return; }
  choosePlayer(t("desk.round"), [t("desk.who-starts")], state, (name) => name, (name) => say(`round ${quoted(name)}`));
}

function beginHere(state) {
  choosePlayer(t("desk.begin-here"), [t("desk.begin-here-lead"), t("desk.who-starts")], state, (player) => t("decide.begin", { player }), (starter) => change("/api/setup/begin", { starter }));
}

// One press takes back, and one brings back: what was taken back says so, with the way back.
async function undo({ ruling, seen }) {
  const done = await change("/api/match/undo", { entry: ruling.entry, seen });
  if (done) toast(t("desk.undone", { what: ruling.sentence }), t("desk.redo"), redo);
}

function redo() {
  return change("/api/match/redo", {});
}

export function previewWords(found) {
  const standing = (one) => one.totals.join(" : ");
  return [
    h("p", { class: "sentence" }, found.sentence),
    standing(found.before) !== standing(found.after) && h("p", { class: "ending" }, t("preview.standing", { before: standing(found.before), after: standing(found.after) })),
    h("p", {}, t("preview.turn", { before: found.before.turn, after: found.after.turn })),
    found.changed.length > 0 && h("div", {}, h("p", {}, t("preview.changed", { count: found.changed.length })), h("ul", {}, found.changed.slice(0, 6).map((one) => h("li", { key: one.entry }, `#${one.entry} ${one.sentence}`)))),
  ];
}

// What a person decides where the table asks for it.
export function decisions(state) {
  const key = state.moment.key;
  const choose = (words, path, body) => button(words, () => change(path, body), "", { key: words });
  const choices = { "resume-differs": ["store", "table"], "was-it-cocked": ["cocked", "again"] }[key];
  if (isStory(state)) return null;
  if (choices) return choices.map((choice) => choose(t(`decide.${choice}`), "/api/setup/decide", { choice }));
  if (key === "out-of-step") return state.match.players.map((starter) => choose(t("decide.next", { player: starter }), "/api/setup/begin", { starter }));
  if (key === "who-starts") return state.match.players.map((starter) => choose(t("decide.begin", { player: starter }), "/api/match/statements", { statement: `round ${quoted(starter)}` }));
  return null;
}

// What the moment asks for: `own` are the game's own words, the likeliest first.
function now(state, own) {
  const { match } = state;
  const overrule = () => enterReason(t("desk.overrule"), t("desk.overrule-lead"), t("desk.overrule"), (reason) => change("/api/match/overrule", { reason, seen: state.seen }));
  if (state.paused) return button(t("desk.resume"), () => change("/api/match/pause", { paused: false }), "", { key: "resume", id: "resume" });
  return [
    match.can_overrule && button(t("desk.overrule"), overrule, "danger", { key: "overrule" }),
    own,
    state.called !== null && button(t(state.called ? "desk.heard" : "desk.call"), () => change("/api/match/call", { called: !state.called }), "quiet", { key: "call", id: "call" }),
    match.finished && button(t("desk.rematch"), async () => (await import("./winning.js")).rematch(state), "", { key: "rematch", id: "rematch-now" }),
    match.finished && button(t("won.share"), async () => (await import("./share.js")).shareResult(state), "quiet", { key: "share" }),
  ];
}

// What can be done at any time, the game's own words in the middle.
function always(state, page, own) {
  const { match } = state;
  const inRound = match.turn !== null;
  const edit = () => { page.editing = !page.editing; page.redraw(); };
  return [
    state.can_redo && button(t("desk.redo"), redo, "plain", { key: "redo", id: "redo" }),
    inRound && button(t(page.editing ? "desk.edit-done" : "desk.edit"), edit, "plain", { key: "edit", "aria-pressed": String(page.editing) }),
    inRound && !factsOf(match).is_blind && (state.shown.table.dice.length > 0 || state.shown.hands.some(Boolean)) && button(t("desk.arrange"), async () => (await import("./editor.js")).arrange(state), "plain", { key: "arrange" }),
    own,
    !state.paused && button(t("desk.pause"), () => change("/api/match/pause", { paused: true }), "plain", { key: "pause" }),
    state.has_controls && button(t(state.open_answers ? "desk.answers-close" : "desk.answers-open"), () => change("/api/match/answers", { open: !state.open_answers }), "plain", { key: "answers" }),
    !match.finished && button(t("desk.end"), () => enterReason(t("desk.end"), t("desk.end-lead"), t("desk.end"), (reason) => say(`end ${reason}`)), "plain", { key: "end" }),
    button(t("desk.new"), () => startMatch(match), "plain", { key: "new", id: "new-match" }),
    button(t("join.title"), async () => (await import("../setup/join.js")).showJoinDialog(), "plain", { key: "join" }),
    page.parts.audit?.evidenceButton(),
  ];
}

function ofDice(state, page) {
  const { match } = state;
  // Who plays from this page throws and hands over there.
  if (page.seat) return null;
  const handOver = () => (state.has_controls ? change("/api/setup/actions", { action: "hand-over" }) : enterTable(state));
  return [
    match.phase === "between_rounds" && button(t("desk.round"), () => startRound(state), "", { key: "round" }),
    match.phase === "between_rounds" && state.has_controls && button(t("desk.begin-here"), () => beginHere(state), "quiet", { key: "begin" }),
    (match.phase === "to_throw" || match.phase === "to_count") && button(t("desk.throw"), () => enterThrow(state), state.has_controls ? "quiet" : "", { key: "throw" }),
    match.phase === "to_play" && button(t("desk.hand-over"), handOver, "", { key: "hand-over" }),
    match.phase === "to_play" && button(t("desk.pass"), () => say("pass"), "quiet short", { key: "pass" }),
    match.phase === "to_play" && button(t("desk.hint"), () => page.askHint(), "quiet hint", { key: "hint" }),
  ];
}

function alwaysOfDice(state, page) {
  const { match } = state;
  const swap = () => confirmedChange(t("setup.swap"), t("setup.swap-lead"), t("setup.swap"), "/api/setup/actions", { action: "swap-seats" });
  return [
    match.turn !== null && button(t("desk.score"), () => enterScore(state), "plain", { key: "score" }),
    state.has_controls && button(t("setup.swap"), swap, "plain", { key: "swap" }),
    page.seat && page.parts.seat.leaveButton(page.seat),
    !match.finished && button(t("desk.resign"), () => choosePlayer(t("desk.resign"), [t("desk.resign-lead")], state, (name) => name, (name) => say(`resign ${quoted(name)}`)), "plain", { key: "resign" }),
  ];
}

// Where there is little room this lies above other things: it closes when something of it was
// chosen, when somebody presses elsewhere, and by Escape. The focus goes to its button before that,
// so that a dialog gives it back to something that is still there.
function openDesk(box, page) {
  const listening = new AbortController();
  page.closeDesk = () => {
    listening.abort();
    page.closeDesk = null;
    if (box.contains(document.activeElement)) box.querySelector(".desk-toggle").focus();
    page.redraw();
  };
  const onPress = ({ target }) => { if (!target.closest?.(".desk-toggle")) page.closeDesk(); };
  const onKey = (event) => { if (event.key === "Escape") page.closeDesk(); };
  const options = { capture: true, signal: listening.signal };
  document.addEventListener("click", onPress, options);
  document.addEventListener("keydown", onKey, options);
  page.redraw();
}

// The frame of every game's desk.
export function deskOf(box, state, page, own, ownAlways) {
  const isOpen = Boolean(page.closeDesk);
  const toggle = () => (page.closeDesk ? page.closeDesk() : openDesk(box, page));
  put(box, h("h2", { class: "hidden" }, t("live.desk")),
    h("div", { class: "desk-now" }, now(state, own)),
    state.ruling && button(h("svg", { viewBox: "0 0 20 20", class: "shape", "aria-hidden": "true" }, h("path", { d: "M7 4L3 8l4 4M3 8h9a5 5 0 010 10H8" })), () => undo(state), "quiet", { id: "undo", "aria-label": t("desk.undo"), title: t("desk.undo") }),
    button(t("desk.more"), toggle, "quiet", { class: "quiet desk-toggle", "aria-expanded": String(isOpen), "aria-controls": "desk-always" }),
    h("div", { class: `desk-always${isOpen ? " open" : ""}`, id: "desk-always" }, always(state, page, ownAlways)));
}

export function desk(box, state, page) {
  deskOf(box, state, page, ofDice(state, page), alwaysOfDice(state, page));
}
