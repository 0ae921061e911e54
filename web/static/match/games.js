// What differs between the games on a page, by the piece that each is played with. Nothing else here
// asks which game it is.
import { t } from "../pages/texts.js";

const GAMES = {
  die: {
    desk: "desk",
    hasThrows: true,
    hasOpenHands: true,
    hasRunningTotals: true,
    held: { columns: 3, rows: 3 }, // on the big screen
    scored: String,
    played: ({ rounds, of }) => t("history.rounds", { done: rounds, rounds: of }),
    asks: ({ player, place }) => (player ? t("question.hand", { player, place: place + 1 }) : t("question.table", { place: place + 1 })),
  },
  tile: {
    desk: "tile_desk",
    held: { columns: 7, rows: 1 },
    // Points that may be lost have their sign.
    scored: (points) => (points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : "0"),
    played: ({ rounds, of }) => (of === null ? t("history.games", { count: rounds }) : t("history.games-of", { done: rounds, games: of })),
    asks: () => t("die.which"),
  },
};

export function gameOf({ piece }) {
  return GAMES[piece];
}

// What only some games tell of a match.
const NONE = { pool: null, last_turns: null, is_blind: false, melded: [], gone: [], wins: null, jokers: [], time_s: null, out: null };

export function factsOf({ tiles }) {
  return tiles ?? NONE;
}
