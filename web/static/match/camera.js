// The camera's picture with what was recognised drawn over it. Fetched only while it is seen.
import { get, me } from "../pages/api.js";
import { h, put } from "../pages/dom.js";
import { faceWords, t } from "../pages/texts.js";

const SURE = 0.8;
// However small the picture is drawn, its letters are no smaller: they could not be read.
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
  return h("g", { class: `seen${isDoubtful(die) ? " doubtful" : ""}` },
    h("polygon", { points: die.corners.map((corner) => corner.join()).join(" ") }),
    h("rect", { class: "label", x: x - wide / 2, y: y - scale * .92, width: wide, height: scale * 1.2, rx: scale * .3 }),
    h("text", { x, y, "font-size": scale }, words),
    h("title", {}, `${faceWords(die.face)} ${Math.round(die.confidence * 100)}% ${die.doubts.join(" ")}`));
}

// A panel over an element; `over(width, height)` may draw more on the picture, and `seen` are the
// words for what was counted.
export function camera(box, { collapsible = false, over = null, seen: words = "camera.seen" } = {}) {
  const now = { number: 0, drawn: 0, busy: false, view: null, source: "", simulated: false, age: 0, refused: "" };
  const isSeen = () => !box.hidden && !document.hidden && (!collapsible || box.querySelector("details")?.open !== false);

  function inside() {
    const { view } = now;
    const [width, height] = [view?.width || 640, view?.height || 400];
    const shown = box.querySelector("img")?.clientWidth || width;
    const scale = Math.max(width / 75, LETTERS_PX * width / shown);
    // While things move nothing is counted: that is not nothing.
    const counted = (view?.settled || view?.dice.length) && { count: view.dice.length, doubtful: view.dice.filter(isDoubtful).length };
    return [
      // Who may not see it reads why: an empty frame would look broken. What is drawn over it needs one.
      (now.source || over || !now.refused) && h("div", { class: "camera-frame" },
        h("img", { alt: t("camera.alt"), src: now.source || undefined, width, height }),
        h("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": over ? undefined : "true" }, view && labels(view.dice, scale).map((one) => seen(one, scale)), over?.(width, height)),
        now.simulated && h("span", { class: "is-simulated" }, t("live.is-simulated"))),
      h("p", { class: "soft small-text camera-words" }, now.refused || (now.age ? t("camera.still", { seconds: Math.floor(now.age) }) : counted ? t(words, counted) : "")),
    ];
  }

  function draw() {
    put(box, collapsible ? h("details", { open: true, ontoggle: () => fetchNewest() }, h("summary", {}, t("live.camera")), inside()) : inside());
  }

  async function fetchNewest() {
    if (!me.pictures && !now.refused) { now.refused = t("refused.sign-in-picture"); draw(); }
    if (now.busy || !me.pictures || now.drawn === now.number || !isSeen()) return;
    now.busy = true;
    const wanted = now.number;
    try {
      const view = await get(`/api/view?picture=${wanted}`);
      const source = `/api/picture.jpg?picture=${view.picture}`;
      await loaded(source);
      Object.assign(now, { view, source, drawn: wanted, refused: "" });
      draw();
    } catch (error) {
      // Not asked for again: the next one is announced within a second.
      now.drawn = wanted;
      if (error.status === 401) now.refused = error.message;
    }
    now.busy = false;
    if (now.drawn !== now.number) setTimeout(fetchNewest, 120);
  }

  function loaded(path) {
    return new Promise((done, failed) => { const image = new Image(); image.onload = done; image.onerror = failed; image.src = path; });
  }

  return {
    show(there, simulated = false) { now.simulated = simulated; if (there) { draw(); fetchNewest(); } },
    picture(found) { now.number = found; now.age = 0; fetchNewest(); },
    age(seconds) { now.age = seconds; draw(); },
    redraw() { draw(); },
    retry() { now.drawn = 0; fetchNewest(); },
  };
}

// On the live page the panel is made once.

let panel = null;
let role = null;

export function watchCamera(page, box) {
  if (panel && role === document.body.dataset.role) return;
  panel ??= camera(box, { collapsible: true });
  role = document.body.dataset.role;
  panel.show(true, page.state.simulated);
  newPicture(page);
  panel.retry();
}

export function newPicture(page) {
  if (page.picture) panel?.picture(page.picture);
}

export function tellAge(page, seconds) {
  panel?.age(seconds);
}
