// Build the page out of nodes. Text is always a text node, so a name with markup in it stays text.

import { say } from "./strings.js";

const SVG = "http://www.w3.org/2000/svg";

// h("button.primary", { onclick, "aria-label": … }, "text", node, [nodes])
export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const node = document.createElement(tag || "div");
  return dress(node, classes, attributes, children);
}

export function svg(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  return dress(document.createElementNS(SVG, tag), classes, attributes, children);
}

function dress(node, classes, attributes, children) {
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// The text of a piece. Tags are there for whoever counts letters, but what is seen is a page.
export function written(piece) {
  if (!piece.parts) return piece.text;
  return piece.parts.map(({ text, seen }) => (seen === undefined ? text : markup(text, seen)));
}

export function markup(text, seen) {
  const told = seen.trim() ? { role: "img", "aria-label": seen.trim() } : { "aria-hidden": "true" };
  return h("span.markup", { ...told, data: { seen } }, text);
}

export function seenIn(piece) {
  return piece.parts ? piece.parts.map(({ text, seen }) => seen ?? text).join("") : piece.text;
}

// Draw a node's inside anew. Whoever is at one of its controls with the keyboard stays there, if
// what it belongs to is still shown.
export function fill(node, ...children) {
  const held = hold(node, document.activeElement);
  node.replaceChildren(...children.flat(3).filter((child) => child || child === 0));
  held?.();
  return node;
}

const CONTROLS = "a[href], button, input, select, textarea, summary, h1[tabindex]";

function hold(node, at) {
  if (at === node || !at?.matches(CONTROLS) || !node.contains(at)) return null;
  const id = at.closest("[data-id]")?.dataset.id;
  const scope = () => (id === undefined || node.closest("[data-id]") ? node : node.querySelector(`[data-id="${CSS.escape(id)}"]`));
  const index = [...scope().querySelectorAll(CONTROLS)].indexOf(at);
  return () => {
    const again = scope()?.querySelectorAll(CONTROLS)[index];
    if (again?.tagName === at.tagName && again.className === at.className) again.focus({ preventScroll: true });
  };
}

export function button(label, onclick, attributes = {}) {
  const { kind = "", ...rest } = attributes;
  return h(`button${kind && `.${kind}`}`, { type: "button", onclick, ...rest }, label);
}

// A button that a key presses as well, with the key drawn on it.
export function keyed(key, label, onclick, kind = "") {
  return button([h("kbd", { "aria-hidden": "true" }, key), h("span", {}, label)], onclick, {
    kind: ["keyed", kind].filter(Boolean).join("."),
    "aria-keyshortcuts": key,
  });
}

export function toast(words, action = null, kind = "") {
  const place = document.getElementById("toasts");
  const note = h(`div.toast${kind && `.${kind}`}`, {}, h("span", {}, words), action);
  place.append(note);
  while (place.children.length > 2) place.firstChild.remove();
  setTimeout(() => note.remove(), kind === "bad" ? 12000 : 6000);
}

// A modal dialog that closes with Esc, gives the focus back and is removed. What had the focus may
// have been drawn anew below it.
export function dialog(title, ...body) {
  const back = document.activeElement;
  const redrawn = hold(document.body, back);
  const close = () => box.close();
  const head = h("header", {}, h("h2", { id: "dialog-title" }, title),
    button("×", close, { kind: "quiet.round", "aria-label": say.close }));
  const box = h("dialog.sheet", { "aria-labelledby": "dialog-title" }, head, h("div.body", {}, body));
  box.addEventListener("close", () => {
    box.remove();
    if (back?.isConnected) back.focus();
    else redrawn?.();
  });
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  return { box, close };
}

// A small panel beside what it is about; Esc or a click elsewhere closes it.
let opened = null;
export function popover(anchor, label, ...body) {
  closePopover();
  const back = document.activeElement;
  const panel = h("div.popover", { role: "dialog", "aria-label": label, tabindex: "-1" }, body);
  document.body.append(panel);
  // It grows while lists are filled in; where the anchor was then counts.
  const at = anchor.getBoundingClientRect ? anchor.getBoundingClientRect() : anchor;
  const spot = { left: at.left + scrollX, top: at.top + scrollY, bottom: at.bottom + scrollY };
  new ResizeObserver(() => place(panel, spot)).observe(panel);
  place(panel, spot);
  opened = { panel, back, spot };
  (panel.querySelector("[autofocus], input, button, select") ?? panel).focus({ preventScroll: true });
  return panel;
}

// Below what it is about, else above, else as low as it fits.
function place(panel, spot) {
  const size = panel.getBoundingClientRect();
  const room = document.body.clientWidth;
  const [top, bottom] = [spot.top - scrollY, spot.bottom - scrollY];
  const below = bottom + 8;
  const above = top - size.height - 8;
  const bar = document.querySelector(".bar").offsetHeight + 8;
  const fitting = below + size.height < innerHeight - 8 ? below : above > bar ? above : Math.max(bar, innerHeight - size.height - 8);
  const beside = fitting !== below && fitting !== above ? 40 : 0;
  panel.style.left = `${Math.max(8, Math.min(spot.left + beside, scrollX + room - size.width - 8))}px`;
  panel.style.top = `${fitting + scrollY}px`;
}

export function closePopover() {
  if (!opened) return false;
  const { panel, back } = opened;
  opened = null;
  panel.remove();
  if (back?.isConnected && document.activeElement === document.body) back.focus({ preventScroll: true });
  return true;
}

addEventListener("resize", () => { if (opened) place(opened.panel, opened.spot); });
document.addEventListener("pointerdown", (event) => {
  if (opened && !opened.panel.contains(event.target)) closePopover();
});
