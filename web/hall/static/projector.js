// For the wall: the boards page by page, the clock, and the standings.
import { calmly, getTournament, inOrder, start, takeTables, tile, watch } from "/hall/common.js";
import { by, h, put } from "/static/pages/dom.js";
import { t } from "/static/pages/texts.js";

const TURN_MS = 12000;
let page = 0;

function fitting() {
  const across = Math.max(1, Math.floor(by("grid").clientWidth / 310));
  return Math.max(across, across * Math.floor((innerHeight - 130) / 245));
}

// As few columns as leave boards wider than tall: eight tables fill a wall, and are no stamps.
function columns(count) {
  const shape = by("grid").clientWidth / Math.max(200, innerHeight - 130);
  return Math.max(1, Math.min(count, Math.round(Math.sqrt(count * shape / 1.5))));
}

function show() {
  const size = fitting();
  const all = inOrder();
  by("grid").style.setProperty("--across", String(columns(Math.min(size, all.length || 1))));
  const pages = Math.max(1, Math.ceil(all.length / size));
  page %= pages;
  put(by("grid"), all.length ? all.slice(page * size, page * size + size).map((one) => tile(one)) : h("p", { class: "soft" }, t("hall.none-yet")));
}

function standings(found) {
  by("name").textContent = found?.founded.name ?? t("hall.tables");
  by("round").textContent = found?.rounds.length ? `${t("hallword.round")} ${found.rounds.length}/${found.founded.rounds}` : "";
  if (!found) return;
  put(by("standings"), h("h2", {}, t("hallword.standings")), h("table", { class: "plain" }, h("tbody", {}, found.standings.slice(0, 20).map((line) =>
    h("tr", {}, h("td", { class: "number" }, String(line.place)), h("td", {}, line.player), h("td", { class: "number" }, line.points))))));
}

start(async () => {
  const draw = calmly(async () => show(), 500);
  const news = calmly(async () => standings(await getTournament()), 2000);
  watch({ onTables: (changed, all) => { takeTables(changed, all); draw(); }, onChanged: news });
  setInterval(() => { page += 1; show(); }, TURN_MS);
  await news();
});
