// The camera's picture with what was recognised drawn over it. Fetched only while it is seen.
import { get } from "./api.js";
import { h, put, s } from "./dom.js";
import { faceWords, t } from "./texts.js";

const SURE = 0.8;
const LETTERS_PX = 11;

function seen(die, scale) {
  const [x, y] = [0, 1].map((axis) => die.corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const doubtful = die.confidence < SURE || die.doubts.length > 0;
  const words = doubtful && die.also.length ? `${die.face}/${die.also[0].face}?` : die.face;
  return s("g", { class: `seen${doubtful ? " doubtful" : ""}` },
    s("polygon", { points: die.corners.map((corner) => corner.join()).join(" ") }),
    s("text", { x, y: y + scale * .35, "font-size": scale }, words),
    s("title", {}, `${faceWords(die.face)} ${Math.round(die.confidence * 100)}% ${die.doubts.join(" ")}`));
}

export function camera(box, { collapsible = false, over = null } = {}) {
  const image = h("img", { alt: t("camera.alt") });
  const drawing = s("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
  const counted = h("p", { class: "soft small-text" });
  const frame = h("div", { class: "camera-frame" }, image, drawing);
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
    put(drawing, view.dice.map((die) => seen(die, Math.max(width / 55, LETTERS_PX * width / (image.clientWidth || width)))), over ? over(width, height) : null);
    const doubtful = view.dice.filter((die) => die.confidence < SURE || die.doubts.length).length;
    counted.textContent = t("camera.seen", { count: view.dice.length, doubtful });
  }

  return {
    show(there) { if (there && !panel) build(); box.hidden = !there; if (there) fetchNewest(); },
    picture(found) { number = found; if (!box.hidden || panel) { this.show(true); } },
    redraw() { drawn = 0; fetchNewest(); },
  };
}
