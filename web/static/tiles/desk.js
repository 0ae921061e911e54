// What who keeps the score may say: a turn with one tap, the rest behind a button.
import { change, post, quoted } from "../pages/api.js";
import { button, dialog, h } from "../pages/dom.js";
import { confirmed, ends, field, form } from "../pages/frame.js";
import { t } from "../pages/texts.js";

const EDITIONS = { "original-goliath": [2, 4, 0], "original-jumbo": [2, 4, 60], "original-french": [2, 4, 60], six: [2, 6, 0], "six-four-jokers": [2, 4, 0], special: [2, 4, 60] };

function option(value, words, selected = false) {
  return h("option", { value, selected }, words);
}

export function say(match, statement) {
  return change("/api/tiles/statements", { statement, seen: match.seen });
}

// Names, edition and clock of a new match; fields of players that are not there stay empty.
export function startTiles(before = null) {
  let edition = before?.edition ?? "original-goliath";
  dialog(t("tiles.new"), (close, redraw) => {
    const [, most, time] = EDITIONS[edition];
    const send = async (event) => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(event.target));
      const players = Array.from({ length: most }, (_, at) => (values[`player-${at}`] ?? "").trim()).filter(Boolean);
      const seconds = Number(values.time);
      const rounds = Number(values.rounds);
      const options = { time: seconds ? String(seconds) : "off", ...(rounds ? { rounds: String(rounds) } : {}) };
      const answer = await change("/api/tiles/matches", { edition, players, options });
      if (answer) { close(); if (location.pathname !== "/") location.href = "/"; }
    };
    return h("form", { onsubmit: send },
      field("edition", t("tiles.edition"), "select", { onchange: (event) => { edition = event.target.value; redraw(); } },
        Object.keys(EDITIONS).map((name) => option(name, t(`tiles.edition.${name}`), name === edition))),
      h("fieldset", { class: "names" }, h("legend", {}, t("tiles.players")),
        Array.from({ length: most }, (_, at) => h("input", { key: at, name: `player-${at}`, id: `player-${at}`, "aria-label": t("tiles.player", { seat: at + 1 }), required: at < 2, maxlength: 40, autocomplete: "off",
          defaultValue: before?.players[at] ?? "", placeholder: ["Ann", "Bob", "Cid", "Dik", "Eva", "Fay"][at] }))),
      field("time", t("tiles.time"), "input", { key: `time-${edition}`, type: "number", inputmode: "numeric", min: 0, max: 9999, defaultValue: before?.edition === edition ? before.time_s ?? 0 : time }),
      field("rounds", t(edition === "special" ? "tiles.rounds-special" : "tiles.rounds"), "input", { type: "number", inputmode: "numeric", min: 0, max: 99, defaultValue: 0 }),
      ends(close, t("tiles.start")));
  });
}

// The sets that were laid apart, or how many tiles; or the whole table, rearranged.
function enterTiles(match) {
  let words = "";
  let isWhole = false;
  let timer = null;
  const look = async (value, redraw) => {
    const typed = value.trim();
    if (!typed || /^\d+$/.test(typed)) words = "";
    else {
      try {
        const found = await post("/api/tiles/preview", { statement: `${isWhole ? "table" : "played"} ${typed.replaceAll("\n", " ")}` });
        words = found.messages.join(" ") || (match.seats[match.turn].melded ? t("tiles.good") : t("tiles.worth", { points: found.worth }));
      } catch (error) { words = error.message; }
    }
    redraw();
  };
  const player = match.seats[match.turn].name;
  dialog(t("tiles.turn", { player }), (close, redraw) => {
    const send = async (event) => {
      event.preventDefault();
      const typed = event.target.sets.value.replaceAll("\n", " ").trim();
      const out = event.target.out.checked ? " out" : "";
      const statement = isWhole ? `table ${typed}` : `played ${typed}${out}`.replace("  ", " ");
      const answer = await say(match, statement.trim());
      if (answer) close();
    };
    const whole = (event) => {
      isWhole = event.target.checked;
      const box = event.target.form.sets;
      if (isWhole && !match.is_blind) box.value = [match.table, box.value.trim()].filter(Boolean).join(" | ");
      look(box.value, redraw);
    };
    return h("form", { onsubmit: send },
      h("p", { class: "soft" }, t("tiles.which-lead", match.words)),
      field("sets", t("tiles.sets", match.words), "textarea", { rows: 3, spellcheck: "false", autocapitalize: "none", autocomplete: "off", oninput: (event) => { clearTimeout(timer); const { value } = event.target; timer = setTimeout(() => look(value, redraw), 250); } }),
      h("p", { class: "soft small-text" }, t("tiles.keys"), match.edition === "special" && ` ${t("tiles.keys-special")}`),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "whole", onchange: whole }), t("tiles.whole")),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "out", disabled: isWhole }), t("tiles.out")),
      h("p", { role: "status", class: "soft" }, words),
      ends(close, t("tiles.hand-over")));
  });
}

