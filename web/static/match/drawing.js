// Dice, hands and the table as drawings, and the parts that several pages show of a match.
// A die is 100 units wide; its key is its id, so that it stays the same element while it moves.
import { h } from "../pages/dom.js";
import { author, clock, faceWords, t } from "../pages/texts.js";

// A mark for every ink, so that nobody needs to tell colours apart: dot, triangle, square, diamond.
const MARKS = {
  k: (x, y, size) => h("circle", { cx: x, cy: y, r: size, class: "ink-k" }),
  r: (x, y, size) => h("path", { d: `M${x} ${y - size * 1.1}l${size * 1.2} ${size * 2.1}h${-size * 2.4}z`, class: "ink-r" }),
  b: (x, y, size) => h("rect", { x: x - size * .95, y: y - size * .95, width: size * 1.9, height: size * 1.9, rx: 1, class: "ink-b" }),
  o: (x, y, size) => h("path", { d: `M${x} ${y - size * 1.35}l${size * 1.35} ${size * 1.35}l${-size * 1.35} ${size * 1.35}l${-size * 1.35} ${-size * 1.35}z`, class: "ink-o" }),
};

function joker(ink, shifted) {
  return [
    h("circle", { cx: 50, cy: 41, r: 27, class: `face-line line-${ink}` }),
    h("circle", { cx: 40, cy: 35, r: 4.2, class: `ink-${ink}` }),
    h("circle", { cx: 60, cy: 35, r: 4.2, class: `ink-${ink}` }),
    h("path", { d: "M36 47q14 13 28 0", class: `face-line line-${ink}` }),
    MARKS[ink](shifted ? 16 : 50, 82, 5),
  ];
}

function number(face) {
  const [ink, digits] = [face[0], face.slice(1)];
  return [
    h("text", { x: 50, y: 62, class: `number ink-${ink}${digits.length > 1 ? " wide" : ""}` }, digits),
    (digits === "6" || digits === "9") && h("rect", { x: 36, y: 67, width: 28, height: 4, rx: 2, class: `ink-${ink}` }),
    MARKS[ink](50, 83, 6),
  ];
}

// What a joker stands for, on small tags at the lower edge.
function tags(stands) {
  const shown = stands.slice(0, 2);
  return shown.map((face, place) => {
    const wide = shown.length > 1 ? 42 : 56;
    const x = 101 - wide - (shown.length - 1 - place) * (wide + 2);
    return h("g", {},
      h("rect", { x, y: 66, width: wide, height: 35, rx: 10, class: "tag" }),
      h("text", { x: x + wide / 2 - 8, y: 93, class: `tag-text${wide < 50 ? " slim" : ""} ink-${face[0]}` }, face.slice(1)),
      MARKS[face[0]](x + wide - 11, 84, wide < 50 ? 4 : 5.2));
  });
}

function onKeys(act) {
  return (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(event); } };
}

export function die(face, { stands = [], classes = "", onTap = null, x = 0, y = 0, key = undefined, label = null } = {}) {
  const words = label ?? (stands.length ? `${faceWords(face)} = ${stands.map(faceWords).join(" / ")}` : faceWords(face));
  const inner = face === "?" ? h("text", { x: 50, y: 69, class: "number unread" }, "?") : face[1] === "*" ? joker(face[0], stands.length > 0) : number(face);
  return h("g", { key, class: "place", "data-key": key, transform: `translate(${x} ${y})` }, h("g", {
    class: `die ${face === "?" ? "doubtful " : ""}${classes}${onTap ? " editable" : ""}`,
    role: onTap ? "button" : "img", tabindex: onTap ? 0 : undefined, "aria-label": words, "data-face": face,
    onclick: onTap, onkeydown: onTap && onKeys(onTap),
  },
    h("rect", { x: 4, y: 7, width: 94, height: 94, rx: 21, class: "shade" }),
    h("rect", { x: 3, y: 2, width: 94, height: 94, rx: 20, class: "body" }),
    h("rect", { x: 1, y: 0, width: 98, height: 98, rx: 22, class: "ring" }),
    inner, tags(stands)));
}

export function dieAlone(face, options) {
  return h("svg", { viewBox: "-2 -2 104 106", class: "dice", "aria-hidden": options?.quiet ? "true" : undefined }, die(face, options));
}

export function adding(x, y, onTap, label, key) {
  return h("g", { key, class: "adds", transform: `translate(${x} ${y})` },
    h("rect", { x: 6, y: 6, width: 88, height: 88, rx: 18, class: "adding", role: "button", tabindex: 0, "aria-label": label, onclick: onTap, onkeydown: onKeys(onTap) }),
    h("text", { x: 50, y: 65, class: "adding-sign", "aria-hidden": "true" }, "+"));
}

