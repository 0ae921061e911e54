// The page's texts, in the language that the server chose for it, with the forms that counts need.
export const language = document.documentElement.lang || "en";
let table = {};

// A browser in British English wants British times, whatever "en" means elsewhere.
const locale = navigator.language.startsWith(language) ? navigator.language : language;
const BLANK = /\{(@?)([\w.-]+)\}/g;

export async function loadTexts() {
  const answer = await fetch(document.documentElement.dataset.texts);
  table = await answer.json();
}

export function texts(key) {
  return table[key];
}

// A message that counts has a form for each number that its language tells apart; which one 0 to 199
// ask for comes with the texts.
function form(message, values) {
  if (typeof message === "string") return message;
  // No language of ours counts halves: a slow camera gives 1.4 pictures a second, as it would two.
  const count = Math.ceil(Number(values[message.by] ?? 2));
  const digits = table[""];
  return message.forms[digits[count < digits.length ? count : 100 + (count % 100)]];
}

// Where a sentence names the pieces, tiles have one of their own.
let own = "";
export function speakOf(piece) {
  own = piece === "tile" ? "-tiles" : "";
}

export function t(key, values = {}) {
  const message = table[key + own] ?? table[key];
  if (message === undefined) return key;
  return form(message, values).replace(BLANK, (blank, other, name) => {
    if (other) return t(name, values);
    return name in values ? values[name] : blank;
  });
}

// Who said it: people by their names, the table and the camera in words.
export function author(by) {
  return table[`by.${by}`] ?? by;
}

const COLOURS = { k: "black", r: "red", b: "blue", o: "orange" };

export function faceWords(face, piece = "die") {
  if (face === "?") return t(piece === "tile" ? "face.bare.unread-tile" : "face.bare.unread");
  if (face[0] === "*") return t(`tiles.joker.${face[1]}`);
  if (face[1] === "*") return t("face.bare.joker");
  return t(`face.bare.${COLOURS[face[0]]}`, { number: face.slice(1) });
}

// Made once: to make one takes longer than all the rest of a message.
const formats = {};
function inTime(text, how) {
  const name = Object.values(how).join();
  return text ? (formats[name] ??= new Intl.DateTimeFormat(locale, how)).format(new Date(text)) : "";
}

export function when(text) {
  return inTime(text, { dateStyle: "medium", timeStyle: "short" });
}

export function clock(text) {
  return inTime(text, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}
