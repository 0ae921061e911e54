// Spoken rulings by the browser's own voice, and small sounds. Both are off until asked for.
import { preferences } from "./frame.js";
import { language } from "./texts.js";

let audio = null;

const TUNES = { accepted: [660, 880], rejected: [330, 247], unsure: [523, 523] };

function beep(pitches) {
  audio ??= new AudioContext();
  pitches.forEach((pitch, at) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + at * 0.16;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.18, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.15);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.17);
  });
}

export function announce(state) {
  const found = state.ruling;
  if (!found) return;
  if (preferences.sounds) beep(TUNES[found.verdict]);
  if (preferences.speech && "speechSynthesis" in window) {
    const words = [found.verdict === "accepted" ? "" : `${found.title}.`, found.sentence, ...found.faults.map((one) => one.message), found.ending ?? ""].join(" ");
    const said = new SpeechSynthesisUtterance(words.trim());
    said.lang = language;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }
}
