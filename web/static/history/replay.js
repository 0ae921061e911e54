// A match step by step: slider, log and picture in step, with links to a step and arrow keys.
import { change, get, isReferee, me } from "../pages/api.js";
import { button, by, h, put, show, toast } from "../pages/dom.js";
import { start } from "../pages/frame.js";
import { speakOf, t, when } from "../pages/texts.js";
import { boxOf, drawTable, emptyTable, emptyWords, playWords, ruling, scoreCard, scoreOf, seat, standing } from "../match/drawing.js";
import { both, findingsBySteps } from "../match/audit.js";
import { gameOf } from "../match/games.js";
import { drawLog, why } from "../match/log.js";
import { offerAnalysis } from "./analysis.js";
import { cardPicture } from "./card.js";

const number = Number(by("replay").dataset.number);
const PACE_MS = 1100;
let history = null;
let steps = [];
let found = new Map();
let at = 0;
let timer = null;
let hint = null;

function render() {
  const step = steps[at];
  if (!step) { put(by("table"), emptyTable(t("replay.nothing"))); put(by("card"), scoreCard(history.match)); return; }
  const { match, shown } = step;
  by("step").value = at;
  by("step").setAttribute("aria-valuetext", step.ruling.sentence);
  put(by("where"), t("replay.where", { step: at + 1, steps: steps.length, round: Math.max(1, match.round) }));
  const layout = hint ? hint.layout : shown.table;
  put(by("table"), drawTable(layout, { box: boxOf(by("table")), label: t("live.table"), fresh: new Set((hint?.added ?? []).map((cell) => cell.join())) }) ?? emptyTable(emptyWords(match)));
  showHands(match, shown);
  by("ruling").className = `panel ruling ${step.ruling.verdict}`;
  put(by("ruling"), ruling(step.ruling), h("p", { class: "meta" }, `${t("replay.statement")}: `, h("code", {}, step.ruling.statement)), why(history.log.find((one) => one.entry === step.ruling.entry)), picture(step.ruling), audited());
  put(by("card"), scoreCard(match));
  showHint(step);
  showTimeline();
  drawLog(by("log"), history, { onShow: (entry) => { go(indexOf(entry)); scrollTo({ top: 0, behavior: "smooth" }); }, at: step.ruling.entry });
  showInLog();
}

// Racks are hidden: they stand beside each other, with what is left on them.
function showHands(match, shown) {
  by("replay").dataset.piece = match.piece;
  if (!gameOf(match).hasOpenHands) {
    put(by("seat-0"), match.players.map((name, one) => h("div", { key: name }, scoreOf(match, one, { found: shown.hands[one] }))));
    return;
  }
  for (const one of [0, 1]) {
    by(`seat-${one}`).classList.toggle("turn", match.turn === one);
    put(by(`seat-${one}`), seat(match, shown, one));
  }
}

// The log keeps step: within its own box, so that the page stays where it is.
function showInLog() {
  const [box, item] = [by("log"), by("log").querySelector(".now")];
  if (item) box.scrollTop += item.getBoundingClientRect().top - box.getBoundingClientRect().top - (box.clientHeight - item.clientHeight) / 2;
}

// What the audit found at this step, with the table before and after.
function audited() {
  return me.pictures && (found.get(at) ?? []).map((one) => h("div", { key: one.id }, h("p", { class: "meta" }, one.message), both(one.id)));
}

function picture(one) {
  if (!me.pictures || !history.pictures.includes(one.entry)) return null;
  return h("img", { key: one.entry, class: "picture-throw", alt: t("replay.picture"), src: `/api/matches/${number}/pictures/${one.entry}.jpg` });
}

// What stands out at a step: a fault or a question, what the audit found, a play that was missed, the
// end of a round, a correction.
function kindOf({ ruling: one }, place) {
  if (one.verdict !== "accepted") return one.verdict;
  if (found.has(place)) return "found";
  return one.advice.length ? "missed" : one.ending ? "ending" : one.amended_by ? "amended" : "";
}

function outstanding(from, way) {
  for (let place = from + way; place >= 0 && place < steps.length; place += way) if (kindOf(steps[place], place)) return place;
  return from;
}

// Each of them as a tick, and a press goes there.
function showTimeline() {
  put(by("timeline"), steps.map((one, place) => kindOf(one, place) && h("button", {
    key: place, type: "button", class: `tick ${kindOf(one, place)}${place === at ? " now" : ""}`, style: `left: ${(100 * place) / Math.max(1, steps.length - 1)}%`,
    title: one.ruling.sentence, "aria-label": `${place + 1}: ${one.ruling.title}. ${one.ruling.sentence}`, onclick: () => { stop(); go(place); },
  })));
}

