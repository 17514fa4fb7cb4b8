// The frame: which view is shown, the keys that work everywhere, undo, and staying up to date.

import { act, look, Refused, store } from "./api.js";
import { closePopover, dialog, fill, h, toast } from "./dom.js";
import { overview } from "./overview.js";
import { people } from "./people.js";
import { questions } from "./questions.js";
import { say } from "./strings.js";
import { text } from "./text.js";

const VIEWS = { questions, people, text, overview };
const QUICK = 350;
const SLOW = 2500;

const main = document.getElementById("main");
let view = null;
let shown = "";
let root = null;

function route() {
  const [, name = "", ...rest] = location.hash.split("/");
  const chosen = VIEWS[name] ? name : "questions";
  const moved = chosen !== shown;
  shown = chosen;
  closePopover();
  if (moved) {
    document.querySelector("dialog[open]")?.close();
    scrollTo(0, 0);
    view = VIEWS[chosen];
    fresh();
  }
  drawNav();
  document.title = say.title(say.views[chosen], store.state?.project ?? "");
  refresh(rest.map(decodeURIComponent), moved);
}

// Each time a view is come to it gets a place of its own: an answer that was asked for before it
// was left finds that place gone from the page, and draws over nothing.
function fresh(...children) {
  root = h(`div.view-${shown}`, {}, children);
  fill(main, root);
}

async function refresh(rest = location.hash.split("/").slice(2).map(decodeURIComponent), moved = false) {
  const current = view;
  try {
    if (!store.state[current.waits]) wait();
    else await current.show(root, rest, moved);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message, null, "bad");
  }
  if (moved && current === view) main.focus({ preventScroll: true });
}

function wait() {
  fresh(h("section.empty.waiting", {},
    h("div.pulse", { "aria-hidden": "true" }), h("h1", {}, say.getting.title),
    h("p", {}, say.getting.words),
    h("p.soft", { role: "status" }, say.working(store.state.stage || "…"))));
}

function drawNav() {
  const links = Object.keys(VIEWS).map((name) => h("a", {
    href: `#/${name}`,
    "aria-current": name === shown ? "page" : null,
  }, say.views[name], name === "questions" && store.state?.open
    ? h("span.badge", { "aria-label": say.open(store.state.open) }, String(store.state.open)) : null));
  fill(document.getElementById("nav"), links);
}

function drawStatus(state, before) {
  document.getElementById("project").textContent = state.project;
  const stage = state.stage ? say.working(state.stage) : state.busy ? say.updating : "";
  const place = document.getElementById("stage");
  if (place.textContent !== stage) place.textContent = stage;
  const undo = document.getElementById("undo");
  undo.hidden = !state.undo;
  fill(undo, h("kbd", { "aria-hidden": "true" }, "u"), say.undo);
  undo.title = state.undo ? say.undoOf(state.undo) : "";
  if (!before || before.open !== state.open) drawNav();
  if (state.error && state.error !== before?.error) toast(state.error, null, "bad");
}

export async function undo() {
  const told = await act("undo");
  if (!told) return;
  toast(told.undone ? say.undone(told.undone) : say.nothingToUndo);
  await refresh();
  if (document.activeElement === document.body) main.focus({ preventScroll: true });
}

function help() {
  const rows = say.keys.map(([key, words]) => h("tr", {},
    h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words)));
  dialog(say.help, h("table.keys", {}, h("tbody", {}, rows)));
}

let going = false;
const GOES = { q: "questions", p: "people", t: "text", o: "overview" };

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  if (event.key === "Escape" && closePopover()) return;
  if (event.key === "Escape" && event.target.type === "search") main.focus({ preventScroll: true });
  if (document.querySelector("dialog[open]") || typing) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z") {
    event.preventDefault();
    undo();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (going) {
    going = false;
    if (VIEWS[GOES[event.key]]) location.hash = `#/${GOES[event.key]}`;
    return;
  }
  if (event.target.closest(".popover")) return;
  const own = view?.keys?.(event.key, event);
  if (own) event.preventDefault();
  else if (event.key === "g") going = true;
  else if (event.key === "u") undo();
  else if (event.key === "?") help();
  else if (event.key === "/") {
    const field = main.querySelector("input[type=search]");
    if (field) { event.preventDefault(); field.focus(); }
  }
});

async function follow() {
  const before = store.state?.version;
  let pause = SLOW;
  try {
    await look("state");
    if (store.state.version !== before) await refresh();
    else if (!store.state[view.waits]) wait();
    pause = store.state.busy ? QUICK : SLOW;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    document.getElementById("stage").textContent = say.lost;
  }
  setTimeout(follow, pause);
}

document.getElementById("skip").textContent = say.skip;
document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
document.getElementById("nav").setAttribute("aria-label", say.sections);
document.getElementById("undo").addEventListener("click", undo);
const helper = document.getElementById("help");
helper.textContent = "?";
helper.setAttribute("aria-label", say.help);
helper.addEventListener("click", help);
store.listeners.push(drawStatus);
addEventListener("hashchange", route);
await look("state");
route();
setTimeout(follow, QUICK);
