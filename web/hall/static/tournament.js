// The tournament: players, tables, rounds with results, standings, the log and what can be printed.
import { calmly, getTournament, isOrganiser, isScorer, points, start, watch } from "/hall/common.js";
import { change, get } from "/static/pages/api.js";
import { button, by, h, put } from "/static/pages/dom.js";
import { field } from "/static/pages/frame.js";
import { language, t, when } from "/static/pages/texts.js";

let found = null;

const w = (key) => t(`hallword.${key}`);

// Where there is no room for all columns they are scrolled, which must go by keys as well.
const WIDE = { class: "panel wide", tabindex: 0 };

async function write(happening) {
  const taken = Boolean(await change("/api/tournament", happening));
  if (taken) await refresh();
  return taken;
}

async function act(path) {
  if (await change(path, {})) await refresh();
}

// What was filled in, by the fields' names; the form is empty again when it was taken.
function filled(send) {
  return async (event) => {
    event.preventDefault();
    const form = event.target;
    if (await send(Object.fromEntries(new FormData(form)))) form.reset();
  };
}

function choice(name, text, values, words = (one) => one) {
  return field(name, text, "select", {}, values.map((one) => h("option", { key: one, value: one }, words(one))));
}

function founding() {
  if (!isOrganiser()) return h("section", { class: "panel" }, h("p", {}, t("hall.found-lead")));
  const send = filled(({ name, system, rounds, minutes, points, edition }) => write({ kind: "founded", name: name.trim(), system, rounds: Number(rounds), minutes: Number(minutes), points, edition }));
  return h("section", { class: "panel" }, h("h2", {}, t("hall.found")), h("form", { onsubmit: send },
    field("name", t("hall.tournament-name"), "input", { required: true, maxlength: 80 }), choice("system", t("hall.system"), ["swiss", "threes", "fours", "fives", "sixes"], (one) => t(`hall.system.${one}`)),
    choice("edition", t("hall.edition"), JSON.parse(by("tournament").dataset.editions), (one) => t(`tiles.edition.${one}`)),
    choice("points", t("hall.scheme"), ["2-1-0", "4-3-1-0", "winner", "5-3-2-1"]),
    field("rounds", t("hall.rounds"), "input", { type: "number", min: 1, max: 50, defaultValue: 5 }), field("minutes", t("hall.minutes"), "input", { type: "number", min: 1, max: 600, defaultValue: 40 }),
    h("button", { type: "submit" }, t("hall.found"))));
}

function players() {
  const named = (name, more) => h("input", { name, maxlength: 80, "aria-label": w(name), placeholder: w(name), ...more });
  const send = filled(({ player, club }) => write({ kind: "entered", player: Math.max(0, ...found.players.map((one) => one.id)) + 1, name: player.trim(), club: club.trim() }));
  return h("section", { class: "panel" }, h("h2", {}, `${w("players")} (${found.players.filter((one) => one.in).length})`),
    isOrganiser() ? h("form", { class: "row", onsubmit: send }, named("player", { required: true }), named("club"), h("button", { type: "submit" }, t("hall.add"))) : null,
    h("table", { class: "plain stack" }, h("tbody", {}, found.players.map((one) => h("tr", { key: one.id, class: one.in ? "" : "gone" },
      h("td", { class: "number" }, String(one.id)), h("td", {}, one.name), h("td", { class: "soft" }, one.club),
      h("td", {}, isOrganiser() ? button(t(one.in ? "hall.withdraw" : "hall.return"), () => write({ kind: one.in ? "withdrew" : "returned", player: one.id })) : null))))));
}

function tables(seen) {
  const known = new Set(found.tables.filter((one) => one.open).map((one) => one.table));
  const offered = seen.filter((one) => !known.has(one));
  const send = filled(({ table }) => write({ kind: "table-opened", table: table.trim(), camera: seen.includes(table.trim()) }));
  return h("section", { class: "panel" }, h("h2", {}, t("hall.open-tables")),
    isOrganiser() ? h("form", { class: "row", onsubmit: send }, h("input", { name: "table", required: true, maxlength: 80, "aria-label": w("table"), placeholder: w("table"), list: "seen-tables" }), h("datalist", { id: "seen-tables" }, offered.map((one) => h("option", { value: one }))), h("button", { type: "submit" }, t("hall.add")),
      offered.length ? button(`+ ${offered.length}`, async () => { for (const table of offered) await change("/api/tournament", { kind: "table-opened", table, camera: true }); await refresh(); }) : null) : null,
    h("p", {}, [...known].join(", ") || "–"));
}

function resultForm(round, board) {
  const inputs = board.players.map((one, seat) => h("input", { key: one.id, name: "points", type: "number", min: 0, max: 9999, required: true, "aria-label": one.name, defaultValue: board.scores?.[seat] ?? "" }));
  const send = (event) => {
    event.preventDefault();
    const result = { kind: "result", round, table: board.table, scores: new FormData(event.target).getAll("points").map(Number) };
    const known = board.scores ? entryOf("result", round, board.table) : null;
    write(known ? { kind: "amended", entry: known, happening: result } : result);
  };
  const missing = board.scores ? null : board.players.filter((one) => !one.absent).map((one) => button(`${one.name}: ${t("hall.absent")}`, () => write({ kind: "forfeited", round, table: board.table, player: one.id })));
  // Another result is another form: what was typed is kept until then, whatever else is drawn anew.
  return h("form", { key: `${round}-${board.scores?.join("-")}`, class: "row", onsubmit: send }, inputs, h("button", { type: "submit" }, t(board.scores ? "hall.correct" : "hall.enter")), missing ? h("details", {}, h("summary", {}, t("hall.absent")), missing) : null);
}