// A die that the camera follows keeps its number. Of others equal faces are told apart by counting
// them: the second blue 3 is `b3-2`.
function keyed(faces, ids = []) {
  const seen = {};
  return faces.map((face, at) => { seen[face] = (seen[face] ?? 0) + 1; return ids[at] > 0 ? ids[at] : `${face}-${seen[face]}`; });
}

// A hand in as many rows as its columns ask for; the drawing keeps its size while dice come and go.
export function hand(faces, { columns = faces.length, onTap = null, classes = () => "", onAdd = null, label = "", asked = null, rows: least = 1, align = "xMinYMid", ids = [] } = {}) {
  const keys = keyed(faces, ids);
  const cells = faces.length + (onAdd ? 1 : 0);
  const across = Math.max(1, least > 1 ? columns : Math.min(columns, cells));
  const rows = Math.max(least, Math.ceil(cells / across));
  const at = (place) => ({ x: (place % across) * 108, y: Math.floor(place / across) * 106 });
  const last = at(faces.length);
  return h("svg", { viewBox: `-3 -2 ${across * 108} ${rows * 106}`, class: "dice", role: "group", "aria-label": label, preserveAspectRatio: `${align} meet` },
    faces.map((face, place) => die(face, { ...at(place), key: keys[place], onTap: onTap && (() => onTap(place, face)), classes: `${classes(face, place)}${asked && ids[place] === asked ? " asked" : ""}` })),
    onAdd && adding(last.x, last.y, onAdd, t("die.add"), "add"));
}

// The table: islands where they lie, crossing sets, and what is at fault.

const CELL = 100;
const GAP = 70;
const TOUCHABLE_PX = 44; // a finger's width: below it the drawing grows beyond its box instead
const BADGE = 46; // units that two badges need between their centres

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
    // Better by more than a unit, else islands would jump between two drawings that are as good.
    if (!best || size < best.size - 1) best = { size, shelves, right };
  }
  if (!best) return [];
  let [y, below] = [-GAP, 0];
  return best.shelves.flatMap((one) => {
    y += below + GAP;
    below = one.tall;
    return one.places.map((x) => [x + (best.right - one.wide) / 2, y, 0]);
  });
}

function turn(degrees) {
  return [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
}

function lain(layout) {
  return layout.places.map(([x, y, turned]) => {
    const [sin, cos] = turn(turned);
    return [(x - (cos - sin) / 2) * CELL, (y - (sin + cos) / 2) * CELL, turned];
  });
}

function extent(islands, places) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  islands.forEach((one, at) => {
    const [x, y, turned] = places[at];
    const [sin, cos] = turn(turned);
    for (const [dx, dy] of [[0, 0], [one.columns, 0], [0, one.rows], [one.columns, one.rows]]) {
      const [px, py] = [x + (dx * cos - dy * sin) * CELL, y + (dx * sin + dy * cos) * CELL];
      [left, right, top, bottom] = [Math.min(left, px), Math.max(right, px), Math.min(top, py), Math.max(bottom, py)];
    }
  });
  return { left, top, width: right - left, height: bottom - top };
}

// Where the islands are drawn, and how large: as they lie, unless dice would be too small to touch.
function plan(layout, box, margin, smallest, touched) {
  const scaled = (places) => {
    const found = extent(layout.islands, places);
    const wide = Math.max(found.width, smallest * CELL * 1.6);
    const view = [found.left - margin - (wide - found.width) / 2, found.top - margin, wide + 2 * margin, found.height + 2 * margin];
    return { places, view, scale: Math.min(box.width / view[2], box.height / view[3]) };
  };
  const packed = () => scaled(pack(layout.islands, box.width / box.height));
  if (!layout.places.length || layout.places.length !== layout.islands.length) return packed();
  const real = scaled(lain(layout));
  return real.scale * CELL < touched ? [real, packed()].sort((a, b) => b.scale - a.scale)[0] : real;
}

function around(cells, by, attributes) {
  const [rows, columns] = [cells.map((one) => one[1]), cells.map((one) => one[2])];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return h("rect", { x: left * CELL - by, y: top * CELL - by, width: (Math.max(...columns) - left + 1) * CELL + 2 * by, height: (Math.max(...rows) - top + 1) * CELL + 2 * by, rx: 24, ...attributes });
}

// A chain at fault gets one box; single dice that are at fault get one each.
function boxesOf(fault, island) {
  const cells = fault.cells.filter((cell) => cell[0] === island);
  if (!cells.length) return [];
  const straight = cells.every((c) => c[1] === cells[0][1]) || cells.every((c) => c[2] === cells[0][2]);
  return straight && fault.rule !== "die-added" && fault.rule !== "joker-identity" ? [cells] : cells.map((cell) => [cell]);
}

