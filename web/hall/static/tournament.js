// The tournament: players, tables, rounds with results, standings, the log and what can be printed.
import { calmly, getTournament, isOrganiser, isScorer, put, start, watch } from "/hall/common.js";
import { change, get } from "/static/pages/api.js";
import { by, h } from "/hall/parts/dom.js";
import { language, t, when } from "/static/pages/texts.js";

let found = null;

const w = (key) => t(`hallword.${key}`);

async function write(happening) {
  if (await change("/api/tournament", happening)) await refresh();
}

async function act(path) {
  if (await change(path, {})) await refresh();
}

const button = (text, onclick, classes = "quiet") => h("button", { type: "button", class: classes, onclick }, text);

function field(id, text, input) {
  input.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, text), input);
}

function choice(values, name = (one) => one) {
  return h("select", {}, values.map((one) => h("option", { value: one }, name(one))));
}

function founding() {
  if (!isOrganiser()) return h("section", { class: "panel" }, h("p", {}, t("hall.found-lead")));
  const name = h("input", { required: true, maxlength: 80 });
  const system = choice(["swiss", "fours"], (one) => t(`hall.system.${one}`));
  const rounds = h("input", { type: "number", min: 1, max: 50, value: 5 });
  const minutes = h("input", { type: "number", min: 1, max: 600, value: 40 });
  const points = choice(["2-1-0", "4-3-1-0", "winner", "5-3-2-1"]);
  const send = (event) => {
    event.preventDefault();
    write({ kind: "founded", name: name.value.trim(), system: system.value, rounds: Number(rounds.value), minutes: Number(minutes.value), points: points.value });
  };
  return h("section", { class: "panel" }, h("h2", {}, t("hall.found")), h("form", { onsubmit: send },
    field("t-name", t("hall.tournament-name"), name), field("t-system", t("hall.system"), system), field("t-points", t("hall.scheme"), points),
    field("t-rounds", t("hall.rounds"), rounds), field("t-minutes", t("hall.minutes"), minutes), h("button", { type: "submit" }, t("hall.found"))));
}

function players() {
  const name = h("input", { required: true, maxlength: 80, "aria-label": w("player"), placeholder: w("player") });
  const club = h("input", { maxlength: 80, "aria-label": w("club"), placeholder: w("club") });
  const send = (event) => {
    event.preventDefault();
    const next = Math.max(0, ...found.players.map((one) => one.id)) + 1;
    write({ kind: "entered", player: next, name: name.value.trim(), club: club.value.trim() });
  };
  return h("section", { class: "panel" }, h("h2", {}, `${w("players")} (${found.players.filter((one) => one.in).length})`),
    isOrganiser() ? h("form", { class: "row", onsubmit: send }, name, club, h("button", { type: "submit" }, t("hall.add"))) : null,
    h("table", { class: "plain" }, h("tbody", {}, found.players.map((one) => h("tr", { class: one.in ? "" : "gone" },
      h("td", { class: "number" }, String(one.id)), h("td", {}, one.name), h("td", { class: "soft" }, one.club),
      h("td", {}, isOrganiser() ? button(t(one.in ? "hall.withdraw" : "hall.return"), () => write({ kind: one.in ? "withdrew" : "returned", player: one.id })) : null))))));
}

function tables(seen) {
  const known = new Set(found.tables.filter((one) => one.open).map((one) => one.table));
  const offered = seen.filter((one) => !known.has(one));
  const name = h("input", { required: true, maxlength: 80, "aria-label": w("table"), placeholder: w("table"), list: "seen-tables" });
  const send = (event) => {
    event.preventDefault();
    const table = name.value.trim();
    write({ kind: "table-opened", table, camera: seen.includes(table) });
  };
  return h("section", { class: "panel" }, h("h2", {}, t("hall.open-tables")),
    isOrganiser() ? h("form", { class: "row", onsubmit: send }, name, h("datalist", { id: "seen-tables" }, offered.map((one) => h("option", { value: one }))), h("button", { type: "submit" }, t("hall.add")),
      offered.length ? button(`+ ${offered.length}`, async () => { for (const table of offered) await change("/api/tournament", { kind: "table-opened", table, camera: true }); await refresh(); }) : null) : null,
    h("p", {}, [...known].join(", ") || "–"));
}

