// The log of a match: every entry with who and when, what no longer counts, and the way back.
import { change, me } from "../pages/api.js";
import { button, dialog, h, put } from "../pages/dom.js";
import { field, form } from "../pages/frame.js";
import { author, clock, t } from "../pages/texts.js";
import { sign } from "./drawing.js";

// Drawn, since fonts without these signs show boxes.
const SHAPES = { start: "M5 3v14M5 4h10l-3 3 3 3H5", pause: "M7 4v12M13 4v12", resume: "M7 4l8 6-8 6z", other: "M4 16l1-4 8-8 3 3-8 8z" };

function shape(name) {
  return h("svg", { viewBox: "0 0 20 20", class: "shape", "aria-hidden": "true" }, h("path", { d: SHAPES[name] ?? SHAPES.other }));
}

function amend(entry, statement) {
  form(t("log.amend"), t("log.amend"), [
    h("p", { class: "soft" }, t("log.amend-lead")),
    field("statement", t("desk.notation"), "input", { required: true, maxlength: 2000, spellcheck: "false", defaultValue: statement }),
  ], (values) => change("/api/match/amend", { entry, statement: values.statement }));
}

// Going back shows first what it would change.
async function back(one, page) {
  const seen = page?.state.seen;
  const [found, { previewWords }] = await Promise.all([change("/api/match/preview", { change: "undo", entry: one.entry, back_to: true }), import("./desk.js")]);
  if (!found) return;
  dialog(t("log.back"), (close) => [h("p", {}, t("log.back-lead", { entry: one.entry })), ...previewWords(found),
    h("div", { class: "ends" }, button(t("button.cancel"), close), button(t("log.back"), () => { close(); change("/api/match/undo", { entry: one.entry, back_to: true, ...(seen ? { seen } : {}) }); }, ""))]);
}

function tools(one, found, page) {
  return found && h("div", { class: "row" }, button(t("log.amend"), () => amend(one.entry, found.statement)), button(t("log.back"), () => back(one, page)));
}

// The picture of a throw, small; a tap shows it large.
function thumbnail(number, entry) {
  const source = `/api/matches/${number}/pictures/${entry}.jpg`;
  const large = () => dialog(t("replay.picture"), (close) => [
    h("img", { class: "picture-throw", src: source, alt: t("replay.picture") }),
    h("div", { class: "ends" }, button(t("button.close"), close, "")),
  ]);
  return h("button", { type: "button", class: "thumbnail", "aria-label": `${t("replay.picture")} #${entry}`, onclick: large }, h("img", { src: source, alt: "", loading: "lazy" }));
}

// What spoke for an event that the table told by itself.
export function why(one) {
  return one?.why?.length > 0 && h("details", { class: "why" }, h("summary", {}, t("log.why")), h("ul", {}, one.why.map((words) => h("li", { key: words }, words))));
}

function item(one, history, ruled, { canChange, onShow, page, at }) {
  const found = ruled.get(one.entry);
  const words = [found ? found.sentence : one.sentence, ...(found ? found.faults.map((fault) => fault.message) : [])];
  const over = one.superseded_by ? ` (${t("log.over", { entry: one.superseded_by })})` : "";
  const title = found?.title ?? t("log.change");
  return h("li", { key: one.entry, class: `${one.superseded_by && !found ? "gone" : ""}${at === one.entry ? " now" : ""}`, "data-entry": one.entry },
    h("span", { class: `mark ${found?.verdict ?? "change"}`, title, role: "img", "aria-label": title }, found ? sign(found.verdict) : shape(one.statement)),
    h("div", {}, words.join(" "), over, h("div", { class: "meta" }, [`#${one.entry}`, author(one.by), clock(one.at)].filter(Boolean).join(" · ")), why(one),
      me.pictures && history.pictures.includes(one.entry) && thumbnail(history.match_number, one.entry)),
    onShow && found ? h("div", { class: "row" }, button(t("log.show"), () => onShow(one.entry))) : canChange ? tools(one, found, page) : null);
}

export function drawLog(box, history, { canChange = false, onShow = null, page = null, at = null } = {}) {
  const ruled = new Map(history.rulings.map((one) => [one.entry, one]));
  put(box, history.log.toReversed().map((one) => item(one, history, ruled, { canChange, onShow, page, at })));
}
