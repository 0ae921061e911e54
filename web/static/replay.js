// A match step by step, with a slider.
import { change, get, isReferee } from "./api.js";
import { cardPicture } from "./card.js";
import { hand } from "./dice.js";
import { by, h, put, toast } from "./dom.js";
import { start } from "./frame.js";
import { drawLog } from "./log.js";
import { ruling, scoreCard, seat } from "./parts.js";
import { drawTable, emptyTable } from "./table.js";
import { t, when } from "./texts.js";

const number = Number(by("replay").dataset.number);
const PACE_MS = 1100;
let history = null;
let steps = [];
let at = 0;
let timer = null;
let hint = null;

function render() {
  const step = steps[at];
  if (!step) { put(by("table"), emptyTable(t("replay.nothing"))); put(by("card"), scoreCard(history.match)); return; }
  const { match, shown } = step;
  by("step").value = at;
  by("step").setAttribute("aria-valuetext", step.ruling.sentence);
  by("where").textContent = t("replay.where", { step: at + 1, steps: steps.length, round: Math.max(1, match.round) });
  const box = by("table");
  const layout = hint ? hint.layout : shown.table;
  const drawing = drawTable(layout, { aspect: box.clientWidth / box.clientHeight || 1.6, label: t("live.table"), fresh: new Set((hint?.added ?? []).map((cell) => cell.join())) });
  put(box, drawing ?? emptyTable(t("live.table-empty")));
  for (const one of [0, 1]) {
    const found = seat(match, shown, one);
    by(`seat-${one}`).classList.toggle("turn", found.isTurn);
    put(by(`seat-${one}`), found.content);
  }
  by("ruling").className = `panel ruling ${step.ruling.verdict}`;
  put(by("ruling"), ruling(step.ruling), h("p", { class: "meta" }, `${t("replay.statement")}: `, h("code", {}, step.ruling.statement)), picture(step.ruling));
  put(by("card"), scoreCard(match));
  showHint(step);
}

function picture(found) {
  if (!history.pictures.includes(found.entry)) return null;
  return h("img", { class: "picture-throw", alt: t("replay.picture"), src: `/api/matches/${number}/pictures/${found.entry}.jpg` });
}

function showHint(step) {
  const box = by("hint");
  const isTurn = /^(table|pass)/.test(step.ruling.statement);
  box.hidden = !isTurn;
  if (box.hidden) return;
  const ask = async () => {
    try { hint = await get(`/api/matches/${number}/hints/${step.ruling.entry}`); render(); } catch (error) { toast(error.message); }
  };
  if (!hint) { put(box, h("button", { type: "button", class: "quiet", onclick: ask }, t("hint.past"))); return; }
  put(box, h("h2", {}, t("hint.title")),
    hint.played.length ? hand(hint.played, { columns: 9 }) : h("p", {}, t(hint.proved ? "hint.none" : "hint.none-found")),
    h("button", { type: "button", class: "quiet", onclick: () => { hint = null; render(); } }, t("hint.hide")));
}

function go(to) {
  hint = null;
  at = Math.max(0, Math.min(steps.length - 1, to));
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

function exports() {
  const link = (name, words) => h("a", { class: "button quiet", href: `/api/matches/${number}/${name}?lang=${document.documentElement.lang}`, download: "" }, words);
  const png = h("button", { type: "button", class: "quiet", onclick: () => cardPicture(history.match, when(history.created), `match-${number}.png`) }, "PNG");
  put(by("exports"), h("h2", {}, t("replay.export")), h("div", { class: "row" },
    link("match.turbo", ".turbo"), link("match.json", "JSON"), link("match.csv", "CSV"), link("throws.csv", t("replay.throws-csv")), link("card.pdf", "PDF"), png,
    isReferee() && !history.match.finished && h("button", { type: "button", onclick: async () => { if (await change("/api/match/open", { match: number })) location.href = "/"; } }, t("history.go-on"))));
}

start(async () => {
  [history, { steps }] = await Promise.all([get(`/api/matches/${number}`), get(`/api/matches/${number}/steps`)]);
  const { players, totals, options } = history.match;
  by("simulated").hidden = !options.simulated;
  by("replay-title").textContent = `${players[0]} ${totals[0]} : ${totals[1]} ${players[1]}`;
  by("step").max = Math.max(0, steps.length - 1);
  by("step").addEventListener("input", () => { stop(); go(Number(by("step").value)); });
  by("first").addEventListener("click", () => go(0));
  by("back").addEventListener("click", () => go(at - 1));
  by("forth").addEventListener("click", () => go(at + 1));
  by("play").addEventListener("click", play);
  drawLog(by("log"), history, { onShow: (entry) => { go(steps.findIndex((one) => one.ruling.entry === entry)); scrollTo({ top: 0, behavior: "smooth" }); } });
  exports();
  go(0);
  addEventListener("resize", render);
});
