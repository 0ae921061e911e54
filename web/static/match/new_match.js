// A new match: which box, who plays, and what was agreed on.
import { change } from "../pages/api.js";
import { by, dialog, h } from "../pages/dom.js";
import { ends, field } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { factsOf } from "./games.js";

const NAMES = ["Ann", "Bob", "Cid", "Dik", "Eva", "Fay"];

function option(value, words, selected = false) {
  return h("option", { value, selected }, words);
}

function check(name, words) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name }), words);
}

// What the server has of every edition, and of what may be agreed on with dice.
function known(name) {
  return JSON.parse(by("live").dataset[name]);
}

function ofDice() {
  return [
    field("machine", t("desk.machine"), "select", {}, option("", t("desk.machine-none")), [1, 2, 3, 4, 5].map((level) => option(String(level), t("desk.machine-level", { level })))),
    field("starter", t("desk.starter"), "select", {}, option("0", t("desk.first-starts")), option("1", t("desk.second-starts")), option("", t("desk.later"))),
    h("details", {}, h("summary", {}, t("desk.options")), Object.entries(known("options")).map(([name, value]) => {
      const words = t(`option.${name.replaceAll("_", "-")}`);
      return value === false ? check(name, words) : field(name, words, "input", { type: "number", min: 1, max: 99, defaultValue: value });
    })),
  ];
}

function ofTiles({ name, time_s: seconds, counts_games: countsGames }, before) {
  const time = (before?.edition === name ? factsOf(before).time_s : seconds) ?? 0;
  return [
    field("time", t("tiles.time"), "input", { key: `time-${name}`, type: "number", inputmode: "numeric", min: 0, max: 9999, defaultValue: time }),
    field("rounds", t(countsGames ? "tiles.rounds-special" : "tiles.rounds"), "input", { key: "games", type: "number", inputmode: "numeric", min: 0, max: 99, defaultValue: 0 }),
  ];
}

function chosenDice(values) {
  return Object.fromEntries(Object.entries(known("options")).map(([name, value]) => [name, value === false ? name in values : Number(values[name])]));
}

function chosenTiles(values) {
  const [seconds, rounds] = [Number(values.time), Number(values.rounds)];
  return { time: seconds ? String(seconds) : "off", ...(rounds ? { rounds } : {}) };
}

const GAMES = { die: [ofDice, chosenDice], tile: [ofTiles, chosenTiles] };

// `before`: the match that was played last, whose players and box are proposed again.
export function startMatch(before = null) {
  const editions = known("editions");
  let edition = before?.edition ?? editions[0].name;
  dialog(t("desk.new"), (close, redraw) => {
    const box = editions.find(({ name }) => name === edition);
    const [asked, chosen] = GAMES[box.piece];
    const [, most] = box.players;
    const send = async (event) => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(event.target));
      const players = Array.from({ length: most }, (_, at) => (values[`player-${at}`] ?? "").trim()).filter(Boolean);
      const starter = values.starter ? { starter: players[Number(values.starter)] } : {};
      const machine = values.machine ? { machine: Number(values.machine) } : {};
      if (await change("/api/matches", { edition, players, options: chosen(values), ...starter, ...machine })) close();
    };
    const person = (at) => h("input", {
      key: at, name: `player-${at}`, id: `player-${at}`, "aria-label": t("tiles.player", { seat: at + 1 }), title: t("desk.name-rule"), required: at < 2, maxlength: 40, autocomplete: "off",
      defaultValue: before?.players[at] ?? "", placeholder: NAMES[at],
    });
    return h("form", { onsubmit: send },
      field("edition", t("tiles.edition"), "select", { onchange: (event) => { edition = event.target.value; redraw(); } },
        editions.map(({ name }) => option(name, t(`tiles.edition.${name}`), name === edition))),
      h("fieldset", { class: "names" }, h("legend", {}, t("tiles.players")), Array.from({ length: most }, (_, at) => person(at))),
      asked(box, before),
      ends(close, t("desk.start")));
  });
}