function person(match, id = "player") {
  return field(id, t("tiles.whose"), "select", {}, match.players.map((name, at) => option(name, name, at === match.turn)));
}

function number(id, words, more = {}) {
  return field(id, words, "input", { type: "number", inputmode: "numeric", required: true, ...more });
}

function changeClock(match) {
  form(t("tiles.change-clock"), t("tiles.change-clock"), [number("time", t("tiles.time"), { min: 0, max: 9999, defaultValue: match.time_s ?? 0 })],
    ({ time }) => say(match, `option time=${Number(time) || "off"}`));
}

function correctRack(match) {
  form(t("tiles.correct"), t("tiles.correct"), [person(match), number("count", t("tiles.how-many"), { min: 0, max: 160 })],
    ({ player, count }) => say(match, `correct ${quoted(player)} ${Number(count)}`));
}

function otherPenalty(match) {
  form(t("tiles.other-penalty"), t("tiles.other-penalty"), [number("count", t("tiles.how-many"), { min: 0, max: 99, defaultValue: match.penalty })],
    ({ count }) => say(match, `penalty ${Number(count)}`));
}

function tilesOf(match, title, lead, statement, withPlayer) {
  form(title, title, [lead && h("p", { class: "soft" }, lead), withPlayer && person(match),
    field("tiles", t("tiles.tiles"), "input", { required: true, spellcheck: "false", autocapitalize: "none", autocomplete: "off", maxlength: 400 }), h("p", { class: "soft small-text" }, t("tiles.keys"))],
  ({ tiles, player }) => say(match, statement(tiles.trim(), player)));
}

function enterScore(match) {
  form(t("tiles.score"), t("tiles.write-down"), [h("p", { class: "soft" }, t("tiles.score-lead")),
    match.players.map((name, at) => number(`points-${at}`, name, { key: name, min: -99999, max: 99999, inputmode: "text" })),
    field("by", t("tiles.by"), "select", {}, option("out", t("tiles.by-out")), option("block", t("tiles.by-block")))],
  (values) => say(match, `score ${match.players.map((name, at) => `${quoted(name)} ${Number(values[`points-${at}`])}`).join(", ")} ${values.by}`));
}

function reasoned(match, title, statement) {
  form(title, title, [field("reason", t("tiles.reason"), "input", { required: true, maxlength: 200 })],
    ({ reason }) => say(match, `${statement} ${reason.replaceAll("#", " ").trim()}`));
}

// Who gives up among more than two goes home; the others may play on, and are asked.
function resign(match) {
  const there = match.seats.filter((one) => !one.gone).length;
  const goesOn = there > 2;
  form(t("tiles.resign"), t("tiles.resign"), [
    person(match),
    h("p", { class: "soft" }, t(goesOn ? "tiles.resign-many" : "tiles.resign-two")),
    goesOn && field("then", t("tiles.resign-then"), "select", {}, option("leave", t("tiles.leave")), option("resign", t("tiles.end-for-all"))),
  ], ({ player, then }) => say(match, `${then ?? "resign"} ${quoted(player)}`));
}

export function undo(match) {
  const said = match.ruling?.sentence ?? "";
  confirmed(t("tiles.undo"), t("tiles.undo-lead", { said }), t("tiles.undo"), () => change("/api/tiles/undo", { seen: match.seen }));
}

// Racks that are still to be counted, in one form; each is a statement of its own.
function counting(match) {
  const missing = match.seats.filter((one) => one.points === null);
  const send = async (event) => {
    event.preventDefault();
    let seen = match.seen;
    for (const one of missing) {
      const typed = event.target.elements[`rack-${match.players.indexOf(one.name)}`].value.trim();
      if (!typed && missing.length > 1) continue;
      const answer = await change("/api/tiles/statements", { statement: `rack ${quoted(one.name)} ${typed}`.trim(), seen });
      if (!answer || answer.ruling.verdict !== "accepted") return;
      seen = seen.replace(/\d+$/, (entries) => Number(entries) + 1);
    }
  };
  return h("form", { class: "panel counting", onsubmit: send, "aria-label": t("tiles.count") },
    h("p", { class: "soft" }, t("tiles.count-lead")),
    missing.map((one) => h("div", { class: "field", key: one.name },
      h("label", { for: `rack-${match.players.indexOf(one.name)}` }, t("tiles.rack-of", { player: one.name })),
      h("input", { id: `rack-${match.players.indexOf(one.name)}`, name: `rack-${match.players.indexOf(one.name)}`, spellcheck: "false", autocapitalize: "none", autocomplete: "off", maxlength: 400 }))),
    h("button", { type: "submit" }, t("tiles.write-down")));
}

function shortcut(key) {
  return { "aria-keyshortcuts": key, "data-key": key };
}

