// Dice, hands and the table as drawings, and the parts that several pages show of a match.
// A die is 100 units wide and as tall, a tile is taller: here alone it is asked which of them it is.
// Its key is its id, so that it stays the same element while it moves.
import { get } from "../pages/api.js";
import { h } from "../pages/dom.js";
import { author, clock, faceWords, t } from "../pages/texts.js";
import { factsOf, gameOf } from "./games.js";

export const TALL = { die: 100, tile: 138 };

// A mark for every ink, so that nobody needs to tell colours apart: dot, triangle, square, diamond.
const MARKS = {
  k: (x, y, size) => h("circle", { cx: x, cy: y, r: size, class: "ink-k" }),
  r: (x, y, size) => h("path", { d: `M${x} ${y - size * 1.1}l${size * 1.2} ${size * 2.1}h${-size * 2.4}z`, class: "ink-r" }),
  b: (x, y, size) => h("rect", { x: x - size * .95, y: y - size * .95, width: size * 1.9, height: size * 1.9, rx: 1, class: "ink-b" }),
  o: (x, y, size) => h("path", { d: `M${x} ${y - size * 1.35}l${size * 1.35} ${size * 1.35}l${-size * 1.35} ${size * 1.35}l${-size * 1.35} ${-size * 1.35}z`, class: "ink-o" }),
};

function joker(ink, shifted, lower) {
  return [
    h("circle", { cx: 50, cy: 41, r: 27, class: `face-line line-${ink}` }),
    h("circle", { cx: 40, cy: 35, r: 4.2, class: `ink-${ink}` }),
    h("circle", { cx: 60, cy: 35, r: 4.2, class: `ink-${ink}` }),
    h("path", { d: "M36 47q14 13 28 0", class: `face-line line-${ink}` }),
    // What it stands for has the lower edge: its own mark goes to the corner above.
    shifted ? MARKS[ink](15, 16 - lower, 5) : MARKS[ink](50, 82 + lower, 5),
  ];
}

// Jokers of an edition with special ones have no ink.
const SPECIAL = { "*d": "2×", "*c": "◐", "*m": "↔" };

function number(face, lower) {
  const [ink, digits] = [face[0], face.slice(1)];
  return [
    h("text", { x: 50, y: 62, class: `number ink-${ink}${digits.length > 1 ? " wide" : ""}` }, digits),
    (digits === "6" || digits === "9") && h("rect", { x: 36, y: 67, width: 28, height: 4, rx: 2, class: `ink-${ink}` }),
    MARKS[ink](50, 83 + lower, 6),
  ];
}

// What a joker stands for, on small tags at the lower edge.
function tags(stands, lower) {
  const shown = stands.slice(0, 2);
  return shown.map((face, place) => {
    const wide = shown.length > 1 ? 47 : 56;
    const x = 101 - wide - (shown.length - 1 - place) * (wide + 1);
    return h("g", {},
      h("rect", { x, y: 66 + lower, width: wide, height: 35, rx: 10, class: "tag" }),
      h("text", { x: x + wide / 2 - 7, y: 93 + lower, class: `tag-text${wide < 50 ? " slim" : ""} ink-${face[0]}` }, face.slice(1)),
      MARKS[face[0]](x + wide - 11, 84 + lower, wide < 50 ? 4 : 5.2));
  });
}

function onKeys(act) {
  return (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(event); } };
}

function inside(face, stands, lower) {
  if (face === "?" || SPECIAL[face]) return h("text", { x: 50, y: 69 + lower / 2, class: "number unread" }, SPECIAL[face] ?? "?");
  return h("g", { transform: `translate(0 ${lower / 3})` }, face[1] === "*" ? joker(face[0], stands.length > 0, lower / 2) : number(face, lower / 2));
}

