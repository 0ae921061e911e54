// A telephone that is the camera: lean it against a mug, and play.
import { by, button, h, put, show } from "../pages/dom.js";
import { applyTheme, ends, field, stayAwake } from "../pages/frame.js";
import { isReferee, signIn } from "../pages/api.js";
import { loadTexts, t } from "../pages/texts.js";
import { Lens } from "./lens.js";
import { Line, takeCode } from "./line.js";
import { Motion } from "./motion.js";
import { isTrusted, secureOrigin } from "./secure.js";

const FAST_MS = 100;
const SLOW_MS = 800; // with what a busy telephone adds still under a second: more would be a gap to the referee
const AFTER_MS = 4000; // so long after the last motion all is still looked at closely
const AIM_MS = 900, PLAY_MS = 4000;
const RETRY_MS = 500, LONGEST_RETRY_MS = 2000;
const ENDED_MS = 60000; // a referee that starts again is back sooner, on a Pi too

const MORE = new Set(["ended"]); // what there is to do then is for who comes nearer

const LEAST_PX = 16;

const line = new Line();
const lens = new Lens(by("view"));
const motion = new Motion();
let isOn = false, isGood = false, isHeld = false, isLit = false, isMoving = true, bad = 0;
let movedAt = 0, sentAt = 0, sentTimes = [], lostAt = null;

const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

function say(key, level, values) {
  const box = by("words");
  box.textContent = t(`phone.${key}`, values);
  box.dataset.level = level;
  box.dataset.said = key;
  by("more").textContent = MORE.has(key) ? t(`phone.${key}-more`) : "";
  // What is good needs no large words over the table for a whole evening.
  box.classList.toggle("calm", level === "good" && isHeld);
  fit();
}

// As large as a metre needs, but where a long word or sentence has no room.
function fit() {
  const box = by("words");
  box.style.fontSize = "";
  for (let px = parseFloat(getComputedStyle(box).fontSize); px > LEAST_PX && isCut(box); px -= 1) box.style.fontSize = `${px}px`;
}

function isCut(box) {
  return box.scrollWidth > box.clientWidth || box.getBoundingClientRect().top < 0;
}

function tools() {
  put(by("tools"), isOn && lens.hasTorch && button(t("phone.torch"), async () => { isLit = !isLit; await lens.shine(isLit); tools(); }, "quiet", { id: "torch", "aria-pressed": String(isLit) }),
    isOn && button(t("phone.relight"), measure, "quiet", { id: "relight" }));
}

function facts() {
  const now = performance.now();
  sentTimes = sentTimes.filter((at) => now - at < 3000);
  const names = lens.held.map((name) => t(`phone.part-${name.replace(" ", "-")}`)).join(", ");
  const box = by("facts");
  Object.assign(box.dataset, { last: String(Math.round(line.delays.at(-1) ?? 0)), sent: String(line.sent ?? 0), p50: String(line.delay(.5)), p99: String(line.delay(.99)), moving: String(isMoving) });
  box.textContent = line.delays.length ? [t("phone.facts", { rate: Math.round(sentTimes.length / 3), delay: line.delay(.5) }), names && t("phone.held", { names })].filter(Boolean).join(" · ") : "";
}

// The same words for ever would keep somebody waiting for a referee whom nobody starts again.
function sayLost() {
  lostAt ??= Date.now();
  say(Date.now() - lostAt < ENDED_MS ? "offline" : "ended", "bad");
}

// Asking a person

function ask(...content) { isOn = false; show(by("ask"), true); put(by("ask"), ...content); tools(); fit(); }

function again(words, ...more) {
  say(words, "bad");
  ask(h("div", { class: "row" }, button(t("phone.again"), begin, "", { id: "again" }), more));
}

function askPin(why = "") {
  const send = async (event) => {
    event.preventDefault();
    try { await signIn(event.target.elements.pin.value, ""); begin(); } catch (error) { askPin(error.message); }
  };
  say("pin", "bad");
  ask(h("form", { onsubmit: send }, h("p", { role: "alert", class: "soft" }, why),
    field("pin", t("sign.pin"), "input", { type: "password", inputmode: "numeric", autocomplete: "current-password", required: true, maxlength: 12 }), ends(() => askPin(), t("sign.in"))));
}

function askInstead(error) {
  line.key = null;
  say("instead", "bad");
  by("words").textContent = error.message;
  ask(h("div", { class: "row" }, button(t("phone.instead"), () => begin(true), "", { id: "instead" }), button(t("phone.again"), () => begin(), "quiet", { id: "again" })));
}

// Without HTTPS there is no camera: what exactly is missing, and how to come by it.
async function explain() {
  const origin = secureOrigin(by("main"));
  if (await isTrusted(origin)) { location.replace(`${origin}/camera${location.hash}`); return; }
  say("insecure", "bad");
  ask(h("p", { id: "missing" }, origin ? t("phone.untrusted", { address: origin }) : t("phone.no-https")),
    origin && h("div", { class: "row" }, h("a", { class: "button", id: "how", href: `/trust${location.hash}` }, t("phone.how")),
      button(t("phone.again"), explain, "quiet", { id: "again" }), h("a", { class: "button quiet", href: `${origin}/camera${location.hash}` }, t("phone.anyway"))));
}

