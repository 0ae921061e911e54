// The referee's desk: what a signed-in person may say and do.
import { change, post, quoted } from "../pages/api.js";
import { button, by, dialog, h, put, toast } from "../pages/dom.js";
import { confirmedChange, field, form } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { drawTable, hand } from "./drawing.js";
import { facePad } from "./sheet.js";

function say(statement) {
  return change("/api/match/statements", { statement });
}

function option(value, words, selected = false) {
  return h("option", { value, selected }, words);
}

function check(name, words) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name }), words);
}

export function startMatch(names = ["", ""]) {
  const person = (id, at) => field(id, t(`desk.${id}`), "input", { required: true, maxlength: 40, defaultValue: names[at], autocomplete: "off", title: t("desk.name-rule"), placeholder: at ? "Bob" : "Ann" });
  const usual = Object.entries(JSON.parse(by("live").dataset.options));
  const send = (values) => {
    const players = [values["player-one"].trim(), values["player-two"].trim()];
    const options = Object.fromEntries(usual.map(([name, value]) => [name, value === false ? name in values : Number(values[name])]));
    return change("/api/matches", { players, options, ...(values.starter === "" ? {} : { starter: players[Number(values.starter)] }) });
  };
  form(t("desk.new"), t("desk.start"), [
    h("p", {}, h("a", { href: "/tiles" }, t("tiles.with-tiles"))),
    person("player-one", 0), person("player-two", 1),
    field("starter", t("desk.starter"), "select", {}, option("0", t("desk.first-starts")), option("1", t("desk.second-starts")), option("", t("desk.later"))),
    h("details", {}, h("summary", {}, t("desk.options")), usual.map(([name, value]) => {
      const words = t(`option.${name.replaceAll("_", "-")}`);
      return value === false ? check(name, words) : field(name, words, "input", { type: "number", min: 1, max: 99, defaultValue: value });
    })),
  ], send);
}

function enterThrow(state) {
  const name = state.match.players[state.match.turn ?? 0];
  const faces = [];
  dialog(t("desk.throw-of", { player: name }), (close, redraw) => h("form", {
    onsubmit: async (event) => { event.preventDefault(); if (await say(`throw ${quoted(name)} ${faces.join(" ")}`)) close(); },
  },
    h("div", { class: "chosen", "aria-live": "polite" }, faces.length
      ? hand(faces, { columns: 9, onTap: (at) => { faces.splice(at, 1); redraw(); }, label: t("desk.throw") })
      : h("span", { class: "soft" }, t("desk.tap-faces"))),
    facePad((face) => { faces.push(face); redraw(); }),
    h("div", { class: "ends" }, button(t("button.cancel"), close), h("button", { type: "submit" }, t("desk.throw")))));
}