export function die(face, { piece = "die", stands = [], classes = "", onTap = null, x = 0, y = 0, key = undefined, label = null, isFlipped = false } = {}) {
  const words = label ?? (stands.length ? `${faceWords(face, piece)} = ${stands.map((one) => faceWords(one)).join(" / ")}` : faceWords(face, piece));
  const [tall, round] = [TALL[piece], piece === "tile" ? 12 : 20];
  return h("g", { key, class: "place", "data-key": key, transform: `translate(${x} ${y})` }, h("g", {
    class: `die ${face === "?" ? "doubtful " : ""}${classes}${onTap ? " editable" : ""}`,
    role: onTap ? "button" : "img", tabindex: onTap ? 0 : undefined, "aria-label": words, "data-face": face,
    onclick: onTap, onkeydown: onTap && onKeys(onTap),
  },
    h("rect", { x: 4, y: 7, width: 94, height: tall - 6, rx: round + 1, class: "shade" }),
    h("rect", { x: 3, y: 2, width: 94, height: tall - 6, rx: round, class: "body" }),
    h("rect", { x: 1, y: 0, width: 98, height: tall - 2, rx: round + 2, class: "ring" }),
    h("g", { transform: isFlipped ? `rotate(180 50 ${tall / 2})` : undefined }, inside(face, stands, tall - 100), tags(stands, tall - 100))));
}

export function dieAlone(face, options) {
  return h("svg", { viewBox: `-2 -2 104 ${TALL[options?.piece ?? "die"] + 6}`, class: "dice", "aria-hidden": options?.quiet ? "true" : undefined }, die(face, options));
}

export function adding(x, y, onTap, label, key, piece = "die") {
  return h("g", { key, class: "adds", transform: `translate(${x} ${y})` },
    h("rect", { x: 6, y: 6, width: 88, height: TALL[piece] - 12, rx: 18, class: "adding", role: "button", tabindex: 0, "aria-label": label, onclick: onTap, onkeydown: onKeys(onTap) }),
    h("text", { x: 50, y: TALL[piece] / 2 + 15, class: "adding-sign", "aria-hidden": "true" }, "+"));
}

// A die that the camera follows keeps its number. Of others equal faces are told apart by counting
// them: the second blue 3 is `b3-2`.
function keyed(faces, ids = []) {
  const seen = {};
  return faces.map((face, at) => { seen[face] = (seen[face] ?? 0) + 1; return ids[at] > 0 ? ids[at] : `${face}-${seen[face]}`; });
}

// A hand in as many rows as its columns ask for; the drawing keeps its size while dice come and go.
export function hand(faces, { columns = faces.length, onTap = null, classes = () => "", onAdd = null, label = "", asked = null, rows: least = 1, align = "xMinYMid", ids = [], piece = "die" } = {}) {
  const keys = keyed(faces, ids);
  const cells = faces.length + (onAdd ? 1 : 0);
  const across = Math.max(1, least > 1 ? columns : Math.min(columns, cells));
  const rows = Math.max(least, Math.ceil(cells / across));
  const tall = TALL[piece] + 6;
  const at = (place) => ({ piece, x: (place % across) * 108, y: Math.floor(place / across) * tall });
  const last = at(faces.length);
  return h("svg", { viewBox: `-3 -2 ${across * 108} ${rows * tall}`, class: "dice", role: "group", "aria-label": label, preserveAspectRatio: `${align} meet` },
    faces.map((face, place) => die(face, { ...at(place), key: keys[place], onTap: onTap && (() => onTap(place, face)), classes: `${classes(face, place)}${asked && ids[place] === asked ? " asked" : ""}` })),
    onAdd && adding(last.x, last.y, onAdd, t("die.add"), "add", piece));
}

// The table: islands where they lie, crossing sets, and what is at fault.

const CELL = 100;
const GAP = 70;
// A finger's width: below it the drawing grows beyond its box instead. Of a hundred tiles not all would
// be in sight then: they are narrower, and taller than they are wide.
const TOUCHABLE_PX = { die: 44, tile: 26 };
const SOON_S = 10; // how much time may be left of a turn before that is said loudly
const BADGE = 46; // units that two badges need between their centres

// Islands beside and below each other, in reading order, so that the drawing fits the wanted shape.
function pack(islands, aspect, high) {
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
        last.tall = Math.max(last.tall, one.rows * high);
      } else shelves.push({ places: [0], wide: one.columns * CELL, tall: one.rows * high });
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
    const down = TALL[layout.piece] / CELL;
    return [(x - (cos - down * sin) / 2) * CELL, (y - (sin + down * cos) / 2) * CELL, turned];
  });
}

