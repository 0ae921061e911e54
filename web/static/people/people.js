// Who plays here: rating, streaks, best throw, who won against whom; a colour, and good-bye.
import { change, get, isReferee, onMe } from "../pages/api.js";
import { button, by, h, put, toast } from "../pages/dom.js";
import { confirmed, showSimulated, start } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { linePlot } from "../statistics/plots.js";
import { hand } from "../match/drawing.js";

let found = null;

function streak(one) {
  if (!one.streak) return t("people.streak-none", { longest: one.longest });
  return t(one.streak > 0 ? "people.streak-won" : "people.streak-lost", { count: Math.abs(one.streak), longest: one.longest });
}

function best(one) {
  if (!one.best) return null;
  return h("div", {}, h("h3", {}, t("people.best")),
    h("p", {}, t("people.best-laid", { count: one.best.laid, points: one.best.points }), " ", h("a", { href: `/history/${one.best.match}#${one.best.entry}` }, t("people.look"))),
    hand(one.best.hand, { columns: 9, label: t("people.best") }));
}

function against(one) {
  const counts = ["won", "drawn", "lost"];
  return h("table", { class: "plain" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("people.against")), counts.map((key) => h("th", { key, scope: "col", class: "number" }, t(`people.${key}`))))),
    h("tbody", {}, one.against.map((other) => h("tr", { key: other.name }, h("th", { scope: "row" }, other.name), counts.map((key) => h("td", { key, class: "number" }, other[key]))))));
}

function course(one) {
  if (one.days.length < 2) return null;
  const apart = Math.ceil(one.days.length / 6);
  const label = ({ day }, at) => (at % apart === 0 ? day.slice(5) : "");
  return linePlot(t("people.rating"), [{ name: one.name, values: one.days.map((each) => each.rating) }], one.days.map(label), "", { least: Math.min(...one.days.map((each) => each.rating)) });
}

async function forget(name) {
  const done = await change("/api/people/forget", { name });
  if (!done) return;
  const rest = [...done.remains, ...done.troubles];
  toast(rest.length ? t("people.remains", { name, files: rest.join(", ") }) : t("people.gone", { name, matches: done.matches, pictures: done.pictures }));
  await show();
}

function tools(one) {
  if (!isReferee()) return null;
  const choose = async (event) => { if (await change("/api/people/colour", { name: one.name, colour: event.target.value })) await show(); };
  return h("div", { class: "row" },
    h("label", {}, t("people.colour"), " ", h("select", { onchange: choose, value: one.colour }, found.colours.map((colour) => h("option", { key: colour, value: colour, selected: colour === one.colour }, t(`people.colour-${colour}`))))),
    button(t("people.delete"), () => confirmed(t("people.delete-title", { name: one.name }), t("people.delete-lead", { name: one.name }), t("people.delete-yes", { name: one.name }), () => forget(one.name))));
}

function heading(one) {
  return h("h2", {}, h("i", { class: `person-dot person-${one.colour}`, "aria-hidden": "true" }), one.name);
}

function person(one) {
  return h("article", { class: "panel person", key: one.name },
    heading(one),
    h("p", { class: "figures" }, h("b", {}, one.rating), h("span", { class: "soft" }, t("people.rating-give", { deviation: 2 * one.deviation }))),
    h("p", {}, t("people.matches", { count: one.won + one.drawn + one.lost, won: one.won, drawn: one.drawn, lost: one.lost }), " ", streak(one)),
    best(one), against(one), course(one), tools(one));
}

function part(title, people) {
  return people.length > 0 && [h("h2", {}, t(title)), h("div", { class: "people" }, people.map(person))];
}

function draw() {
  const nobody = !found.dice.length && !found.tiles.length;
  put(by("people"),
    nobody && h("p", {}, t("people.none")),
    part("people.of-dice", found.dice), part("people.of-tiles", found.tiles),
    found.others.length > 0 && [h("h2", {}, t("people.others")), h("div", { class: "people" }, found.others.map((one) => h("article", { class: "panel person", key: one.name }, heading(one), tools(one))))]);
}

async function show() {
  found = await get("/api/people");
  draw();
  by("people").setAttribute("aria-busy", "false");
}

start(async () => {
  onMe(draw);
  await Promise.all([show(), showSimulated()]);
});
