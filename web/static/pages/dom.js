// Elements. Preact finds what differs between two drawings and changes only that, so that focus,
// a press that has begun and what a screen reader has read stay where they are.
import { Component, Fragment, h, render } from "../vendor/preact.js";

export { Component, Fragment, h };

export function by(id) {
  return document.getElementById(id);
}

// What stands in an element from now on. Each element has one owner who calls this.
export function put(element, ...children) {
  render(h(Fragment, null, ...children), element);
}

// Hidden or not, without touching what need not be touched.
export function show(element, isShown) {
  if (element.hidden === isShown) element.hidden = !isShown;
}

// `words` and `act`: one thing that can be done about it.
export function toast(sentence, words = null, act = null) {
  const box = by("toast");
  if (!box) return;
  put(box, sentence, words && button(words, () => { box.hidden = true; act(); }, "plain", { id: "toast-act" }));
  box.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { box.hidden = true; }, 6000);
}

const dialogs = new Set();

// What dialogs show of the state follows it; fields that somebody writes in are left alone.
export function redrawDialogs() {
  for (const redraw of dialogs) redraw();
}

// A dialog that is gone when it is closed, and gives the focus back to where it was. `build(close,
// redraw)` gives its content, and is asked again whenever `redraw` is called.
export function dialog(title, build, kind = "") {
  const box = document.createElement("dialog");
  if (kind) box.className = kind;
  box.setAttribute("aria-label", title);
  const close = () => box.close();
  const redraw = () => put(box, h("h2", {}, title), build(close, redraw));
  dialogs.add(redraw);
  box.addEventListener("close", () => { dialogs.delete(redraw); render(null, box); box.remove(); });
  box.addEventListener("click", (event) => { if (event.target === box) close(); });
  document.body.append(box);
  redraw();
  box.showModal();
  return { close, redraw };
}

export function button(words, act, kind = "quiet", more = {}) {
  return h("button", { type: "button", class: kind, onclick: act, ...more }, words);
}
