// The result as a picture, to send to whoever was not there; where nothing can be shared it is kept.
import { language, t } from "../pages/texts.js";
import { scored, standing } from "./drawing.js";

const [WIDE, TALL] = [1080, 1080];

export function sheet(width, height, ground) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  return [canvas, pen];
}

function words(pen, text, x, y, size, weight = 800) {
  pen.font = `${weight} ${size}px ui-rounded, "Segoe UI", system-ui, sans-serif`;
  pen.fillText(text, x, y, WIDE / 2 - 60);
}

function drawn({ match }) {
  const [canvas, pen] = sheet(WIDE, TALL, "#244d3e");
  const felt = pen.createRadialGradient(WIDE / 2, 0, 100, WIDE / 2, TALL / 2, TALL);
  felt.addColorStop(0, "#3d7863");
  felt.addColorStop(1, "#244d3e");
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDE, TALL);
  pen.textAlign = "center";
  // Two stand side by side, more below each other in pairs.
  const lines = Math.ceil(match.players.length / 2);
  match.players.forEach((name, seat) => {
    const [x, y, size] = [WIDE * (seat % 2 ? .75 : .25), 190 + 620 / lines * Math.floor(seat / 2), 1 / lines];
    pen.fillStyle = match.winner === name ? "#ffcf4a" : "#f3f7f2";
    words(pen, match.winner === name ? `★ ${name}` : name, x, y + 40 + 70 * size, 40 + 32 * size);
    words(pen, scored(match, match.totals[seat]), x, y + 90 + 280 * size, 60 + 170 * size, 850);
    pen.fillStyle = "#cfe0d6";
    words(pen, match.card.map((row) => (row.white[seat] === null ? "–" : scored(match, row.white[seat]))).join("   "), x, y + 130 + 380 * size, 28 + 12 * size, 650);
  });
  pen.fillStyle = "#f3f7f2";
  words(pen, "Turbo referee", WIDE / 2, 150, 52);
  words(pen, new Date().toLocaleDateString(language, { dateStyle: "long" }), WIDE / 2, 900, 44, 600);
  if (match.options.simulated) words(pen, t("live.is-simulated"), WIDE / 2, 970, 40, 800);
  return canvas;
}

export function keep(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: some browsers begin to save only after this function has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function send(blob, name, words) {
  const file = new File([blob], name, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) { keep(blob, name); return; }
  try { await navigator.share({ files: [file], title: words }); } catch { /* somebody thought better of it */ }
}

export function shareResult(state) {
  const { match } = state;
  const title = standing(match);
  return new Promise((done) => { drawn(state).toBlob(async (blob) => { await send(blob, "turbo.png", title); done(); }); });
}
