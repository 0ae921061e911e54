// Whether something moves: decided here, cheaply, so that nothing is sent for a table that lies still.
const WIDE = 160;
const STEP = 20; // of 256: noise and the flicker of lamps stay below, a hand or a die far above
const LEAST = 8; // pixels of 19,200: a die has twenty

export class Motion {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.pen = this.canvas.getContext("2d", { willReadFrequently: true });
    this.before = null;
    this.grey = null;
  }

  // Compared with the picture that was sent last: what changes slowly adds up, and is seen too.
  look(video) {
    const high = Math.max(1, Math.round(WIDE * video.videoHeight / video.videoWidth));
    if (this.canvas.height !== high) { this.canvas.width = WIDE; this.canvas.height = high; this.before = null; }
    this.pen.drawImage(video, 0, 0, WIDE, high);
    const { data } = this.pen.getImageData(0, 0, WIDE, high);
    const grey = new Int16Array(WIDE * high);
    for (let at = 0; at < grey.length; at++) grey[at] = (data[4 * at] + 2 * data[4 * at + 1] + data[4 * at + 2]) >> 2;
    this.grey = grey;
    return this.before === null || changed(this.before, grey) >= LEAST;
  }

  sent() { this.before = this.grey; }
}

// A lamp that dims all of it alike, or an exposure that drifts, is no motion.
function changed(before, now) {
  let sum = 0;
  for (let at = 0; at < now.length; at++) sum += now[at] - before[at];
  const drift = sum / now.length;
  let count = 0;
  for (let at = 0; at < now.length; at++) if (Math.abs(now[at] - before[at] - drift) > STEP) count++;
  return count;
}
