// Dice that could not be read: each with its likely faces, or with all of them a tap away.
import { change, isReferee } from "./api.js";
import { h, put } from "./dom.js";
import { showSignIn } from "./frame.js";
import { questionWords } from "./parts.js";
import { faceButton, pickFace } from "./picker.js";
import { t } from "./texts.js";

const LIKELY = 4;

function placeOf(one, state) {
  return one.player ? { player: one.player, index: one.place } : { cell: state.shown.table.dice[one.place]?.cell ?? [0, 0, 0] };
}

function question(one, state) {
  const answer = (face) => (isReferee() ? change(`/api/questions/${one.id}`, { face }) : showSignIn());
  const other = () => (isReferee() ? pickFace(questionWords(one), placeOf(one, state), answer) : showSignIn());
  const likely = one.faces.slice(0, LIKELY);
  return h("div", { class: "question" }, h("p", {}, questionWords(one)),
    h("div", { class: "faces" },
      likely.map(({ face, confidence }) => faceButton(face, answer, confidence ? Math.round(confidence * 100) : null)),
      h("button", { type: "button", class: "quiet", onclick: other }, t(likely.length ? "question.other" : "question.choose"))));
}

export function showQuestions(box, state) {
  const asked = JSON.stringify(state.questions);
  box.hidden = !state.questions.length;
  if (box.dataset.asked === asked) return;
  box.dataset.asked = asked;
  put(box, h("h2", { id: "questions-title" }, t("question.title")), state.questions.map((one) => question(one, state)));
}
