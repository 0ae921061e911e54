// Everything that is asked of the server, and who we are to it.
import { toast } from "./dom.js";
import { language, t } from "./texts.js";

export const me = { role: "stranger", name: null, token: null, viewing_pin: false };
const listeners = [];

export function onMe(listener) {
  listeners.push(listener);
}

export class Failed extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

async function answerOf(response) {
  let document = null;
  try { document = await response.json(); } catch { /* an answer without a document */ }
  if (!response.ok) throw new Failed(response.status, document?.title ?? t("refused.ours"));
  return document;
}

function addressed(path) {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

async function asked(path, options) {
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

export async function signIn(pin, name) {
  know(await post("/api/sign-in", { pin, name }));
}

export async function signOut() {
  await post("/api/sign-out", {});
  await whoAmI();
}

// A name as a statement holds it.
export function quoted(name) {
  return name.includes(" ") ? `"${name}"` : name;
}

export function isReferee() {
  return me.role === "referee";
}
