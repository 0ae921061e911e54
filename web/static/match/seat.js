// A seat at a simulated table: choose what is thrown, drag what is laid, hand over. What is said here
// the table does with its own hands, and the referee judges what the camera sees of it.
import { change, isReferee, judged, me, post } from "../pages/api.js";
import { button, dialog, h, toast } from "../pages/dom.js";
import { ends, field, showSignIn } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { board } from "./editor.js";
import { gameOf } from "./games.js";

const KEPT = "turbo-sitting";
const HERE_MS = 30000; // so often the table hears that this page is there
const LEVELS = [1, 2, 3, 4, 5];
let mine = localStorage.getItem(KEPT);
let laying = { key: null };
let kept = new Set();
let sent = null;

function sat(sitting) {
  mine = sitting;
  if (sitting) localStorage.setItem(KEPT, sitting);
  else localStorage.removeItem(KEPT);
}

// A seat of which nothing is heard becomes free: whoever comes back later is told.
async function beHere() {
  if (!mine || document.hidden) return;
  try {
    await post("/api/seats/here", { sitting: mine });
  } catch (error) {
    if (error.status !== 409) return;
    sat(null);
    toast(error.message);
  }
}
setInterval(beHere, HERE_MS);
document.addEventListener("visibilitychange", beHere);
beHere();

// Where this page sits: the seat's number and what it is waited for; null where it sits nowhere.
export function sitting({ seats, match_number, entries }) {
  const number = seats.findIndex((one) => one && one.sitting === mine);
  if (number < 0) return null;
  const { wants } = seats[number];
  const asked = wants && `${wants} ${match_number} ${entries}`;
  // What was sent is on its way: it is not asked for again before something else is.
  if (sent !== asked) sent = null;
  return { number, wants: sent ? null : wants, asked };
}

async function order(asked, path, body) {
  sent = asked;
  if (!await change(path, { sitting: mine, ...body })) sent = null;
  kept = new Set();
}

// The dice of the own hand: a tap keeps one, and all others are thrown.
export function choosing(page, { number }) {
  const found = page.state.shown.hands[number];
  // Two equal dice are told apart by their places.
  return {
    classes: (_, place) => (kept.has(place) ? "fresh" : ""),
    onTap: found && ((place) => { if (!kept.delete(place)) kept.add(place); page.redraw(); }),
  };
}

function facesToThrow({ shown }, { number }) {
  return (shown.hands[number]?.faces ?? []).filter((_, place) => !kept.has(place));
}

// The board lies as the table does, until something was ruled or is seen otherwise: in whichever order
// the dice of a hand are read. It stays under a finger that moves a die.
export function laid(page, { number }) {
  const { match_number, entries, shown } = page.state;
  const key = `${match_number} ${entries} ${shown.table.text} ${[...shown.hands[number]?.faces ?? []].sort()}`;
  if (laying.key !== key && !laying.board?.isTouched) {
    laying = { key, board: board(page.state, (layout) => judged(`table ${layout}`), () => page.redraw(), number) };
    laying.board.check();
  }
  return laying.board;
}

export function actions(page, seat) {
  const { state } = page;
  if (seat.wants === "throw") {
    const faces = facesToThrow(state, seat);
    const words = kept.size ? t("seat.throw", { count: faces.length }) : t("seat.throw-all");
    const isNone = kept.size > 0 && !faces.length;
    return [button(words, () => order(seat.asked, "/api/seats/throw", { faces: state.match.turn === null ? [] : faces }), "", { key: "throw", id: "seat-throw", disabled: isNone })];
  }
  if (seat.wants !== "lay") return null;
  const { layout, within } = laid(page, seat);
  const isLaid = within("table").some((one) => one.from !== "table") || state.match.can_overrule;
  const hand = (words, body, kind, id, more) => button(t(words), () => order(seat.asked, "/api/seats/lay", body()), kind, { key: id, id, ...more });
  return [
    hand("seat.lay", () => ({ layout: layout() }), "", "seat-lay", { disabled: !isLaid }),
    hand("seat.pass", () => ({ layout: null }), "quiet", "seat-pass"),
  ];
}

export function leaveButton({ number }) {
  const leave = () => { sat(null); change("/api/seats/leave", { seat: number }); };
  return button(t("seat.leave"), leave, "plain", { key: "leave", id: "leave-seat" });
}

// On pages alone nobody plays at an empty seat; at a simulated table its player does.
function isEmpty({ match: { turn, players }, seats, partner, has_camera: isPlayed }) {
  return !isPlayed && turn !== null && !seats[turn] && partner?.player !== players[turn];
}

// What a person who sits there is to do; once dice are laid, what is wrong with them.
export function lead(page, seat) {
  const { shown, match } = page.state;
  const isFirst = match.turn === null || !shown.hands[seat.number]?.faces.length;
  const awaited = { throw: isFirst ? "seat.first" : "seat.choose", lay: "seat.drag" }[seat.wants];
  const words = awaited ?? (isEmpty(page.state) ? "seat.empty" : "seat.waits");
  const found = seat.wants === "lay" && laid(page, seat);
  const isLaid = found && found.within("table").some((one) => one.from !== "table");
  return h("p", { class: "lead", id: "seat-lead", role: "status" }, isLaid ? found.words : t(words, { player: match.players[match.turn] }));
}

async function sit(page, seat) {
  const found = await change("/api/seats/take", { seat });
  if (found) { sat(found.sitting); page.redraw(); }
}

// One of the players of the match that is played now, or a match of one's own.
export function takeSeat(page) {
  if (!isReferee()) { showSignIn(); return; }
  const { match, seats, partner, simulated } = page.state;
  const isOpen = match && simulated && gameOf(match).hasOpenHands && !match.finished;
  dialog(t("seat.title"), (close) => {
    const start = async (event) => {
      event.preventDefault();
      const { player, against } = Object.fromEntries(new FormData(event.target));
      const machine = against ? { machine: Number(against) } : {};
      const players = [player.trim() || t("seat.you"), t(against ? "seat.machine" : "seat.guest")];
      if (!await change("/api/matches", { players, simulated: true, ...machine })) return;
      close();
      await sit(page, 0);
    };
    const free = (name, number) => button(t("seat.take", { player: name }), () => { close(); sit(page, number); }, "", { key: number, "data-seat": number });
    const taken = (name, number) => button(t("seat.free", { player: name, by: seats[number].by }), () => { close(); change("/api/seats/leave", { seat: number }); }, "quiet", { key: number });
    return [
      h("p", {}, t("seat.lead")),
      isOpen && h("div", { class: "row" }, match.players.map((name, number) => partner?.player !== name && (seats[number] ? taken : free)(name, number))),
      h("form", { onsubmit: start }, h("h3", {}, t("seat.new")),
        field("player", t("seat.name"), "input", { maxlength: 40, autocomplete: "nickname", defaultValue: me.name && me.name !== "referee" ? me.name : "", placeholder: t("seat.you") }),
        field("against", t("seat.against"), "select", {}, LEVELS.map((level) => h("option", { value: level, selected: level === 3 }, t("desk.machine-level", { level }))), h("option", { value: "" }, t("seat.person"))),
        ends(close, t("seat.start"))),
    ];
  });
}

export function takeButton(page) {
  return button(t("seat.title"), () => takeSeat(page), "", { key: "take-seat", id: "take-seat" });
}
