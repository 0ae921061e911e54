// The big screen of a match of tiles: the same state, larger, without controls.
import { get, me, watch } from "../pages/api.js";
import { by, h, put, show } from "../pages/dom.js";
import { applyTheme, connection, fullScreen, stayAwake } from "../pages/frame.js";
import { loadTexts, t } from "../pages/texts.js";
import { card, message, seats, table, turn } from "./drawing.js";

const TICK_MS = 250;
let match = null;
let offsetMs = 0;

function render() {
  show(by("simulated"), match.simulated);
  put(by("tv-turn"), turn(match, offsetMs));
  put(by("tv-table"), table(match));
  put(by("tv-side"), seats(match), card(match));
  by("tv-message").className = `keeper-message ${match.ruling?.verdict ?? "accepted"}`;
  put(by("tv-message"), message(match.ruling, t("verdict.rejected")));
}

// At another game the address leads to another page.
function take(state) {
  if (!state.tiles) { if (state.match) location.reload(); return; }
  match = state.tiles;
  render();
}

applyTheme();
loadTexts().then(async () => {
  if (me.role === "stranger") { put(by("tv-turn"), h("a", { href: "/" }, t("sign.in"))); return; }
  const asked = Date.now();
  offsetMs = new Date((await get("/api/tiles/clock")).now).getTime() - (asked + Date.now()) / 2;
  watch({ onState: take, onConnection: connection });
  setInterval(() => { if (match?.deadline) put(by("tv-turn"), turn(match, offsetMs)); }, TICK_MS);
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("dblclick", fullScreen);
  document.addEventListener("keydown", (event) => { if (event.key === "f" && !event.ctrlKey) fullScreen(); });
});
