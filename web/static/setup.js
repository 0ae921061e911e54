// Setting up: what to do, with pictures, and a live meter where there is a camera.
import { change, get, isReferee, onMe } from "./api.js";
import { camera } from "./camera.js";
import { by, h, put, s } from "./dom.js";
import { start } from "./frame.js";
import { showLessons } from "./lessons.js";
import { PICTURES } from "./setup_pictures.js";
import { watch } from "./stream.js";
import { t } from "./texts.js";

const METERS = ["focus", "light", "glare"];
const METER_MS = 700;
const GOOD = 0.6;
const HAND = 9;
let corners = null;
let state = null;

function handles(width, height) {
  if (!corners) return null;
  const radius = width / 40;
  return corners.map((corner, at) => {
    const handle = s("circle", { cx: corner[0] * width, cy: corner[1] * height, r: radius, class: "corner", tabindex: 0, role: "slider", "aria-label": t("setup.corner", { number: at + 1 }), "aria-valuenow": at + 1 });
    handle.addEventListener("pointerdown", (event) => drag(event, handle, at, width, height));
    handle.addEventListener("keydown", (event) => nudge(event, at));
    return handle;
  });
}

function drag(event, handle, at, width, height) {
  const drawing = handle.ownerSVGElement;
  handle.setPointerCapture(event.pointerId);
  const move = (moved) => {
    const box = drawing.getBoundingClientRect();
    corners[at] = [(moved.clientX - box.left) / box.width, (moved.clientY - box.top) / box.height].map((one) => Math.min(1, Math.max(0, one)));
    handle.setAttribute("cx", corners[at][0] * width);
    handle.setAttribute("cy", corners[at][1] * height);
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
  return h("div", { class: "meter" }, h("span", { id: `meter-${name}` }, t(`meter.${name}`)),
    h("progress", { max: 1, value: known ? value : 0, "aria-labelledby": `meter-${name}` }), h("span", {}, known ? `${Math.round(value * 100)}%` : "–"));
}

// A step that the camera can see to be right gets a mark, and loses it again.
function tick(step, isRight) {
  const title = document.querySelector(`[data-step="${step}"] h2`);
  const mark = title.querySelector(".tick");
  if (isRight && !mark) title.append(h("span", { class: "tick", role: "img", "aria-label": t("setup.right") }, "✓"));
  if (!isRight) mark?.remove();
}

function tickSteps(found) {
  tick("camera", state.has_camera);
  tick("light", METERS.every((name) => found[name] === null || found[name] >= GOOD));
  tick("mat", found.mat_found === true);
  tick("test", (found.dice_found ?? 0) >= HAND);
}

async function showMeters() {
  if (document.hidden || !state?.has_controls) return;
  try {
    const found = await get("/api/setup/meter");
    put(by("meters"), METERS.map((name) => meter(name, found[name])),
      found.mat_found !== null && h("p", {}, t(found.mat_found ? "meter.mat" : "meter.no-mat")),
      found.dice_found !== null && h("p", {}, t("meter.dice", { count: found.dice_found })));
    tickSteps(found);
  } catch { /* the camera may come back */ }
}

function setCorners(found) {
  corners = found;
  actions();
  panel.redraw();
  if (corners) by("watch").scrollIntoView({ block: "start" });
}

function cornerTools(button) {
  return corners && [
    h("p", {}, t("setup.corners-how")),
    h("div", { class: "row" }, h("button", { type: "button", onclick: saveCorners }, t("setup.corners-save")), button(t("button.cancel"), () => setCorners(null))),
  ];
}

function actions() {
  const act = (action) => change("/api/setup/actions", { action });
  const button = (words, press) => h("button", { type: "button", class: "quiet", onclick: press }, words);
  const mat = document.querySelector('[data-controls="mat"]');
  const zones = document.querySelector('[data-controls="zones"]');
  const allowed = state?.has_controls && isReferee();
  put(by("corner-tools"), allowed && cornerTools(button));
  put(mat, allowed && h("div", { class: "row" },
    button(t("setup.recalibrate"), () => act("recalibrate")),
    !corners && button(t("setup.corners"), () => setCorners([[.1, .1], [.9, .1], [.9, .9], [.1, .9]]))));
  put(zones, allowed && button(t("setup.swap"), () => act("swap-seats")));
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
      state = next;
      by("simulated").hidden = !state.simulated;
      by("no-camera").hidden = state.has_camera;
      by("watch").hidden = !state.has_camera;
      panel.show(state.has_camera, state.simulated);
      actions();
    },
    onPicture: (number) => panel.picture(number),
  });
  onMe(() => { actions(); showLessons(); });
  showLessons();
  setInterval(showMeters, METER_MS);
});
