// History over all tables: search by names, newest first, each as a record.
import { calmly, start } from "/hall/common.js";
import { get } from "/static/pages/api.js";
import { by, h, put, show } from "/static/pages/dom.js";
import { t, when } from "/static/pages/texts.js";

let page = 0;
let rows = [];

function line(one) {
  const totals = one.summary ? one.summary.totals.join(" : ") : "";
  return h("tr", { key: `${one.table}/${one.match}` }, h("td", {}, when(one.created)), h("td", {}, one.table),
    h("td", {}, one.players.join(" – "), one.simulated ? ` · ${t("hall.simulated")}` : ""), h("td", { class: "number" }, totals),
    h("td", {}, h("a", { href: `/api/matches/${one.table}/${one.match}.turbo` }, ".turbo")));
}

async function search() {
  const found = await get(`/api/matches?words=${encodeURIComponent(by("words").value)}&page=${page}`);
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
  by("more").addEventListener("click", async () => { page += 1; await search(); });
  await search();
});
