// Plots as SVG: bars with what was expected, and lines over rounds.
import { h } from "../pages/dom.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [480, 250, 42, 34, 14];

function niceStep(most) {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough));
}

function grid(most, { width = WIDTH, least = 0 } = {}) {
  const step = niceStep(most - least);
  const floor = Math.floor(least / step) * step;
  const top = Math.max(floor + step, Math.ceil(most / step) * step);
  const y = (value) => HEIGHT - BOTTOM - ((value - floor) / (top - floor)) * (HEIGHT - BOTTOM - TOP);
  const lines = [];
  for (let value = floor; value <= top; value += step) {
    lines.push(h("line", { x1: LEFT, x2: width - 6, y1: y(value), y2: y(value), class: "axis" }), h("text", { x: LEFT - 7, y: y(value) + 4, "text-anchor": "end" }, String(value)));
  }
  return { y, lines };
}

function frame(title, note, drawing, wide = false) {
  return h("figure", { class: `panel plot${wide ? " across" : ""}` }, h("h2", {}, title), drawing, note && h("figcaption", { class: "soft small-text" }, note));
}

// `bars`: [{ label, value, expected, kind, title }]
export function barPlot(title, bars, note = "", { across = false } = {}) {
  const width = across ? 2 * WIDTH : WIDTH;
  const { y, lines } = grid(Math.max(...bars.map((one) => Math.max(one.value, one.expected ?? 0)), 1), { width });
  const wide = (width - LEFT - 10) / Math.max(1, bars.length);
  const drawn = bars.map((one, at) => {
    const x = LEFT + 4 + at * wide;
    return h("g", {},
      h("rect", { x: x + wide * .12, y: y(one.value), width: wide * .76, height: Math.max(0, y(0) - y(one.value)), rx: Math.min(4, wide / 4), class: `bar-${one.kind ?? 0}` }, h("title", {}, `${one.title ?? one.label}: ${one.value}`)),
      one.expected !== undefined && h("line", { x1: x, x2: x + wide, y1: y(one.expected), y2: y(one.expected), class: "expected" }),
      one.label && h("text", { x: x + wide / 2, y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, one.label));
  });
  const words = bars.map((one) => `${one.title ?? one.label} ${one.value}`).join(", ");
  return frame(title, note, h("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": words }, lines, drawn), across);
}

// `series`: [{ name, values }] over the same places; what is measured from no nought has a `least`
export function linePlot(title, series, labels, note = "", { least = 0 } = {}) {
  const { y, lines } = grid(Math.max(1, ...series.flatMap((one) => one.values)), { least });
  const wide = (WIDTH - LEFT - 20) / Math.max(1, labels.length - 1);
  const x = (at) => LEFT + 6 + at * wide;
  const drawn = series.map((one, kind) => h("g", {},
    h("polyline", { points: one.values.map((value, at) => `${x(at)},${y(value)}`).join(" "), class: `line-${kind}` }),
    one.values.map((value, at) => h("circle", { cx: x(at), cy: y(value), r: 4, class: `dot-${kind}` }, h("title", {}, `${one.name}: ${value}`))),
    h("line", { x1: LEFT + 12 + kind * 160, x2: LEFT + 44 + kind * 160, y1: TOP + 4, y2: TOP + 4, class: `line-${kind}` }),
    h("text", { x: LEFT + 52 + kind * 160, y: TOP + 9, class: "value" }, one.name)));
  const marks = labels.map((label, at) => label && h("text", { x: x(at), y: HEIGHT - BOTTOM + 16, "text-anchor": at && at === labels.length - 1 ? "end" : "middle" }, label));
  return frame(title, note, h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": series.map((one) => `${one.name}: ${one.values.join(", ")}`).join("; ") }, lines, drawn, marks));
}
