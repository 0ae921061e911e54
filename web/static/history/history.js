// All matches, and taking over a record.
import { change, get, isReferee, onMe } from "../pages/api.js";
import { by, h, put, toast } from "../pages/dom.js";
import { showSimulated, start } from "../pages/frame.js";
import { t, when } from "../pages/texts.js";
import { drawTable, scored } from "../match/drawing.js";
import { gameOf } from "../match/games.js";

// Two to six players, one below the other.
function standing(one) {
  return h("ul", { class: "standing" }, one.players.map((name, at) => h("li", { key: name, class: one.finished && one.winner === name ? "winner" : null }, h("span", {}, name), h("b", {}, scored(one, one.totals[at])))));
}

// The last table of a match, fetched when its card is seen: judging a match takes a moment.
const tables = new Map();
const seeing = new IntersectionObserver((found) => {
  for (const { target, isIntersecting } of found) {
    const number = target.dataset.match;
    if (!isIntersecting || tables.has(number)) continue;
    tables.set(number, null);
    get(`/api/matches/${number}/last`).then((table) => { tables.set(number, table); draw(); }, () => {});
  }
});

function picture(one) {
  const table = tables.get(String(one.match));
  return h("a", { class: "felt small last", href: `/history/${one.match}`, tabindex: -1, "aria-hidden": "true", "data-match": one.match, ref: (box) => { if (box) seeing.observe(box); } },
    table && drawTable(table, { box: { width: 280, height: 120 } }));
}

const FILTERS = { all: () => true, finished: (one) => one.finished, open: (one) => !one.finished, real: (one) => !one.simulated };

function wanted() {
  const words = by("who").value.trim().toLocaleLowerCase();
  return shown.filter((one) => FILTERS[by("which").value](one) && one.players.some((name) => name.toLocaleLowerCase().includes(words)));
}

function card(one) {
  const go = async () => { if (await change("/api/match/open", { match: one.match })) location.href = "/"; };
  return h("article", { class: "panel match", key: one.match },
    picture(one),
    one.simulated && h("span", { class: "simulated-match" }, t("live.is-simulated")),
    h("div", { class: "soft small-text" }, `${when(one.created)} · ${t(`tiles.edition.${one.edition}`)} · ${gameOf(one).played(one)}`),
    standing(one),
    h("div", { class: "row" },
      h("a", { class: "button quiet", href: `/history/${one.match}` }, t("history.look")),
      one.is_open ? h("a", { class: "button quiet", href: "/" }, t("history.is-open")) : isReferee() && !one.finished && h("button", { type: "button", class: "quiet", onclick: go }, t("history.go-on"))));
}

let shown = [];
let next = null;

async function more() {
  const found = await get(next === null ? "/api/matches" : `/api/matches?before=${next}`);
  shown = [...shown, ...found.matches];
  next = found.next;
  draw();
}

function draw() {
  const found = wanted();
  put(by("matches"), found.length ? found.map(card) : h("p", { class: "soft" }, t("history.none")),
    next !== null && h("button", { type: "button", class: "quiet", id: "more-matches", onclick: more }, t("history.more")));
}

async function show() {
  [shown, next] = [[], null];
  await more();
  by("matches").setAttribute("aria-busy", "false");
  by("import-panel").hidden = !isReferee();
}

start(async () => {
  by("search").addEventListener("submit", (event) => event.preventDefault());
  by("search").addEventListener("input", draw);
  await Promise.all([show(), showSimulated()]);
  onMe(show);
  by("import-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const answer = await change("/api/matches/import", { record: await file.text() });
    if (answer) { toast(t("history.imported", { match: answer.match })); await show(); }
    event.target.value = "";
  });
});
