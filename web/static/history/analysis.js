// The analysis of a match that is over: a curve to click, luck and skill, the costliest moments.
import { get } from "../pages/api.js";
import { button, h, put, show, toast } from "../pages/dom.js";
import { language, t } from "../pages/texts.js";
import { gameOf } from "../match/games.js";
import { send, sheet } from "../match/share.js";

const [WIDE, TALL] = [900, 220];

// While a match goes on it is not even offered; the referee would refuse it.
export function offerAnalysis(panel, history, number, onShow) {
  // Of hidden racks nobody can say what could have been played.
  show(panel, history.match.finished && gameOf(history.match).hasOpenHands);
  const ask = async () => {
    try { draw(panel, await get(`/api/matches/${number}/analysis`), number, onShow); } catch (error) { toast(error.message); }
  };
  put(panel, button(t("analysis.ask"), ask));
}

function places(events) {
  const across = WIDE / Math.max(1, events.length - 1);
  return events.map((one, at) => [at * across, TALL * (1 - one.chance / 100)]);
}

function draw(panel, found, number, onShow) {
  const points = places(found.events);
  const title = t("analysis.curve", { player: found.players[0] });
  const nearest = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.round(((event.clientX - box.left) / box.width) * (found.events.length - 1));
    onShow(found.events[Math.max(0, Math.min(found.events.length - 1, at))].entry);
  };
  const costly = new Set(found.costliest.map((one) => one.entry));
  put(panel, h("h2", {}, t("analysis.title")), h("p", { class: "meta" }, title),
    h("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": title, class: "curve", onclick: nearest },
      h("path", { class: "even", d: `M0 ${TALL / 2}H${WIDE}` }),
      h("polyline", { points: points.map((one) => one.map((value) => value.toFixed(1)).join()).join(" ") }),
      found.events.map((one, at) => costly.has(one.entry) && h("circle", { key: at, cx: points[at][0], cy: points[at][1], r: 7 },
        h("title", {}, t("analysis.step", { step: at + 1, percent: one.chance }))))),
    found.summary.map((one) => h("p", { key: one.player }, one.sentence)),
    found.costliest.length === 0 ? h("p", {}, t("analysis.none")) : [h("h3", {}, t("analysis.costliest")),
      h("ol", {}, found.costliest.map((one) => h("li", { key: one.entry }, button(one.sentence, () => onShow(one.entry)),
        one.steps.map((step, at) => h("p", { key: at, class: "meta" }, step)))))],
    h("div", { class: "row" },
      h("a", { class: "button quiet", href: `/api/matches/${number}/analysis.pdf?lang=${language}`, download: "" }, "PDF"),
      button(t("analysis.picture"), () => picture(found, points, title, number))));
}

function picture(found, points, title, number) {
  const [canvas, pen] = sheet(WIDE + 80, TALL + 260, "#fffdf8");
  pen.fillStyle = "#23272c";
  pen.font = "700 26px sans-serif";
  pen.fillText(title, 40, 56, WIDE);
  pen.translate(40, 90);
  pen.strokeStyle = "#cfc8b8";
  pen.strokeRect(0, 0, WIDE, TALL);
  pen.strokeRect(0, TALL / 2, WIDE, 0);
  pen.strokeStyle = "#1d7a4b";
  pen.lineWidth = 4;
  pen.beginPath();
  points.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
  pen.font = "22px sans-serif";
  found.summary.forEach((one, at) => pen.fillText(one.sentence, 0, TALL + 50 + 36 * at, WIDE));
  canvas.toBlob((blob) => send(blob, `match-${number}-analysis.png`, title), "image/png");
}
