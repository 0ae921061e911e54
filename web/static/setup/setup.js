// Setting up: what to do, with pictures, and a live meter where there is a camera.
import { change, get, isReferee, onMe, watch } from "../pages/api.js";
import { button, by, h, put, show } from "../pages/dom.js";
import { start } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { showLessons } from "../lessons/lessons.js";
import { camera } from "../match/camera.js";
import { PICTURES } from "./pictures.js";

const METERS = ["focus", "light", "glare"];
const METER_MS = 700;
const GOOD = 0.6;
const HAND = 9;
let corners = null;
let state = null;

function handles(width, height) {
  return corners?.map((corner, at) => h("circle", {
    key: at, cx: corner[0] * width, cy: corner[1] * height, r: width / 40, class: "corner", tabindex: 0, role: "slider",
    "aria-label": t("setup.corner", { number: at + 1 }), "aria-valuenow": Math.round(corner[0] * 100), "aria-valuetext": corner.map((one) => `${Math.round(one * 100)}%`).join(", "),
    onpointerdown: (event) => drag(event, at), onkeydown: (event) => nudge(event, at),
  }));
}

function drag(event, at) {
  const handle = event.currentTarget;
  handle.setPointerCapture(event.pointerId);
  const move = (moved) => {
    const box = handle.ownerSVGElement.getBoundingClientRect();
    corners[at] = [(moved.clientX - box.left) / box.width, (moved.clientY - box.top) / box.height].map((one) => Math.min(1, Math.max(0, one)));
    panel.redraw();
  };
  handle.addEventListener("pointermove", move);
  handle.addEventListener("pointerup", () => handle.removeEventListener("pointermove", move), { once: true });
}

function nudge(event, at) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!step) return;
  event.preventDefault();
  corners[at] = corners[at].map((one, axis) => Math.min(1, Math.max(0, one + step[axis] * .003)));
  panel.redraw();
}

const panel = camera(by("camera"), { over: handles });

function meter(name, value) {
  const known = value !== null;
  return h("div", { class: "meter", key: name }, h("span", { id: `meter-${name}` }, t(`meter.${name}`)),
    h("progress", { max: 1, value: known ? value : 0, "aria-labelledby": `meter-${name}` }), h("span", {}, known ? `${Math.round(value * 100)}%` : "–"));
}

// A step that the camera can see to be right gets a mark, and loses it again.
function tick(step, isRight) {
  const title = document.querySelector(`[data-step="${step}"] .ticked`);
  put(title, isRight && h("span", { class: "tick", role: "img", "aria-label": t("setup.right") }, "✓"));
}

function tickSteps(found) {
  tick("camera", state.has_camera);
  tick("light", METERS.every((name) => found[name] !== null && found[name] >= GOOD));
  tick("mat", found.mat_found === true);
  tick("test", (found.dice_found ?? 0) >= HAND);
}

// One question at a time: a slow answer is waited for, never asked for again beside itself.
async function showMeters() {
  if (!document.hidden && state?.has_controls) {
    try {
      const found = await get("/api/setup/meter");
      put(by("meters"), METERS.map((name) => meter(name, found[name])),
        found.mat_found !== null && h("p", {}, t(found.mat_found ? "meter.mat" : "meter.no-mat")),
        found.dice_found !== null && h("p", {}, t("meter.dice", { count: found.dice_found })));
      tickSteps(found);
    } catch { /* the camera may come back */ }
  }
  setTimeout(showMeters, METER_MS);
}

function setCorners(found) {
  corners = found;
  actions();
  panel.redraw();
  if (corners) by("watch").scrollIntoView({ block: "start" });
}

function actions() {
  const act = (action) => change("/api/setup/actions", { action });
  const allowed = state?.has_controls && isReferee();
  put(by("corner-tools"), allowed && corners && [h("p", {}, t("setup.corners-how")),
    h("div", { class: "row" }, button(t("setup.corners-save"), saveCorners, ""), button(t("button.cancel"), () => setCorners(null)))]);
  put(document.querySelector('[data-controls="mat"]'), allowed && h("div", { class: "row" },
    button(t("setup.recalibrate"), () => act("recalibrate")),
    !corners && button(t("setup.corners"), () => setCorners([[.1, .1], [.9, .1], [.9, .9], [.1, .9]]))));
  put(document.querySelector('[data-controls="zones"]'), allowed && button(t("setup.swap"), () => act("swap-seats")));
}

async function saveCorners() {
  const view = await get("/api/view");
  const pixels = corners.map(([x, y]) => [x * view.width, y * view.height]);
  if (await change("/api/setup/corners", { corners: pixels })) setCorners(null);
}

start(() => {
  for (const box of document.querySelectorAll("[data-picture]")) put(box, PICTURES[box.dataset.picture]());
  watch({
    onState: (next) => {
      const first = !state;
      state = next;
      show(by("simulated"), state.simulated);
      show(by("no-camera"), !state.has_camera);
      show(by("watch"), state.has_camera);
      if (state.has_camera) panel.show(true, state.simulated);
      actions();
      if (first) showMeters();
    },
    onPicture: (number) => panel.picture(number),
  });
  onMe(() => { actions(); panel.retry(); showLessons(); });
  showLessons();
});
