// Steering a simulated table: pace, pause and mischief, in the banner that says that it is one.
import { change, isReferee } from "../pages/api.js";
import { button, dialog, h, put, toast } from "../pages/dom.js";
import { showSignIn } from "../pages/frame.js";
import { t, texts } from "../pages/texts.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const NARROW = matchMedia("(max-width: 61.25em)");
const steer = (body) => change("/api/twin", body);

function mischiefWords(name) {
  const key = `mischief.${name}`;
  // An act that somebody has added of their own has no words yet.
  return texts(key) ? t(key) : name.replaceAll("-", " ");
}

async function doMischief() {
  const mischief = document.getElementById("mischief").value;
  if (await steer({ mischief })) toast(t("twin.done", { what: mischiefWords(mischief) }));
}

function paces(now) {
  const found = [...new Set([...SPEEDS, now])].sort((a, b) => (a || Infinity) - (b || Infinity));
  return h("span", { class: "paces", role: "group", "aria-label": t("twin.speed") }, found.map((one) => h("button", {
    key: one, type: "button", "aria-pressed": String(one === now), "data-speed": one, onclick: () => steer({ speed: one }),
  }, one === 0 ? t("twin.fastest") : `${one}×`)));
}

function controls(twin) {
  return [
    h("div", { class: "row", key: "pace" }, h("span", {}, t("twin.speed")), paces(twin.speed),
      button(t(twin.paused ? "desk.resume" : "desk.pause"), () => steer({ paused: !twin.paused }), "quiet", { id: "twin-pause", "aria-pressed": String(twin.paused) })),
    twin.mischief.length > 0 && h("div", { class: "row", key: "mischief" }, h("label", { for: "mischief" }, t("twin.mischief")),
      h("select", { id: "mischief" }, twin.mischief.map((name) => h("option", { key: name, value: name }, mischiefWords(name)))),
      button(t("twin.do"), doMischief, "quiet", { id: "do-mischief" })),
  ];
}

function content(page) {
  return isReferee() ? controls(page.state.twin) : h("div", { class: "row" }, h("p", {}, t("twin.sign-in")), button(t("sign.in"), showSignIn));
}

export function twinControls(box, page) {
  const open = () => dialog(t("twin.title"), (close) => [content(page), h("div", { class: "ends" }, button(t("button.close"), close, ""))]);
  put(box, NARROW.matches ? button(t("twin.title"), open, "quiet", { id: "twin-open" }) : content(page));
}
