// Words to the players that are no rulings, with what a person can decide, and the audit's pictures.
import { change, isReferee, quoted } from "./api.js";
import { auditPictures } from "./audit.js";
import { h, put } from "./dom.js";
import { t } from "./texts.js";

// What a person can decide where the live table asks for it.
function decisions(key, state) {
  if (!state.has_controls || !isReferee()) return null;
  const button = (words, path, body) => h("button", { type: "button", class: "quiet", onclick: () => change(path, body) }, words);
  const choices = { "resume-differs": ["store", "table"], "was-it-cocked": ["cocked", "again"] }[key];
  if (choices) {
    return h("div", { class: "row" }, choices.map((choice) => button(t(`decide.${choice}`), "/api/setup/decide", { choice })));
  }
  if (key === "out-of-step") {
    return h("div", { class: "row" }, state.match.players.map((starter) => button(t("decide.next", { player: starter }), "/api/setup/begin", { starter })));
  }
  if (key === "who-starts") {
    return h("div", { class: "row" }, state.match.players.map((starter) => button(t("decide.begin", { player: starter }), "/api/match/statements", { statement: `round ${quoted(starter)}` })));
  }
  return null;
}

export function showNotices(box, state) {
  const found = state.notices.map((sentence, at) => ({ sentence, key: state.notice_keys[at], pictures: auditPictures(state.notice_keys[at], sentence) }));
  const drawn = JSON.stringify([found.map((one) => [one.sentence, one.key, one.pictures?.dataset.finding]), isReferee(), state.match?.players]);
  if (box.dataset.drawn === drawn) return;
  box.dataset.drawn = drawn;
  put(box, found.map((one) => h("div", { class: "notice", "data-key": one.key }, one.sentence, decisions(one.key, state), one.pictures)));
}
