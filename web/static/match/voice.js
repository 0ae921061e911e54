// Every moment is spoken and sounded by its weight, by the browser's own voice. Off until asked for.
import { preferences } from "../pages/frame.js";
import { language } from "../pages/texts.js";

let audio = null;

// A throw is not a win, and a lost camera is not a hint: pitches in Hz, and how long each is in s.
const TUNES = {
  good: [[660, 880], .15], fault: [[330, 247], .22], ask: [[523, 523], .18], word: [[587], .12],
  alarm: [[880, 660, 880, 660], .25], round: [[523, 659, 784], .2], match: [[523, 659, 784, 1047, 784, 1047], .24],
};

function play([pitches, length]) {
  audio ??= new AudioContext();
  pitches.forEach((pitch, at) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + at * (length + .01);
    tone.frequency.value = pitch;
    // Not nought, from which no exponential ramp can begin; without a ramp every tone clicks.
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.18, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length + .02);
  });
}

// One die of a hand that is counted, a little higher than the one before.
export function tick(at) {
  play([[440 + 40 * at], .08]);
}

export function announce({ moment }) {
  if (preferences.sounds && TUNES[moment.level]) play(TUNES[moment.level]);
  if (!preferences.speech || !("speechSynthesis" in window) || moment.level === "quiet") return;
  const said = new SpeechSynthesisUtterance(moment.told);
  said.lang = language;
  // What weighs more interrupts what is being said; a mere word waits for its end.
  if (moment.level !== "word") speechSynthesis.cancel();
  speechSynthesis.speak(said);
}
