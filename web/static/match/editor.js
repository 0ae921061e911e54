// The table laid out by hand: dice are dragged or moved by keys, on one grid; what touches belongs
// together, and a die that lies apart begins an island of its own. All of it is one change.
import { Failed, post } from "../pages/api.js";
import { button, dialog, h } from "../pages/dom.js";
import { faceWords, t } from "../pages/texts.js";
import { die } from "./drawing.js";
import { chooseFace } from "./sheet.js";

const CELL = 104;
const [LEAST_COLUMNS, LEAST_ROWS] = [14, 7];
const CHECK_MS = 250;
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// Islands below and beside each other, with a free row or column between them.
function spread(layout) {
  const found = [];
  let [row, column, tall] = [0, 0, 0];
  layout.islands.forEach((island, at) => {
    if (column > 0 && column + island.columns > LEAST_COLUMNS) { row += tall + 1; column = tall = 0; }
    for (const one of layout.dice) {
      if (one.cell[0] === at) found.push({ face: one.face, row: row + one.cell[1], column: column + one.cell[2] });
    }
    column += island.columns + 1;
    tall = Math.max(tall, island.rows);
  });
  return found.map((one, key) => ({ ...one, key }));
}

// What touches, as the notation has it.
export function notation(dice) {
  const left = new Set(dice);
  const islands = [];
  while (left.size) {
    const island = [];
    const waiting = [left.values().next().value];
    left.delete(waiting[0]);
    while (waiting.length) {
      const one = waiting.pop();
      island.push(one);
      for (const other of [...left]) {
        if (Math.abs(other.row - one.row) + Math.abs(other.column - one.column) === 1) { left.delete(other); waiting.push(other); }
      }
    }
    islands.push(island);
  }
  return islands.map((island) => {
    const [rows, columns] = [island.map((one) => one.row), island.map((one) => one.column)];
    const lines = [];
    for (let row = Math.min(...rows); row <= Math.max(...rows); row += 1) {
      const cells = [];
      for (let column = Math.min(...columns); column <= Math.max(...columns); column += 1) cells.push(island.find((one) => one.row === row && one.column === column)?.face ?? ".");
      lines.push(cells.join(" "));
    }
    return lines.join(" / ");
  }).join(" | ");
}

export function arrange(state) {
  const { seen } = state;
  const dice = spread(state.shown.table);
  let [columns, rows] = [LEAST_COLUMNS, LEAST_ROWS];
  for (const one of dice) [columns, rows] = [Math.max(columns, one.column + 2), Math.max(rows, one.row + 2)];
  let held = null;
  let words = "";
  let timer = null;
  let sheet = null;

  const at = (row, column) => dice.find((one) => one.row === row && one.column === column);
  const inside = (row, column) => row >= 0 && column >= 0 && row < rows && column < columns;

  // A die takes a free place, or changes places with the die that lies there.
  function move(one, row, column) {
    if (!inside(row, column)) return;
    const other = at(row, column);
    if (other && other !== one) [other.row, other.column] = [one.row, one.column];
    [one.row, one.column] = [row, column];
    changed();
  }

  function changed() {
    sheet.redraw();
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_MS);
  }

  async function check() {
    try {
      const found = await post("/api/check", { layout: notation(dice) });
      words = found.faults.map((one) => one.message).join(" ") || t("desk.table-legal");
    } catch (error) { words = error.message; }
    sheet.redraw();
  }

  function remove(one) {
    dice.splice(dice.indexOf(one), 1);
    changed();
  }

  function rename(one) {
    chooseFace(t("die.which"), (face) => { one.face = face; changed(); }, { more: [[t("die.remove"), () => remove(one)]] });
  }

  function add() {
    chooseFace(t("arrange.add"), (face) => {
      for (let place = 0; place < rows * columns; place += 1) {
        const [row, column] = [rows - 1 - Math.floor(place / columns), place % columns];
        const near = [[0, 0], [0, 1], [1, 0], [0, -1], [-1, 0]].some(([down, across]) => at(row + down, column + across));
        if (!near) { dice.push({ face, row, column, key: Date.now() }); changed(); return; }
      }
    });
  }

  function onKey(event, one) {
    const step = STEPS[event.key];
    if (step) move(one, one.row + step[0], one.column + step[1]);
    else if (event.key === "Delete" || event.key === "Backspace") remove(one);
    else if (event.key === "Enter" || event.key === " ") rename(one);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function placeOf(event, svg) {
    const box = svg.getBoundingClientRect();
    return [(event.clientY - box.top) / box.height * rows, (event.clientX - box.left) / box.width * columns];
  }

  function drag(event, one) {
    const [svg, target] = [event.currentTarget.ownerSVGElement, event.currentTarget];
    const begun = [event.clientX, event.clientY];
    target.setPointerCapture(event.pointerId);
    const follow = (moved) => {
      if (Math.hypot(moved.clientX - begun[0], moved.clientY - begun[1]) < 6 && !held) return;
      const [y, x] = placeOf(moved, svg);
      held = { one, x: x - .5, y: y - .5 };
      sheet.redraw();
    };
    const drop = (ended) => {
      target.removeEventListener("pointermove", follow);
      const wasHeld = held;
      held = null;
      if (wasHeld) { const [y, x] = placeOf(ended, svg); move(one, Math.floor(y), Math.floor(x)); sheet.redraw(); } else rename(one);
    };
    target.addEventListener("pointermove", follow);
    target.addEventListener("pointerup", drop, { once: true });
    target.addEventListener("pointercancel", () => { held = null; sheet.redraw(); }, { once: true });
  }

  function drawn(one) {
    const isHeld = held?.one === one;
    const [x, y] = isHeld ? [held.x * CELL, held.y * CELL] : [one.column * CELL, one.row * CELL];
    return h("g", {
      key: one.key, transform: `translate(${x} ${y})`, class: isHeld ? "held" : "", tabindex: 0, role: "button",
      "aria-label": t("arrange.die", { face: faceWords(one.face), row: one.row + 1, column: one.column + 1 }), "data-face": one.face,
      onpointerdown: (event) => drag(event, one), onkeydown: (event) => onKey(event, one),
    }, h("g", { "aria-hidden": "true" }, die(one.face)));
  }

  function grid() {
    const spots = Array.from({ length: rows * columns }, (_, place) => h("rect", { x: (place % columns) * CELL + 4, y: Math.floor(place / columns) * CELL + 4, width: CELL - 12, height: CELL - 12, rx: 20, class: "spot" }));
    return h("div", { class: "editor" }, h("svg", { viewBox: `-2 -2 ${columns * CELL + 4} ${rows * CELL + 4}`, class: "dice", role: "group", "aria-label": t("live.table") }, spots, dice.map(drawn)));
  }

  async function save(close) {
    try {
      await post("/api/match/arrange", { layout: notation(dice), seen });
      close();
    } catch (error) {
      words = error instanceof Failed ? error.message : t("refused.ours");
      sheet.redraw();
    }
  }

  // The first drawing comes before the dialog is known by its name.
  sheet = { redraw: () => {} };
  sheet = dialog(t("desk.arrange"), (close) => [
    h("p", { class: "soft" }, t("arrange.lead")), grid(),
    h("p", { role: "status", id: "arranged" }, words),
    h("div", { class: "ends" }, button(t("arrange.add"), add), button(t("button.cancel"), close), button(t("arrange.save"), () => save(close), "", { id: "save-arranged" })),
  ], "wide");
  check();
}