// The corner for a badge that no other badge has taken, beginning with the first die's upper left.
function freeCorner(cells, taken) {
  const corners = [[0, 0], [CELL, 0], [0, CELL], [CELL, CELL], [CELL / 2, 0], [CELL / 2, CELL]];
  const all = cells.flatMap(([, row, column]) => corners.map(([x, y]) => [column * CELL + x, row * CELL + y]));
  const free = all.find(([x, y]) => taken.every(([tx, ty]) => Math.hypot(x - tx, y - ty) >= BADGE)) ?? all[0];
  taken.push(free);
  return free;
}

function faultMarks(faults, island) {
  const taken = [];
  return faults.flatMap((fault, at) => {
    const boxes = boxesOf(fault, island);
    if (!boxes.length) return [];
    const [x, y] = freeCorner(boxes.flat(), taken);
    return [...boxes.map((one) => around(one, 11, { class: "fault" })),
      h("g", { class: "fault-badge", transform: `translate(${x} ${y})` }, h("circle", { r: 22 }), h("text", { y: 9 }, String(at + 1)))];
  });
}

function freeCells(layout, island) {
  const dice = layout.dice.filter((one) => one.cell[0] === island);
  const taken = new Set(dice.map((one) => one.cell.join()));
  const found = new Map();
  for (const { cell: [, row, column] } of dice) {
    for (const cell of [[island, row, column + 1], [island, row + 1, column], [island, row, column - 1], [island, row - 1, column]]) {
      if (!taken.has(cell.join())) found.set(cell.join(), cell);
    }
  }
  return [...found.values()];
}

export function drawTable(layout, { box = { width: 340, height: 200 }, onTap = null, onAdd = null, fresh = new Set(), smallest = 4, label = "", asked = null, touched = TOUCHABLE_PX } = {}) {
  if (!layout.dice.length) return null;
  const { places, view, scale } = plan(layout, box, onAdd ? 115 : 26, smallest, touched);
  const small = scale * CELL < touched && onTap;
  const size = small ? { width: view[2] * touched / CELL, height: view[3] * touched / CELL, style: "flex: none" } : {};
  const keys = keyed(layout.dice.map((one) => one.face), layout.dice.map((one) => one.id));
  const islands = layout.islands.map((_, island) => {
    const [x, y, turned] = places[island];
    const within = (one) => one.cells[0]?.[0] === island;
    return h("g", { key: island, transform: `translate(${x} ${y}) rotate(${turned})` },
      layout.sets.filter(within).map((one) => around(one.cells, 7, { class: "tray" })),
      layout.faults.flatMap((fault) => boxesOf(fault, island)).map((cells) => around(cells, 11, { class: "fault-bed" })),
      layout.dice.map((one, at) => one.cell[0] === island && die(one.face, {
        x: one.cell[2] * CELL, y: one.cell[1] * CELL, key: keys[at], stands: one.stands,
        onTap: onTap && (() => onTap(one)), classes: `${fresh.has(one.cell.join()) ? "fresh" : ""}${asked && one.id === asked ? " asked" : ""}`,
      })),
      faultMarks(layout.faults, island),
      onAdd && freeCells(layout, island).map((cell) => adding(cell[2] * CELL, cell[1] * CELL, () => onAdd(cell), t("die.add"), `+${cell.join()}`)));
  });
  return h("svg", { viewBox: view.join(" "), class: `dice${small ? " large" : ""}`, role: "group", "aria-label": label || layout.text, preserveAspectRatio: "xMidYMid meet", ...size }, islands);
}

export function emptyTable(sentence) {
  return h("p", { class: "empty" }, sentence);
}

export function boxOf(element) {
  const style = getComputedStyle(element);
  const [across, down] = [["Left", "Right"], ["Top", "Bottom"]].map((sides) => sides.reduce((sum, side) => sum + parseFloat(style[`padding${side}`]), 0));
  // A region that is not laid out yet has no size, and nothing can be fitted into none.
  return { width: Math.max(80, element.clientWidth - across), height: Math.max(60, element.clientHeight - down) };
}

// Parts of a match.

export function blanks(count, each) {
  const label = t("live.blanks", { count, each });
  return h("span", { class: "blanks", role: "img", "aria-label": label, title: label }, Array.from({ length: each }, (_, at) => h("i", { class: at < count ? "on" : "" })));
}

export function turnWords(match) {
  const name = match.turn === null ? "" : match.players[match.turn];
  if (match.phase === "over") return match.winner ? t("live.winner", { player: match.winner }) : t("live.draw");
  if (match.phase === "between_rounds") {
    return match.next_starter ? t("live.next-round", { player: match.next_starter }) : t("live.first-round");
  }
  return t(`phase.${match.phase}`, { player: name });
}

