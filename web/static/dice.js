// One die as a drawing, 100 units wide. Ink is told apart by a mark as well as by its colour.
import { s } from "./dom.js";
import { faceWords } from "./texts.js";

// A mark for every ink: a dot, a triangle, a square and a diamond.
function mark(ink, x, y, size) {
  const shape = {
    k: () => s("circle", { cx: x, cy: y, r: size }),
    r: () => s("path", { d: `M${x} ${y - size * 1.1}l${size * 1.2} ${size * 2.1}h${-size * 2.4}z` }),
    b: () => s("rect", { x: x - size * .95, y: y - size * .95, width: size * 1.9, height: size * 1.9, rx: 1 }),
    o: () => s("path", { d: `M${x} ${y - size * 1.35}l${size * 1.35} ${size * 1.35}l${-size * 1.35} ${size * 1.35}l${-size * 1.35} ${-size * 1.35}z` }),
  }[ink]();
  shape.setAttribute("class", `ink-${ink}`);
  return shape;
}

function joker(ink) {
  return s("g", {},
    s("circle", { cx: 50, cy: 45, r: 25, class: `face-line line-${ink}` }),
    s("circle", { cx: 41, cy: 39, r: 4, class: `ink-${ink}` }),
    s("circle", { cx: 59, cy: 39, r: 4, class: `ink-${ink}` }),
    s("path", { d: "M37 51q13 12 26 0", class: `face-line line-${ink}` }),
    mark(ink, 50, 83, 5),
  );
}

function number(face) {
  const digits = face.slice(1);
  const ink = face[0];
  const turns = digits === "6" || digits === "9";
  return s("g", {},
    s("text", { x: 50, y: 62, class: `number ink-${ink}${digits.length > 1 ? " wide" : ""}` }, digits),
    turns && s("rect", { x: 36, y: 67, width: 28, height: 4, rx: 2, class: `ink-${ink}` }),
    mark(ink, 50, 83, 6),
  );
}

// What a joker stands for, on small tags at the lower edge.
function tags(stands) {
  const shown = stands.slice(0, 2);
  return shown.map((face, place) => {
    const x = 100 - 17 - (shown.length - 1 - place) * 36;
    return s("g", {},
      s("rect", { x: x - 17, y: 74, width: 36, height: 25, rx: 8, class: "tag" }),
      s("text", { x: x - 4, y: 93, class: `tag-text ink-${face[0]}` }, face.slice(1)),
      mark(face[0], x + 11, 87, 3.4),
    );
  });
}

export function die(face, { stands = [], classes = "", onTap = null, x = 0, y = 0, label = null } = {}) {
  const words = label ?? (stands.length ? `${faceWords(face)} = ${stands.map(faceWords).join(" / ")}` : faceWords(face));
  const inner = face === "?"
    ? s("text", { x: 50, y: 69, class: "number unread" }, "?")
    : face[1] === "*" ? joker(face[0]) : number(face);
  const group = s("g", {
    class: `die ${face === "?" ? "doubtful " : ""}${classes}${onTap ? " editable" : ""}`,
    role: onTap ? "button" : "img", tabindex: onTap ? 0 : null, "aria-label": words, "data-face": face,
  },
    s("rect", { x: 4, y: 7, width: 94, height: 94, rx: 21, class: "shade" }),
    s("rect", { x: 3, y: 2, width: 94, height: 94, rx: 20, class: "body" }),
    s("rect", { x: 1, y: 0, width: 98, height: 98, rx: 22, class: "ring" }),
    inner, tags(stands),
  );
  if (onTap) {
    group.addEventListener("click", onTap);
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); onTap(event); }
    });
  }
  return s("g", { transform: `translate(${x} ${y})` }, group);
}

export function dieAlone(face, options) {
  return s("svg", { viewBox: "-2 -2 104 106", class: "dice", "aria-hidden": options?.quiet ? "true" : null }, die(face, options));
}

// A hand in one row, or in as many as the width asks for.
export function hand(faces, { columns = faces.length, onTap = null, classes = () => "", onAdd = null, label = "" } = {}) {
  const cells = faces.length + (onAdd ? 1 : 0);
  const across = Math.max(1, Math.min(columns, cells));
  const rows = Math.max(1, Math.ceil(cells / across));
  const drawn = faces.map((face, place) => die(face, {
    x: (place % across) * 108, y: Math.floor(place / across) * 110,
    onTap: onTap && ((event) => onTap(place, face, event)), classes: classes(face, place),
  }));
  if (onAdd) drawn.push(adding((faces.length % across) * 108, Math.floor(faces.length / across) * 110, onAdd, label));
  return s("svg", {
    viewBox: `-3 -3 ${across * 108} ${rows * 110}`, class: "dice", role: "group", "aria-label": label,
    preserveAspectRatio: "xMinYMid meet",
  }, drawn);
}

export function adding(x, y, onTap, label) {
  const box = s("rect", { x: 6, y: 6, width: 88, height: 88, rx: 18, class: "adding", role: "button", tabindex: 0, "aria-label": label });
  box.addEventListener("click", onTap);
  box.addEventListener("keydown", (event) => { if (event.key === "Enter") onTap(event); });
  return s("g", { transform: `translate(${x} ${y})` }, box, s("text", { x: 50, y: 65, class: "adding-sign", "aria-hidden": "true" }, "+"));
}
