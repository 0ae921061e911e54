// What every page with controls has around it: sign-in, preferences, the simulated banner.
import { change, get, isReferee, me, onMe, signIn, signOut, whoAmI } from "./api.js";
import { by, dialog, h, put, toast } from "./dom.js";
import { loadTexts, t } from "./texts.js";

const DEFAULTS = { theme: "auto", sounds: false, speech: false };

export const preferences = { ...DEFAULTS, ...JSON.parse(localStorage.getItem("turbo") || "{}") };

export function applyTheme() {
  if (preferences.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = preferences.theme;
}

function prefer(name, value) {
  preferences[name] = value;
  localStorage.setItem("turbo", JSON.stringify(preferences));
  applyTheme();
}

function themeField() {
  const select = h("select", { id: "theme", onchange: () => prefer("theme", select.value) },
    ["auto", "light", "dark"].map((one) => h("option", { value: one, selected: preferences.theme === one }, t(`prefs.${one}`))));
  return h("div", { class: "field" }, h("label", { for: "theme" }, t("prefs.theme")), select);
}

function checkField(name) {
  const input = h("input", { type: "checkbox", checked: preferences[name], onchange: () => prefer(name, input.checked) });
  return h("label", { class: "check" }, input, t(`prefs.${name}`));
}

function showPreferences() {
  dialog(t("prefs.title"), (close) => [
    themeField(), checkField("sounds"), checkField("speech"),
    h("p", { class: "soft small-text" }, t("prefs.language-below")),
    h("div", { class: "ends" }, h("button", { type: "button", onclick: close }, t("button.close"))),
  ]);
}

export function showSignIn() {
  dialog(t("sign.title"), (close) => {
    const pin = h("input", { id: "pin", type: "password", inputmode: "numeric", autocomplete: "current-password", required: true, maxlength: 12 });
    const name = h("input", { id: "name", autocomplete: "nickname", maxlength: 40, placeholder: t("sign.name-example") });
    const wrong = h("p", { role: "alert", class: "soft" });
    const send = async (event) => {
      event.preventDefault();
      try { await signIn(pin.value, name.value); close(); } catch (error) { wrong.textContent = error.message; pin.select(); }
    };
    return h("form", { onsubmit: send },
      h("p", { class: "soft" }, t("sign.lead")),
      h("div", { class: "field" }, h("label", { for: "pin" }, t("sign.pin")), pin),
      h("div", { class: "field" }, h("label", { for: "name" }, t("sign.name")), name), wrong,
      h("div", { class: "ends" }, h("button", { type: "button", class: "quiet", onclick: close }, t("button.cancel")), h("button", { type: "submit" }, t("sign.in"))));
  });
}

function showWho() {
  const button = by("sign-button");
  if (!button) return;
  button.textContent = isReferee() ? `${t("sign.out")} · ${me.name}` : t("sign.in");
  button.classList.toggle("quiet", isReferee());
  document.body.dataset.role = me.role;
}

export async function start(onReady) {
  applyTheme();
  await loadTexts();
  onMe(showWho);
  by("preferences-button")?.addEventListener("click", showPreferences);
  by("sign-button")?.addEventListener("click", () => (isReferee() ? signOut() : showSignIn()));
  await whoAmI();
  if (me.role === "stranger") {
    showSignIn();
    const once = () => { if (me.role !== "stranger" && !start.done) { start.done = true; onReady(); } };
    onMe(once);
    return;
  }
  start.done = true;
  try { await onReady(); } catch (error) { toast(error.message); }
}

export async function showSimulated() {
  const state = await get("/api/state");
  by("simulated").hidden = !state.simulated;
  return state;
}

export function confirmed(title, sentence, button, path, body) {
  dialog(title, (close) => [
    h("p", {}, sentence),
    h("div", { class: "ends" },
      h("button", { type: "button", class: "quiet", onclick: close }, t("button.cancel")),
      h("button", { type: "button", onclick: async () => { close(); await change(path, body); } }, button)),
  ]);
}

export function connection(isUp) {
  const box = by("connection");
  if (box.hidden === isUp) return;
  box.hidden = isUp;
  put(box, isUp ? "" : t("live.lost"));
}
