// The referee's desk: what a signed-in person may say and do.
import { change, isReferee, post, quoted } from "./api.js";
import { hand } from "./dice.js";
import { dialog, h, put } from "./dom.js";
import { confirmed } from "./frame.js";
import { facePad } from "./picker.js";
import { drawTable } from "./table.js";
import { t } from "./texts.js";

function say(statement) {
  return change("/api/match/statements", { statement });
}

function ends(close, words) {
  return h("div", { class: "ends" },
    h("button", { type: "button", class: "quiet", onclick: close }, t("button.cancel")),
    h("button", { type: "submit" }, words));
}

function form(close, words, send, ...fields) {
  return h("form", { onsubmit: async (event) => { event.preventDefault(); if (await send() !== null) close(); } }, fields, ends(close, words));
}

function field(id, words, input) {
  input.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, words), input);
}

function check(words) {
  const input = h("input", { type: "checkbox" });
  return { input, label: h("label", { class: "check" }, input, words) };
}

export function startMatch(names = ["", ""]) {
  dialog(t("desk.new"), (close) => {
    const inputs = names.map((name, at) => h("input", { required: true, maxlength: 40, value: name, pattern: "[^\\s,#@][^\\s,#]*", autocomplete: "off", title: t("desk.name-rule"), placeholder: at ? "Bob" : "Ann" }));
    const strict = check(t("option.strict"));
    const block = check(t("option.strict-block"));
    const advice = check(t("option.advice"));
    const rounds = h("input", { type: "number", min: 1, max: 24, value: 6 });
    const starter = h("select", {}, h("option", { value: "0" }, t("desk.first-starts")), h("option", { value: "1" }, t("desk.second-starts")), h("option", { value: "" }, t("desk.later")));
    const send = () => {
      const players = inputs.map((input) => input.value.trim());
      const options = { strict: strict.input.checked, strict_block: block.input.checked, advice: advice.input.checked, rounds: Number(rounds.value) };
      const body = { players, options };
      if (starter.value !== "") body.starter = players[Number(starter.value)];
      return change("/api/matches", body);
    };
    return form(close, t("desk.start"), send,
      field("player-one", t("desk.player-one"), inputs[0]), field("player-two", t("desk.player-two"), inputs[1]),
      field("starter", t("desk.starter"), starter),
      h("details", {}, h("summary", {}, t("desk.options")), strict.label, block.label, advice.label, field("rounds", t("desk.rounds"), rounds)));
  });
}

function enterThrow(state) {
  const name = state.match.players[state.match.turn ?? 0];
  const faces = [];
  dialog(t("desk.throw-of", { player: name }), (close) => {
    const chosen = h("div", { class: "chosen", "aria-live": "polite" });
    const show = () => put(chosen, faces.length ? hand(faces, { columns: 9, onTap: (at) => { faces.splice(at, 1); show(); }, label: t("desk.throw") }) : h("span", { class: "soft" }, t("desk.tap-faces")));
    show();
    return form(close, t("desk.throw"), () => say(`throw ${quoted(name)} ${faces.join(" ")}`), chosen, facePad((face) => { faces.push(face); show(); }));
  });
}

function enterTable(state) {
  dialog(t("desk.table"), (close) => {
    const box = h("textarea", { rows: 3, spellcheck: "false" });
    box.value = state.shown.table.text.replaceAll(" | ", "\n| ");
    const preview = h("div", { class: "felt small" });
    const words = h("p", { role: "status", class: "soft" });
    const look = async () => {
      try {
        const found = await post("/api/check", { layout: box.value });
        put(preview, drawTable(found, { aspect: 2.2 }) ?? "");
        words.textContent = found.faults.map((one) => one.message).join(" ") || t("desk.table-legal");
      } catch (error) { words.textContent = error.message; }
    };
    box.addEventListener("input", () => { clearTimeout(look.timer); look.timer = setTimeout(look, 250); });
    look();
    const send = () => say(`table ${box.value.replaceAll("\n", " ").replaceAll("  ", " ")}`);
    return form(close, t("desk.hand-over"), send, h("p", { class: "soft" }, t("desk.table-lead")), field("layout", t("desk.notation"), box), preview, words);
  });
}

function enterScore(state) {
  dialog(t("desk.score"), (close) => {
    const who = h("select", {}, state.match.players.map((name) => h("option", { value: name }, name)));
    const points = h("input", { type: "number", min: 0, max: 999, required: true, inputmode: "numeric" });
    const by = h("select", {}, h("option", { value: "out" }, t("word.out")), h("option", { value: "block" }, t("word.block")));
    return form(close, t("desk.score"), () => say(`score ${quoted(who.value)} ${points.value} ${by.value}`),
      field("winner", t("desk.winner"), who), field("points", t("desk.points"), points), field("ending", t("desk.ending"), by));
  });
}

