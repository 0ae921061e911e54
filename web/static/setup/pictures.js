// Pictures of what to do when setting up, drawn here.
import { die } from "../match/drawing.js";
import { h } from "../pages/dom.js";

const [WOOD, FELT, PAPER, DARK, GOLD] = ["#d9b98c", "#2f6350", "#fbf6e9", "#3a3f46", "#e3a82b"];

function picture(...parts) {
  return h("svg", { viewBox: "0 0 260 170", role: "presentation" }, h("rect", { width: 260, height: 170, fill: "#eef2f0" }), parts);
}

function table() {
  return h("path", { d: "M20 150L60 105H200L240 150z", fill: WOOD });
}

function mat() {
  return h("path", { d: "M62 142L84 112H176L198 142z", fill: FELT });
}

function small(face, x, y, scale = .2) {
  return h("g", { transform: `translate(${x} ${y}) scale(${scale})` }, die(face));
}

function fromAbove(...parts) {
  return picture(h("rect", { x: 0, y: 0, width: 260, height: 170, fill: WOOD }), h("rect", { x: 30, y: 18, width: 200, height: 134, rx: 4, fill: PAPER, stroke: "#c9b98d" }), parts);
}

function marker(x, y) {
  return h("g", { transform: `translate(${x} ${y})` }, h("rect", { width: 18, height: 18, fill: "#111" }), h("rect", { x: 4, y: 4, width: 5, height: 5, fill: "#fff" }), h("rect", { x: 9, y: 9, width: 5, height: 5, fill: "#fff" }));
}

function markers() {
  return [marker(35, 23), marker(207, 23), marker(35, 129), marker(207, 129)];
}

function zones() {
  return [h("rect", { x: 62, y: 24, width: 136, height: 26, fill: "none", stroke: GOLD, "stroke-width": 2 }), h("rect", { x: 62, y: 120, width: 136, height: 26, fill: "none", stroke: GOLD, "stroke-width": 2 }), h("rect", { x: 62, y: 56, width: 136, height: 58, fill: "none", stroke: FELT, "stroke-width": 2, "stroke-dasharray": "5 4" })];
}

export const PICTURES = {
  camera: (high = "50–80 cm") => picture(table(), mat(), h("path", { d: "M208 132V28H130", fill: "none", stroke: DARK, "stroke-width": 6, "stroke-linecap": "round" }),
    h("rect", { x: 112, y: 20, width: 36, height: 18, rx: 4, fill: DARK }), h("circle", { cx: 130, cy: 42, r: 7, fill: "#111" }),
    h("path", { d: "M130 46L68 140M130 46L192 140", stroke: GOLD, "stroke-width": 2, "stroke-dasharray": "5 5" }),
    h("text", { x: 20, y: 84, "font-size": 15, fill: DARK }, high)),
  "camera-tiles": () => PICTURES.camera("80–100 cm"),
  light: () => picture(table(), mat(), h("circle", { cx: 60, cy: 36, r: 20, fill: "#ffe9a8" }), h("circle", { cx: 200, cy: 36, r: 20, fill: "#ffe9a8" }),
    h("path", { d: "M70 54L110 110M190 54L150 110", stroke: "#f0c64a", "stroke-width": 10, opacity: .35 }), h("text", { x: 118, y: 42, "font-size": 26, fill: "#1d7a4b" }, "✓")),
  mat: () => fromAbove(markers(), h("rect", { x: 62, y: 56, width: 136, height: 58, fill: FELT, opacity: .18 }), h("path", { d: "M86 142h80", stroke: DARK, "stroke-width": 2 }), h("text", { x: 126, y: 138, "font-size": 11, fill: DARK, "text-anchor": "middle" }, "100 mm")),
  zones: () => fromAbove(markers(), zones(), ["b3", "k9", "r5", "o1"].map((face, at) => small(face, 72 + at * 24, 28)), ["r2", "b8", "k*"].map((face, at) => small(face, 72 + at * 24, 124)), ["b4", "b5", "b6"].map((face, at) => small(face, 96 + at * 20, 74))),
  dice: () => fromAbove(["k1", "r2", "b3", "o4", "k5", "r6", "b7", "o8", "k9", "r10", "b11", "o12", "k13", "r*", "b1", "o2", "k3", "r4"].map((face, at) => small(face, 46 + (at % 6) * 29, 32 + Math.floor(at / 6) * 38, .25))),
  cards: () => fromAbove(markers(), ["b4", "b5", "b6"].map((face, at) => small(face, 96 + at * 20, 60)), ["k8", "r8", "o8"].map((face, at) => small(face, 96 + at * 20, 92))),
  racks: () => picture(table(), mat(), [30, 190].map((x) => h("path", { d: `M${x} 96h40v22h-40z`, fill: DARK, opacity: .7 })), h("path", { d: "M100 96h60v18h-60z", fill: DARK, opacity: .7 })),
  inks: () => PICTURES.dice(),
  reading: () => PICTURES.test(),
  test: () => fromAbove(markers(), ["b3", "k9", "r5", "o1", "b12", "r*", "k6", "o8", "b2"].map((face, at) => h("g", { transform: `translate(${70 + (at % 5) * 26} ${46 + Math.floor(at / 5) * 44}) rotate(${(at * 37) % 60 - 30}) scale(.24)` }, die(face)))),
};

function arrow(d) {
  return h("path", { d, fill: "none", stroke: GOLD, "stroke-width": 9, "stroke-linecap": "round", "stroke-linejoin": "round" });
}

function tipped(path, times) {
  return () => picture(h("rect", { width: 260, height: 170, fill: FELT }), h("g", { transform: "translate(88 62) scale(.84)" }, die("b3")), arrow(path),
    h("text", { x: 226, y: 150, "font-size": 30, "font-weight": 800, fill: "#fff", "text-anchor": "middle" }, `×${times}`));
}

const AWAY = "M130 52V16M112 32L130 14L148 32";
const RIGHT = "M184 104H226M208 86L228 104L208 122";

// What to do before each look at the dice, and after the last: turn what is still missing.
export const STEP_PICTURES = [PICTURES.dice, tipped(AWAY, 1), tipped(AWAY, 1), tipped(AWAY, 1), tipped(RIGHT, 1), tipped(RIGHT, 2),
  () => picture(h("rect", { width: 260, height: 170, fill: FELT }), h("g", { transform: "translate(88 43) scale(.84)" }, die("?")), arrow("M72 120a66 66 0 0 1 4 -82M62 50L78 36L92 52"))];
