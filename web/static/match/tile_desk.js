// What only a table of tiles can be told: a turn with one tap, the rest behind a button.
import { change, judged, quoted } from "../pages/api.js";
import { button, dialog, h } from "../pages/dom.js";
import { ends, field, form } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { deskOf, inLine, option } from "./desk.js";
import { chooseHand } from "./sheet.js";

// Each names what was seen: of two who press at once the second is told.
function say({ seen }, statement) {
  return change("/api/match/statements", { statement, seen });
}

// The sets that were laid apart, or how many tiles; or the whole table, rearranged.
function enterTiles(state) {
  const { match } = state;
  let words = "";
  let isWhole = false;
  let timer = null;
  const good = ({ worth }) => (match.tiles.melded[match.turn] ? t("tiles.good") : t("tiles.worth", { points: worth }));
  const look = async (value, redraw) => {
    const typed = inLine(value);
    words = !typed || /^\d+$/.test(typed) ? "" : await judged(`${isWhole ? "table" : "played"} ${typed}`, good);
    redraw();
  };
  dialog(t("phase.to_play", { player: match.players[match.turn] }), (close, redraw) => {
    const send = async (event) => {
      event.preventDefault();
      const typed = inLine(event.target.sets.value);
      const statement = isWhole ? `table ${typed}` : `played ${typed}${event.target.out.checked ? " out" : ""}`.replace("  ", " ");
      if (await say(state, statement.trim())) close();
    };
    const whole = (event) => {
      isWhole = event.target.checked;
      const box = event.target.form.sets;
      if (isWhole && !match.tiles.is_blind) box.value = [state.shown.table.text, box.value.trim()].filter(Boolean).join(" | ");
      look(box.value, redraw);
    };
    return h("form", { onsubmit: send },
      h("p", { class: "soft" }, t("tiles.which-lead")),
      field("sets", t("tiles.sets"), "textarea", { rows: 3, spellcheck: "false", autocapitalize: "none", autocomplete: "off", oninput: ({ target }) => { clearTimeout(timer); timer = setTimeout(() => look(target.value, redraw), 250); } }),
      h("p", { class: "soft small-text" }, t("tiles.keys"), match.tiles.jokers.length > 0 && ` ${t("tiles.keys-special")}`),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "whole", onchange: whole }), t("tiles.whole")),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "out", disabled: isWhole }), t("tiles.out")),
      h("p", { role: "status", class: "soft" }, words),
      ends(close, t("desk.hand-over")));
  });
}

function person({ match }) {
  return field("player", t("stats.player"), "select", {}, match.players.map((name, at) => option(name, name, at === match.turn)));
}

function number(id, words, more = {}) {
  return field(id, words, "input", { type: "number", inputmode: "numeric", required: true, ...more });
}

function asked(title, fields, state, statement, words = title) {
  form(title, words, fields, (values) => say(state, statement(values)));
}

function changeClock(state) {
  asked(t("tiles.change-clock"), [number("time", t("tiles.time"), { min: 0, max: 9999, defaultValue: state.match.tiles.time_s ?? 0 })], state, ({ time }) => `option time=${Number(time) || "off"}`);
}

function correctRack(state) {
  asked(t("tiles.correct"), [person(state), number("count", t("tiles.how-many"), { min: 0, max: 160 })], state, ({ player, count }) => `correct ${quoted(player)} ${Number(count)}`);
}

function otherPenalty(state) {
  asked(t("tiles.other-penalty"), [number("count", t("tiles.how-many"), { min: 0, max: 99, defaultValue: state.match.tiles.penalty })], state, ({ count }) => `penalty ${Number(count)}`);
}

function tilesOf(state, title, lead, statement, withPlayer) {
  asked(title, [lead && h("p", { class: "soft" }, lead), withPlayer && person(state),
    field("tiles", t("tiles.tiles"), "input", { required: true, spellcheck: "false", autocapitalize: "none", autocomplete: "off", maxlength: 400 }), h("p", { class: "soft small-text" }, t("tiles.keys"))],
  state, ({ tiles, player }) => statement(tiles.trim(), player));
}

function enterScore(state) {
  const { players } = state.match;
  asked(t("tiles.score"), [h("p", { class: "soft" }, t("tiles.score-lead")),
    players.map((name, at) => number(`points-${at}`, name, { key: name, min: -99999, max: 99999, inputmode: "text" })),
    field("by", t("tiles.by"), "select", {}, option("out", t("tiles.by-out")), option("block", t("tiles.by-block")))],
  state, (values) => `score ${players.map((name, at) => `${quoted(name)} ${Number(values[`points-${at}`])}`).join(", ")} ${values.by}`, t("tiles.write-down"));
}

// Who gives up among more than two goes home; the others may play on, and are asked.
function resign(state) {
  const { match } = state;
  const goesOn = match.players.length - match.tiles.gone.length > 2;
  asked(t("tiles.resign"), [
    person(state),
    h("p", { class: "soft" }, t(goesOn ? "tiles.resign-many" : "tiles.resign-two")),
    goesOn && field("then", t("tiles.resign-then"), "select", {}, option("leave", t("tiles.leave")), option("resign", t("tiles.end-for-all"))),
  ], state, ({ player, then }) => `${then ?? "resign"} ${quoted(player)}`);
}

