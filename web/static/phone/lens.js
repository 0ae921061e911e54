// The telephone's own camera: opened at its best, measured, and then held as it is.
const LONGEST_PX = 1920; // what the referee reads: more is only slower
const QUALITY = 0.85;
const SETTLE_MS = 2000;

const PARTS = [
  ["exposure", "exposureMode", ["exposureTime", "iso", "exposureCompensation"]],
  ["white balance", "whiteBalanceMode", ["colorTemperature"]],
  ["focus", "focusMode", ["focusDistance"]],
];

export class Lens {
  constructor(video) {
    this.video = video;
    this.track = null;
    this.canvas = document.createElement("canvas");
    this.held = [];
    this.refused = PARTS.map(([name]) => name);
    this.holds = 0;
  }

  async open() {
    this.close();
    const wanted = { facingMode: { ideal: "environment" }, width: { ideal: LONGEST_PX }, height: { ideal: 1440 }, frameRate: { ideal: 30 } };
    const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    [this.track] = stream.getVideoTracks();
    this.video.srcObject = stream;
    await this.video.play();
  }

  close() {
    this.track?.stop();
    this.track = null;
  }

  // A call or a locked screen takes the camera away; some browsers say so, others only stop.
  get isLost() {
    return !this.track || this.track.readyState === "ended" || this.track.muted;
  }

  get model() {
    return (this.track?.label ?? "").slice(0, 40);
  }

  // The next picture that the camera takes: a camera that hangs gives none, and no old one is sent.
  frame(within) {
    return new Promise((done) => {
      const late = setTimeout(() => done(null), within);
      this.video.requestVideoFrameCallback((now, facts) => { clearTimeout(late); done(facts.captureTime ?? now); });
    });
  }

  jpeg() {
    const { videoWidth: wide, videoHeight: high } = this.video;
    const scale = Math.min(1, LONGEST_PX / Math.max(wide, high));
    this.canvas.width = Math.round(wide * scale);
    this.canvas.height = Math.round(high * scale);
    this.canvas.getContext("2d").drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    return new Promise((done) => { this.canvas.toBlob(done, "image/jpeg", QUALITY); });
  }

  // Let everything find its value, then hold it: a hand in the picture must not change the light.
  async hold() {
    const turn = ++this.holds;
    const can = this.track.getCapabilities?.() ?? {};
    const free = PARTS.filter(([, mode]) => can[mode]?.includes("continuous")).map(([, mode]) => ({ [mode]: "continuous" }));
    await this.apply(free);
    await new Promise((done) => { setTimeout(done, SETTLE_MS); });
    if (turn !== this.holds || this.isLost) return;
    const now = this.track.getSettings();
    this.held = [];
    for (const [name, mode, values] of PARTS) {
      if (!can[mode]?.includes("manual")) continue;
      const known = values.filter((value) => can[value] && now[value] !== undefined).map((value) => [value, now[value]]);
      if (await this.apply([{ [mode]: "manual", ...Object.fromEntries(known) }])) this.held.push(name);
    }
    this.refused = PARTS.map(([name]) => name).filter((name) => !this.held.includes(name));
  }

  async apply(advanced) {
    if (!advanced.length) return false;
    try { await this.track.applyConstraints({ advanced }); return true; } catch { return false; }
  }

  get hasTorch() {
    return Boolean(this.track?.getCapabilities?.().torch);
  }

  shine(isOn) {
    return this.apply([{ torch: isOn }]);
  }
}
