// The one message: what weighs most, whole, and what follows from it folded behind it.
import { change } from "../pages/api.js";
import { button, h, put } from "../pages/dom.js";
import { author, clock, t } from "../pages/texts.js";
import { faultList, hand, playWords, sign } from "./drawing.js";

const SIGNS = { ask: "?", good: "✓", partner: "▸" };

// How much room it needs: a table with many faults can be read off a smaller one, and two stories name
// what they differ in.
export function isLoud({ moment, stories = [] }) {
  return moment.faults.length > 1 || stories.length > 0;
}

function title(mark, words) {
  return h("div", { class: "title" }, h("span", { "aria-hidden": "true" }, mark), words);
}

function ruled({ moment, ruling }) {
  if (!ruling) return h("p", { class: "soft" }, t("live.no-ruling"));
  // Most moves are accepted: that is one line, and the sign before it says it.
  if (moment.level === "good") {
    return h("p", { class: "sentence" }, h("b", { class: "yes" }, h("span", { "aria-hidden": "true" }, "✓ "), h("span", { class: "hidden" }, ruling.title)), ruling.sentence);
  }
  return [
    title(sign(ruling.verdict), ruling.title),
    h("p", { class: "sentence" }, ruling.sentence),
    faultList({ ...ruling, faults: moment.faults.map((message) => ({ message })) }),
    ruling.ending && h("p", { class: "ending" }, ruling.ending),
    h("div", { class: "meta" }, [author(ruling.by), clock(ruling.at)].filter(Boolean).join(" · "), ruling.amended_by ? ` · ${t("log.amended", { entry: ruling.amended_by })}` : null),
  ];
}

// `hint`: what somebody asked for stands before all else, until it is put away.
function said(state, hint = null) {
  const { moment } = state;
  if (hint) return [h("div", { class: "title" }, t("hint.title")), playWords(hint)];
  if (moment.kind === "ruling") return ruled(state);
  return [moment.title && title(SIGNS[moment.kind] ?? SIGNS[moment.level] ?? "!", moment.title), h("p", { class: "sentence" }, moment.sentence)];
}

// What was said besides, and the ruling if something else is told.
export function folded(state) {
  const { moment, ruling } = state;
  const rest = moment.folded.map((one, at) => h("li", { key: at }, one));
  // What was accepted last says nothing about what is told now.
  const told = moment.kind === "ruling" || moment.kind === "mended" || ruling?.verdict === "accepted" ? null : ruling;
  return (rest.length > 0 || told) && h("div", { class: "folded" }, rest.length > 0 && h("ul", {}, rest),
    told && h("div", { class: `ruling ${told.verdict}` }, h("b", {}, sign(told.verdict), " ", told.title), h("p", {}, told.sentence), faultList(told)));
}

// Of what the match says, or of what lies there, the dice that the other story has not: the rest can
// be seen on the table. A place that is without them in one story only is named in both.
function story(one, named, decide, columns) {
  const marked = (place) => place.faces.filter((_, at) => place.differs.includes(at));
  return h("section", { key: one.key, class: "story" }, h("h3", {}, one.sentence ?? t(`story.${one.key}`)),
    one.places.filter((_, at) => named[at]).map((place) => h("div", { key: place.player ?? "table", class: "differing" }, h("span", {}, place.player ?? t("live.table")),
      marked(place).length ? hand(marked(place), { columns, label: place.player ?? t("live.table") }) : h("b", {}, "–"))),
    decide);
}

// Whether what is asked is which of two stories is right: they stand in the question itself.
export function isStory({ moment, stories: told }) {
  return ["resume-differs", "two-stories"].includes(moment.key) && told.length > 0;
}

// Both stories side by side, with a button each for whoever may decide.
export function stories(state, mayDecide, columns = 5) {
  const named = [0, 1, 2].map((at) => state.stories.some((one) => one.places[at].differs.length > 0));
  const decide = (key) => button(t(`decide.${key}`), () => change("/api/setup/decide", { choice: key }), "", { key });
  return h("div", { class: "stories", key: "stories" }, state.stories.map((one) => story(one, named, mayDecide && decide(one.key), columns)));
}

// Another message is another box, and no old one that has moved: it may be taller, or begin higher.
export function tell(box, state, hint, ...more) {
  const { moment, ruling } = state;
  const key = hint ? "hint" : [moment.kind, moment.key, moment.sentence, moment.faults.length, ruling?.entry].join();
  const kind = moment.kind === "ruling" && !hint ? `ruling ${ruling?.verdict ?? ""}` : "";
  box.dataset.level = hint ? "word" : moment.level;
  box.dataset.key = moment.key ?? "";
  put(box, h("div", { key, class: `message${isLoud(state) ? " loud" : ""}`, "data-level": box.dataset.level },
    h("div", { class: `said ${kind}`, id: "ruling", "data-entry": ruling?.entry ?? "" }, said(state, hint)), more));
}