// Before the first throw a table that was never set up does not say that it is ready.
export function startWords(match, health) {
  const isFirst = match.phase === "between_rounds" && match.round === 0;
  return isFirst && health?.has_table && !health.is_ready ? t("ready.no", { count: health.todo.length }) : turnWords(match);
}

// How long the turn has lasted; nothing while the match rests, or when nobody sits there any more.
export function elapsed(state) {
  if (!state?.turn_since || state.paused) return "";
  const seconds = Math.max(0, Math.floor((Date.now() - new Date(state.turn_since)) / 1000));
  return seconds > 3600 ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Who leads, whose turn it is, and how near a block is: the same at every size.
export function scoreOf(match, seat, { chosen = false, onChoose = null } = {}) {
  const name = match.players[seat];
  const isTurn = match.turn === seat;
  const inside = [
    h("span", { class: "who" }, name), h("span", { class: "total", title: t("live.total") }, String(match.totals[seat])),
    h("span", { class: "facts" }, isTurn ? h("span", { class: "turn-flag" }, t("live.turn")) : match.winner === name && h("span", { class: "turn-flag" }, "★ ", t("word.winner")),
      match.turn !== null && blanks(match.blanks[seat], match.blanks_each)),
  ];
  const named = `score-of${isTurn ? " turn" : ""}`;
  return onChoose ? h("button", { type: "button", class: named, "aria-pressed": String(chosen), onclick: onChoose }, inside) : h("div", { class: named }, inside);
}

export function seat(match, shown, number, options = {}) {
  const found = shown.hands[number];
  const name = match.players[number];
  const dice = found && found.faces.length
    ? hand(found.faces, { columns: 10, ids: found.ids, label: t("live.hand-of", { player: name }), classes: (_, at) => (found.laid.includes(at) ? "laid" : ""), ...options })
    : h("span", { class: "soft" }, found ? t("live.hand-empty") : t("live.not-thrown"));
  return [h("div", { class: "whose" }, h("b", {}, name), found && h("span", { class: "soft" }, t(found.unread ? "live.in-hand-unread" : "live.in-hand", { count: found.faces.length, ...found }))),
    h("div", { class: "hand" }, dice)];
}

// What could be played: the dice, and what to do at the table, step by step.
export function playWords(found) {
  if (!found.played.length) return h("p", {}, t(found.proved ? "hint.none" : "hint.none-found"));
  return [h("div", { class: "play-dice" }, hand(found.played, { columns: 9 })), h("ol", { class: "play-steps" }, found.steps.map((one, at) => h("li", { key: at }, one)))];
}

const SIGNS = { accepted: "✓", rejected: "✗", unsure: "?" };

export function sign(verdict) {
  return SIGNS[verdict] ?? "";
}

export function faultList(found) {
  const faults = found.faults.map((one, at) => h("li", { key: at }, h("span", { class: "badge" }, String(at + 1)), h("span", {}, one.message)));
  const advice = found.advice.map((one) => h("li", {}, h("span", { class: "badge advice", title: t("live.advice") }, "i"), h("span", {}, one.message)));
  return faults.length + advice.length > 0 && h("ul", {}, faults, advice);
}

export function ruling(found) {
  if (!found) return h("p", { class: "soft" }, t("live.no-ruling"));
  const who = [author(found.by), clock(found.at)].filter(Boolean).join(" · ");
  return [
    h("div", { class: "title" }, h("span", { "aria-hidden": "true" }, sign(found.verdict)), found.title),
    h("p", { class: "sentence" }, found.sentence),
    faultList(found),
    found.ending && h("p", { class: "ending" }, found.ending),
    h("div", { class: "meta" }, who, found.amended_by ? ` · ${t("log.amended", { entry: found.amended_by })}` : null),
  ];
}

export function scoreCard(match) {
  const cell = (row, at) => {
    const white = row.white[at];
    const by = row.by && row.winner === at ? t(`word.${row.by}`) : row.by && row.winner === null && at === 0 ? t("word.tie") : "";
    return [h("td", { class: `white${white === null ? " none" : ""}` }, white === null ? null : String(white), by && h("span", { class: "by" }, by)),
      h("td", { class: "grey" }, row.grey[at] === null ? "" : String(row.grey[at]))];
  };
  return h("table", { class: "card" },
    h("caption", { class: "hidden" }, t("live.card")),
    h("thead", {}, h("tr", {}, h("th", { class: "round", scope: "col" }, "#"), match.players.map((name) => h("th", { colspan: 2, scope: "colgroup" }, name)))),
    h("tbody", {}, match.card.map((row, at) => h("tr", { class: at + 1 === match.round && row.by === null ? "now" : "" },
      h("th", { scope: "row", class: "round" }, String(at + 1)), cell(row, 0), cell(row, 1)))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row", class: "round" }, "Σ"), match.totals.map((total) => h("td", { colspan: 2 }, String(total))))));
}
