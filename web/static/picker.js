// Choosing a face: the likely ones first, then all of them.
import { post } from "./api.js";
import { dieAlone } from "./dice.js";
import { dialog, h } from "./dom.js";
import { faceWords, t } from "./texts.js";

const INKS = ["k", "r", "b", "o"];
const FIRST = 8;

export function faceButton(face, onChoose, percent = null) {
  return h("button", { type: "button", class: "face-button", "aria-label": faceWords(face), "data-face": face, onclick: () => onChoose(face) },
    dieAlone(face, { quiet: true }), percent !== null && h("span", { class: "percent" }, `${percent}%`));
}

export function allFaces() {
  const numbers = Array.from({ length: 13 }, (_, at) => String(at + 1));
  return INKS.flatMap((ink) => [...numbers, "*"].map((number) => ink + number));
}

export function facePad(onChoose) {
  return h("div", { class: "pad" }, allFaces().map((face) => faceButton(face, onChoose)));
}

// All faces at once, for a die that the match does not know of.
export function chooseFace(title, onChoose, more = []) {
  dialog(title, (close) => [
    facePad((face) => { close(); onChoose(face); }),
    h("div", { class: "ends" }, more.map(([words, act]) => h("button", { type: "button", class: "danger", onclick: () => { close(); act(); } }, words)),
      h("button", { type: "button", class: "quiet", onclick: close }, t("button.cancel"))),
  ]);
}

// `place` is a cell or a player and an index, as the API takes it.
export async function pickFace(title, place, onChoose, more = []) {
  const { faces } = await post("/api/match/likely", place);
  dialog(title, (close) => {
    const choose = (face) => { close(); onChoose(face); };
    return [
      h("h3", {}, t("die.likely")),
      h("div", { class: "faces", id: "likely" }, faces.slice(0, FIRST).map((face) => faceButton(face, choose))),
      h("details", {}, h("summary", {}, t("die.all")), facePad(choose)),
      h("div", { class: "ends" }, more.map(([words, act]) => h("button", { type: "button", class: "danger", onclick: () => { close(); act(); } }, words)),
        h("button", { type: "button", class: "quiet", onclick: close }, t("button.cancel"))),
    ];
  });
}
