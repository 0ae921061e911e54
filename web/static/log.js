// The log of a match: every entry with who and when, what no longer counts, and the way back.
import { change } from "./api.js";
import { dialog, h, put } from "./dom.js";
import { confirmed } from "./frame.js";
import { sign } from "./parts.js";
import { clock, t } from "./texts.js";

const CHANGES = { start: "⚑\ufe0e", pause: "⏸\ufe0e", resume: "▶\ufe0e" };

function amend(entry, statement) {
  dialog(t("log.amend"), (close) => {
    const input = h("input", { id: "statement", required: true, maxlength: 2000, spellcheck: "false" });
    input.value = statement;
    const send = async (event) => {
      event.preventDefault();
      if (await change("/api/match/amend", { entry, statement: input.value })) close();
    };
    return h("form", { onsubmit: send },
      h("p", { class: "soft" }, t("log.amend-lead")),
      h("div", { class: "field" }, h("label", { for: "statement" }, t("desk.notation")), input),
      h("div", { class: "ends" }, h("button", { type: "button", class: "quiet", onclick: close }, t("button.cancel")), h("button", { type: "submit" }, t("log.amend"))));
  });
}

function tools(one, found) {
  if (!found) return null;
  const back = () => confirmed(t("log.back"), t("log.back-lead", { entry: one.entry }), t("log.back"), "/api/match/undo", { entry: one.entry, back_to: true });
  return h("div", { class: "row" },
    h("button", { type: "button", class: "quiet", onclick: () => amend(one.entry, found.statement) }, t("log.amend")),
    h("button", { type: "button", class: "quiet", onclick: back }, t("log.back")));
}

// The picture of a throw, small; a tap shows it large.
function thumbnail(number, entry) {
  const source = `/api/matches/${number}/pictures/${entry}.jpg`;
  const large = () => dialog(t("replay.picture"), (close) => [
    h("img", { class: "picture-throw", src: source, alt: t("replay.picture") }),
    h("div", { class: "ends" }, h("button", { type: "button", onclick: close }, t("button.close"))),
  ]);
  return h("button", { type: "button", class: "thumbnail", "aria-label": `${t("replay.picture")} #${entry}`, onclick: large }, h("img", { src: source, alt: "", loading: "lazy" }));
}

export function drawLog(box, history, { canChange = false, onShow = null } = {}) {
  const pictured = new Set(history.pictures);
  const ruled = new Map(history.rulings.map((one) => [one.entry, one]));
  const items = history.log.toReversed().map((one) => {
    const found = ruled.get(one.entry);
    const words = [found ? found.sentence : one.sentence, ...(found ? found.faults.map((fault) => fault.message) : [])];
    const over = one.superseded_by ? ` (${t("log.over", { entry: one.superseded_by })})` : "";
    return h("li", { class: one.superseded_by && !found ? "gone" : null, "data-entry": one.entry },
      h("span", { class: `mark ${found?.verdict ?? "change"}`, title: found?.title ?? t("log.change"), role: "img", "aria-label": found?.title ?? t("log.change") }, found ? sign(found.verdict) : CHANGES[one.statement] ?? "✎"),
      h("div", {}, words.join(" "), over, h("div", { class: "meta" }, [`#${one.entry}`, one.by, clock(one.at)].filter(Boolean).join(" · ")),
        pictured.has(one.entry) && thumbnail(history.match_number, one.entry)),
      onShow && found ? h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: () => onShow(one.entry) }, t("log.show"))) : canChange ? tools(one, found) : h("span", {}));
  });
  put(box, items);
}
