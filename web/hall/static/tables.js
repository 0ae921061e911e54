// All boards live: who needs a referee first, a grid, and one table large.
import { calmly, getTournament, isOrganiser, isScorer, large, put, start, tile, watch } from "/hall/common.js";
import { change, get } from "/static/pages/api.js";
import { by, dialog, h } from "/hall/parts/dom.js";
import { t, when } from "/static/pages/texts.js";

const tables = new Map();
let opened = null;

const collator = new Intl.Collator(undefined, { numeric: true });

function showNeeds() {
  const needy = [...tables.values()].filter((one) => one.need !== null)
    .sort((a, b) => a.urgency - b.urgency || collator.compare(a.table, b.table));
  put(by("needs"), needy.length
    ? needy.map((one) => h("li", { class: one.need }, h("button", { type: "button", onclick: () => open(one.table) }, `${one.table}: ${t(`hall.need.${one.need}`)}`)))
    : h("li", { class: "soft" }, t("hall.nobody")));
}

function open(name) {
  const box = h("div", {});
  const frame = dialog(name, (close) => [box, h("div", { class: "ends" }, h("button", { type: "button", onclick: close }, t("hall.close")))]);
  frame.classList.add("large");
  frame.addEventListener("close", () => { opened = null; });
  opened = { name, box };
  put(box, large(tables.get(name)));
}

// Only tiles that changed are drawn anew: two hundred boards change one at a time.
function show(changed, all) {
  if (all) tables.clear();
  for (const one of changed) tables.set(one.table, one);
  const grid = by("grid");
  if (all) put(grid, [...tables.values()].sort((a, b) => collator.compare(a.table, b.table)).map((one) => tile(one, open)));
  else for (const one of changed) {
    const old = grid.querySelector(`[data-table="${one.table}"]`);
    if (old) { const focused = document.activeElement === old; old.replaceWith(tile(one, open)); if (focused) grid.querySelector(`[data-table="${one.table}"]`).focus(); }
    else {
      const next = [...grid.children].find((child) => collator.compare(child.dataset.table ?? "", one.table) > 0);
      grid.insertBefore(tile(one, open), next ?? null);
    }
  }
  if (!tables.size) put(grid, h("p", { class: "soft" }, t("hall.none-yet")));
  else grid.querySelector(":scope > p")?.remove();
  showNeeds();
  if (opened && changed.some((one) => one.table === opened.name)) put(opened.box, large(tables.get(opened.name)));
}

async function showStaff() {
  const found = await get("/api/hall");
  const delay = by("delay");
  delay.hidden = !found.delay_s;
  delay.textContent = t("hall.delayed", { n: found.delay_s });
  if (!isScorer()) return;
  const staff = by("staff");
  staff.hidden = false;
  const seconds = h("input", { id: "delay-s", type: "number", min: 0, max: 3600, value: found.delay_s });
  const audit = isOrganiser() ? (await get("/api/audit")).audit : [];
  put(staff,
    isOrganiser() ? h("div", { class: "row" }, h("label", { for: "delay-s" }, t("hall.delay")), seconds,
      h("button", { type: "button", onclick: async () => { await change("/api/delay", { seconds: Number(seconds.value) }); await showStaff(); } }, t("hall.enter"))) : null,
    found.refused.length ? h("details", {}, h("summary", {}, `${t("hall.refused")}: ${found.refused.length}`), h("ul", {}, found.refused.slice(0, 20).map((one) => h("li", {}, one.why)))) : null,
    audit.length ? h("details", {}, h("summary", {}, t("hall.audit")), h("ul", { class: "log-list" }, audit.map((one) => h("li", {}, `${when(one.at)} · ${one.who} (${one.role}) · ${one.what}`)))) : null);
}

start(async () => {
  const clock = calmly(getTournament, 5000);
  await showStaff();
  watch({ onTables: show, onChanged: clock });
  await clock();
});
