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

// What is wrong, the cause first: without a picture nothing else can be told.
function troubles(found) {
  return [
    !found.camera && "no-camera", found.light === false && "no-light", found.mat === false && "no-mat",
    found.board === false && "no-board", !found.is_disk_good && "no-disk",
  ].filter(Boolean);
}

function facts(found) {
  return [
    found.frames_per_s !== null && t("health.rate", { rate: found.frames_per_s >= 3 ? Math.round(found.frames_per_s) : found.frames_per_s }),
    found.picture_age_s !== null && t("health.age", { seconds: found.picture_age_s }),
    found.mat && `${t("health.mat")} ✓`, found.light && `${t("health.light")} ✓`, found.board && `${t("health.board")} ✓`,
    found.disk_mb !== null && t("health.disk", { free: (found.disk_mb / 1000).toFixed(found.disk_mb < 10000 ? 1 : 0) }),
  ].filter(Boolean);
}

export function takeHealth(found) {
  health.now = found;
  for (const listener of health.listeners) listener(found);
  const box = by("health");
  if (!box) return;
  show(box, found.has_table);
  const wrong = troubles(found);
  const level = wrong.length ? "bad" : found.is_ready ? "good" : "todo";
  box.dataset.level = level;
  const words = wrong.length ? wrong.map((one) => t(`health.${one}`)) : [t(found.is_ready ? "health.good" : "health.not-ready")];
  box.setAttribute("aria-label", `${t("health.label")}: ${[...words, ...facts(found)].join(", ")}`);
  put(box, h("i", { class: "lamp", "aria-hidden": "true" }), h("b", {}, words[0]), h("span", { class: "facts" }, [...words.slice(1), ...facts(found)].join(" · ")));
}

// Pages without a stream ask now and then.
export async function askHealth() {
  try { if (!document.hidden) takeHealth(await get("/api/health")); } catch { /* it is asked again */ }
  setTimeout(askHealth, ASK_MS);
}
