// What every page with controls has around it: sign-in, preferences, the simulated banner.
import { change, get, isReferee, me, onMe, signIn, signOut } from "./api.js";
import { button, by, dialog, h, show, toast } from "./dom.js";
import { askHealth, takeTrouble } from "./health.js";
import { clock, loadTexts, t } from "./texts.js";

const DEFAULTS = { theme: "auto", sounds: false, speech: false, awake: true };

export const preferences = { ...DEFAULTS, ...JSON.parse(localStorage.getItem("turbo") || "{}") };

// A screen that shows a match stays on, where the browser allows it (it does over HTTPS and on the
// machine itself); a page that was hidden asks again when it is back.
let lock = null;
export async function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  if (!preferences.awake) { await lock?.release(); lock = null; return; }
  if (document.hidden || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { /* a low battery refuses */ }
}

export function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => { /* a frame may not */ });
}

export function applyTheme() {
  if (preferences.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = preferences.theme;
}

function prefer(name, value) {
  preferences[name] = value;
  localStorage.setItem("turbo", JSON.stringify(preferences));
  applyTheme();
  if (name === "awake") stayAwake();
}

export function field(id, words, tag, attributes, ...children) {
  return h("div", { class: "field" }, h("label", { for: id }, words), h(tag, { id, name: id, ...attributes }, ...children));
}

export function ends(close, words) {
  return h("div", { class: "ends" }, button(t("button.cancel"), close), words && h("button", { type: "submit" }, words));
}

// A dialog with fields: `send` gets their values by id, and null as its answer keeps it open.
export function form(title, words, fields, send) {
  dialog(title, (close) => {
    const submit = async (event) => {
      event.preventDefault();
      if (await send(Object.fromEntries(new FormData(event.target)), event.target) !== null) close();
    };
    return h("form", { onsubmit: submit }, fields, ends(close, words));
  });
}

function showPreferences() {
  const theme = field("theme", t("prefs.theme"), "select", { onchange: (event) => prefer("theme", event.target.value) },
    ["auto", "light", "dark"].map((one) => h("option", { value: one, selected: preferences.theme === one }, t(`prefs.${one}`))));
  const check = (name) => h("label", { class: "check" },
    h("input", { type: "checkbox", checked: preferences[name], onchange: (event) => prefer(name, event.target.checked) }), t(`prefs.${name}`));
  dialog(t("prefs.title"), (close) => [
    theme, check("sounds"), check("speech"), "wakeLock" in navigator && check("awake"),
    document.fullscreenEnabled && button(t("prefs.full-screen"), () => { close(); fullScreen(); }, "quiet", { id: "full-screen" }),
    h("div", { class: "row", id: "languages" }, [...document.querySelectorAll(".foot a[hreflang]")].map((one) => h("a", { key: one.lang, class: "button quiet", href: one.href, lang: one.lang, "aria-current": one.ariaCurrent }, one.textContent))),
    h("div", { class: "ends" }, button(t("button.close"), close, "")),
  ]);
}

const SIGN = { title: "sign.title", lead: "sign.lead", pin: "sign.pin", name: "sign.name" };

// `words`: another site says them otherwise.
export function showSignIn(words = SIGN) {
  const send = async ({ pin, name }, box) => {
    try { await signIn(pin, name); return true; } catch (error) {
      box.querySelector("[role=alert]").textContent = error.message;
      box.elements.pin.select();
      return null;
    }
  };
  form(t(words.title), t("sign.in"), [
    h("p", { class: "soft" }, t(words.lead)),
    field("pin", t(words.pin), "input", { type: "password", inputmode: "numeric", autocomplete: "current-password", required: true, maxlength: 12 }),
    field("name", t(words.name), "input", { autocomplete: "nickname", maxlength: 40, placeholder: words === SIGN ? t("sign.name-example") : undefined }),
    h("p", { role: "alert", class: "soft" }),
  ], send);
}

function showWho() {
  const box = by("sign-button");
  if (!box) return;
  const named = matchMedia("(max-width: 35em)").matches ? t("sign.out") : `${t("sign.out")} · ${me.name}`;
  box.textContent = isReferee() ? named : t("sign.in");
  box.classList.toggle("quiet", isReferee());
  document.body.dataset.role = me.role;
}

// The menu of a phone closes when somebody looks elsewhere.
function closeMenus(event) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (event.key === "Escape" || (event.type === "click" && !menu.contains(event.target))) menu.open = false;
  }
}

// `hasStream`: the page is told how the table is; others ask.
export async function start(onReady, { hasStream = false } = {}) {
  applyTheme();
  await loadTexts();
  onMe(showWho);
  showWho();
  by("preferences-button")?.addEventListener("click", showPreferences);
  by("sign-button")?.addEventListener("click", () => (isReferee() ? signOut() : showSignIn()));
  document.addEventListener("click", closeMenus);
  document.addEventListener("keydown", closeMenus);
  // Where the browser allows it: over HTTPS, and on the machine itself.
  navigator.serviceWorker?.register("/worker.js").catch(() => { /* a private window keeps nothing */ });
  if (location.hash.startsWith("#referee=")) await (await import("../setup/join.js")).acceptInvitation();
  if (!hasStream) askHealth();
  if (me.role === "stranger") {
    showSignIn();
    // Once: who signs out and in again has a page that runs already.
    onMe(() => { if (me.role !== "stranger" && !start.done) { start.done = true; onReady(); } });
    return;
  }
  start.done = true;
  // Dice before words: nothing waits for the greeting.
  if (document.documentElement.dataset.page === "live" && !by("simulated").hidden) import("./greeting.js").then(({ greetOnce }) => greetOnce());
  try { await onReady(); } catch (error) { toast(error.message); }
}

export async function showSimulated() {
  const state = await get("/api/state");
  show(by("simulated"), state.simulated);
  return state;
}

export function confirmed(title, sentence, words, act) {
  dialog(title, (close) => [
    h("p", {}, sentence),
    h("div", { class: "ends" }, button(t("button.cancel"), close), button(words, () => { close(); act(); }, "")),
  ]);
}

export function confirmedChange(title, sentence, words, path, body) {
  confirmed(title, sentence, words, () => change(path, body));
}

// A table that is not heard of is not shown as if it were there: it is dimmed, with since when.
export function connection(isUp, heardAt) {
  const box = by("connection");
  if (box.hidden === isUp) return;
  box.hidden = isUp;
  box.textContent = isUp ? "" : `${t("live.lost")} ${t("live.heard", { time: clock(heardAt) })}`;
  document.body.classList.toggle("lost", !isUp);
  takeTrouble("lost", !isUp);
}
