// The camera's picture with what was recognised drawn over it. Fetched only while it is seen.
import { get } from "./api.js";
import { h, put, s } from "./dom.js";
import { faceWords, t } from "./texts.js";

const SURE = 0.8;
const LETTERS_PX = 11;

function isDoubtful(die) {
  return die.confidence < SURE || die.doubts.length > 0;
}

// The words stand above the die, so that the face itself can be seen, and above each other where
// dice lie side by side.
function labels(dice, scale) {
  const placed = [];
  const found = dice.map((die) => {
    const [xs, ys] = [0, 1].map((axis) => die.corners.map((corner) => corner[axis]));
    const words = isDoubtful(die) && die.also.length ? `${die.face}/${die.also[0].face}?` : die.face;
    return { die, words, x: xs.reduce((sum, one) => sum + one, 0) / 4, y: Math.min(...ys) - scale * .45, wide: scale * (.62 * words.length + .4) };
  });
  for (const one of [...found].sort((a, b) => a.x - b.x)) {
    const meets = (other) => Math.abs(one.x - other.x) < (one.wide + other.wide) / 2 && Math.abs(one.y - other.y) < scale * 1.2;
    for (let tries = 0; tries < 4 && placed.some(meets); tries += 1) one.y -= scale * 1.3;
    placed.push(one);
  }
  return found;
}

function seen({ die, words, x, y, wide }, scale) {
  return s("g", { class: `seen${isDoubtful(die) ? " doubtful" : ""}` },
    s("polygon", { points: die.corners.map((corner) => corner.join()).join(" ") }),
    s("rect", { class: "label", x: x - wide / 2, y: y - scale * .92, width: wide, height: scale * 1.2, rx: scale * .3 }),
    s("text", { x, y, "font-size": scale }, words),
    s("title", {}, `${faceWords(die.face)} ${Math.round(die.confidence * 100)}% ${die.doubts.join(" ")}`));
}

export function camera(box, { collapsible = false, over = null } = {}) {
  const image = h("img", { alt: t("camera.alt") });
  const drawing = s("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
  const counted = h("p", { class: "soft small-text" });
  const mark = h("span", { class: "is-simulated", hidden: true });
  const frame = h("div", { class: "camera-frame" }, image, drawing, mark);
  let panel = null;
  let number = 0;
  let busy = false;
  let drawn = 0;

  function build() {
    image.alt = t("camera.alt");
    panel = collapsible
      ? h("details", { open: true, ontoggle: () => fetchNewest() }, h("summary", {}, t("live.camera")), frame, counted)
      : h("div", {}, frame, counted);
    put(box, panel);
  }

  async function fetchNewest() {
    if (busy || drawn === number || !panel || panel.open === false || document.hidden) return;
    busy = true;
    try {
      const view = await get(`/api/view?picture=${number}`);
      const wanted = number;
      await load(`/api/picture.jpg?picture=${view.picture}`);
      show(view);
      drawn = wanted;
    } catch { /* the next picture will come */ }
    busy = false;
    if (drawn !== number) setTimeout(fetchNewest, 120);
  }

  function load(path) {
    return new Promise((done, failed) => { image.onload = done; image.onerror = failed; image.src = path; });
  }

  function show(view) {
    const [width, height] = [view.width || image.naturalWidth, view.height || image.naturalHeight];
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const scale = Math.max(width / 75, LETTERS_PX * width / (image.clientWidth || width));
    put(drawing, labels(view.dice, scale).map((one) => seen(one, scale)), over ? over(width, height) : null);
    const doubtful = view.dice.filter(isDoubtful).length;
    counted.textContent = t("camera.seen", { count: view.dice.length, doubtful });
  }

  return {
    show(there, simulated = false) {
      if (there && !panel) build();
      box.hidden = !there;
      mark.hidden = !simulated;
      mark.textContent = t("live.is-simulated");
      if (there) fetchNewest();
    },
    picture(found) { number = found; if (panel && !box.hidden) fetchNewest(); },
    redraw() { drawn = 0; fetchNewest(); },
  };
}