function entryOf(kind, round, table) {
  const entries = found.log.filter((one) => one.happening.kind === kind && one.happening.round === round && one.happening.table === table);
  const standing = entries.filter((one) => one.superseded_by === null || found.log.find((by) => by.entry === one.superseded_by)?.happening.kind === "amended");
  return standing.at(-1)?.entry ?? null;
}

function seatText(board) {
  return board.players.map((one, seat) => h("div", { key: one.id }, `${one.name}${seat === 0 ? ` (${w("starts")})` : ""}${one.absent ? ` – ${t("hall.absent")}` : ""}`));
}

function round() {
  const now = found.rounds.at(-1);
  const controls = isOrganiser() ? h("div", { class: "row" },
    found.complete && !found.finished ? button(t("hall.draw"), () => act("/api/tournament/draw"), "") : null,
    now && !found.begun ? button(t("hall.begin"), () => act("/api/tournament/begin"), "") : null,
    now && found.begun && !found.complete ? button(t(found.held ? "hall.go-on" : "hall.hold"), () => write({ kind: found.held ? "went-on" : "held", round: now.round })) : null) : null;
  // Only who may enter a result has something to press behind it: no column without a name.
  const heads = [w("table"), w("players"), w("result"), ...(isScorer() ? [t("hall.enter")] : [])];
  const last = (form) => isScorer() ? h("td", {}, form) : null;
  return h("section", { ...WIDE, "aria-label": w("pairings") }, h("h2", {}, now ? `${w("round")} ${now.round}/${found.founded.rounds}` : w("pairings")),
    found.finished ? h("p", {}, t("hall.over")) : null, controls,
    now ? h("table", { class: "plain stack" }, h("thead", {}, h("tr", {}, heads.map((one) => h("th", { scope: "col" }, one)))), h("tbody", {},
      now.boards.map((board) => h("tr", { key: board.table }, h("td", {}, board.table), h("td", {}, seatText(board)), h("td", {}, board.scores ? board.scores.join(" : ") : ""), last(resultForm(now.round, board)))),
      now.byes.map((name) => h("tr", { key: name }, h("td", {}, w("bye")), h("td", {}, name), h("td", {}), last(null))))) : null);
}

const BREAKS = ["buchholz", "sonneborn", "wins", "difference", "scored"];

function standings() {
  const heads = [w("place"), w("player"), w("points"), ...BREAKS.map(w), ...found.rounds.map((one) => String(one.round))];
  return h("section", { ...WIDE, "aria-label": w("standings") }, h("h2", {}, w("standings")), h("table", { class: "plain", id: "standings" },
    h("thead", {}, h("tr", {}, heads.map((one, place) => h("th", { scope: "col", class: place !== 1 && place < 8 ? "number" : "" }, one)))),
    h("tbody", {}, found.standings.map((line) => h("tr", { class: line.in ? "" : "gone" },
      h("td", { class: "number" }, String(line.place)), h("td", {}, line.player), h("td", { class: "number" }, h("b", {}, points(line.points))),
      BREAKS.map((key) => h("td", { class: "number" }, points(line[key]))), line.cross.map((cell) => h("td", {}, cell === "bye" ? w("bye") : cell)))))),
    found.rounds.length > 0 && h("p", { class: "soft small-text" }, w("cross-key")));
}

function leaving() {
  const link = (path, text) => h("a", { href: path }, text);
  return h("section", { class: "panel" }, h("h2", {}, t("hall.print")), h("p", { class: "links" },
    [["pairings", "pairings"], ["sheets", "sheet"], ["standings", "standings"], ["cross", "cross"]].map(([path, key]) => link(`/api/papers/${path}.pdf?lang=${language}`, w(key)))),
    h("h2", {}, t("hall.export")), h("p", { class: "links" },
      ["standings.csv", "pairings.csv", "cross.csv", "tournament.json"].map((one) => link(`/api/export/${one}`, one)),
      isScorer() ? link("/api/export/records.zip", t("hall.records")) : null));
}

function told(happening) {
  const { kind, ...values } = happening;
  return `${kind} ${Object.values(values).filter((one) => typeof one !== "object").join(" ")}`;
}

function log() {
  return h("section", { class: "panel" }, h("details", {}, h("summary", {}, t("hall.log")), h("ol", { class: "log-list", reversed: true },
    [...found.log].reverse().map((one) => h("li", { key: one.entry, value: one.entry, class: one.superseded_by ? "superseded" : "" }, `${when(one.at)} · ${one.by} · ${told(one.happening)} `,
      isOrganiser() && !one.superseded_by ? button(t("hall.undo"), () => write({ kind: "taken-back", entry: one.entry })) : null)))));
}

async function refresh() {
  const [tournament, hall] = [await getTournament(), await get("/api/hall")];
  found = tournament;
  put(by("tournament"), found ? [round(), standings(), players(), tables(hall.tables.map((one) => one.table)), leaving(), log()] : founding());
}

start(async () => {
  const news = calmly(refresh, 1500);
  await refresh();
  watch({ onChanged: news });
});
