// The page's texts, in the language that the server chose for it, with the forms that counts need.
export const language = document.documentElement.lang || "en";
let table = {};

// A browser in British English wants British times, whatever "en" means elsewhere.
const locale = navigator.language.startsWith(language) ? navigator.language : language;
const plural = new Intl.PluralRules(language);
const BLANK = /\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g;

export async function loadTexts() {
  const answer = await fetch(document.documentElement.dataset.texts);
  table = await answer.json();
}

export function texts(key) {
  return table[key];
}

export function t(key, values = {}) {
  return (table[key] ?? key).replace(BLANK, (blank, name, one, other) => {
    if (!(name in values)) return blank;
    if (one === undefined) return values[name];
    return (plural.select(Number(values[name])) === "one" ? one : other).replaceAll("#", values[name]);
  });
}

// Who said it: people by their names, the table and the camera in words.
export function author(by) {
  return table[`by.${by}`] ?? by;
}

const COLOURS = { k: "black", r: "red", b: "blue", o: "orange" };

export function faceWords(face) {
  if (face === "?") return t("word.unread");
  if (face[1] === "*") return t("word.joker");
  const colour = t(`word.${COLOURS[face[0]]}`);
  // In French the colour follows the number.
  return language === "fr" ? `${face.slice(1)} ${colour}` : `${colour} ${face.slice(1)}`;
}

export function when(text) {
  if (!text) return "";
  return new Date(text).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

export function clock(text) {
  if (!text) return "";
  return new Date(text).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}