function enterReason(title, lead, words, send) {
  dialog(title, (close) => {
    const reason = h("input", { required: true, maxlength: 200 });
    return form(close, words, () => send(reason.value.trim()), h("p", { class: "soft" }, lead), field("reason", t("desk.reason"), reason));
  });
}

function resign(state) {
  dialog(t("desk.resign"), (close) => [
    h("p", {}, t("desk.resign-lead")),
    h("div", { class: "row" }, state.match.players.map((name) => h("button", { type: "button", class: "danger", onclick: () => { close(); say(`resign ${quoted(name)}`); } }, name))),
    h("div", { class: "ends" }, h("button", { type: "button", class: "quiet", onclick: close }, t("button.cancel"))),
  ]);
}

function startRound(state) {
  const due = state.match.next_starter;
  if (due) { say(`round ${quoted(due)}`); return; }
  dialog(t("desk.round"), (close) => [
    h("p", {}, t("desk.who-starts")),
    h("div", { class: "row" }, state.match.players.map((name) => h("button", { type: "button", onclick: () => { close(); say(`round ${quoted(name)}`); } }, name))),
  ]);
}

function beginHere(state) {
  dialog(t("desk.begin-here"), (close) => [
    h("p", {}, t("desk.begin-here-lead")),
    h("p", {}, t("desk.who-starts")),
    h("div", { class: "row" }, state.match.players.map((starter) => h("button", { type: "button", onclick: () => { close(); change("/api/setup/begin", { starter }); } }, t("decide.begin", { player: starter })))),
    h("div", { class: "ends" }, h("button", { type: "button", class: "quiet", onclick: close }, t("button.cancel"))),
  ]);
}

function button(words, act, kind = "quiet") {
  return h("button", { type: "button", class: kind, onclick: act }, words);
}

// What the moment asks for.
function now(state, page) {
  const { match } = state;
  const found = [];
  if (match.can_overrule) found.push(button(t("desk.overrule"), () => enterReason(t("desk.overrule"), t("desk.overrule-lead"), t("desk.overrule"), (reason) => change("/api/match/overrule", { reason })), "danger"));
  if (match.phase === "between_rounds") {
    found.push(button(t("desk.round"), () => startRound(state), ""));
    if (state.has_controls) found.push(button(t("desk.begin-here"), () => beginHere(state)));
  }
  if (match.phase === "to_throw" || match.phase === "to_count") found.push(button(t("desk.throw"), () => enterThrow(state), state.has_controls ? "quiet" : ""));
  if (match.phase === "to_play") {
    found.push(button(t("desk.hand-over"), () => (state.has_controls ? change("/api/setup/actions", { action: "hand-over" }) : enterTable(state)), ""));
    found.push(button(t("desk.pass"), () => say("pass")));
    found.push(button(t("desk.hint"), page.askHint));
  }
  if (match.finished) found.push(button(t("desk.new"), () => startMatch(match.players), ""));
  return found;
}

// What can be done at any time.
function always(state, page) {
  const { match } = state;
  const inRound = match.turn !== null;
  const edit = h("button", { type: "button", class: "plain", "aria-pressed": String(page.editing), onclick: () => page.setEditing(!page.editing) }, t(page.editing ? "desk.edit-done" : "desk.edit"));
  return [
    state.ruling && button(t("desk.undo"), () => change("/api/match/undo", { entry: state.ruling.entry }), "plain"),
    inRound && edit,
    inRound && button(t("desk.score"), () => enterScore(state), "plain"),
    state.has_controls && button(t("setup.swap"), () => confirmed(t("setup.swap"), t("setup.swap-lead"), t("setup.swap"), "/api/setup/actions", { action: "swap-seats" }), "plain"),
    button(t(state.paused ? "desk.resume" : "desk.pause"), () => change("/api/match/pause", { paused: !state.paused }), "plain"),
    !match.finished && button(t("desk.end"), () => enterReason(t("desk.end"), t("desk.end-lead"), t("desk.end"), (reason) => say(`end ${reason}`)), "plain"),
    !match.finished && button(t("desk.resign"), () => resign(state), "plain"),
    !match.finished && button(t("desk.new"), () => startMatch(match.players), "plain"),
  ];
}

export function desk(box, state, page) {
  box.hidden = !isReferee();
  if (box.hidden) return;
  const first = now(state, page);
  put(box, h("h2", {}, t("live.desk")), first.length > 0 && h("div", { class: "desk-buttons" }, first), h("div", { class: "desk-buttons" }, always(state, page)));
}