// Racks that are still to be counted, in one form; each is a statement of its own.
function count(state) {
  const { match, shown } = state;
  const missing = match.players.filter((_, at) => shown.hands[at].points === null);
  const send = async (values) => {
    for (const name of missing) {
      const typed = values[`rack-${match.players.indexOf(name)}`].trim();
      if (!typed && missing.length > 1) continue;
      // Without a version: each of them is the next word after the one before it.
      const answer = await change("/api/match/statements", { statement: `rack ${quoted(name)} ${typed}`.trim() });
      if (answer?.ruling.verdict !== "accepted") return null;
    }
    return true;
  };
  form(t("tiles.count"), t("tiles.write-down"), [h("p", { class: "soft" }, t("tiles.count-lead")),
    missing.map((name) => field(`rack-${match.players.indexOf(name)}`, t("tiles.rack-of", { player: name }), "input", { key: name, spellcheck: "false", autocapitalize: "none", autocomplete: "off", maxlength: 400 }))], send);
}

// The likeliest first; what a camera tells by itself stands behind More.
function now(state) {
  const { match } = state;
  if (match.phase === "between_rounds") {
    const names = [match.next_starter, ...match.players.filter((name) => name !== match.next_starter)];
    return names.map((name, at) => button(t("tiles.starts", { player: name }), () => say(state, `round ${quoted(name)}`), at ? "quiet" : "", { key: `start-${name}`, ...(at ? {} : { id: "start-next" }) }));
  }
  if (match.phase === "to_count") return button(t("tiles.count"), () => count(state), "", { key: "count", id: "count" });
  if (match.phase !== "to_play") return null;
  const draws = match.tiles.pool > 0;
  return [
    button(t("tiles.played"), () => say(state, "played"), "", { key: "played", id: "played", "data-key": "p" }),
    button(t(draws ? "tiles.draw" : "desk.pass"), () => say(state, draws ? "draw" : "pass"), "", { key: "draw", id: "draw", "data-key": "d" }),
    draws && button(t("tiles.penalty", { count: match.tiles.penalty }), () => say(state, `penalty ${match.tiles.penalty}`), "quiet", { key: "penalty", id: "penalty", "data-key": "x" }),
    button(t("tiles.which"), () => enterTiles(state), "quiet", { key: "which", id: "which", "data-key": "t" }),
    button(t("tiles.out"), () => say(state, "played out"), "quiet", { key: "out", id: "out", "data-key": "o" }),
  ];
}

function always(state, page) {
  const { match } = state;
  const inGame = match.turn !== null;
  return [
    inGame && !match.tiles.is_blind && button(t("desk.hint"), () => chooseHand(t("tiles.hint-rack", { player: match.players[match.turn] }), t("desk.hint"), page.askHint, match), "plain", { key: "hint", id: "hint-rack" }),
    !match.finished && button(t("tiles.change-clock"), () => changeClock(state), "plain", { key: "clock" }),
    inGame && button(t("tiles.correct"), () => correctRack(state), "plain", { key: "correct" }),
    inGame && match.tiles.pool > 0 && button(t("tiles.other-penalty"), () => otherPenalty(state), "plain", { key: "other" }),
    match.tiles.can_return && button(t("tiles.return"), () => tilesOf(state, t("tiles.return"), null, (tiles) => `return ${tiles}`), "plain", { key: "return" }),
    match.tiles.can_redeal && button(t("tiles.redeal"), () => tilesOf(state, t("tiles.redeal"), t("tiles.redeal-lead"), (tiles, player) => `redeal ${quoted(player)} ${tiles}`, true), "plain", { key: "redeal" }),
    (inGame || match.phase === "to_count") && button(t("tiles.score"), () => enterScore(state), "plain", { key: "score" }),
    !match.finished && button(t("tiles.resign"), () => resign(state), "plain", { key: "resign" }),
  ];
}

export function desk(box, state, page) {
  const typed = now(state);
  const isWatched = state.has_controls && !state.match.finished;
  const press = isWatched && button(t("desk.hand-over"), () => change("/api/setup/actions", { action: "hand-over" }), "", { key: "press", id: "press" });
  deskOf(box, state, page, isWatched ? press : typed, [isWatched && typed, always(state, page)]);
}

// A tile table goes by its match: there are not two stories to choose from.
export function decisions() {
  return null;
}

// One key a turn: p played, d draw or pass, x penalty, t with tiles, o out, u undo, r redo. Never
// while somebody writes, and never over a dialog.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (event.target.closest("input, select, textarea, dialog") || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const pressed = document.querySelector({ u: "#undo", r: "#redo" }[key] ?? `#desk [data-key="${CSS.escape(key)}"]`);
  if (pressed) { event.preventDefault(); pressed.click(); }
});
