// Setting up in the browser: each step says by itself when it is good, and nothing needs a terminal.
import { change, get, isReferee, onMe, post, watch } from "../pages/api.js";
import { button, by, h, put, show } from "../pages/dom.js";
import { start } from "../pages/frame.js";
import { health, onHealth, takeHealth } from "../pages/health.js";
import { t } from "../pages/texts.js";
import { showLessons } from "../enrolment/enrolment.js";
import { camera } from "../match/camera.js";
import { code, showJoin } from "./join.js";
import { PICTURES } from "./pictures.js";

const LOOK_MS = 700;
const PAPERS = ["a3", "a4", "letter"];
const hasCards = Boolean(document.querySelector('[data-step="cards"]'));
let corners = null;
let state = null;
let mount = null;
let cameras = [];
let other = false;
let telephone = null;

// The field: the mat's rim and zones where they are seen, or a frame where the mat should come.
function field(width, height) {
  const known = mount?.outline_px.length ? mount : null;
  const [across, down] = known ? [width / known.size_px[0], height / known.size_px[1]] : [1, 1];
  const points = (outline) => outline.map(([x, y]) => `${x * across},${y * down}`).join(" ");
  if (!known) return h("rect", { class: "mat-field wanted", x: width * .08, y: height * .08, width: width * .84, height: height * .84 });
  return [h("polygon", { class: `mat-field${mount.is_high ? "" : " cut"}`, points: points(known.outline_px) }), known.zones_px.map((zone, at) => h("polygon", { key: `zone${at}`, class: "mat-field zone", points: points(zone) }))];
}

