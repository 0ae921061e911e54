// Parts that several pages show: a player's seat, the ruling, the score card.
import { hand } from "./dice.js";
import { h } from "./dom.js";
import { clock, t } from "./texts.js";

export function blanks(count, each) {
  const dots = Array.from({ length: each }, (_, at) => h("i", { class: at < count ? "on" : null }));
  const label = t("live.blanks", { count, each });
  return h("span", { class: "blanks", role: "img", "aria-label": label, title: label }, dots);
}

export function turnWords(match) {
  const name = match.turn === null ? "" : match.players[match.turn];
  if (match.phase === "over") return match.winner ? t("live.winner", { player: match.winner }) : t("live.draw");
  if (match.phase === "between_rounds") {
    return match.next_starter ? t("live.next-round", { player: match.next_starter }) : t("live.first-round");
  }
  return t(`phase.${match.phase}`, { player: name });
}

// How long the turn has lasted; nothing while the match rests, or when nobody sits there any more.
export function elapsed(state) {
  if (!state?.turn_since || state.paused) return "";
  const seconds = Math.max(0, Math.floor((Date.now() - new Date(state.turn_since)) / 1000));
  return seconds > 3600 ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function pausedFlag(state) {
  return state.paused && h("span", { class: "turn-flag" }, t("live.paused"));
}

export function questionWords(one) {
  return one.player
    ? t("question.hand", { player: one.player, place: one.place + 1 })
    : t("question.table", { place: one.place + 1 });
}

export function seat(match, shown, number, options = {}) {
  const found = shown.hands[number];
  const name = match.players[number];
  const isTurn = match.turn === number;
  const facts = [
    h("span", { class: "total", title: t("live.total") }, String(match.totals[number])),
    h("span", {}, blanks(match.blanks[number], match.blanks_each), " ", t("live.blank-turns")),
    found && h("span", {}, t("live.in-hand", { count: found.faces.length, points: found.points })),
  ];
  const label = t("live.hand-of", { player: name });
  const dice = found && found.faces.length
    ? hand(found.faces, { columns: options.columns ?? 9, onTap: options.onTap, onAdd: options.onAdd, label, classes: (_, at) => (found.laid.includes(at) ? "laid" : "") })
    : h("span", { class: "soft" }, found ? t("live.hand-empty") : t("live.not-thrown"));
  return {
    isTurn,
    content: [
      h("div", {}, h("div", { class: "who" }, name, isTurn && h("span", { class: "turn-flag" }, t("live.turn"))), h("div", { class: "facts" }, facts)),
      h("div", { class: "hand" }, dice),
    ],
  };
}

const SIGNS = { accepted: "✓", rejected: "✗", unsure: "?" };

export function sign(verdict) {
  return SIGNS[verdict] ?? "";
}

export function ruling(found) {
  if (!found) return [h("p", { class: "soft" }, t("live.no-ruling"))];
  const faults = found.faults.map((one, at) => h("li", {}, h("span", { class: "badge" }, String(at + 1)), h("span", {}, one.message)));
  const advice = found.advice.map((one) => h("li", {}, h("span", { class: "badge advice", title: t("live.advice") }, "i"), h("span", {}, one.message)));
  const who = [found.by, clock(found.at)].filter(Boolean).join(" · ");
  return [
    h("div", { class: "title" }, h("span", { "aria-hidden": "true" }, sign(found.verdict)), found.title),
    h("p", { class: "sentence" }, found.sentence),
    faults.length + advice.length > 0 && h("ul", {}, faults, advice),
    found.ending && h("p", { class: "ending" }, found.ending),
    h("div", { class: "meta" }, who, found.amended_by ? ` · ${t("log.amended", { entry: found.amended_by })}` : ""),
  ];
}

export function scoreCard(match) {
  const cell = (row, seatNumber) => {
    const white = row.white[seatNumber];
    const by = row.by && row.winner === seatNumber ? t(`word.${row.by}`) : row.by && row.winner === null && seatNumber === 0 ? t("word.tie") : "";
    return [
      h("td", { class: "white" }, white === null ? "" : String(white), by && h("span", { class: "by" }, by)),
      h("td", { class: "grey" }, row.grey[seatNumber] === null ? "" : String(row.grey[seatNumber])),
    ];
  };
  const rows = match.card.map((row, at) => h("tr", { class: at + 1 === match.round && row.by === null ? "now" : null },
    h("th", { scope: "row", class: "round" }, String(at + 1)), cell(row, 0), cell(row, 1)));
  return h("table", { class: "card" },
    h("caption", { class: "hidden" }, t("live.card")),
    h("thead", {}, h("tr", {}, h("th", { class: "round", scope: "col" }, "#"), match.players.map((name) => h("th", { colspan: 2, scope: "colgroup" }, name)))),
    h("tbody", {}, rows),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row", class: "round" }, "Σ"), match.totals.map((total) => h("td", { colspan: 2 }, String(total))))));
}