function extent(islands, places, high) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  islands.forEach((one, at) => {
    const [x, y, turned] = places[at];
    const [sin, cos] = turn(turned);
    for (const [dx, dy] of [[0, 0], [one.columns, 0], [0, one.rows], [one.columns, one.rows]]) {
      const [px, py] = [x + dx * cos * CELL - dy * sin * high, y + dx * sin * CELL + dy * cos * high];
      [left, right, top, bottom] = [Math.min(left, px), Math.max(right, px), Math.min(top, py), Math.max(bottom, py)];
    }
  });
  return { left, top, width: right - left, height: bottom - top };
}

// Where the islands are drawn, and how large: as they lie, unless dice would be too small to touch.
function plan(layout, box, margin, smallest, touched) {
  const high = TALL[layout.piece];
  const scaled = (places) => {
    const found = extent(layout.islands, places, high);
    const wide = Math.max(found.width, smallest * CELL * 1.6);
    const view = [found.left - margin - (wide - found.width) / 2, found.top - margin, wide + 2 * margin, found.height + 2 * margin];
    return { places, view, scale: Math.min(box.width / view[2], box.height / view[3]) };
  };
  const packed = () => scaled(pack(layout.islands, box.width / box.height, high));
  if (!layout.places.length || layout.places.length !== layout.islands.length) return packed();
  const real = scaled(lain(layout));
  return real.scale * CELL < touched ? [real, packed()].sort((a, b) => b.scale - a.scale)[0] : real;
}

function around(cells, by, high, attributes) {
  const [rows, columns] = [cells.map((one) => one[1]), cells.map((one) => one[2])];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return h("rect", { x: left * CELL - by, y: top * high - by, width: (Math.max(...columns) - left + 1) * CELL + 2 * by, height: (Math.max(...rows) - top + 1) * high + 2 * by, rx: 24, ...attributes });
}

// A chain at fault gets one box; single dice that are at fault get one each.
function boxesOf(fault, island) {
  const cells = fault.cells.filter((cell) => cell[0] === island);
  if (!cells.length) return [];
  const straight = cells.every((c) => c[1] === cells[0][1]) || cells.every((c) => c[2] === cells[0][2]);
  return straight && fault.rule !== "die-added" && fault.rule !== "joker-identity" ? [cells] : cells.map((cell) => [cell]);
}

// The corner for a badge that no other badge has taken, beginning with the first die's upper left.
function freeCorner(cells, taken, high) {
  const corners = [[0, 0], [CELL, 0], [0, high], [CELL, high], [CELL / 2, 0], [CELL / 2, high]];
  const all = cells.flatMap(([, row, column]) => corners.map(([x, y]) => [column * CELL + x, row * high + y]));
  const free = all.find(([x, y]) => taken.every(([tx, ty]) => Math.hypot(x - tx, y - ty) >= BADGE)) ?? all[0];
  taken.push(free);
  return free;
}

function faultMarks(faults, island, high, turned) {
  const taken = [];
  return faults.flatMap((fault, at) => {
    const boxes = boxesOf(fault, island);
    if (!boxes.length) return [];
    const [x, y] = freeCorner(boxes.flat(), taken, high);
    return [...boxes.map((one) => around(one, 11, high, { class: "fault" })),
      h("g", { class: "fault-badge", transform: `translate(${x} ${y}) rotate(${-turned})` }, h("circle", { r: 22 }), h("text", { y: 9 }, String(at + 1)))];
  });
}

function freeCells(layout, island) {
  const dice = layout.dice.filter((one) => one.cell[0] === island);
  const taken = new Set(dice.map((one) => one.cell.join()));
  const found = new Map();
  for (const { cell: [, row, column] } of dice) {
    // Tiles lie in rows alone.
    const beside = [[island, row, column + 1], [island, row, column - 1]];
    for (const cell of layout.piece === "tile" ? beside : [...beside, [island, row + 1, column], [island, row - 1, column]]) {
      if (!taken.has(cell.join())) found.set(cell.join(), cell);
    }
  }
  return [...found.values()];
}