function enterTable(state) {
  let found = null;
  let words = "";
  let timer = null;
  const text = state.shown.table.text.replaceAll(" | ", "\n| ");
  const look = async (layout, redraw) => {
    try {
      found = await post("/api/check", { layout });
      words = found.faults.map((one) => one.message).join(" ") || t("desk.table-legal");
    } catch (error) { words = error.message; }
    redraw();
  };
  const sheet = dialog(t("desk.table"), (close, redraw) => h("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      if (await say(`table ${event.target.layout.value.replaceAll("\n", " ").replaceAll("  ", " ")}`)) close();
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

function enterReason(title, lead, words, send) {
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
  const standing = (one) => `${one.totals[0]} : ${one.totals[1]}`;
  return [
    h("p", { class: "sentence" }, found.sentence),
    standing(found.before) !== standing(found.after) && h("p", { class: "ending" }, t("preview.standing", { before: standing(found.before), after: standing(found.after) })),
    h("p", {}, t("preview.turn", { before: found.before.turn, after: found.after.turn })),
    found.changed.length > 0 && h("div", {}, h("p", {}, t("preview.changed", { count: found.changed.length })), h("ul", {}, found.changed.slice(0, 6).map((one) => h("li", { key: one.entry }, `#${one.entry} ${one.sentence}`)))),
  ];
}

// What the match says, or what lies there, with what differs marked: whoever is asked sees both.
function story(one, decide) {
  return h("section", { key: one.key, class: "story" }, h("h3", {}, t(`story.${one.key}`)), decide,
    one.places.map((place) => h("div", { key: place.player ?? "table" }, h("p", { class: "meta" }, place.player ?? t("live.table")),
      hand(place.faces, { columns: 9, classes: (_, at) => (place.differs.includes(at) ? "fresh" : ""), label: place.player ?? t("live.table") }))));
}

// What a person decides where the table asks for it.
export function decisions(state) {
  const key = state.moment.key;
  const choose = (words, path, body) => button(words, () => change(path, body), "", { key: words });
  const choices = { "resume-differs": ["store", "table"], "was-it-cocked": ["cocked", "again"] }[key];
  if (key === "resume-differs" && state.stories.length) return h("div", { class: "stories" }, state.stories.map((one) => story(one, choose(t(`decide.${one.key}`), "/api/setup/decide", { choice: one.key }))));
  if (choices) return choices.map((choice) => choose(t(`decide.${choice}`), "/api/setup/decide", { choice }));
  if (key === "out-of-step") return state.match.players.map((starter) => choose(t("decide.next", { player: starter }), "/api/setup/begin", { starter }));
  if (key === "who-starts") return state.match.players.map((starter) => choose(t("decide.begin", { player: starter }), "/api/match/statements", { statement: `round ${quoted(starter)}` }));
  return null;
}

// What the moment asks for.
function now(state, page) {
  const { match } = state;
  const overrule = () => enterReason(t("desk.overrule"), t("desk.overrule-lead"), t("desk.overrule"), (reason) => change("/api/match/overrule", { reason, seen: state.seen }));
  const handOver = () => (state.has_controls ? change("/api/setup/actions", { action: "hand-over" }) : enterTable(state));
  if (state.paused) return button(t("desk.resume"), () => change("/api/match/pause", { paused: false }), "", { key: "resume", id: "resume" });
  return [
    match.can_overrule && button(t("desk.overrule"), overrule, "danger", { key: "overrule" }),
    match.phase === "between_rounds" && button(t("desk.round"), () => startRound(state), "", { key: "round" }),
    match.phase === "between_rounds" && state.has_controls && button(t("desk.begin-here"), () => beginHere(state), "quiet", { key: "begin" }),
    (match.phase === "to_throw" || match.phase === "to_count") && button(t("desk.throw"), () => enterThrow(state), state.has_controls ? "quiet" : "", { key: "throw" }),
    match.phase === "to_play" && button(t("desk.hand-over"), handOver, "", { key: "hand-over" }),
    match.phase === "to_play" && button(t("desk.pass"), () => say("pass"), "quiet", { key: "pass" }),
    match.phase === "to_play" && button(t("desk.hint"), page.askHint, "quiet hint", { key: "hint" }),
    state.called !== null && button(t(state.called ? "desk.heard" : "desk.call"), () => change("/api/match/call", { called: !state.called }), "quiet", { key: "call", id: "call" }),
    match.finished && button(t("desk.rematch"), async () => (await import("./winning.js")).rematch(state), "", { key: "rematch", id: "rematch-now" }),
    match.finished && button(t("won.share"), async () => (await import("./share.js")).shareResult(state), "quiet", { key: "share" }),
  ];
}

// What can be done at any time.
function always(state, page) {
  const { match } = state;
  const inRound = match.turn !== null;
  const swap = () => confirmedChange(t("setup.swap"), t("setup.swap-lead"), t("setup.swap"), "/api/setup/actions", { action: "swap-seats" });
  const edit = () => { page.editing = !page.editing; page.redraw(); };
  return [
    state.can_redo && button(t("desk.redo"), redo, "plain", { key: "redo" }),
    inRound && button(t(page.editing ? "desk.edit-done" : "desk.edit"), edit, "plain", { key: "edit", "aria-pressed": String(page.editing) }),
    inRound && (state.shown.table.dice.length > 0 || state.shown.hands.some(Boolean)) && button(t("desk.arrange"), async () => (await import("./editor.js")).arrange(state), "plain", { key: "arrange" }),
    inRound && button(t("desk.score"), () => enterScore(state), "plain", { key: "score" }),
    state.has_controls && button(t("setup.swap"), swap, "plain", { key: "swap" }),
    !state.paused && button(t("desk.pause"), () => change("/api/match/pause", { paused: true }), "plain", { key: "pause" }),
    state.has_controls && button(t(state.open_answers ? "desk.answers-close" : "desk.answers-open"), () => change("/api/match/answers", { open: !state.open_answers }), "plain", { key: "answers" }),
    !match.finished && button(t("desk.end"), () => enterReason(t("desk.end"), t("desk.end-lead"), t("desk.end"), (reason) => say(`end ${reason}`)), "plain", { key: "end" }),
    !match.finished && button(t("desk.resign"), () => choosePlayer(t("desk.resign"), [t("desk.resign-lead")], state, (name) => name, (name) => say(`resign ${quoted(name)}`)), "plain", { key: "resign" }),
    button(t("desk.new"), () => startMatch(match.players), "plain", { key: "new" }),
    button(t("join.title"), async () => (await import("../setup/join.js")).showJoinDialog(), "plain", { key: "join" }),
    page.parts.audit?.evidenceButton(),
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

export function desk(box, state, page) {
  const isOpen = Boolean(page.closeDesk);
  const toggle = () => (page.closeDesk ? page.closeDesk() : openDesk(box, page));
  put(box, h("h2", { class: "hidden" }, t("live.desk")),
    h("div", { class: "desk-now" }, now(state, page)),
    state.ruling && button(h("svg", { viewBox: "0 0 20 20", class: "shape", "aria-hidden": "true" }, h("path", { d: "M7 4L3 8l4 4M3 8h9a5 5 0 010 10H8" })), () => undo(state), "quiet", { id: "undo", "aria-label": t("desk.undo"), title: t("desk.undo") }),
    button(t("desk.more"), toggle, "quiet", { class: "quiet desk-toggle", "aria-expanded": String(isOpen), "aria-controls": "desk-always" }),
    h("div", { class: `desk-always${isOpen ? " open" : ""}`, id: "desk-always" }, always(state, page)));
}
