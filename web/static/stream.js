// The stream of states: complete after every connection, and connected again for as long as it takes.
import { language } from "./texts.js";

const RETRY_MS = 1500;
const SILENCE_MS = 30000;

export function watch({ onState, onPicture = () => {}, onConnection = () => {} }) {
  let source = null;
  let timer = null;
  let newest = { boot: "", version: -1 };

  function connect() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(`/api/events?lang=${language}`);
    source.addEventListener("open", () => onConnection(true));
    source.addEventListener("state", (event) => take(JSON.parse(event.data)));
    source.addEventListener("picture", (event) => onPicture(JSON.parse(event.data).picture));
    source.addEventListener("error", () => {
      onConnection(false);
      source.close();
      timer = setTimeout(connect, RETRY_MS);
    });
  }

  function take(state) {
    onConnection(true);
    if (state.boot === newest.boot && state.version < newest.version) return;
    newest = state;
    onState(state);
  }

  // A phone that slept may hold a dead connection without knowing it.
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > SILENCE_MS) connect();
  });
  addEventListener("pagehide", () => source?.close());
  connect();
  return { reconnect: connect };
}
