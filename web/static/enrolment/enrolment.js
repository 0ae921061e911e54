// Learning the own pieces and the self-test, look by look.
import { change, get, isReferee } from "../pages/api.js";
import { dieAlone } from "../match/drawing.js";
import { by, h, put } from "../pages/dom.js";
import { chooseFace, faceButton } from "../match/sheet.js";
import { STEP_PICTURES } from "../setup/pictures.js";
import { faceWords, speakOf, t, texts } from "../pages/texts.js";

const SIDES = 6;
const INKS = 4;
const MARKS = ["bar", "dot", "none", "unknown"];
let lessons = { available: false, enrolled: null, tested: null };

function button(words, act, kind = "quiet", id = undefined) {
  return h("button", { type: "button", class: kind, id, onclick: act }, words);
}

// One after the other: who taps Stop and begins another lesson at once would else be stopped in that one.
let asked = Promise.resolve();

function ask(path, body) {
  asked = asked.catch(() => {}).then(async () => {
    const answer = await change(path, body);
    if (answer) { lessons = answer; draw(); }
  });
  return asked;
}

const act = (action, more = {}) => ask("/api/lessons", { action, ...more });

function progress(words, value, max) {
  return h("div", { class: "progress" }, h("progress", { value, max, "aria-label": words }), h("span", {}, words));
}

// Learning

function learned(die, at) {
  const correct = (face) => chooseFace(t("enrol.wrong", { die: at + 1, face: faceWords(face) }), (right) => ask("/api/lessons/dice", { die: at, face: right, instead_of: face }));
  const slots = Array.from({ length: SIDES }, (_, side) => (die.faces[side]
    ? faceButton(die.faces[side], correct)
    : h("span", { class: "slot", "aria-hidden": "true" })));
  return h("li", { class: die.faces.length === SIDES ? "whole" : null }, h("b", {}, String(at + 1)), h("div", { class: "six" }, slots));
}

function doubt(die, at) {
  const answer = (face) => ask("/api/lessons/dice", { die: at, face });
  return h("div", { class: "question" }, h("p", {}, t("enrol.which", { die: at + 1 })),
    h("div", { class: "faces" }, die.likely.map((face) => faceButton(face, answer)), button(t("question.other"), () => chooseFace(t("enrol.which", { die: at + 1 }), answer))));
}

function twice(die, at) {
  return die.repeated.map((face) => h("div", { class: "row" }, h("span", {}, t("enrol.repeated", { die: at + 1, face: faceWords(face) })),
    button(t("enrol.twice"), () => ask("/api/lessons/dice", { die: at, face, twice: true }))));
}

function nextStep(found) {
  if (found.looks < found.steps) return t(`enrol.step-${found.looks}`);
  const open = found.dice.flatMap((die, at) => (die.faces.length < SIDES ? [at + 1] : []));
  return t("enrol.step-more", { dice: open.join(", ") });
}

function keeping(found) {
  const mark = h("select", { id: "mark" }, MARKS.map((one) => h("option", { key: one, value: one, selected: one === found.mark }, t(`mark.${one}`))));
  return h("div", { class: "row" }, h("label", { for: "mark" }, t("enrol.mark")), mark, button(t("enrol.keep"), () => ask("/api/lessons/keep", { mark: by("mark").value }), found.is_whole ? "" : "quiet", "keep-dice"));
}

function enrolment(found) {
  const known = found.dice.reduce((sum, die) => sum + die.faces.length, 0);
  const asked = found.dice.some((die) => die.is_asked);
  return [
    progress(t("enrol.known", { known, of: SIDES * found.dice.length, looks: found.looks }), known, Math.max(1, SIDES * found.dice.length)),
    found.refused && h("p", { class: "notice", role: "alert" }, found.refused),
    !found.is_whole && !asked && h("div", { class: "todo" }, STEP_PICTURES[Math.min(found.looks, found.steps)](), h("p", {}, nextStep(found))),
    h("div", { class: "row" }, !found.is_whole && !asked && button(t("lesson.look"), () => act("look"), "", "look"), button(t("lesson.stop"), () => act("stop"), "plain")),
    found.dice.map((die, at) => die.is_asked && doubt(die, at)),
    found.dice.map(twice),
    found.remarks.length > 0 && h("p", { class: "soft small-text" }, `${t("enrol.remarks")} ${found.remarks.join(" · ")}`),
    found.dice.length > 0 && h("ol", { class: "learned" }, found.dice.map(learned)),
    known > 0 && keeping(found),
  ];
}

