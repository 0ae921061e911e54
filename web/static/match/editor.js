// Table and hands laid out by hand: dice are dragged or moved by keys, on one grid; what touches
// belongs together, and a die that lies apart begins an island of its own. The rows above and below
// are the hands. All of it is one change.
import { Failed, judged, post } from "../pages/api.js";
import { button, dialog, h } from "../pages/dom.js";
import { faceWords, t } from "../pages/texts.js";
import { die, TALL } from "./drawing.js";
import { gameOf } from "./games.js";
import { chooseFace, kindsOf } from "./sheet.js";

const CELL = 104;
const GAP = 30; // between a hand and the table, so that dice of both are never taken for one chain
const [MOST_COLUMNS, LEAST_COLUMNS, LEAST_ROWS] = [14, 7, 5];
const TOUCHED_PX = 48; // a cell: a die of 44 px, which a finger finds, with its gap
const [WIDEST_PX, AROUND_PX] = [900, 22]; // of the dialog, and what is around its grid on a phone
const [HAND, ROOM] = [9, 2]; // dice of a hand at most, and how many more it has room for
const LONGEST_NAME = 14;
const CHECK_MS = 250;
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// As many columns as fit with dice that can be touched, and as the widest island needs.
function columnsFor(layout) {
  const fits = Math.floor((Math.min(innerWidth, WIDEST_PX) - AROUND_PX) / TOUCHED_PX);
  return Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, fits), ...layout.islands.map((one) => one.columns + 1));
}

// Islands below and beside each other, with a free row or column between them.
function spread(layout, columns) {
  const found = [];
  let [row, column, tall] = [0, 0, 0];
  layout.islands.forEach((island, at) => {
    if (column > 0 && column + island.columns > columns) { row += tall + 1; column = tall = 0; }
    for (const one of layout.dice) {
      if (one.cell[0] === at) found.push({ face: one.face, row: row + one.cell[1], column: column + one.cell[2] });
    }
    column += island.columns + 1;
    tall = Math.max(tall, island.rows);
  });
  return found;
}

// The dice that rest in a hand: those that lie on the table already are drawn there.
function resting(hand) {
  return hand ? hand.faces.filter((_, at) => !hand.laid.includes(at)) : [];
}

