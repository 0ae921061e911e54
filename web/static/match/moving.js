// Dice that move: a die slides from where it was to where it is, a throw rolls in. Only when dice lie
// otherwise than before, and not for who asked for less motion.
//
// What moves is a picture of the die in a layer of its own above the page, so that the browser need
// not lay out or paint anything while it moves; the die itself waits unseen where it lies already.
// All places are read before anything is written: each reading after a writing lays out the page.
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE = { duration: 380, easing: "cubic-bezier(.2, .8, .3, 1)" };
const ROLL = { duration: 520, easing: "cubic-bezier(.2, .9, .3, 1)", fill: "backwards" };
const [LEAST_PX, APART_MS] = [2, 35];
const SVG = "http://www.w3.org/2000/svg";
const flights = new Map(); // by the die that waits
let sky = null;
let last = null;

function places(boxes) {
  const found = new Map();
  boxes.forEach((box, at) => {
    for (const element of box.querySelectorAll("[data-key]")) {
      // Where it is seen: one that moves still is on its way.
      const seen = flights.get(element.firstElementChild)?.picture ?? element;
      const { x, y, width, height } = seen.getBoundingClientRect();
      // A hand that is not shown has no place.
      if (width) found.set(`${at}:${element.dataset.key}`, { element, key: element.dataset.key, x, y, width, height });
    }
  });
  return found;
}

function land(die) {
  const flight = flights.get(die);
  if (!flight) return;
  flights.delete(die);
  flight.picture.remove();
  die.style.opacity = "";
}

// The die as it is drawn, at its place on the page.
function picture({ element, x, y, width, height }, matrix, [across, down]) {
  const box = document.createElement("div");
  box.style.cssText = `left: ${x + across}px; top: ${y + down}px; width: ${width}px; height: ${height}px`;
  const drawing = document.createElementNS(SVG, "svg");
  const turned = document.createElementNS(SVG, "g");
  const { a, b, c, d, e, f } = matrix;
  turned.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e - x} ${f - y})`);
  const copy = element.firstElementChild.cloneNode(true);
  for (const name of ["role", "tabindex", "data-face", "aria-label"]) copy.removeAttribute(name);
  copy.style.opacity = "";
  turned.append(copy);
  drawing.setAttribute("class", "dice");
  drawing.append(turned);
  box.append(drawing);
  return box;
}

function fly(place, matrix, scrolled, steps, how) {
  const die = place.element.firstElementChild;
  const flying = picture(place, matrix, scrolled);
  flights.set(die, { picture: flying });
  die.style.opacity = "0";
  sky.append(flying);
  const moving = flying.animate(steps, how);
  moving.onfinish = moving.oncancel = () => { if (flights.get(die)?.picture === flying) land(die); };
}

// Draw, and move what lies elsewhere than before. `sign` says which dice lie where.
export function withMoves(boxes, sign, draw) {
  const isNew = last !== null && last !== sign;
  last = sign;
  if (!isNew || CALM.matches || document.hidden) { draw(); return; }
  const before = places(boxes);
  draw();
  const moving = [...flights.keys()];
  moving.forEach(land);
  const after = places(boxes);
  // What is gone from one place may have come to another: from a hand to the table.
  const gone = new Map([...before].filter(([name]) => !after.has(name)).map(([, one]) => [one.key, one]));
  const moved = [];
  for (const [name, one] of after) {
    const from = before.get(name) ?? gone.get(one.key);
    if (!from || Math.hypot(from.x - one.x, from.y - one.y) >= LEAST_PX) moved.push({ one, from, matrix: one.element.getScreenCTM() });
  }
  const scrolled = [scrollX, scrollY];
  if (!sky && moved.length) {
    sky = document.createElement("div");
    sky.className = "sky";
    sky.inert = true;
    document.body.append(sky);
  }
  let rolled = 0;
  for (const { one, from, matrix } of moved) {
    if (from) fly(one, matrix, scrolled, [{ transform: `translate(${from.x - one.x}px, ${from.y - one.y}px)` }, { transform: "none" }], SLIDE);
    else fly(one, matrix, scrolled, [{ transform: `translate(0, ${-one.height}px) rotate(-220deg)`, opacity: 0 }, { transform: "none", opacity: 1 }], { ...ROLL, delay: rolled++ * APART_MS });
  }
}
