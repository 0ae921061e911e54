// Steering a simulated table: pace, pause and mischief.
import { change, isReferee } from "./api.js";
import { h, put } from "./dom.js";
import { t } from "./texts.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

export function twinControls(box, state) {
  box.hidden = !state.twin;
  if (box.hidden) return;
  const drawn = JSON.stringify([state.twin, isReferee()]);
  if (box.dataset.drawn === drawn) return;
  box.dataset.drawn = drawn;
  const steer = (body) => change("/api/twin", body);
  const speed = h("select", { id: "speed", disabled: !isReferee(), onchange: () => steer({ speed: Number(speed.value) }) },
    [...new Set([...SPEEDS, state.twin.speed])].sort((a, b) => a - b).map((one) => h("option", { value: one, selected: one === state.twin.speed }, `${one}×`)));
  const mischief = h("select", { id: "mischief" }, state.twin.mischief.map((name) => h("option", { value: name }, name.replaceAll("-", " "))));
  put(box, h("h2", {}, t("twin.title")), h("p", { class: "soft" }, t(isReferee() ? "twin.lead" : "twin.sign-in")),
    h("div", { class: "row" },
      h("label", { for: "speed" }, t("twin.speed")), speed,
      isReferee() && h("button", { type: "button", class: "quiet", onclick: () => steer({ paused: !state.twin.paused }) }, t(state.twin.paused ? "desk.resume" : "desk.pause"))),
    isReferee() && state.twin.mischief.length > 0 && h("div", { class: "row" },
      h("label", { for: "mischief" }, t("twin.mischief")), mischief,
      h("button", { type: "button", class: "danger", onclick: () => steer({ mischief: mischief.value }) }, t("twin.do"))));
}
