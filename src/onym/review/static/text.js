// The text: a thread as a conversation, each message beside what becomes of it.

import { look } from "./api.js";
import { button, closePopover, fill, h, seenIn, toast, written } from "./dom.js";
import { graph } from "./graph.js";
import { addSelection, addWords, changeSpan } from "./span.js";
import { say } from "./strings.js";
import { picker } from "./words.js";

const words = say.text;
let place = null;
let at = { thread: undefined, from: 0, message: undefined };
let shown = null;
let list = null;
let only = false;
let finds = null;
const graphs = new Set();
let picked = null; // the message whose words are gone through by keyboard
let cursor = {};
let found = null; // the message that was jumped to

async function show(main, rest = [], moved = false) {
  place = main;
  const [kind, value, from] = rest;
  if (kind === "message") at = { message: value };
  else if (kind === "thread") at = { thread: value ?? "", from: Number(from ?? 0) };
  if (moved || !place.querySelector(".threads")) frame();
  const [contents, thread] = await Promise.all([look("threads", only ? { unclear: "yes" } : {}), look("thread", at)]);
  if (!main.isConnected) return;
  const before = JSON.stringify(shown);
  list = contents;
  shown = thread;
  drawList();
  const jump = moved || kind === "message";
  if (kind === "message") found = value;
  if (jump || JSON.stringify(stripState(thread)) !== stripBefore(before)) drawThread(jump);
  if (kind === "message") history.replaceState(null, "", `#/text/thread/${encodeURIComponent(thread.thread)}/${thread.from}`);
}

// The time of a message; seconds since 1970 are read as a time of day in Greenwich.
function when(time) {
  const seconds = /^1\d{9}(?=(\d{3})?(\.\d+)?$)/.exec(time)?.[0];
  return (seconds ? new Date(1000 * seconds).toISOString() : time).slice(0, 16).replace("T", " ");
}

const stripState = ({ state, ...rest }) => rest;
const stripBefore = (text) => { try { return JSON.stringify(stripState(JSON.parse(text))); } catch { return ""; } };

function frame() {
  const search = h("input", {
    type: "search", placeholder: words.search, "aria-label": words.search, id: "search",
    oninput: (event) => find(event.target.value),
  });
  const filter = h("label.switch", {}, h("input", {
    type: "checkbox", role: "switch", checked: only,
    onchange: () => { only = !only; show(place); },
  }), words.onlyUnclear);
  fill(place,
    h("aside.threads", { "aria-label": words.threads }, search, filter, h("div.list", { id: "threads" })),
    h("section.thread", { id: "thread", "aria-live": "off" }));
  const sought = sessionStorage.getItem("onym-find");
  if (sought) {
    sessionStorage.removeItem("onym-find");
    search.value = sought;
    find(sought);
  }
}

function drawList() {
  const target = place.querySelector("#threads");
  if (finds) { fill(target, drawFinds()); return; }
  const rows = list.threads.map((thread) => h("a.entry", {
    href: `#/text/thread/${encodeURIComponent(thread.thread)}/0`,
    "aria-current": shown?.thread === thread.thread ? "true" : null,
  }, h("span.what", {}, thread.subject ?? thread.opening),
  h("span.soft", {}, words.messages(thread.messages),
    thread.unclear ? h("span.badge.warn", {}, words.unclear(thread.unclear)) : null)));
  const more = list.total - list.threads.length;
  fill(target, rows, more > 0 ? h("p.soft.more", {}, words.more(more)) : null,
    rows.length ? null : h("p.soft.more", {}, words.allClear));
}

let waiting = 0;
function find(value) {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    finds = value.trim() ? await look("search", { words: value }) : null;
    drawList();
  }, 120);
}

function drawFinds() {
  const rows = finds.found.map((one) => h("a.entry", { href: `#/text/message/${encodeURIComponent(one.message)}` },
    h("span.what", {}, one.before, h("mark", {}, one.name), one.after),
    h("span.soft", {}, say.questions.message(one.message))));
  return [h("p.soft.more", { role: "status" }, words.found(finds.total)), rows];
}