// Joining

async function begin(instead = false) {
  if (!isReferee() && !takeCode()) { askPin(); return; }
  show(by("ask"), false);
  if (lostAt === null) say("opening", "todo");
  try { await line.join(instead === true); } catch (error) { refused(error); return; }
  lostAt = null;
  try { await lens.open(); } catch (error) { line.leave(); noCamera(error); return; }
  isOn = true;
  isHeld = isGood = false;
  stayAwake();
  tools();
}

function refused(error) {
  if (error.status !== 0) lostAt = null;
  if (error.document?.code === "camera-busy") askInstead(error);
  else if (error.status === 401 || error.status === 403) askPin(takeCode() ? "" : error.message);
  else if (error.status === 0) { sayLost(); setTimeout(begin, LONGEST_RETRY_MS); }
  else { again("begin"); by("words").textContent = error.message; }
}

function noCamera(error) {
  again(error.name === "NotAllowedError" ? "denied" : "no-camera");
}

// Looking and sending

async function turn() {
  if (lens.isLost) { await reopen(); return; }
  const takenAt = await lens.frame(1500);
  if (takenAt === null || !isOn) return;
  const now = performance.now();
  if (motion.look(lens.video)) movedAt = now;
  isMoving = now - movedAt < AFTER_MS;
  // A little early counts as due: pictures come when the camera has them, not when we want.
  if (now - sentAt < (isMoving ? FAST_MS : SLOW_MS) - 10) return;
  sentAt = now;
  motion.sent();
  const isAsked = await line.send(await lens.jpeg(), takenAt);
  lostAt = null;
  line.sent = (line.sent ?? 0) + 1;
  sentTimes.push(performance.now());
  if (bad) { bad = 0; say(isGood ? "good" : "begin", isGood ? "good" : "todo"); }
  facts();
  if (isAsked && isHeld) measure();
}

async function reopen() {
  if (document.hidden) { await pause(SLOW_MS); return; }
  say("asleep", "bad");
  bad += 1;
  try { await lens.open(); isHeld = false; stayAwake(); } catch (error) {
    if (error.name === "NotAllowedError") noCamera(error); else await pause(LONGEST_RETRY_MS);
  }
}

// The referee was restarted: we are the camera again. Another telephone is: we are not.
async function failed(error) {
  if (error.document?.code === "camera-busy") { lens.close(); askInstead(error); return; }
  if (error.status === 401) { try { await line.join(); } catch (other) { if (other.status !== 0) { refused(other); return; } } }
  bad += 1;
  sayLost();
  await pause(Math.min(LONGEST_RETRY_MS, RETRY_MS * bad));
}

async function look() {
  for (;;) {
    if (!isOn) { await pause(FAST_MS); continue; }
    const began = performance.now();
    try { await turn(); } catch (error) { await failed(error); }
    // A camera gives thirty pictures a second, of which ten are looked at.
    await pause(Math.max(5, FAST_MS - 25 - (performance.now() - began)));
  }
}

async function measure() {
  isHeld = true;
  await lens.hold();
  try { await line.tell({ model: lens.model, held: lens.held, refused: lens.refused }); } catch { /* told with the next */ }
  tools();
  facts();
}

// What is wrong with how it stands; once it was good only what lasts is said, since hands pass.
let lasting = 0;

function draw({ outline_px: outline, size_px: size, advice }) {
  const over = by("over");
  over.setAttribute("viewBox", `0 0 ${size[0] || 4} ${size[1] || 3}`);
  put(over, outline.length > 0 && h("polygon", { class: `outline${advice === "good" ? " good" : ""}`, points: outline.map((point) => point.join(",")).join(" ") }));
}

async function advise() {
  for (;;) {
    await pause(isGood ? PLAY_MS : AIM_MS);
    if (!isOn || bad || document.hidden || !line.sent) continue;
    let found;
    try { found = await line.advice(); } catch { continue; }
    if (!isOn || bad || !found.advice) continue;
    draw(found);
    lasting = found.advice === "good" ? 0 : lasting + 1;
    if (found.advice === "good") { isGood = true; say("good", "good"); if (!isHeld) measure(); }
    else if (!isGood || lasting >= 3) { isGood = false; say(found.advice, "todo"); }
  }
}

async function main() {
  applyTheme();
  await loadTexts();
  if (!("wanted" in by("main").dataset)) {
    say("unwanted", "bad");
    ask(h("div", { class: "row" }, h("a", { class: "button", href: "/setup" }, t("title.setup")), button(t("phone.again"), () => location.reload(), "quiet", { id: "again" })));
    return;
  }
  if (!isSecureContext) { await explain(); return; }
  if (!navigator.mediaDevices) { say("no-devices", "bad"); return; }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
  addEventListener("pagehide", () => { lens.close(); line.leave(); });
  // A page that comes back from the browser's memory begins anew.
  addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
  addEventListener("resize", fit);
  look();
  advise();
  await begin();
}

main();