function showHint(step) {
  const isTurn = /^(table|pass|played|draw|penalty)/.test(step.ruling.statement);
  show(by("hint"), isTurn);
  const find = async (rack = "") => {
    try { hint = await get(`/api/matches/${number}/hints/${step.ruling.entry}?hand=${encodeURIComponent(rack)}`); render(); } catch (error) { toast(error.message); return null; }
    return hint;
  };
  // Nobody but its owner knows what was on a rack.
  const ask = async () => (gameOf(step.match).hasOpenHands ? find() : (await import("../match/sheet.js")).chooseHand(t("tiles.hint-rack", { player: step.ruling.player }), t("hint.past"), find, step.match));
  put(by("hint"), !hint ? button(t("hint.past"), ask) : [h("h2", {}, t("hint.title")),
    playWords(hint),
    button(t("hint.hide"), () => { hint = null; render(); })]);
}

function indexOf(entry) {
  return steps.findIndex((one) => one.ruling.entry === entry);
}

// The address names the entry, so that a step can be sent to somebody.
function go(to) {
  hint = null;
  at = Math.max(0, Math.min(steps.length - 1, to));
  if (steps[at]) window.history.replaceState(null, "", `#${steps[at].ruling.entry}`);
  render();
}

function stop() {
  clearInterval(timer);
  timer = null;
  by("play").setAttribute("aria-pressed", "false");
  by("play").textContent = t("replay.play");
}

function play() {
  if (timer) { stop(); return; }
  if (at >= steps.length - 1) go(0);
  by("play").setAttribute("aria-pressed", "true");
  by("play").textContent = t("replay.stop");
  timer = setInterval(() => { if (at >= steps.length - 1) stop(); else go(at + 1); }, PACE_MS);
}

function onKey(event) {
  if (event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1, PageUp: outstanding(at, -1), PageDown: outstanding(at, 1) }[event.key];
  if (to !== undefined) { event.preventDefault(); stop(); go(to); }
}

let kept = []; // the evidence that was saved, for the referee

function exports() {
  const link = (name, words) => h("a", { class: "button quiet", href: `/api/matches/${number}/${name}?lang=${document.documentElement.lang}`, download: "" }, words);
  const png = button("PNG", () => cardPicture(history.match, when(history.created), `match-${number}.png`));
  const goOn = async () => { if (await change("/api/match/open", { match: number })) location.href = "/"; };
  put(by("exports"), h("h2", {}, t("replay.export")), h("div", { class: "row" },
    link("match.turbo", ".turbo"), link("match.json", "JSON"), link("match.csv", "CSV"), gameOf(history.match).hasThrows && link("throws.csv", t("replay.throws-csv")), link("card.pdf", "PDF"), png,
    isReferee() && !history.match.finished && button(t("history.go-on"), goOn, "")),
    kept.length > 0 && h("div", { id: "evidence" }, h("h3", {}, t("evidence.kept")), kept.map((name) => h("p", { key: name }, h("a", { href: `/api/evidence/${name}`, download: name }, name)))));
}

start(async () => {
  [history, { steps }] = await Promise.all([get(`/api/matches/${number}`), get(`/api/matches/${number}/steps`)]);
  const { findings } = await get(`/api/audit?match=${number}&limit=500`);
  found = findingsBySteps(steps, findings);
  speakOf(history.match.piece);
  show(by("simulated"), history.match.options.simulated);
  by("replay-title").textContent = standing(history.match);
  by("step").max = Math.max(0, steps.length - 1);
  by("step").addEventListener("input", () => { stop(); go(Number(by("step").value)); });
  by("first").addEventListener("click", () => go(0));
  by("back").addEventListener("click", () => go(at - 1));
  by("forth").addEventListener("click", () => go(at + 1));
  by("play").addEventListener("click", play);
  document.addEventListener("keydown", onKey);
  if (isReferee()) kept = (await get(`/api/evidence?match=${number}`)).bundles;
  show(by("replay"), true);
  exports();
  offerAnalysis(by("analysis"), history, number, (entry) => { stop(); go(indexOf(entry)); });
  go(Math.max(0, indexOf(Number(location.hash.slice(1)))));
  addEventListener("resize", render);
});