// Of tiles the inks alone: they are shown as for the self-test, layout by layout.
function inks(found) {
  const known = found.inks.length;
  return [
    progress(t("enrol.known", { known, of: INKS, looks: found.looks }), known, INKS),
    h("p", {}, t(`selftest.layout-${found.looks % found.steps}`)),
    h("div", { class: "row" }, button(t("lesson.look"), () => act("look"), "", "look"), button(t("lesson.stop"), () => act("stop"), "plain"),
      known > 0 && button(t("enrol.keep"), () => ask("/api/lessons/keep", { mark: "unknown" }), found.is_whole ? "" : "quiet", "keep-dice")),
  ];
}

function drawEnrolment(box, areTiles) {
  const found = lessons.enrolled;
  if (!lessons.available || !isReferee()) { put(box); return; }
  const begin = h("div", { class: "row" }, button(t("enrol.begin"), () => act("enrol"), "", "begin-enrol"), !areTiles && button(t("enrol.add"), () => act("enrol", { add: true })));
  if (!found) put(box, begin);
  else if (found.kept) put(box, h("p", { class: "done", role: "status" }, t("enrol.kept", { dice: found.dice.length || found.inks.length, file: found.kept })), begin);
  else put(box, areTiles ? inks(found) : enrolment(found));
}

// The self-test

function tested(die, at) {
  const none = [t("selftest.no-die"), () => ask("/api/lessons/judge", { die: at })];
  const choose = () => chooseFace(t("selftest.which", { die: at + 1 }), (face) => ask("/api/lessons/judge", { die: at, face }), { more: [none] });
  const wrong = die.truth !== die.read;
  return h("li", { class: wrong ? "wrong" : null }, h("button", { type: "button", class: "face-button", "aria-label": `${at + 1}: ${faceWords(die.read)}`, "data-face": die.read, onclick: choose },
    dieAlone(die.read, { quiet: true }), h("span", { class: "percent" }, wrong ? `→ ${die.truth === "-" ? "–" : die.truth}` : `${Math.round(die.confidence * 100)}%`)));
}

function look(found) {
  return [
    h("p", {}, t("selftest.judge", { dice: found.dice.length })),
    h("ol", { class: "tested" }, found.dice.map(tested)),
    found.missed.length > 0 && h("p", {}, `${t("selftest.missed")}: ${found.missed.map(faceWords).join(", ")}`),
    h("div", { class: "row" }, button(t("selftest.next"), () => act("next"), "", "next-layout"),
      button(t("selftest.add"), () => chooseFace(t("selftest.add"), (face) => ask("/api/lessons/judge", { face }))), button(t("lesson.look-again"), () => act("look"))),
  ];
}

function groupWords(word) {
  return texts(`word.${word}`) ?? word;
}

function counts(found) {
  if (!found.of) return null;
  const share = Math.round((1000 * found.right) / found.of) / 10;
  return [
    h("p", { class: "done", role: "status" }, t("selftest.result", { right: found.right, of: found.of, share, sure: found.wrong_but_sure })),
    h("ul", { class: "groups" }, found.groups.map((one) => h("li", { class: one.right < one.of ? "weak" : null }, h("span", {}, groupWords(one.word)), h("b", {}, `${one.right}/${one.of}`)))),
    found.advice.length > 0 ? h("ul", {}, found.advice.map((one) => h("li", {}, t(`advice.${one}`)))) : h("p", { class: "soft" }, t("advice.none")),
  ];
}

function drawSelftest(box) {
  const found = lessons.tested;
  if (!lessons.available || !isReferee()) { put(box); return; }
  if (!found) { put(box, button(t("selftest.begin"), () => act("selftest"), "", "begin-selftest")); return; }
  put(box, counts(found), found.dice.length > 0 ? look(found) : [
    h("p", {}, t(`selftest.layout-${found.layout}`)),
    h("div", { class: "row" }, button(t("lesson.look"), () => act("look"), "", "look"), button(t("lesson.stop"), () => act("stop"), "plain")),
  ]);
}

function draw() {
  const controls = (step) => document.querySelector(`[data-controls="${step}"]`);
  const areTiles = Boolean(controls("inks"));
  speakOf(areTiles ? "tile" : "die");
  drawEnrolment(controls(areTiles ? "inks" : "dice"), areTiles);
  drawSelftest(controls(areTiles ? "reading" : "test"));
}

export async function showLessons() {
  try { lessons = await get("/api/lessons"); } catch { /* nobody is signed in yet */ }
  draw();
}