function handles(width, height) {
  if (!corners) return field(width, height);
  return corners.map((corner, at) => h("circle", {
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
const percent = (value) => `${Math.round(value * 100)} %`;
const cm = (mm) => Math.round(mm / 10);

// Meters

function meter(name, value, low, high) {
  const known = value !== null;
  const isGood = known && value >= low && value <= high;
  const range = high < 1 ? t("meter.good-between", { from: percent(low), to: percent(high) }) : t("meter.good-from", { from: percent(low) });
  return h("div", { class: `meter${isGood ? " good" : ""}`, key: name }, h("span", { id: `meter-${name}` }, t(`meter.${name}`)),
    h("meter", { min: 0, max: 1, low, high, optimum: (low + high) / 2, value: known ? value : 0, "aria-labelledby": `meter-${name}` }), h("span", {}, known ? percent(value) : "–"), h("span", { class: "soft small-text range" }, range));
}

// What to do about how the camera hangs, the first thing first.
function mountWords(found) {
  const words = [];
  if (found.camera) words.push(h("p", { class: "soft", key: "camera" }, t("hang.camera", { name: found.camera })));
  if (!found.has_picture) return words;
  words.push(h("p", { key: "markers" }, hasCards ? t("hang.cards", { count: found.markers }) : found.markers ? t("hang.markers", { count: found.markers }) : t("hang.no-mat")));
  if (found.field_mm) words.push(h("p", { key: "field", class: "soft" }, t(hasCards ? "hang.field-tiles" : "hang.field", { width: cm(found.field_mm[0]), height: cm(found.field_mm[1]), high: cm(found.height_mm), die: Math.round(found.die_px), far: Math.round(found.far_px) })));
  if (found.view && !hasCards) words.push(h("p", { key: "view", class: "soft" }, t(`hang.view-${found.view}`, { angle: Math.round(found.tilt_deg) })));
  const todo = [];
  if (found.field_mm && !found.is_high) todo.push(t("hang.higher", { cm: Math.max(1, cm(found.higher_by_mm)) }));
  if (found.field_mm && !found.is_near && found.higher_by_mm < -5) todo.push(t("hang.lower", { cm: Math.max(1, cm(-found.higher_by_mm)) }));
  if (found.is_far_alone) todo.push(t("hang.far"));
  if (found.field_mm && !found.is_straight) todo.push(t("hang.straight"));
  if (found.sharpness !== null && !found.is_sharp) todo.push(t("hang.blurred"));
  if (found.light === "too dark") todo.push(t("hang.dark"));
  if (found.light === "too bright") todo.push(t("hang.bright"));
  if (found.is_good) todo.push(t("hang.good"));
  return [...words, todo.map((one) => h("p", { class: "todo-line", key: one }, one))];
}

function showMount() {
  put(by("meters"), mount && [
    meter("sharpness", mount.sharpness, mount.sharp_from, 1),
    meter("white", mount.white, mount.white_from, mount.white_to),
    h("div", { id: "mount", role: "status" }, mountWords(mount)),
  ]);
  panel.redraw();
}

// One question at a time: a slow answer is waited for, never asked for again beside itself.
async function look() {
  if (!document.hidden && health.now?.has_table) {
    try { mount = await get("/api/setup/camera-mount"); showMount(); } catch { /* the camera may come back */ }
  }
  setTimeout(look, LOOK_MS);
}

// Steps

function showSteps(found) {
  show(by("ready"), found.has_table);
  const [next] = found.todo;
  by("ready").dataset.ready = String(found.is_ready);
  put(by("ready"), h("b", {}, found.is_ready ? t("ready.yes") : t("ready.no", { count: found.todo.length })), next && h("span", {}, " ", t("ready.next", { step: t(`setup.${next}`) })));
  for (const step of found.steps) {
    const item = document.querySelector(`[data-step="${step.key}"]`);
    item.dataset.done = String(step.is_done);
    put(item.querySelector(".ticked"), step.is_done ? h("span", { class: "tick", role: "img", "aria-label": t("setup.right") }, "✓") : !step.is_needed && h("span", { class: "soft small-text" }, " ", t("ready.optional")));
  }
  const tested = found.steps.find((one) => ["test", "reading"].includes(one.key));
  if (tested) put(by("tested"), tested.found && h("p", { class: "soft" }, t("setup.tested", { found: tested.found })));
}

function setCorners(found) {
  corners = found;
  actions();
  panel.redraw();
  if (corners) by("watch").scrollIntoView({ block: "start" });
}

function controls(step) {
  // A step that this game has not is set nowhere.
  return document.querySelector(`[data-controls="${step}"]`) ?? document.createElement("div");
}

async function useCamera(event) {
  event.preventDefault();
  const chosen = new FormData(event.target);
  if (await change("/api/setup/camera", { name: chosen.get("address") || chosen.get("which") })) { other = false; await findCameras(); }
}

async function findCameras() {
  if (isReferee() && health.now?.has_table) {
    try { ({ cameras } = await get("/api/setup/cameras")); } catch { cameras = []; }
    const isPhone = cameras.some((one) => one.is_chosen && one.name === "phone");
    telephone = isPhone ? await post("/api/setup/telephone", {}).catch(() => null) : null;
  }
  actions();
}

function cameraChoice() {
  if (!cameras.length) return null;
  return h("form", { id: "choose-camera", onsubmit: useCamera },
    h("div", { class: "field" }, h("label", { for: "which" }, t("setup.camera-which")),
      h("select", { id: "which", name: "which", onchange: (event) => { other = event.target.value === ""; actions(); } },
        cameras.map((one) => h("option", { key: one.name, value: one.name, selected: one.is_chosen }, one.name === "phone" ? t("setup.telephone") : one.words)), h("option", { value: "" }, t("setup.camera-other")))),
    other && h("div", { class: "field" }, h("label", { for: "address" }, t("setup.camera-address")), h("input", { id: "address", name: "address", required: true, maxlength: 300, placeholder: "http://192.168.1.7:8080/video" })),
    h("button", { type: "submit", class: "quiet" }, t("setup.camera-use")),
    telephone && h("div", { id: "telephone" }, h("p", {}, t("setup.telephone-how")), code(telephone), h("p", { class: "row" }, h("a", { href: "/trust" }, t("phone.how")))));
}

function actions() {
  const act = (action) => change("/api/setup/actions", { action });
  const allowed = state?.has_controls && isReferee();
  put(by("corner-tools"), allowed && corners && [h("p", {}, t("setup.corners-how")),
    h("div", { class: "row" }, button(t("setup.corners-save"), saveCorners, ""), button(t("button.cancel"), () => setCorners(null)))]);
  put(controls("camera"), isReferee() && cameraChoice());
  put(controls("light"), allowed && health.now?.has_table && button(t("setup.relight"), () => change("/api/setup/relight", {})));
  put(controls("cards"), h("p", { class: "row" }, h("span", {}, t("setup.print-cards")), ["a4", "letter"].map((paper) => h("a", { key: paper, class: "button quiet", href: `/api/setup/cards.pdf?paper=${paper}`, target: "_blank", rel: "noopener" }, t(`setup.paper-${paper}-cards`)))));
  put(controls("mat"), h("p", { class: "row" }, h("span", {}, t("setup.print")), PAPERS.map((paper) => h("a", { key: paper, class: "button quiet", href: `/api/setup/mat.pdf?paper=${paper}`, target: "_blank", rel: "noopener" }, t(`setup.paper-${paper}`)))),
    allowed && h("div", { class: "row" }, button(t("setup.recalibrate"), () => act("recalibrate")),
      !corners && button(t("setup.corners"), () => setCorners([[.1, .1], [.9, .1], [.9, .9], [.1, .9]]))));
  put(controls("zones"), allowed && h("div", { class: "row" }, button(t("setup.swap"), () => act("swap-seats")), health.now?.has_table && button(t("setup.seats-right"), () => change("/api/setup/seats", {}), "quiet", { id: "seats-right" })));
}

async function saveCorners() {
  const view = await get("/api/view");
  const pixels = corners.map(([x, y]) => [x * view.width, y * view.height]);
  if (await change("/api/setup/corners", { corners: pixels })) setCorners(null);
}

const SOON_MS = 1500;

start(async () => {
  for (const box of document.querySelectorAll("[data-picture]")) put(box, PICTURES[box.dataset.picture]());
  onHealth(showSteps);
  // All at once, when it is known what there is: what came one by one would push the rest away.
  const known = Promise.withResolvers?.() ?? { resolve: () => {}, promise: null };
  watch({
    onState: (next) => {
      state = next;
      known.resolve();
      show(by("simulated"), state.simulated);
      show(by("no-camera"), !state.has_camera);
      show(by("watch"), state.has_camera);
      if (state.has_camera) panel.show(true, state.simulated);
      actions();
    },
    onPicture: (number) => panel.picture(number),
    onHealth: takeHealth,
  });
  onMe(() => { findCameras(); panel.retry(); showLessons(); showJoin(by("join")); });
  showJoin(by("join"));
  showLessons();
  try { takeHealth(await get("/api/health")); } catch { /* nobody is signed in yet */ }
  await Promise.race([Promise.all([known.promise, findCameras(), look()]), new Promise((done) => { setTimeout(done, SOON_MS); })]);
  show(by("set-up"), true);
}, { hasStream: true });