function drawThread(jump) {
  const target = place.querySelector("#thread");
  const wasPicking = document.activeElement?.classList.contains("picking");
  const pages = Math.ceil(shown.total / shown.page);
  const page = Math.floor(shown.from / shown.page);
  const link = (number, label) => h("a.button", {
    href: `#/text/thread/${encodeURIComponent(shown.thread)}/${number * shown.page}`,
  }, label);
  const turns = pages > 1 ? h("nav.turns", { "aria-label": words.pages },
    page > 0 ? link(page - 1, words.earlier) : null, h("span.soft", {}, words.page(page + 1, pages)),
    page < pages - 1 ? link(page + 1, words.later) : null) : null;
  fill(target,
    h("header.head", {}, h("div", {}, h("h1", {}, shown.subject ?? words.thread(shown.thread)),
      h("p.soft", {}, words.messages(shown.total))),
    h("div.row", {}, legend(), button([h("kbd", { "aria-hidden": "true" }, "n"), words.next], next, { "aria-keyshortcuts": "n" }))),
    h("div.columns", { "aria-hidden": "true" }, h("span", {}, words.original), h("span", {}, words.result)),
    shown.messages.map(drawMessage), turns);
  if (jump && at.message) document.getElementById(`m-${at.message}`)?.scrollIntoView({ block: "center" });
  else if (jump) scrollTo(0, 0);
  if (wasPicking) target.querySelector(".picking")?.focus({ preventScroll: true });
}

function legend() {
  const kinds = new Map();
  for (const message of shown.messages) for (const piece of message.pieces) {
    if (piece.category) kinds.set(piece.open ? "open" : piece.category, piece);
  }
  return h("ul.legend", { "aria-label": words.legend }, [...kinds].map(([kind, piece]) =>
    h("li", {}, h(`span.chip.${tone(piece)}`, { "aria-hidden": "true" }), kind === "open" ? words.openKind : words.category(kind))));
}

const TONES = { NAME: "name", PLACE: "place", ORG: "place", ADDRESS: "place", GEO: "place", EMAIL: "reach", URL: "reach",
  PHONE: "reach", HANDLE: "reach", ID: "reach", IP: "reach", DATE: "when", AGE: "when" };
export function tone(piece) {
  if (piece.open) return "open";
  if (piece.to === null) return "marked";
  return TONES[piece.category] ?? "other";
}

function drawMessage(message) {
  const label = (one) => (one ? one.name ?? one.id : say.questions.somebody);
  const mask = (one) => (one ? one.mask ?? "–" : "–");
  const isGraph = graphs.has(message.id);
  const toggle = button(isGraph ? words.asText : words.asGraph, () => {
    if (isGraph) graphs.delete(message.id); else graphs.add(message.id);
    article.replaceWith(drawMessage(message));
  }, { kind: "quiet.small", "aria-pressed": String(isGraph) });
  const pick = button(words.pick, () => startPicking(message.id), { kind: "quiet.small", "aria-label": words.pickIn(message.id) });
  const article = h(`article.message${message.id === found ? ".found" : ""}`, { id: `m-${message.id}`, data: { id: message.id } },
    h("header", {}, h("div.from", {}, h("span", {}, h("b", {}, label(message.author)),
      message.answered ? h("span.soft", {}, ` ${words.to} ${label(message.answered)}`) : null),
    h("span.soft.time", {}, `${message.id}${message.time ? ` · ${when(message.time)}` : ""}`)),
    h("div.from", {}, h("span", {}, h("span.mask", {}, mask(message.author)),
      message.answered ? h("span.soft", {}, ` ${words.to} `, h("span.mask", {}, mask(message.answered))) : null),
    h("span.meta", {}, pick, toggle))),
    isGraph ? graph(message.pieces, (anchor, piece) => changeSpan(anchor, message, piece, reload)) : sides(message));
  return article;
}

