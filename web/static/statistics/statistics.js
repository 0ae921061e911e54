// Statistics with plots: points, throws, faces and fairness, time per turn.
import { get } from "../pages/api.js";
import { by, h, put } from "../pages/dom.js";
import { showSimulated, start } from "../pages/frame.js";
import { barPlot, linePlot } from "./plots.js";
import { faceWords, t } from "../pages/texts.js";

const LONGEST_NAMES = 2;
const NAMES = { k: "black", r: "red", b: "blue", o: "orange" };

// People and what was counted of each; on a phone each number stands below its person, with its name.
function peopleTable(label, heads, rows) {
  return h("div", { class: "panel wide", tabindex: 0, role: "region", "aria-label": label }, h("table", { class: "plain stack" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("stats.player")), heads.map((words) => h("th", { key: words, scope: "col", class: "number" }, words)))),
    h("tbody", {}, rows.map(([name, ...values]) => h("tr", { key: name }, h("th", { scope: "row" }, name),
      values.map((value, at) => h("td", { key: at, class: "number", "data-label": heads[at] }, String(value ?? "–"))))))));
}

function playersTable(found) {
  const seconds = (value) => (value === null ? null : `${value} s`);
  return peopleTable(t("title.statistics"), ["throws", "played", "blank", "rejected", "median", "mean"].map((key) => t(`stats.${key}`)),
    found.players.map((one) => [one.name, one.throws, one.played, one.blank, one.rejected, seconds(one.turn_s.median), seconds(one.turn_s.mean)]));
}

function pointsPlot(found) {
  const names = [...new Set(found.points.map((one) => one.winner).filter(Boolean))];
  const sums = Object.fromEntries(names.map((name) => [name, 0]));
  const series = names.map((name) => ({ name, values: [] }));
  for (const one of found.points) {
    if (one.winner) sums[one.winner] += one.points;
    series.forEach((line) => line.values.push(sums[line.name]));
  }
  series.sort((a, b) => b.values.at(-1) - a.values.at(-1));
  const labels = found.points.map((one, at) => (found.points.length < 15 || at % Math.ceil(found.points.length / 12) === 0 ? String(at + 1) : ""));
  return linePlot(t("stats.points"), series.slice(0, LONGEST_NAMES), labels, t("stats.points-note"));
}

function sentence(found) {
  if (!found) return t("stats.no-throws");
  const rests = t("stats.rests", { count: found.thrown });
  if (found.p_value === null) return `${rests} ${t("stats.no-test", { least: found.least })}`;
  const likely = found.p_value < 0.01;
  const verdict = likely ? "stats.unfair" : found.is_enough ? "stats.fair" : "stats.too-few";
  const values = { p: found.p_value.toPrecision(2), chi: found.chi_square, freedom: found.freedom, power: Math.round(found.power * 100) };
  return `${rests} ${t("stats.test", values)} ${t(verdict, values)}`;
}

function grouped(faces, keyOf) {
  const found = new Map();
  for (const one of faces) {
    const key = keyOf(one.face);
    const sum = found.get(key) ?? { value: 0, expected: 0 };
    found.set(key, { value: sum.value + one.count, expected: sum.expected + one.expected });
  }
  return found;
}

function numbersPlot(found) {
  const counts = grouped(found.faces, (face) => face.slice(1));
  const bars = [...counts].map(([label, one]) => ({ label: label === "*" ? "☺" : label, title: label === "*" ? t("word.joker") : label, value: one.value, expected: one.expected, kind: label === "*" ? "joker" : 0 }));
  return barPlot(t("stats.numbers"), bars, sentence(found.fairness.numbers));
}

function coloursPlot(found) {
  const counts = grouped(found.faces.filter((one) => one.face[1] !== "*"), (face) => face[0]);
  const bars = [...counts].map(([ink, one]) => ({ label: t(`stats.${NAMES[ink]}`), value: one.value, expected: one.expected, kind: ink }));
  return barPlot(t("stats.colours"), bars, sentence(found.fairness.colours));
}

function facesPlot(found) {
  const bars = found.faces.map((one) => ({ label: one.face.slice(1) === "7" ? t(`stats.${NAMES[one.face[0]]}`) : "", title: faceWords(one.face), value: one.count, expected: one.expected, kind: one.face[1] === "*" ? "joker" : one.face[0] }));
  return barPlot(t("stats.faces"), bars, sentence(found.fairness.faces), { across: innerWidth > 980 });
}

function timesPlot(found) {
  const edges = [5, 10, 20, 30, 45, 60, 90, 120, 180, 300];
  const each = found.players.flatMap((one) => one.turn_s.each);
  const bars = [...edges, Infinity].map((edge, at) => ({
    label: edge === Infinity ? `>${edges.at(-1)}` : `${edge}`,
    value: each.filter((value) => value <= edge && value > (edges[at - 1] ?? 0)).length,
  }));
  return barPlot(t("stats.times"), bars, t("stats.times-note", { count: each.length }));
}

function faultsTable(found) {
  if (!found.faults.length) return null;
  return h("div", { class: "panel" }, h("h2", {}, t("stats.faults")), h("table", { class: "plain" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("stats.rule")), h("th", { scope: "col", class: "number" }, t("stats.count")))),
    h("tbody", {}, found.faults.map((one) => h("tr", {}, h("th", { scope: "row" }, t(`rule.${one.rule}`)), h("td", { class: "number" }, String(one.count)))))));
}

function tilesTable(found) {
  return peopleTable(t("tiles.statistics"), ["games", "wins", "rack", "penalties", "meld"].map((key) => t(`tiles.stat.${key}`, found.words)),
    found.people.map((one) => [one.name, one.games, one.wins, one.average_rack, `${one.penalties} (${one.penalty_tiles})`, one.average_meld]));
}

// Of dice and of tiles, as far as there are any: what is asked for is one match, or all.
async function show() {
  const which = by("which").value;
  const found = await get(`/api/statistics${which ? `?match=${which}` : ""}`);
  const tiles = found.tiles.people.length > 0 && [h("p", { class: "lead" }, t("stats.tiles-lead", { matches: found.tiles.matches })), tilesTable(found.tiles)];
  put(by("statistics"), tiles, (!tiles || found.matches > 0) && ofDice(found));
  by("statistics").setAttribute("aria-busy", "false");
}

function ofDice(found) {
  return [h("p", { class: "lead" }, t("stats.lead", { matches: found.matches, throws: found.throws })),
    found.throws ? [playersTable(found), h("div", { class: "plots" }, found.points.length ? pointsPlot(found) : null, timesPlot(found), numbersPlot(found), coloursPlot(found), facesPlot(found)),
      h("p", { class: "soft small-text" }, t("stats.honest")), faultsTable(found)] : h("p", {}, t("stats.no-throws"))];
}

start(async () => {
  const { matches } = await get("/api/matches?limit=500");
  put(by("which"), h("option", { value: "" }, t("stats.all")), matches.map((one) => h("option", { value: one.match }, `${one.match}: ${one.players.join(" – ")}`)));
  by("which").addEventListener("change", show);
  await Promise.all([show(), showSimulated()]);
});
