// The line to the referee: who we are to it, and pictures one after another.
import { answerOf, asked, post } from "../pages/api.js";

const PATIENCE_MS = 6000;
const KEPT = "turbo-camera";

// A code from the address is kept, so that the telephone is the camera again after a restart.
export function takeCode() {
  const found = /^#join=([\w=-]+)$/.exec(location.hash);
  if (found) {
    localStorage.setItem(KEPT, found[1]);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return localStorage.getItem(KEPT);
}

export class Line {
  constructor() { this.key = null; this.relights = 0; this.delays = []; }

  // By the code if there is one that is good, else as the referee's own device.
  async join(instead = false) {
    const code = takeCode();
    let found = null;
    if (code) {
      try { found = await post("/api/camera/join-by-code", { code, instead }); } catch (error) {
        if (error.status !== 401) throw error;
        localStorage.removeItem(KEPT);
      }
    }
    found ??= await post("/api/camera/join", { instead });
    ({ key: this.key, relights: this.relights } = found);
  }

  async fetched(path, options) {
    const headers = { "X-Turbo-Camera": this.key, ...options.headers };
    return answerOf(await asked(path, { ...options, headers, signal: AbortSignal.timeout(PATIENCE_MS) }));
  }

  // True where the light is to be measured anew. `takenAt`: when the picture was, by our clock.
  async send(jpeg, takenAt) {
    const found = await this.fetched(`/api/camera/picture?taken=${Math.round(takenAt) % 1e9}`, { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: jpeg });
    this.delays = [...this.delays.slice(-199), performance.now() - takenAt];
    const isAsked = found.relights > this.relights;
    this.relights = found.relights;
    return isAsked;
  }

  advice() { return this.fetched("/api/camera/advice", {}); }

  tell(document) {
    return this.fetched("/api/camera/told", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(document) });
  }

  leave() {
    if (!this.key) return;
    fetch("/api/camera/leave", { method: "POST", keepalive: true, headers: { "Content-Type": "application/json", "X-Turbo-Camera": this.key }, body: "{}" }).catch(() => { /* it is noticed soon */ });
    this.key = null;
  }

  delay(part) {
    const sorted = [...this.delays].sort((one, other) => one - other);
    return sorted.length ? Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]) : null;
  }
}

