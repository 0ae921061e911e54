// The score card as a PNG, drawn on a canvas.
import { scored } from "../match/drawing.js";
import { gameOf } from "../match/games.js";
import { keep, sheet } from "../match/share.js";
import { t } from "../pages/texts.js";

const WIDTH = 900;
const ROW = 64;

export function cardPicture(match, date, name) {
  const [canvas, pen] = sheet(WIDTH, 190 + ROW * (match.card.length + 1), "#fffdf8");
  write(pen, "Turbo", 40, 62, "800 40px sans-serif", "#23272c", "left");
  if (match.options.simulated) write(pen, t("live.is-simulated"), WIDTH / 2, 60, "800 26px sans-serif", "#9a6a00", "center");
  write(pen, date, WIDTH - 40, 60, "22px sans-serif", "#5d656e", "right");
  match.players.forEach((player, at) => write(pen, player, middle(match, at), 128, "700 30px sans-serif", "#23272c", "center", wide(match) - 12));
  match.card.forEach((row, at) => line(pen, row, at, match));
  const y = 160 + ROW * match.card.length;
  match.totals.forEach((total, at) => write(pen, scored(match, total), middle(match, at), y + 52, "800 44px sans-serif", match.winner === match.players[at] ? "#1d7a4b" : "#23272c", "center"));
  canvas.toBlob((blob) => keep(blob, name), "image/png");
}

function wide(match) {
  return (WIDTH - 100) / match.players.length;
}

function middle(match, seat) {
  return 105 + wide(match) * (seat + .5);
}

function line(pen, row, at, match) {
  const y = 150 + at * ROW;
  write(pen, String(at + 1), 60, y + 42, "600 26px sans-serif", "#5d656e", "center");
  match.players.forEach((_, seat) => {
    const [x, each] = [105 + wide(match) * seat, wide(match) - 5];
    // Where everybody scores in each round, the total below is enough.
    if (!gameOf(match).hasRunningTotals) { box(pen, x, y, each, "#ffffff", scored(match, row.white[seat])); return; }
    box(pen, x, y, each / 2 - 5, "#ffffff", scored(match, row.white[seat]));
    box(pen, x + each / 2, y, each / 2 - 5, "#e3e1dc", scored(match, row.grey[seat]));
  });
}

function box(pen, x, y, width, colour, value) {
  pen.fillStyle = colour;
  pen.strokeStyle = "#cfc8b8";
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(x, y, width, ROW - 10, 10);
  pen.fill();
  pen.stroke();
  if (value) write(pen, value, x + width / 2, y + 38, "700 28px sans-serif", "#23272c", "center");
}

function write(pen, text, x, y, font, colour, align, most = WIDTH) {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text || t("word.tie"), x, y, most);
}

