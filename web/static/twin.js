// Steering a simulated table: pace, pause and mischief, right below the banner that says so.
import { change, isReferee } from "./api.js";
import { h, put } from "./dom.js";
import { showSignIn } from "./frame.js";
import { t, texts } from "./texts.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

function mischiefWords(name) {
  return texts(`mischief.${name}`) ?? name.replaceAll("-", " ");
}

function paces(now, steer) {
  const found = [...new Set([...SPEEDS, now])].sort((a, b) => (a || Infinity) - (b || Infinity));
  return h("span", { class: "paces", role: "group", "aria-label": t("twin.speed") }, found.map((one) => h("button", {
    type: "button", "aria-pressed": String(one === now), "data-speed": one, onclick: () => steer({ speed: one }),
  }, one === 0 ? t("twin.fastest") : `${one}×`)));
}

function controls(twin) {
  const steer = (body) => change("/api/twin", body);
  const mischief = h("select", { id: "mischief" }, twin.mischief.map((name) => h("option", { value: name }, mischiefWords(name))));
  return [
    h("div", { class: "row" }, h("span", {}, t("twin.speed")), paces(twin.speed, steer),
      h("button", { type: "button", id: "twin-pause", class: "quiet", "aria-pressed": String(twin.paused), onclick: () => steer({ paused: !twin.paused }) }, t(twin.paused ? "desk.resume" : "desk.pause"))),
    twin.mischief.length > 0 && h("div", { class: "row" }, h("label", { for: "mischief" }, t("twin.mischief")), mischief,
      h("button", { type: "button", class: "quiet", id: "do-mischief", onclick: () => steer({ mischief: mischief.value }) }, t("twin.do"))),
  ];
}

export function twinControls(box, state) {
  box.hidden = !state.twin;
  if (box.hidden) return;
  const drawn = JSON.stringify([state.twin, isReferee()]);
  if (box.dataset.drawn === drawn) return;
  box.dataset.drawn = drawn;
  const chosen = box.querySelector("#mischief")?.value;
  put(box, h("h2", {}, t("twin.title")), isReferee()
    ? controls(state.twin)
    : h("div", { class: "row" }, h("p", {}, t("twin.sign-in")), h("button", { type: "button", class: "quiet", onclick: showSignIn }, t("sign.in"))));
  if (chosen) box.querySelector("#mischief").value = chosen;
}