function startPicking(id) {
  const message = shown.messages.find((one) => one.id === id);
  if (!message) return;
  const before = picked;
  if (before !== id) cursor = {};
  picked = id;
  graphs.delete(id);
  for (const one of [before, id]) redraw(one);
  const box = document.querySelector(".picking");
  box?.focus({ preventScroll: true });
  box?.scrollIntoView({ block: "nearest" });
}

function stopPicking() {
  const before = picked;
  picked = null;
  redraw(before);
  document.querySelector(`#${CSS.escape(`m-${before}`)} .meta button`)?.focus({ preventScroll: true });
}

function redraw(id) {
  const message = shown.messages.find((one) => one.id === id);
  if (message) document.getElementById(`m-${id}`)?.replaceWith(drawMessage(message));
}

function pickIn(message) {
  const { box, help } = picker(message, (node, stretch, known) => {
    if (known) changeSpan(node, message, known, reload);
    else addWords(node, message, stretch, reload);
  }, stopPicking, cursor);
  return h("div.sides", {}, box, resultOf(message), help);
}

function resultOf(message) {
  return h("div.side.result", { data: { side: "result" } },
    message.pieces.map((piece, index) => (piece.category ? span(message, piece, index, true) : written(piece))));
}

function sides(message) {
  if (picked === message.id) return pickIn(message);
  const original = h("div.side.original", { lang: "", data: { side: "original" } },
    message.pieces.map((piece, index) => (piece.category ? span(message, piece, index, false) : written(piece))));
  original.addEventListener("mouseup", () => addSelection(message, original, reload));
  return h("div.sides", {}, original, resultOf(message));
}

function span(message, piece, index, after) {
  const [was, now] = [seenIn(piece), piece.to === null ? seenIn(piece) : piece.shown];
  const label = after ? words.became(now, was) : words.stands(was, now);
  return h(`button.span.${tone(piece)}`, {
    type: "button", data: { pair: `${message.id}:${index}` }, "aria-label": label,
    onclick: (event) => changeSpan(event.currentTarget, message, piece, reload),
    onmouseenter: light, onmouseleave: dim, onfocus: light, onblur: dim,
  }, after ? now : written(piece));
}

export function light(event) { pair(event.currentTarget, true); }
export function dim(event) { pair(event.currentTarget, false); }
function pair(one, on) {
  for (const other of document.querySelectorAll(`[data-pair="${CSS.escape(one.dataset.pair)}"]`)) other.classList.toggle("lit", on);
}

async function reload() {
  closePopover();
  await show(place);
  if (picked !== null) document.querySelector(".picking")?.focus({ preventScroll: true });
}

async function next() {
  const told = await look("next", { after: found ?? "" });
  if (!told.message) { toast(words.allClear); return; }
  at = { message: told.message };
  location.hash = `#/text/message/${encodeURIComponent(told.message)}`;
}

// The message that keys are about: the one with the focus, that was jumped to, or on top.
function current() {
  const inside = document.activeElement?.closest(".message") ?? document.querySelector(".message.found");
  if (inside) return inside;
  return [...document.querySelectorAll(".message")].find((one) => one.getBoundingClientRect().bottom > 160);
}

function move(way) {
  const all = [...document.querySelectorAll(".message")];
  const at = all.indexOf(current());
  const isHere = document.activeElement?.closest(".message") === all[at];
  const one = all[isHere ? at + way : at];
  one?.querySelector(".meta button")?.focus({ preventScroll: true });
  one?.scrollIntoView({ block: "nearest" });
}

function keys(key) {
  const ways = { n: next, a: () => startPicking(current()?.dataset.id), j: () => move(1), k: () => move(-1) };
  ways[key]?.();
  return Boolean(ways[key]);
}

export const text = { show, keys, waits: "ready" };