// What touches, as the notation has it.
export function notation(dice, piece = "die") {
  // Tiles lie in rows alone.
  const touch = (one, other) => (piece === "tile" && one.row !== other.row ? false : Math.abs(other.row - one.row) + Math.abs(other.column - one.column) === 1);
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
        if (touch(one, other)) { left.delete(other); waiting.push(other); }
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

// The grid and what lies on it. `judge` says what the referee would of it; `seat`: whoever plays there
// from a page moves the own hand and the table, and names nothing anew. `redraw` is told whether
// something lies otherwise now.
export function board(state, judge, redraw, seat = null) {
  const { match, shown: { table, hands, source } } = state;
  const columns = columnsFor(table);
  const lying = spread(table, columns);
  const middle = Math.max(LEAST_ROWS, ...lying.map((one) => one.row + 2));
  // The far hand above, as on the page. A hand that nobody has thrown yet has no rows.
  const isOpen = seat !== null || gameOf(match).hasOpenHands;
  const [near, far] = seat === 1 ? [1, 0] : [0, 1];
  const rowsOf = (one, number) => (one && isOpen && (seat ?? number) === number ? Math.ceil(Math.max(one.faces.length, Math.min(HAND, one.faces.length + ROOM)) / columns) : 0);
  const [bottom, top] = [near, far].map((number) => rowsOf(hands[number], number));
  const high = TALL[match.piece] + 4;
  const rows = top + middle + bottom;
  const zone = (row) => (row < top ? far : row < top + middle ? "table" : near);
  const down = (row) => row * high + GAP * ((top > 0 && row >= top) + (row >= top + middle));
  const rowAt = (y) => { for (let row = rows - 1; row > 0; row -= 1) if (y >= down(row)) return row; return y < 0 ? -1 : 0; };
  const inHand = (number, first) => (rowsOf(hands[number], number) ? resting(hands[number]) : []).map((face, at) => ({ face, row: first + Math.floor(at / columns), column: at % columns }));
  const dice = [...lying.map((one) => ({ ...one, row: one.row + top })), ...inHand(far, 0), ...inHand(near, top + middle)]
    .map((one, key) => ({ ...one, key, from: zone(one.row) }));
  let held = null;
  let isTouched = false;
  let words = "";
  let timer = null;

  const at = (row, column) => dice.find((one) => one.row === row && one.column === column);
  const inside = (row, column) => row >= 0 && column >= 0 && row < rows && column < columns;
  const within = (place) => dice.filter((one) => zone(one.row) === place).sort((one, other) => one.row - other.row || one.column - other.column);
  const layout = () => notation(within("table"), match.piece);
  // What whose turn it is puts on the table is a play, and ends the turn.
  const isPlay = () => match.phase === "to_play" && ["match", "live"].includes(source) && within("table").length > table.dice.length && dice.some((one) => one.from === (isOpen ? match.turn : null) && zone(one.row) === "table");

  // A die takes a free place, or changes places with the die that lies there.
  function move(one, row, column) {
    if (!inside(row, column)) return;
    const other = at(row, column);
    if (other && other !== one) [other.row, other.column] = [one.row, one.column];
    [one.row, one.column] = [row, column];
    changed();
  }

  function changed() {
    redraw(true);
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_MS);
  }

  async function check() {
    const asked = layout();
    const said = await judge(asked);
    // Answers may overtake each other.
    if (asked === layout()) words = said;
    redraw();
  }

  function remove(one) {
    dice.splice(dice.indexOf(one), 1);
    changed();
  }

  function rename(one) {
    chooseFace(t("die.which"), (face) => { one.face = face; changed(); }, { ...kindsOf(match), more: [[t("die.remove"), () => remove(one)]] });
  }

  function add() {
    chooseFace(t("arrange.add"), (face) => {
      for (let place = 0; place < middle * columns; place += 1) {
        const [row, column] = [top + middle - 1 - Math.floor(place / columns), place % columns];
        const near = [[0, 0], [0, 1], [1, 0], [0, -1], [-1, 0]].some(([down, across]) => at(row + down, column + across));
        if (!near) { dice.push({ face, row, column, key: Date.now(), from: null }); changed(); return; }
      }
    }, kindsOf(match));
  }

  function onKey(event, one) {
    const step = STEPS[event.key];
    if (step) move(one, one.row + step[0], one.column + step[1]);
    else if (seat !== null) return;
    else if (event.key === "Delete" || event.key === "Backspace") remove(one);
    else if (event.key === "Enter" || event.key === " ") rename(one);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // In the drawing's own units.
  function placeOf(event, svg) {
    const box = svg.getBoundingClientRect();
    return [(event.clientY - box.top) / box.height * (down(rows) + 4), (event.clientX - box.left) / box.width * columns * CELL];
  }

  function drag(event, one) {
    const [svg, target] = [event.currentTarget.ownerSVGElement, event.currentTarget];
    const begun = [event.clientX, event.clientY];
    const ending = new AbortController(); // of this drag, however it ends
    isTouched = true;
    target.setPointerCapture(event.pointerId);
    const follow = (moved) => {
      // A finger trembles by some pixels: that is a tap, which names the die.
      if (Math.hypot(moved.clientX - begun[0], moved.clientY - begun[1]) < 6 && !held) return;
      const [y, x] = placeOf(moved, svg);
      held = { one, x: x - CELL / 2, y: y - high / 2 };
      redraw();
    };
    const drop = (ended) => {
      ending.abort();
      const wasHeld = held;
      held = null;
      isTouched = false;
      if (wasHeld) { const [y, x] = placeOf(ended, svg); move(one, y > down(rows) ? rows : rowAt(y), Math.floor(x / CELL)); redraw(); } else if (seat === null) rename(one);
    };
    target.addEventListener("pointermove", follow, ending);
    target.addEventListener("pointerup", drop, ending);
    target.addEventListener("pointercancel", () => { ending.abort(); held = null; isTouched = false; redraw(); }, ending);
  }

  function label(one) {
    const [place, face] = [zone(one.row), faceWords(one.face, match.piece)];
    return place === "table" ? t("arrange.die", { face, row: one.row - top + 1, column: one.column + 1 }) : t("arrange.in-hand", { face, player: match.players[place] });
  }

  function drawn(one) {
    const isHeld = held?.one === one;
    const [x, y] = isHeld ? [held.x, held.y] : [one.column * CELL, down(one.row)];
    return h("g", {
      key: one.key, transform: `translate(${x} ${y})`, class: isHeld ? "held" : "", tabindex: 0, role: "button",
      "aria-label": label(one), "data-zone": zone(one.row), "data-face": one.face,
      // A finger on a die moves the die, elsewhere it scrolls: touch-action has no say inside a drawing.
      ontouchstart: (event) => event.preventDefault(),
      onpointerdown: (event) => drag(event, one), onkeydown: (event) => onKey(event, one),
    }, h("g", { "aria-hidden": "true" }, die(one.face, { piece: match.piece })));
  }

  function strips() {
    return [[far, 0, top], [near, top + middle, bottom]].filter(([, , tall]) => tall).map(([number, first, tall]) => {
      const name = match.players[number];
      return h("g", { key: `hand-${number}`, class: "strip", "aria-hidden": "true" }, h("rect", { x: 0, y: down(first), width: columns * CELL, height: tall * high - 4, rx: 16 }),
        // Where the pieces leave room for it.
        !at(first + tall - 1, columns - 1) && !at(first + tall - 1, columns - 3) && h("text", { x: columns * CELL - 24, y: down(first) + tall * high - 36 }, name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name));
    });
  }

  function grid() {
    const spots = Array.from({ length: rows * columns }, (_, place) => h("rect", { x: (place % columns) * CELL + 4, y: down(Math.floor(place / columns)) + 4, width: CELL - 12, height: high - 12, rx: 20, class: "spot" }));
    const style = `min-width: ${columns * TOUCHED_PX}px`;
    return h("div", { class: "editor" }, h("svg", { viewBox: `-2 -2 ${columns * CELL + 4} ${down(rows) + 4}`, class: "dice", role: "group", "aria-label": t("live.table"), style }, strips(), spots, dice.map(drawn)));
  }

  return { grid, layout, within, isPlay, add, check, get words() { return words; }, get isTouched() { return isTouched; } };
}

export function arrange(state) {
  const { seen, match, shown: { hands } } = state;
  // The first drawing comes before the dialog is known by its name.
  let sheet = { redraw: () => {} };
  let refused = "";
  const told = (seat) => (hands[seat] && gameOf(match).hasOpenHands ? found.within(seat).map((one) => one.face) : null);
  const laid = () => ({ layout: found.layout(), hands: hands.map((_, seat) => told(seat)), seen });
  const good = () => [t("tiles.good"), found.isPlay() && t("arrange.play", { player: match.players[match.turn] })].filter(Boolean).join(" ");
  const judge = () => judged(laid(), good, "/api/match/arrange/judge");
  const found = board(state, judge, (moved) => { if (moved) refused = ""; sheet.redraw(); });

  async function save(close) {
    try {
      await post("/api/match/arrange", laid());
      close();
    } catch (error) {
      refused = error instanceof Failed ? error.message : t("refused.ours");
      sheet.redraw();
    }
  }

  sheet = dialog(t("desk.arrange"), (close) => [
    h("p", { class: "soft lead" }, t("arrange.lead")), found.grid(),
    h("p", { role: "status", id: "arranged" }, refused || found.words),
    h("div", { class: "ends" }, button(t("arrange.add"), found.add), button(t("button.cancel"), close), button(t("arrange.save"), () => save(close), "", { id: "save-arranged" })),
  ], "wide");
  found.check();
}
