// Dice that move: a die slides from where it was to where it is, a throw rolls in. Only transforms are
// animated, only when dice lie otherwise than before, and not for who asked for less motion.
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE = { duration: 380, easing: "cubic-bezier(.2, .8, .3, 1)" };
const ROLL = { duration: 520, easing: "cubic-bezier(.2, .9, .3, 1)", fill: "backwards" };
const [LEAST_PX, APART_MS] = [2, 35];
let last = null;

function places(boxes) {
  const found = new Map();
  boxes.forEach((box, at) => {
    for (const element of box.querySelectorAll("[data-key]")) found.set(`${at}:${element.dataset.key}`, { element, key: element.dataset.key, box: element.getBoundingClientRect() });
  });
  return found;
}

// A step on the screen, in the units in which the die itself is drawn.
function inside(element, dx, dy) {
  const back = element.getScreenCTM().inverse();
  return `translate(${back.a * dx + back.c * dy}px, ${back.b * dx + back.d * dy}px)`;
}

function slide({ element, box }, from) {
  const [dx, dy] = [from.x - box.x, from.y - box.y];
  if (Math.hypot(dx, dy) < LEAST_PX) return;
  element.firstElementChild.animate([{ transform: inside(element, dx, dy) }, { transform: "none" }], SLIDE);
}

function rollIn({ element }, at) {
  element.firstElementChild.animate([{ transform: "translate(0, -90px) rotate(-220deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { ...ROLL, delay: at * APART_MS });
}

// Draw, and move what lies elsewhere than before. `sign` says which dice lie where.
export function withMoves(boxes, sign, draw) {
  const isNew = last !== null && last !== sign;
  last = sign;
  if (!isNew || CALM.matches || document.hidden) { draw(); return; }
  const before = places(boxes);
  draw();
  const after = places(boxes);
  // What is gone from one place may have come to another: from a hand to the table.
  const gone = new Map([...before].filter(([name]) => !after.has(name)).map(([, one]) => [one.key, one.box]));
  let rolled = 0;
  for (const [name, one] of after) {
    const from = before.get(name)?.box ?? gone.get(one.key);
    if (from) slide(one, from);
    else rollIn(one, rolled++);
  }
}
