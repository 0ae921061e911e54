// One sheet for every die that a person names: likely faces first, all of them below, and keys.
import { change, me, post } from "../pages/api.js";
import { button, dialog, h, toast } from "../pages/dom.js";
import { faceWords, t } from "../pages/texts.js";
import { dieAlone, hand } from "./drawing.js";
import { factsOf } from "./games.js";

const INKS = ["k", "r", "b", "o"];
const FIRST = 8;

export function faceButton(face, onChoose, percent = null, piece = "die") {
  return h("button", { key: face, type: "button", class: "face-button", "aria-label": faceWords(face, piece), "data-face": face, onclick: () => onChoose(face) },
    dieAlone(face, { quiet: true, piece }), percent !== null && h("span", { class: "percent" }, `${percent}%`));
}

export function allFaces() {
  const numbers = Array.from({ length: 13 }, (_, at) => String(at + 1));
  return INKS.flatMap((ink) => [...numbers, "*"].map((number) => ink + number));
}

export function facePad(onChoose, piece, more = []) {
  return h("div", { class: "pad" }, [...allFaces(), ...more].map((face) => faceButton(face, onChoose, null, piece)));
}

// Keys: an ink's letter, then the number; a joker's star or Enter ends it.
function typed(onFace) {
  let word = "";
  return (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    if (INKS.includes(key)) { word = key; return; }
    if (word && /^[0-9*]$/.test(key)) word += key;
    else if (key !== "enter") return;
    if (word.length < 2) return;
    // After a 1 another digit may come, for 10 to 13; every other number is whole at once.
    const isWhole = key === "*" || key === "enter" || word.length === 3 || (word.length === 2 && key !== "1");
    if (isWhole && /^[krbo](\*|[1-9]|1[0-3])$/.test(word)) { event.preventDefault(); onFace(word); word = ""; }
  };
}

// `more`: further things to say of the die, as [words, act, kind].
export function chooseFace(title, onChoose, { likely = null, more = [], above = null, piece = "die", special = [] } = {}) {
  return dialog(title, (close) => {
    const choose = (face) => { close(); onChoose(face); };
    return h("div", { onkeydown: typed(choose) },
      above?.(),
      likely && h("h3", {}, t("die.likely")),
      likely && h("div", { class: "faces", id: "likely" }, likely().map((face) => faceButton(face, choose, null, piece))),
      likely ? h("details", {}, h("summary", {}, t("die.all")), facePad(choose, piece, special)) : facePad(choose, piece, special),
      h("p", { class: "soft small-text" }, t("die.keys")),
      h("div", { class: "ends" }, more.map(([words, act, kind = "danger"]) => button(words, () => { close(); act(); }, kind)), button(t("button.cancel"), close)));
  });
}

// A whole hand, tapped face by face; a tap on one takes it back.
export function chooseHand(title, words, onDone, match = {}) {
  const faces = [];
  const { piece, special } = kindsOf(match);
  dialog(title, (close, redraw) => h("form", { onsubmit: async (event) => { event.preventDefault(); if (faces.length && await onDone(faces.join(" ")) !== null) close(); } },
    h("div", { class: "chosen", "aria-live": "polite" }, faces.length
      ? hand(faces, { columns: 9, piece, onTap: (at) => { faces.splice(at, 1); redraw(); }, label: title })
      : h("span", { class: "soft" }, t("desk.tap-faces"))),
    facePad((face) => { faces.push(face); redraw(); }, piece, special),
    h("div", { class: "ends" }, button(t("button.cancel"), close), h("button", { type: "submit" }, words))));
}

// The camera's own picture of the die, where it follows it (its id is above zero) and may be seen.
// The time keeps the picture of the tap: it is fetched once a sheet.
export function crop(die) {
  if (!(die > 0) || !me.pictures) return null;
  return h("figure", { class: "crop" }, h("img", { src: `/api/v1/match/dice/${die}.jpg`, alt: t("die.crop"), width: 132, height: 132, onerror: (event) => { event.target.parentElement.hidden = true; } }));
}

// `place` is a die's id, or a free cell or a player and an index, as the API takes it. The sheet is
// there at once; the likely faces come when the server has told them, else all faces are there still.
export function pickFace(title, place, onChoose, more = [], match = {}) {
  let likely = [];
  const sheet = chooseFace(title, onChoose, { ...kindsOf(match), likely: () => likely.slice(0, FIRST), more, above: () => crop(place.die) });
  post("/api/match/likely", place).then(({ faces }) => { likely = faces; sheet.redraw(); }, (error) => toast(error.message));
}

// What a piece of this match may show beside numbers and jokers.
export function kindsOf(match) {
  return { piece: match.piece, special: factsOf(match).jokers };
}

// Every change names the version that was seen at the tap; who was second is told what has changed.
function correct(seen, body) {
  return change("/api/match/dice", { ...body, seen });
}

// A die is named by its id and the face it had when it was tapped: what lies in its place by the
// time that the word arrives is never taken for it.
export function fixDie({ die, was, seen }, words, match) {
  const remove = [t("die.remove"), () => correct(seen, { action: "remove", die })];
  pickFace(words, { die }, (face) => correct(seen, { action: "set", die, was, face }), [remove], match);
}

export function addDie({ seen, ...place }, match) {
  pickFace(t("die.add"), place, (face) => correct(seen, { action: "add", ...place, face }), [], match);
}

