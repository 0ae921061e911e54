// The table as a drawing: islands where they lie, crossing sets, and what is at fault.
import { adding, die } from "./dice.js";
import { h, s } from "./dom.js";
import { t } from "./texts.js";

const CELL = 100;
const GAP = 70;

// Islands beside and below each other, in reading order, so that the drawing fits the wanted shape.
function pack(islands, aspect) {
  let best = null;
  const widest = Math.max(...islands.map((one) => one.columns * CELL));
  const whole = islands.reduce((sum, one) => sum + one.columns * CELL + GAP, 0);
  for (let width = widest; width <= whole; width += CELL / 2) {
    const shelves = [];
    for (const one of islands) {
      const last = shelves.at(-1);
      if (last && last.wide + GAP + one.columns * CELL <= width) {
        last.places.push(last.wide + GAP);
        last.wide += GAP + one.columns * CELL;
        last.tall = Math.max(last.tall, one.rows * CELL);
      } else shelves.push({ places: [0], wide: one.columns * CELL, tall: one.rows * CELL });
    }
    const right = Math.max(...shelves.map((one) => one.wide));
    const bottom = shelves.reduce((sum, one) => sum + one.tall + GAP, -GAP);
    const size = Math.max(right / aspect, bottom);
    if (!best || size < best.size - 1) best = { size, shelves, right };
  }
  if (!best) return [];
  let y = -GAP;
  let below = 0;
  return best.shelves.flatMap((one) => {
    y += below + GAP;
    below = one.tall;
    return one.places.map((x) => [x + (best.right - one.wide) / 2, y, 0]);
  });
}

function positions(layout, aspect) {
  if (layout.places.length === layout.islands.length && layout.places.length) {
    return layout.places.map(([x, y, turned]) => {
      const [sin, cos] = [Math.sin(turned * Math.PI / 180), Math.cos(turned * Math.PI / 180)];
      return [(x - (cos - sin) / 2) * CELL, (y - (sin + cos) / 2) * CELL, turned];
    });
  }
  return pack(layout.islands, aspect);
}

function box(cells) {
  const rows = cells.map((one) => one[1]);
  const columns = cells.map((one) => one[2]);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return { x: left * CELL, y: top * CELL, width: (Math.max(...columns) - left + 1) * CELL, height: (Math.max(...rows) - top + 1) * CELL };
}

function around(cells, by, attributes) {
  const found = box(cells);
  return s("rect", { x: found.x - by, y: found.y - by, width: found.width + 2 * by, height: found.height + 2 * by, rx: 24, ...attributes });
}

function extent(islands, places) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  islands.forEach((one, at) => {
    const [x, y, turned] = places[at];
    const [sin, cos] = [Math.sin(turned * Math.PI / 180), Math.cos(turned * Math.PI / 180)];
    for (const [dx, dy] of [[0, 0], [one.columns, 0], [0, one.rows], [one.columns, one.rows]]) {
      const [px, py] = [x + (dx * cos - dy * sin) * CELL, y + (dx * sin + dy * cos) * CELL];
      left = Math.min(left, px); right = Math.max(right, px);
      top = Math.min(top, py); bottom = Math.max(bottom, py);
    }
  });
  return { left, top, width: right - left, height: bottom - top };
}

function faultBoxes(faults, island) {
  return faults.flatMap((fault) => boxesOf(fault, island));
}

// A chain at fault gets one box; single dice that are at fault get one each.
function boxesOf(fault, island) {
  const cells = fault.cells.filter((cell) => cell[0] === island);
  if (!cells.length) return [];
  const straight = cells.every((c) => c[1] === cells[0][1]) || cells.every((c) => c[2] === cells[0][2]);
  return straight && fault.rule !== "die-added" && fault.rule !== "joker-identity" ? [cells] : cells.map((cell) => [cell]);
}

// One marked box for every fault that has cells, island by island, with the number of its sentence.
function faultMarks(faults, island) {
  const marks = [];
  faults.forEach((fault, number) => {
    const boxes = boxesOf(fault, island);
    if (!boxes.length) return;
    boxes.forEach((one) => marks.push(around(one, 11, { class: "fault" })));
    const first = box(boxes[0]);
    marks.push(s("g", { class: "fault-badge", transform: `translate(${first.x - 4} ${first.y - 4})` },
      s("circle", { r: 22 }), s("text", { y: 9 }, String(number + 1))));
  });
  return marks;
}

function freeCells(layout, island) {
  const taken = new Set(layout.dice.filter((d) => d.cell[0] === island).map((d) => `${d.cell[1]},${d.cell[2]}`));
  const found = new Map();
  for (const one of layout.dice.filter((d) => d.cell[0] === island)) {
    for (const [dr, dc] of [[0, 1], [1, 0], [0, -1], [-1, 0]]) {
      const [row, column] = [one.cell[1] + dr, one.cell[2] + dc];
      const key = `${row},${column}`;
      if (!taken.has(key)) found.set(key, [island, row, column]);
    }
  }
  return [...found.values()];
}

export function drawTable(layout, { aspect = 1.7, onTap = null, onAdd = null, fresh = new Set(), arrived = new Set(), smallest = 4, label = "" } = {}) {
  if (!layout.dice.length) return null;
  const places = positions(layout, aspect);
  const parts = layout.islands.map((_, island) => {
    const dice = layout.dice.filter((one) => one.cell[0] === island);
    const [x, y, turned] = places[island];
    return s("g", { transform: `translate(${x} ${y}) rotate(${turned})` },
      layout.sets.filter((one) => one.cells[0][0] === island).map((one) => around(one.cells, 7, { class: "tray" })),
      faultBoxes(layout.faults, island).map((cells) => around(cells, 11, { class: "fault-bed" })),
      dice.map((one) => die(one.face, {
        x: one.cell[2] * CELL, y: one.cell[1] * CELL, stands: one.stands,
        onTap: onTap && ((event) => onTap(one, event)),
        classes: `${fresh.has(one.cell.join()) ? "fresh " : ""}${arrived.has(one.cell.join()) ? "arrived" : ""}`,
      })),
      faultMarks(layout.faults, island),
      onAdd && freeCells(layout, island).map((cell) => adding(cell[2] * CELL, cell[1] * CELL, () => onAdd(cell), t("die.add"))),
    );
  });
  const found = extent(layout.islands, places);
  const margin = onAdd ? 115 : 26;
  const least = smallest * CELL * 1.6;
  const grow = Math.max(0, least - found.width) / 2;
  const viewBox = [found.left - margin - grow, found.top - margin, found.width + 2 * (margin + grow), found.height + 2 * margin];
  return s("svg", { viewBox: viewBox.join(" "), class: "dice", role: "group", "aria-label": label || layout.text, preserveAspectRatio: "xMidYMid meet" }, parts);
}

export function emptyTable(sentence) {
  return h("p", { class: "empty" }, sentence);
}

// Which dice are new against the table that was drawn before: for a small movement as they arrive.
export function newcomers(before, layout) {
  const known = new Map();
  for (const one of before?.dice ?? []) known.set(one.face, (known.get(one.face) ?? 0) + 1);
  const found = new Set();
  for (const one of layout.dice) {
    const left = known.get(one.face) ?? 0;
    if (left) known.set(one.face, left - 1);
    else found.add(one.cell.join());
  }
  return found;
}
