// A table that a camera watches: what it says, what it asks, and the button that hands over.
import { change, me } from "../pages/api.js";
import { button, h } from "../pages/dom.js";
import { t } from "../pages/texts.js";
import { tile } from "./drawing.js";

const OFFERED = 4;

function tell(question, face) {
  return change(`/api/tiles/questions/${question.id}`, { face });
}

// The likely faces are one tap; whatever else it shows is typed.
function question(one, isReferee) {
  const words = t("tiles.asked", { number: one.id });
  const send = (event) => { event.preventDefault(); tell(one, event.target.face.value.trim()); };
  return h("li", { key: one.id, class: "panel question" },
    me.pictures && h("img", { src: `/api/match/dice/${one.id}.jpg`, alt: words, width: 72, height: 72 }),
    h("div", {}, h("p", {}, words),
      isReferee && h("div", { class: "answers" },
        one.faces.slice(0, OFFERED).map((face) => h("button", { key: face, type: "button", class: "quiet", onclick: () => tell(one, face) }, tile(face))),
        h("form", { onsubmit: send },
          h("input", { name: "face", required: true, maxlength: 4, size: 4, "aria-label": words, spellcheck: "false", autocapitalize: "none", autocomplete: "off" }),
          h("button", { type: "submit", class: "quiet" }, t("tiles.answer"))))));
}

export function watched(found, isReferee) {
  return [
    found.notices.length > 0 && h("ul", { key: "said", class: "panel notices" }, found.notices.map((one) => h("li", { key: one }, one))),
    found.questions.length > 0 && h("ul", { key: "asked", class: "questions" }, found.questions.map((one) => question(one, isReferee))),
    isReferee && button(t("tiles.press"), () => change("/api/setup/actions", { action: "hand-over" }), "main", { key: "press", id: "press" }),
  ];
}