export function drawTable(layout, { box = { width: 340, height: 200 }, onTap = null, onAdd = null, fresh = new Set(), smallest = 4, label = "", asked = null, touched = TOUCHABLE_PX[layout.piece] } = {}) {
  if (!layout.dice.length) return null;
  const high = TALL[layout.piece];
  const { places, view, scale } = plan(layout, box, onAdd ? 115 : 26, smallest, touched);
  const small = scale * CELL < touched && onTap;
  const size = small ? { width: view[2] * touched / CELL, height: view[3] * touched / CELL, style: "flex: none" } : {};
  const keys = keyed(layout.dice.map((one) => one.face), layout.dice.map((one) => one.id));
  const islands = layout.islands.map((_, island) => {
    const [x, y, turned] = places[island];
    const within = (one) => one.cells[0]?.[0] === island;
    // A row that is laid for who sits opposite lies where it lies, and is read from here.
    const isFlipped = turn(turned)[1] < 0;
    return h("g", { key: island, transform: `translate(${x} ${y}) rotate(${turned})` },
      layout.sets.filter(within).map((one) => around(one.cells, 7, high, { class: "tray" })),
      layout.faults.flatMap((fault) => boxesOf(fault, island)).map((cells) => around(cells, 11, high, { class: "fault-bed" })),
      layout.dice.map((one, at) => one.cell[0] === island && die(one.face, {
        piece: layout.piece, isFlipped, x: one.cell[2] * CELL, y: one.cell[1] * high, key: keys[at], stands: one.stands,
        onTap: onTap && (() => onTap(one)), classes: `${fresh.has(one.cell.join()) ? "fresh" : ""}${asked && one.id === asked ? " asked" : ""}`,
      })),
      faultMarks(layout.faults, island, high, turned),
      onAdd && freeCells(layout, island).map((cell) => adding(cell[2] * CELL, cell[1] * high, () => onAdd(cell), t("die.add"), `+${cell.join()}`, layout.piece)));
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
  if (match.turn === null) return factsOf(match).out === null ? t("tiles.blocked") : t("tiles.went-out", { player: match.players[factsOf(match).out] });
  return t(`phase.${match.phase}`, { player: name });
}

// Before the first throw a table that was never set up does not say that it is ready.
export function startWords(match, health) {
  const isFirst = match.phase === "between_rounds" && match.round === 0;
  return isFirst && health?.has_table && !health.is_ready ? t("ready.no", { count: health.todo.length }) : turnWords(match);
}

// Which round it is, and how much is left to draw from.
export function roundWords(match) {
  const round = Math.max(1, match.round);
  const { pool, last_turns: lastTurns } = factsOf(match);
  return [match.rounds ? t("live.round", { round, rounds: match.rounds }) : t("live.round-open", { round }),
    pool !== null && t("tiles.pool", { count: pool }),
    lastTurns !== null && t("tiles.last-turns", { count: lastTurns })].filter(Boolean).join(" · ");
}

export function emptyWords(match) {
  if (factsOf(match).is_blind) return t("tiles.blind");
  return t(match.phase === "between_rounds" ? "live.table-waits" : "live.table-empty");
}

// Deadlines are told by the server's clock: a phone's may be minutes off. Half of the way is ours.
let offsetMs = null;
async function askClock() {
  offsetMs = 0;
  const asked = Date.now();
  try { offsetMs = new Date((await get("/api/clock")).now) - (asked + Date.now()) / 2; } catch { offsetMs = null; }
}

function secondsLeft(state) {
  if (offsetMs === null) askClock();
  return Math.max(0, Math.ceil((new Date(state.deadline) - Date.now() - offsetMs) / 1000));
}

export function isSoon(state) {
  return Boolean(state?.deadline) && secondsLeft(state) <= SOON_S;
}

// How long the turn has lasted, or how much is left of it; nothing while the match rests, or when
// nobody sits there any more.
export function elapsed(state) {
  if (!state?.turn_since || state.paused) return "";
  const seconds = state.deadline ? secondsLeft(state) : Math.max(0, Math.floor((Date.now() - new Date(state.turn_since)) / 1000));
  return seconds > 3600 ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function scored(match, points) {
  return points === null ? "" : gameOf(match).scored(points);
}

// Who has how much, in a line.
export function standing({ players, totals, ...match }) {
  if (players.length === 2) return `${players[0]} ${scored(match, totals[0])} : ${scored(match, totals[1])} ${players[1]}`;
  return players.map((name, seat) => `${name} ${scored(match, totals[seat])}`).join(" · ");
}

// A rack is hidden: how many tiles it holds, whether its owner has come out, and what it was worth.
export function rack(match, found, seat) {
  if (gameOf(match).hasOpenHands || !found) return null;
  const worth = found.points !== null && found.points !== undefined;
  return h("span", { class: "rack" },
    worth ? t("tiles.rack-worth", { points: found.points }) : found.count === null ? t("tiles.unknown-rack") : t("tiles.on-rack", { count: found.count }),
    factsOf(match).melded[seat] && h("span", { class: "melded", title: t("tiles.melded") }, h("span", { class: "hidden" }, t("tiles.melded")), h("span", { "aria-hidden": "true" }, " ✓")));
}

// Who leads, whose turn it is, and how near a block is: the same at every size.
export function scoreOf(match, seat, { chosen = false, onChoose = null, found = null } = {}) {
  const name = match.players[seat];
  const isTurn = match.turn === seat;
  const inside = [
    h("span", { class: "who" }, name), h("span", { class: "total", title: t("live.total") }, scored(match, match.totals[seat])),
    h("span", { class: "facts" }, isTurn ? h("span", { class: "turn-flag" }, t("live.turn")) : match.winner === name && h("span", { class: "turn-flag" }, "★ ", t("word.winner")),
      match.turn !== null && match.blanks_each > 0 && blanks(match.blanks[seat], match.blanks_each),
      rack(match, found, seat), factsOf(match).wins && h("span", { class: "soft" }, `★ ${factsOf(match).wins[seat]}`)),
  ];
  const named = `score-of${isTurn ? " turn" : ""}${factsOf(match).gone.includes(seat) ? " gone" : ""}`;
  return onChoose ? h("button", { type: "button", class: named, "aria-pressed": String(chosen), onclick: onChoose }, inside) : h("div", { class: named }, inside);
}

export function seat(match, shown, number, options = {}) {
  const found = shown.hands[number];
  const name = match.players[number];
  const { piece } = match;
  const dice = found && found.faces.length
    ? hand(found.faces, { columns: 10, piece, ids: found.ids, label: t("live.hand-of", { player: name }), classes: (_, at) => (found.laid.includes(at) ? "laid" : ""), ...options })
    : rack(match, found, number) ?? h("span", { class: "soft" }, found ? t("live.hand-empty") : t("live.not-thrown"));
  return [h("div", { class: "whose" }, h("b", {}, name), found && gameOf(match).hasOpenHands && h("span", { class: "soft" }, t(found.unread ? "live.in-hand-unread" : "live.in-hand", { count: found.faces.length, ...found }))),
    h("div", { class: "hand" }, dice)];
}

// What could be played: the dice, and what to do at the table, step by step.
export function playWords(found) {
  if (!found.played.length) return h("p", {}, t(found.proved ? "hint.none" : "hint.none-found"));
  return [h("div", { class: "play-dice" }, hand(found.played, { columns: 9, piece: found.layout.piece })), h("ol", { class: "play-steps" }, found.steps.map((one, at) => h("li", { key: at }, one)))];
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
  const won = (row, at) => row.by && row.winner === at;
  const by = (row, at) => (won(row, at) ? t(`word.${row.by}`) : row.by && row.winner === null && at === 0 ? t("word.tie") : "");
  // Where everybody scores in each round, the total below is enough.
  const isWide = gameOf(match).hasRunningTotals;
  const cell = (row, at) => [
    h("td", { class: `white${row.white[at] === null ? " none" : ""}${won(row, at) ? " won" : ""}` }, row.white[at] !== null && scored(match, row.white[at]), by(row, at) && h("span", { class: "by" }, by(row, at))),
    isWide && h("td", { class: "grey" }, scored(match, row.grey[at]))];
  const span = isWide ? 2 : 1;
  return h("table", { class: `card of-${match.players.length}` },
    h("caption", { class: "hidden" }, t("live.card")),
    h("thead", {}, h("tr", {}, h("th", { class: "round", scope: "col" }, "#"), match.players.map((name) => h("th", { colspan: span, scope: "colgroup", title: name }, name)))),
    h("tbody", {}, match.card.map((row, at) => h("tr", { class: at + 1 === match.round && row.by === null ? "now" : "" },
      h("th", { scope: "row", class: "round" }, String(at + 1)), match.players.map((_, seat) => cell(row, seat))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row", class: "round" }, "Σ"), match.totals.map((total) => h("td", { colspan: span }, scored(match, total))))));
}
