// How the table is, in a line that every page has: worst first, the rest for whoever looks.
import { get } from "./api.js";
import { by, h, put, show } from "./dom.js";
import { t } from "./texts.js";

const ASK_MS = 5000;

export const health = { now: null, listeners: [] };

export function onHealth(listener) {
  health.listeners.push(listener);
  if (health.now) listener(health.now);
}

// By what the field is measured: the mat, or corner cards.
function marks(found) {
  return found.steps.some(({ key }) => key === "cards") ? "cards" : "mat";
}

// What is wrong, the cause first: without a picture nothing else can be told.
function troubles(found) {
  return [
    !found.camera && "no-camera", found.light === false && "no-light", found.mat === false && `no-${marks(found)}`,
    found.board === false && "no-board", !found.is_disk_good && "no-disk",
  ].filter(Boolean);
}

function facts(found) {
  return [
    !found.is_clock_told && t("health.no-clock"),
    found.frames_per_s !== null && t("health.rate", { rate: found.frames_per_s >= 3 ? Math.round(found.frames_per_s) : found.frames_per_s }),
    found.picture_age_s !== null && t("health.age", { seconds: found.picture_age_s }),
    found.mat && `${t(`health.${marks(found)}`)} ✓`, found.light && `${t("health.light")} ✓`, found.board && `${t("health.board")} ✓`,
    found.disk_mb !== null && t("health.disk", { free: (found.disk_mb / 1000).toFixed(found.disk_mb < 10000 ? 1 : 0) }),
  ].filter(Boolean);
}

// What only the page knows: that nothing is heard, and what the table is saying now.
const told = { lost: false, level: "quiet" };
const SAID = { ask: ["todo", "moment.ask"], fault: ["bad", "moment.fault"], alarm: ["bad", "moment.alarm"] };

export function takeTrouble(name, value) {
  if (told[name] === value) return;
  told[name] = value;
  draw();
}

export function takeHealth(found) {
  health.now = found;
  for (const listener of health.listeners) listener(found);
  draw();
}

// Worst first: a dead line, then what is wrong with the table, then what is wrong on it.
function standing(found) {
  const wrong = troubles(found).map((one) => t(`health.${one}`));
  if (told.lost) return ["bad", [t("health.lost"), ...wrong]];
  if (wrong.length) return ["bad", wrong];
  const [level, words] = SAID[told.level] ?? [];
  if (level === "bad" || (level && found.is_ready)) return [level, [t(words)]];
  return found.is_ready ? ["good", [t("health.good")]] : ["todo", [t("health.not-ready")]];
}

function draw() {
  const box = by("health");
  const found = health.now;
  if (!box || !found) return;
  show(box, found.has_table || told.lost);
  const [level, words] = standing(found);
  box.dataset.level = level;
  box.setAttribute("aria-label", `${t("health.label")}: ${[...words, ...facts(found)].join(", ")}`);
  put(box, h("i", { class: "lamp", "aria-hidden": "true" }), h("b", {}, words[0]), h("span", { class: "facts" }, [...words.slice(1), ...facts(found)].join(" · ")));
}

// Pages without a stream ask now and then.
export async function askHealth() {
  try { if (!document.hidden) takeHealth(await get("/api/health")); } catch { /* it is asked again */ }
  setTimeout(askHealth, ASK_MS);
}
