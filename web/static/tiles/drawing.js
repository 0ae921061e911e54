// A match of tiles as elements: whose turn, the racks, the card, the table.
import { Fragment, h } from "../pages/dom.js";
import { faceWords, t } from "../pages/texts.js";

export function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : "0";
}

const SPECIAL = { "*d": "2×", "*c": "◐", "*m": "↔" };

export function tile(face) {
  const ink = "krbo".includes(face[0]) ? face[0] : "j";
  const shown = SPECIAL[face] ?? (face.endsWith("*") ? "☺" : face === "?" ? "?" : face.slice(1));
  const words = face === "?" ? t("tiles.unread") : SPECIAL[face] ? t(`tiles.joker.${face[1]}`) : faceWords(face);
  return h("span", { class: `tile ink-${ink}`, role: "img", "aria-label": words, title: words }, shown);
}

export function table(match) {
  if (match.is_blind) return h("p", { class: "soft" }, t("tiles.blind"));
  if (!match.rows.length) return h("p", { class: "soft" }, t("tiles.empty"));
  return rowsOf(match.rows);
}

function gameWords(match) {
  const game = Math.max(1, match.game);
  return match.games ? t("tiles.game-of", { game, games: match.games }) : t("tiles.game", { game });
}

export function left(match, offsetMs) {
  if (!match.deadline) return null;
  return Math.max(0, Math.ceil((new Date(match.deadline).getTime() - Date.now() - offsetMs) / 1000));
}

function clockWords(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

// The clock is not told aloud every second: a screen reader finds it where it stands.
export function clock(match, offsetMs) {
  if (match.stage !== "to_play") return null;
  if (match.paused) return h("span", { class: "clock" }, t("tiles.resting"));
  const seconds = left(match, offsetMs);
  if (seconds === null) return h("span", { class: "clock none" }, t("tiles.no-clock"));
  const share = match.time_s ? Math.min(1, seconds / match.time_s) : 0;
  return h("span", { class: `clock${seconds <= 10 ? " soon" : ""}`, role: "timer", "aria-live": "off", "aria-label": t("tiles.clock") },
    h("span", { class: "digits" }, clockWords(seconds)), h("span", { class: "bar", style: `--share: ${share}` }));
}

export function turn(match, offsetMs, called = false) {
  const where = [t(`tiles.edition.${match.edition}`), gameWords(match), match.pool !== null && t("tiles.pool", { count: match.pool }),
    match.last_turns !== null && t("tiles.last-turns", { count: match.last_turns })].filter(Boolean).join(" · ");
  const who = match.turn !== null ? match.seats[match.turn].name : null;
  const title = match.finished ? (match.winner ? t("tiles.match-won", { player: match.winner }) : t("tiles.match-draw"))
    : match.stage === "to_count" ? (match.out === null ? t("tiles.blocked") : t("tiles.went-out", { player: match.players[match.out] }))
      : who === null ? t("tiles.next") : t("tiles.turn", { player: who });
  return h(Fragment, null,
    h("p", { class: "where soft small-text" }, where),
    h("div", { class: "whose" }, h("h2", {}, title), called && h("span", { class: "called" }, t("live.called")), clock(match, offsetMs)));
}

export function seats(match) {
  const open = match.turn !== null || match.stage === "to_count";
  const rack = (one) => (one.count === null ? t("tiles.unknown-rack") : t("tiles.on-rack", { count: one.count }));
  return h("ul", { class: "seat-list" }, match.seats.map((one, at) => h("li", { key: one.name, class: at === match.turn ? "turn" : one.gone ? "gone" : "", "aria-current": at === match.turn ? "true" : null },
    h("span", { class: "name" }, one.name, match.finished && match.winner === one.name && " ★"),
    open && h("span", { class: "soft rack" }, one.points !== null ? `${one.rack}` : rack(one), one.melded && h("span", { class: "melded", title: t("tiles.melded") }, h("span", { class: "hidden" }, t("tiles.melded")), h("span", { "aria-hidden": "true" }, " ✓"))),
    h("b", { class: "total" }, signed(one.total)),
    match.counts_games && h("span", { class: "soft wins" }, `${t("tiles.won")} ${one.wins}`))));
}

export function card(match) {
  const cell = (points, at, game) => h("td", { key: at, class: game.winner === at ? "won" : null }, signed(points));
  return h(Fragment, null, h("h2", {}, t("tiles.card")),
    h("table", { class: `tile-card many-${match.players.length}` },
      h("thead", {}, h("tr", {}, h("td", {}), match.players.map((name) => h("th", { key: name, scope: "col", title: name }, name)))),
      h("tbody", {}, match.card.map((game, at) => h("tr", { key: at }, h("th", { scope: "row" }, at + 1), game.points.map((own, seat) => cell(own, seat, game))))),
      h("tfoot", {},
        h("tr", {}, h("th", { scope: "row", "aria-label": t("tiles.total") }, "="), match.seats.map((one) => h("td", { key: one.name }, signed(one.total)))),
        match.counts_games && h("tr", { class: "wins" }, h("th", { scope: "row", "aria-label": t("tiles.won") }, "★"), match.seats.map((one) => h("td", { key: one.name }, one.wins))))));
}

export function rowsOf(rows) {
  return h("ul", { class: "rows" }, rows.map((row, at) => h("li", { key: at }, row.map((face) => tile(face)))));
}

export function message(found, words) {
  if (!found) return null;
  return h(Fragment, null,
    h("p", { class: "sentence" }, found.sentence),
    found.tried.length > 0 && rowsOf(found.tried),
    found.verdict === "rejected" && h("p", { class: "verdict" }, words),
    [...found.faults, ...found.advice].map((one) => h("p", { key: one, class: "fault" }, one)),
    found.ending && h("p", { class: "ending" }, found.ending));
}

export function statistics(found, words) {
  const number = (value) => (value === null ? "–" : value);
  // Wider than a phone: what scrolls is reached by keyboard, too.
  return h("div", { class: "wide-table", role: "region", tabindex: 0, "aria-label": t("tiles.statistics") }, h("table", { class: "plain" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("tiles.stat.player")),
      ["games", "wins", "rack", "penalties", "meld"].map((key) => h("th", { key, scope: "col", class: "number" }, t(`tiles.stat.${key}`, words))))),
    h("tbody", {}, found.people.map((one) => h("tr", { key: one.name }, h("th", { scope: "row" }, one.name),
      [one.games, one.wins, number(one.average_rack), `${one.penalties} (${one.penalty_tiles})`, number(one.average_meld)].map((value, at) => h("td", { key: at, class: "number" }, value)))))));
}
