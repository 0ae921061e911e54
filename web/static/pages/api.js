// Everything that is asked of the server, who we are to it, and the stream of states.
import { by, toast } from "./dom.js";
import { language, t } from "./texts.js";

export const me = { role: "stranger", name: null, token: null, viewing_pin: false, ...JSON.parse(by("me")?.textContent || "{}") };
const listeners = [];

export function onMe(listener) {
  listeners.push(listener);
}

export class Failed extends Error {
  constructor(status, sentence, document = null) {
    super(sentence);
    this.status = status;
    this.document = document;
  }
}

export async function answerOf(response) {
  let document = null;
  try { document = await response.json(); } catch { /* an answer without a document */ }
  if (!response.ok) throw new Failed(response.status, document?.title ?? t("refused.ours"), document);
  return document;
}

function addressed(path) {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

export async function asked(path, options) {
  // It throws only where no answer came at all; a refusal is an answer.
  try { return await fetch(addressed(path), options); } catch { throw new Failed(0, t("refused.offline")); }
}

export async function get(path) {
  return answerOf(await asked(path));
}

export async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  if (me.token) headers["X-Turbo-Token"] = me.token;
  return answerOf(await asked(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

// Ask for a change and tell the person if it was refused; the answer, or null.
export async function change(path, body) {
  try {
    return await post(path, body);
  } catch (error) {
    toast(error.message);
    // The session has ended meanwhile: the page must offer to sign in again.
    if (error.status === 401) await whoAmI();
    return null;
  }
}

function know(found) {
  Object.assign(me, found);
  for (const listener of listeners) listener(me);
}

export async function whoAmI() {
  know(await get("/api/me"));
  return me;
}

export function signInWith(found) {
  know(found);
}

export async function signIn(pin, name) {
  know(await post("/api/sign-in", { pin, name }));
}

export async function signOut() {
  await post("/api/sign-out", {});
  await whoAmI();
}

// What the referee would say now, of a statement or of what `path` takes; `good` words what is accepted.
export async function judged(asked, good = () => t("tiles.good"), path = "/api/match/judge") {
  try {
    const found = await post(path, typeof asked === "string" ? { statement: asked } : asked);
    const first = found.legal === null ? t("verdict.unsure") : found.legal && good(found);
    return [first, ...found.messages].filter(Boolean).join(" ");
  } catch (error) { return error.message; }
}

// A name as a statement holds it.
export function quoted(name) {
  return name.includes(" ") ? `"${name}"` : name;
}

export function isReferee() {
  return me.role === "referee";
}

const RETRY_MS = 1500;
const SLEPT_MS = 30000;
const [STORED_MS, STORE_MS] = [1500, 10000]; // when what was heard before is shown, and how often it is kept
const HELD_MS = 4000; // the longest that a word stays which the table does not say any more
const [DEAD_MS, ANEW_MS] = [5000, 15000]; // without a word: told as lost, and asked for anew

// While dice are in somebody's hand nobody goes back to what was said before: read off a moving
// table, two messages would take turns. What is new is told at once.
function isOldNews(before, next) {
  const isMoving = before.moment && next.has_camera && next.settled === false && next.boot === before.boot;
  const isSame = before.match_number === next.match_number && before.entries === next.entries && before.questions.length === next.questions.length;
  const isKnown = next.moment?.kind !== "notice" || before.moment?.folded.includes(next.moment.sentence);
  return Boolean(isMoving && isSame && isKnown && before.moment.level !== "alarm");
}

// A stream, connected again for as long as it takes; the answer connects it anew at once.
export function listen(events, lost) {
  let source = null;
  let timer = null;
  function connect() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(`/api/events?lang=${language}`);
    for (const [name, act] of Object.entries(events)) source.addEventListener(name, act);
    source.addEventListener("error", () => {
      lost();
      // By hand: after an answer such as 503, when too many watch, a browser never asks again by
      // itself.
      source.close();
      timer = setTimeout(connect, RETRY_MS);
    });
  }
  // A stream that nobody closes keeps its place at the server until somebody notices.
  addEventListener("pagehide", () => source?.close());
  connect();
  return connect;
}

// The stream of states: complete after every connection.
export function watch({ onState, onPicture = () => {}, onHealth = () => {}, onConnection = () => {} }) {
  let newest = { boot: "", version: -1 };
  let heardAt = Date.now();
  let later = null;

  const heard = (act) => (event) => {
    heardAt = Date.now();
    onConnection(true, heardAt);
    act(event);
  };

  // What was last heard opens the page while the table cannot be reached; it is told as old.
  const stored = JSON.parse(localStorage.getItem("turbo-heard") ?? "null");
  if (stored?.language === language && stored.path === location.pathname) setTimeout(() => { if (newest.version < 0) { heardAt = stored.at; onState(stored.state); onConnection(false, heardAt); } }, STORED_MS);
  let storedAt = 0;
  function store(state) {
    if (Date.now() - storedAt < STORE_MS) return;
    storedAt = Date.now();
    try { localStorage.setItem("turbo-heard", JSON.stringify({ at: storedAt, language, path: location.pathname, state })); } catch { /* no room, or not allowed */ }
  }

  function take(state) {
    store(state);
    // A line that was replaced may still give an older state; after a restart versions begin anew.
    if (state.boot === newest.boot && state.version < newest.version) return;
    clearTimeout(later);
    if (isOldNews(newest, state)) {
      later = setTimeout(() => { newest = state; onState(state); }, HELD_MS);
      newest = { ...state, moment: newest.moment };
    } else newest = state;
    onState(newest);
  }

  // Where the page has asked for the state with its scripts, dice are there before the stream is.
  if (document.querySelector("link[href^='/api/state']")) get("/api/state").then((state) => { if (newest.version < 0) take(state); }, () => { /* the stream tells */ });

  // A line may be dead without an end: whoever is there says so every two seconds.
  let silentAt = 0;
  setInterval(() => {
    if (document.hidden || Date.now() - heardAt < DEAD_MS) return;
    onConnection(false, heardAt);
    if (Date.now() - Math.max(heardAt, silentAt) > ANEW_MS) { silentAt = Date.now(); connect(); }
  }, 1000);

  // A phone that slept may hold a dead connection without knowing it.
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { hiddenAt = Date.now(); return; }
    // It could not listen: what it has not heard since is no silence of the table.
    heardAt = Math.max(heardAt, Date.now() - DEAD_MS / 2);
    if (Date.now() - hiddenAt > SLEPT_MS) connect();
  });
  const connect = listen({
    beat: heard(() => {}),
    state: heard((event) => take(JSON.parse(event.data))),
    picture: heard((event) => onPicture(JSON.parse(event.data).picture)),
    health: heard((event) => onHealth(JSON.parse(event.data))),
  }, () => onConnection(false, heardAt));
}