// What the moment asks for, the likeliest first.
function now(match) {
  if (match.stage === "between") {
    const names = [match.next_starter, ...match.players.filter((name) => name !== match.next_starter)];
    return names.map((name, at) => button(t("tiles.starts", { player: name }), () => say(match, `round ${quoted(name)}`), at ? "quiet" : "", { key: `start-${name}`, ...(at ? {} : { id: "start-next" }) }));
  }
  if (match.stage === "to_play") {
    const draws = match.pool > 0;
    return [
      button(t("tiles.played"), () => say(match, "played"), "main", { key: "played", id: "played", ...shortcut("p") }),
      button(t(draws ? "tiles.draw" : "tiles.pass"), () => say(match, draws ? "draw" : "pass"), "main", { key: "draw", id: "draw", ...shortcut("d") }),
      draws && button(t("tiles.penalty", { count: match.penalty }), () => say(match, `penalty ${match.penalty}`), "quiet", { key: "penalty", id: "penalty", ...shortcut("x") }),
      button(t("tiles.which"), () => enterTiles(match), "quiet", { key: "which", id: "which", ...shortcut("t") }),
      button(t("tiles.out"), () => say(match, "played out"), "quiet", { key: "out", id: "out", ...shortcut("o") }),
    ];
  }
  if (match.stage === "to_count") return counting(match);
  return button(t("tiles.new"), () => startTiles(match), "", { key: "new", id: "new-match" });
}

function always(match, called) {
  const inGame = match.turn !== null;
  const link = (name, words) => h("a", { key: name, class: "button plain", href: `/api/matches/${match.number}/${name}?lang=${document.documentElement.lang}`, download: "" }, words);
  return [
    match.stage !== "over" && button(t(match.paused ? "tiles.resume" : "tiles.pause"), () => change("/api/tiles/pause", { paused: !match.paused }), "plain", { key: "pause" }),
    called !== null && button(t(called ? "desk.heard" : "desk.call"), () => change("/api/match/call", { called: !called }), "plain", { key: "call", id: "call" }),
    match.stage !== "over" && button(t("tiles.change-clock"), () => changeClock(match), "plain", { key: "clock" }),
    inGame && button(t("tiles.correct"), () => correctRack(match), "plain", { key: "correct" }),
    inGame && match.pool > 0 && button(t("tiles.other-penalty"), () => otherPenalty(match), "plain", { key: "other" }),
    match.can_return && button(t("tiles.return"), () => tilesOf(match, t("tiles.return"), null, (tiles) => `return ${tiles}`), "plain", { key: "return" }),
    match.can_redeal && button(t("tiles.redeal"), () => tilesOf(match, t("tiles.redeal"), t("tiles.redeal-lead"), (tiles, player) => `redeal ${quoted(player)} ${tiles}`, true), "plain", { key: "redeal" }),
    (inGame || match.stage === "to_count") && button(t("tiles.score"), () => enterScore(match), "plain", { key: "score" }),
    match.stage !== "over" && button(t("tiles.resign"), () => resign(match), "plain", { key: "resign" }),
    match.stage !== "over" && button(t("tiles.end"), () => reasoned(match, t("tiles.end"), "end"), "plain", { key: "end" }),
    link("card.pdf", t("tiles.print")), link("match.turbo", t("tiles.export")),
    match.stage !== "over" && button(t("tiles.new"), () => startTiles(match), "plain", { key: "new" }),
  ];
}

export function actions(match, page) {
  const toggle = () => { page.isOpen = !page.isOpen; page.redraw(); };
  // Where a camera watches, the table itself tells what happened: typing is for when it cannot.
  const typed = h("div", { key: "now", class: "keeper-now" }, now(match));
  return [
    !match.watched && typed,
    h("div", { key: "rest", class: "keeper-rest" },
      match.can_overrule && button(t("tiles.overrule"), () => reasoned(match, t("tiles.overrule"), "overrule"), "danger", { key: "overrule" }),
      match.can_undo && button(t("tiles.undo"), () => undo(match), "quiet", { key: "undo", id: "undo", ...shortcut("u") }),
      match.can_redo && button(t("desk.redo"), () => change("/api/tiles/redo", { seen: match.seen }), "quiet", { key: "redo", id: "redo", ...shortcut("r") }),
      button(t("tiles.more"), toggle, "quiet", { key: "more", id: "keeper-more", "aria-expanded": String(Boolean(page.isOpen)), "aria-controls": "keeper-always" })),
    h("div", { key: "always", id: "keeper-always", class: "keeper-always", hidden: !page.isOpen }, match.watched && typed, always(match, page.called)),
  ];
}

// One key a turn: p played, d draw or pass, x penalty, t with tiles, o out, u undo, r redo. Never
// while somebody writes, and never over a dialog.
export function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (event.target.closest("input, select, textarea, dialog") || document.querySelector("dialog[open]")) return;
  const pressed = document.querySelector(`#keeper-actions [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (pressed) { event.preventDefault(); pressed.click(); }
}
