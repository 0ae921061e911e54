// History over all tables: search by names, newest first, each as a record.
import { calmly, isOrganiser, points, start } from "/hall/common.js";
import { change, get } from "/static/pages/api.js";
import { button, by, h, put, show } from "/static/pages/dom.js";
import { t, when } from "/static/pages/texts.js";

let page = 0;
let rows = [];

function aside(one) {
  const send = async () => { await change(`/api/matches/${one.table}/${one.match}/aside`, { aside: !one.aside }); page = 0; await search(); };
  return isOrganiser() ? button(t(one.aside ? "hall.undo" : "hall.aside"), send) : null;
}

function line(one) {
  const totals = one.summary ? one.summary.totals.map(points).join(" : ") : "";
  return h("tr", { key: `${one.table}/${one.match}` }, h("td", {}, one.created ? when(one.created) : one.match), h("td", {}, one.table),
    h("td", {}, one.trouble ? t("hall.unreadable", { why: one.trouble }) : one.players.join(" – "), one.simulated ? ` · ${t("hall.simulated")}` : ""), h("td", { class: "number" }, totals),
    h("td", {}, one.trouble ? null : h("a", { href: `/api/matches/${one.table}/${one.match}.turbo` }, ".turbo"), aside(one)));
}

async function search() {
  const found = await get(`/api/matches?words=${encodeURIComponent(by("words").value)}&page=${page}${by("asides").checked ? "&aside=true" : ""}`);
  rows = page ? [...rows, ...found.matches] : found.matches;
  show(by("more"), found.more);
  put(by("matches"), rows.length ? h("table", { class: "plain stack" }, h("thead", {}, h("tr", {},
    [t("hall.when"), t("hallword.table"), t("hallword.players"), t("hallword.result"), t("hall.record")].map((one) => h("th", { scope: "col" }, one)))), h("tbody", {}, rows.map(line)))
    : h("p", { class: "soft" }, t("hall.nothing")));
}

start(async () => {
  const anew = calmly(async () => { page = 0; await search(); }, 250);
  by("search").addEventListener("submit", (event) => event.preventDefault());
  by("words").addEventListener("input", anew);
  show(by("asides-field"), isOrganiser());
  by("asides").addEventListener("change", anew);
  by("more").addEventListener("click", async () => { page += 1; await search(); });
  await search();
});
