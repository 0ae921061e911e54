// All boards live: who needs a referee first, a grid, and one table large.
import { calmly, collator, getTournament, inOrder, isOrganiser, isScorer, large, start, tables, takeTables, tile, watch } from "/hall/common.js";
import { change, get } from "/static/pages/api.js";
import { button, by, dialog, h, put, redrawDialogs, show } from "/static/pages/dom.js";
import { t, when } from "/static/pages/texts.js";

function showNeeds() {
  const needy = [...tables.values()].filter((one) => one.need !== null)
    .sort((a, b) => a.urgency - b.urgency || collator.compare(a.table, b.table));
  put(by("needs"), needy.length
    ? needy.map((one) => h("li", { key: one.table, class: one.need }, button(`${one.table}: ${t(`hall.need.${one.need}`)}`, () => open(one.table), "")))
    : h("li", { class: "soft" }, t("hall.nobody")));
}

function open(name) {
  dialog(name, (close) => [tables.has(name) && large(tables.get(name)), h("div", { class: "ends" }, button(t("button.close"), close, ""))], "large");
}

function showTables(changed, all) {
  takeTables(changed, all);
  put(by("grid"), tables.size ? inOrder().map((one) => tile(one, open)) : h("p", { class: "soft" }, t("hall.none-yet")));
  showNeeds();
  redrawDialogs();
}

function refusal(one) {
  const said = `${when(one.at)} · ${one.table} ${one.kind}: ${one.why}${one.times > 1 ? ` (${one.times}×)` : ""}`;
  return h("li", {}, one.payload ? h("details", {}, h("summary", {}, said), h("code", {}, one.payload)) : said);
}

async function checkSeals() {
  const found = await change("/api/seals", {});
  dialog(t("hall.seals"), (close) => [
    h("p", {}, found.broken.length ? t("hall.seals-broken") : t("hall.seals-whole", found)),
    h("ul", {}, found.broken.map((one) => h("li", {}, one))),
    h("div", { class: "ends" }, button(t("button.close"), close, ""))]);
}

async function showStaff() {
  const found = await get("/api/hall");
  show(by("waits"), Boolean(found.waits));
  put(by("waits"), t("hall.waits"));
  show(by("delay"), Boolean(found.delay_s));
  put(by("delay"), t("hall.delayed", { n: found.delay_s }));
  if (!isScorer()) return;
  show(by("staff"), true);
  const delay = async () => { await change("/api/delay", { seconds: Number(by("delay-s").value) }); await showStaff(); };
  // Those of evenings before too, and the messages themselves, for who may look into them.
  const refused = isOrganiser() ? (await get("/api/refused")).refused : found.refused;
  const audit = isOrganiser() ? (await get("/api/audit")).audit : [];
  put(by("staff"),
    isOrganiser() ? h("div", { class: "row" }, h("label", { for: "delay-s" }, t("hall.delay")), h("input", { id: "delay-s", type: "number", min: 0, max: 3600, defaultValue: found.delay_s }), button(t("hall.enter"), delay, ""), button(t("hall.seals"), checkSeals)) : null,
    refused.length ? h("details", {}, h("summary", {}, `${t("hall.refused")}: ${refused.length}`), h("ul", { class: "log-list" }, refused.slice(0, 50).map(refusal))) : null,
    audit.length ? h("details", {}, h("summary", {}, t("hall.audit")), h("ul", { class: "log-list" }, audit.map((one) => h("li", {}, `${when(one.at)} · ${one.who} (${one.role}) · ${one.what}`)))) : null);
}

start(async () => {
  const clock = calmly(getTournament, 5000);
  await showStaff();
  watch({ onTables: showTables, onChanged: clock });
  await clock();
});