function resultForm(round, board) {
  const inputs = board.players.map((one, seat) => h("input", { type: "number", min: 0, max: 9999, required: true, "aria-label": one.name, value: board.scores?.[seat] ?? null }));
  const send = (event) => {
    event.preventDefault();
    const result = { kind: "result", round, table: board.table, scores: inputs.map((one) => Number(one.value)) };
    const known = board.scores ? entryOf("result", round, board.table) : null;
    write(known ? { kind: "amended", entry: known, happening: result } : result);
  };
  const missing = board.scores ? null : board.players.filter((one) => !one.absent).map((one) => button(`${one.name}: ${t("hall.absent")}`, () => write({ kind: "forfeited", round, table: board.table, player: one.id })));
  return h("form", { class: "row", onsubmit: send }, inputs, h("button", { type: "submit" }, t(board.scores ? "hall.correct" : "hall.enter")), missing ? h("details", {}, h("summary", {}, t("hall.absent")), missing) : null);
}

function entryOf(kind, round, table) {
  const entries = found.log.filter((one) => one.happening.kind === kind && one.happening.round === round && one.happening.table === table);
  const standing = entries.filter((one) => one.superseded_by === null || found.log.find((by) => by.entry === one.superseded_by)?.happening.kind === "amended");
  return standing.at(-1)?.entry ?? null;
}

function seatText(board) {
  return board.players.map((one, seat) => h("div", {}, `${one.name}${seat === 0 ? ` (${w("starts")})` : ""}${one.absent ? ` – ${t("hall.absent")}` : ""}`));
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
  return h("section", { class: "panel wide" }, h("h2", {}, now ? `${w("round")} ${now.round}/${found.founded.rounds}` : w("pairings")),
    found.finished ? h("p", {}, t("hall.over")) : null, controls,
    now ? h("table", { class: "plain" }, h("thead", {}, h("tr", {}, heads.map((one) => h("th", { scope: "col" }, one)))), h("tbody", {},
      now.boards.map((board) => h("tr", {}, h("td", {}, board.table), h("td", {}, seatText(board)), h("td", {}, board.scores ? board.scores.join(" : ") : ""), last(resultForm(now.round, board)))),
      now.byes.map((name) => h("tr", {}, h("td", {}, w("bye")), h("td", {}, name), h("td", {}), last(null))))) : null);
}

const BREAKS = ["buchholz", "sonneborn", "wins", "difference", "scored"];

function standings() {
  const heads = [w("place"), w("player"), w("points"), ...BREAKS.map(w), ...found.rounds.map((one) => String(one.round))];
  return h("section", { class: "panel wide" }, h("h2", {}, w("standings")), h("table", { class: "plain", id: "standings" },
    h("thead", {}, h("tr", {}, heads.map((one, place) => h("th", { scope: "col", class: place !== 1 && place < 8 ? "number" : "" }, one)))),
    h("tbody", {}, found.standings.map((line) => h("tr", { class: line.in ? "" : "gone" },
      h("td", { class: "number" }, String(line.place)), h("td", {}, line.player), h("td", { class: "number" }, h("b", {}, line.points)),
      BREAKS.map((key) => h("td", { class: "number" }, String(line[key]))), line.cross.map((cell) => h("td", {}, cell)))))));
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
    [...found.log].reverse().map((one) => h("li", { value: one.entry, class: one.superseded_by ? "superseded" : "" }, `${when(one.at)} · ${one.by} · ${told(one.happening)} `,
      isOrganiser() && !one.superseded_by ? button(t("hall.undo"), () => write({ kind: "taken-back", entry: one.entry })) : null)))));
}

// Whoever is typing is not interrupted: the page is drawn anew when the field is left.
function isTyping() {
  return document.activeElement?.matches?.("#tournament input") && document.activeElement.value !== "";
}

async function refresh() {
  const [tournament, hall] = [await getTournament(), await get("/api/hall")];
  found = tournament;
  put(by("tournament"), found ? [round(), standings(), players(), tables(hall.tables.map((one) => one.table)), leaving(), log()] : founding());
}

start(async () => {
  const news = calmly(async () => { if (!isTyping()) await refresh(); }, 1500);
  await refresh();
  watch({ onChanged: news });
});
