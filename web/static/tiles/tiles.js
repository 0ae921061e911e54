// The score keeper: the open match of tiles as it goes on, or one that is looked back at.
import { get, isReferee, onMe, watch } from "../pages/api.js";
import { camera } from "../match/camera.js";
import { button, by, h, put, redrawDialogs, show } from "../pages/dom.js";
import { connection, showSignIn, start } from "../pages/frame.js";
import { clock, t } from "../pages/texts.js";
import { actions, onKey, startTiles } from "./desk.js";
import { card, message, seats, statistics, table, turn } from "./drawing.js";
import { watched } from "./watched.js";

// A clock that is drawn once a second skips one now and then.
const TICK_MS = 250;
const number = Number(by("keeper").dataset.number) || null;
const page = { match: null, isOpen: false, offsetMs: 0, redraw, step: null, picture: 0, called: null };
let pictures = null;

function welcome() {
  put(by("keeper-welcome"),
    h("h2", {}, t("title.tiles")), h("p", {}, t("tiles.none")), h("p", { class: "soft" }, t("tiles.lead")),
    isReferee() ? button(t("tiles.new"), () => startTiles(), "", { id: "new-match" }) : button(t("sign.in"), showSignIn, ""));
}

function looking() {
  const link = (name, words) => h("a", { class: "button quiet", href: `/api/matches/${number}/${name}?lang=${document.documentElement.lang}`, download: "" }, words);
  return h("div", { class: "keeper-now" }, link("card.pdf", t("tiles.print")), link("match.turbo", t("tiles.export")), link("match.json", "JSON"), link("match.csv", "CSV"));
}

// Looking back: the table after each entry, step by step; the log is told the newest first.
function stepped(match) {
  const steps = match.log.length;
  const at = page.step ?? steps;
  const go = (to) => { page.step = Math.min(steps, Math.max(0, to)); redraw(); };
  const one = match.log[steps - at];
  const rows = one ? one.rows : [];
  return [
    h("div", { class: "steps", key: "steps" },
      button("◀", () => go(at - 1), "quiet", { id: "step-back", "aria-label": t("replay.back"), disabled: at <= 0 }),
      h("input", { type: "range", id: "step", min: 0, max: steps, value: at, "aria-label": t("replay.step"), "aria-valuetext": one?.sentence ?? "", oninput: (event) => go(Number(event.target.value)) }),
      button("▶", () => go(at + 1), "quiet", { id: "step-on", "aria-label": t("replay.forth"), disabled: at >= steps })),
    h("p", { key: "said", class: "sentence" }, `${at} / ${steps}${one ? ` · ${one.sentence}` : ""}`),
    h("div", { key: "table" }, table({ is_blind: rows === null, rows: rows ?? [] })),
  ];
}

// The picture is asked for while there is one, and anew for whoever has signed in.
function drawCamera(match) {
  const has = Boolean(match.watched?.has_camera);
  show(by("keeper-camera"), has);
  if (!has) return;
  const isNew = !pictures || pictures.role !== document.body.dataset.role;
  pictures ??= camera(by("keeper-camera"), { collapsible: true, seen: "tiles.seen" });
  if (!isNew) return;
  pictures.role = document.body.dataset.role;
  pictures.show(true, match.simulated);
  pictures.retry();
  if (page.picture) pictures.picture(page.picture);
}

function drawActions(match) {
  if (number) return looking();
  if (!isReferee()) return h("p", { class: "soft" }, t("tiles.sign"));
  return actions(match, page);
}

function entry(one) {
  const marks = { accepted: "✓", rejected: "✗", unsure: "?" };
  const by = one.is_clock ? t("tiles.by-clock") : one.by;
  return h("li", { key: one.entry, class: one.verdict },
    h("span", { class: `mark ${one.verdict}`, "aria-hidden": "true" }, marks[one.verdict]),
    h("span", {}, one.sentence, one.faults.map((fault) => h("span", { key: fault, class: "soft fault" }, ` ${fault}`))),
    h("span", { class: "soft small-text" }, [clock(one.at), by].filter(Boolean).join(" · ")));
}

function redraw() {
  const { match } = page;
  show(by("keeper-welcome"), !match);
  show(by("keeper-game"), Boolean(match));
  if (!match) { welcome(); return; }
  put(by("keeper-turn"), turn(match, page.offsetMs, page.called));
  by("keeper-message").className = `keeper-message panel ${match.ruling?.verdict ?? "accepted"}`;
  put(by("keeper-message"), message(match.ruling, t("verdict.rejected")));
  put(by("keeper-actions"), drawActions(match));
  put(by("keeper-seats"), seats(match));
  put(by("keeper-card"), card(match));
  put(by("keeper-table"), number ? stepped(match) : table(match));
  show(by("keeper-watched"), Boolean(match.watched));
  put(by("keeper-watched"), match.watched && watched(match.watched, isReferee()));
  drawCamera(match);
  put(by("keeper-log"), match.log.map(entry));
  show(by("simulated"), match.simulated);
  redrawDialogs();
}

async function showStatistics() {
  if (!by("keeper-statistics-panel").open || !page.match) return;
  const path = number ? `/api/tiles/statistics?match=${number}` : "/api/tiles/statistics";
  put(by("keeper-statistics"), statistics(await get(path), page.match.words));
}

// The deadline is told by the server's clock; half of the way there and back is ours.
async function setClock() {
  const asked = Date.now();
  const { now } = await get("/api/tiles/clock");
  page.offsetMs = new Date(now).getTime() - (asked + Date.now()) / 2;
}

function tick() {
  if (page.match?.deadline) put(by("keeper-turn"), turn(page.match, page.offsetMs, page.called));
}

// The same match is drawn anew; at another game the address leads to another page.
function onState(state) {
  if (!state.tiles && state.match && location.pathname === "/") { location.reload(); return; }
  const games = page.match?.card.length;
  page.match = state.tiles;
  page.called = state.called;
  redraw();
  if (page.match && games !== page.match.card.length) showStatistics();
}

start(async () => {
  onMe(redraw);
  by("keeper-statistics-panel").addEventListener("toggle", showStatistics);
  if (number) {
    page.match = await get(`/api/tiles/matches/${number}`);
    by("keeper-log-panel").open = true;
    by("keeper-table-panel").open = true;
    redraw();
    return;
  }
  await setClock();
  document.addEventListener("keydown", onKey);
  setInterval(tick, TICK_MS);
  const onPicture = (found) => { page.picture = found; pictures?.picture(found); };
  watch({ onState, onPicture, onConnection: connection });
});
