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

function joker(ink, shifted) {
  return s("g", {},
    s("circle", { cx: 50, cy: 41, r: 27, class: `face-line line-${ink}` }),
    s("circle", { cx: 40, cy: 35, r: 4.2, class: `ink-${ink}` }),
    s("circle", { cx: 60, cy: 35, r: 4.2, class: `ink-${ink}` }),
    s("path", { d: "M36 47q14 13 28 0", class: `face-line line-${ink}` }),
    mark(ink, shifted ? 16 : 50, 82, 5),
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
    const wide = shown.length > 1 ? 42 : 56;
    const x = 101 - wide - (shown.length - 1 - place) * (wide + 2);
    return s("g", {},
      s("rect", { x, y: 66, width: wide, height: 35, rx: 10, class: "tag" }),
      s("text", { x: x + wide / 2 - 8, y: 93, class: "tag-text" + (wide < 50 ? " slim" : "") + ` ink-${face[0]}` }, face.slice(1)),
      mark(face[0], x + wide - 11, 84, wide < 50 ? 4 : 5.2),
    );
  });
}

export function die(face, { stands = [], classes = "", onTap = null, x = 0, y = 0, label = null } = {}) {
  const words = label ?? (stands.length ? `${faceWords(face)} = ${stands.map(faceWords).join(" / ")}` : faceWords(face));
  const inner = face === "?"
    ? s("text", { x: 50, y: 69, class: "number unread" }, "?")
    : face[1] === "*" ? joker(face[0], stands.length > 0) : number(face);
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
export function hand(faces, { columns = faces.length, onTap = null, classes = () => "", onAdd = null, label = "", rows: least = 1, align = "xMinYMid" } = {}) {
  const cells = faces.length + (onAdd ? 1 : 0);
  const across = Math.max(1, least > 1 ? columns : Math.min(columns, cells));
  const rows = Math.max(least, Math.ceil(cells / across));
  const drawn = faces.map((face, place) => die(face, {
    x: (place % across) * 108, y: Math.floor(place / across) * 110,
    onTap: onTap && ((event) => onTap(place, face, event)), classes: classes(face, place),
  }));
  if (onAdd) drawn.push(adding((faces.length % across) * 108, Math.floor(faces.length / across) * 110, onAdd, label));
  return s("svg", {
    viewBox: `-3 -3 ${across * 108} ${rows * 110}`, class: "dice", role: "group", "aria-label": label,
    preserveAspectRatio: `${align} meet`,
  }, drawn);
}

export function adding(x, y, onTap, label) {
  const box = s("rect", { x: 6, y: 6, width: 88, height: 88, rx: 18, class: "adding", role: "button", tabindex: 0, "aria-label": label });
  box.addEventListener("click", onTap);
  box.addEventListener("keydown", (event) => { if (event.key === "Enter") onTap(event); });
  return s("g", { transform: `translate(${x} ${y})` }, box, s("text", { x: 50, y: 65, class: "adding-sign", "aria-hidden": "true" }, "+"));
}
