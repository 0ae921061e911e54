// Small helpers for elements. Text is always set as text, never as markup.
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function by(id) {
  return document.getElementById(id);
}

export function put(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((one) => one !== null && one !== undefined && one !== false));
}

export function toast(sentence) {
  const box = by("toast");
  if (!box) return;
  box.textContent = sentence;
  box.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { box.hidden = true; }, 6000);
}

// A dialog that is gone when it is closed; `build(close)` gives its content.
export function dialog(title, build) {
  const box = h("dialog", { "aria-label": title });
  const close = () => box.close();
  put(box, h("h2", {}, title), build(close));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => { if (event.target === box) close(); });
  document.body.append(box);
  box.showModal();
  return box;
}
