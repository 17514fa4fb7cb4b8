// People who are named in what is shared and stay: why, where, and a tick to hide or leave them.

import { act, look, store } from "./api.js";
import { button, fill, h, toast } from "./dom.js";
import { isBlind, quote } from "./questions.js";
import { say } from "./strings.js";

const words = say.named;
const STEP = 25;
const DECIDED = ["kept", "hidden"];
const ticked = new Set();
const opened = new Map();
let wanted = null;
let limit = STEP;

export function named(told, check, reload) {
  const place = h("section.panel.named", { "aria-labelledby": "named" });
  const draw = () => fill(place, h("h2", { id: "named" }, words.title), h("p.soft", {}, words.words), body(told, check, draw, reload));
  draw();
  return place;
}

function body(told, check, draw, reload) {
  if (told.named === null) {
    const busy = Boolean(store.state.stage);
    return h("div.row", {}, button(words.look, check, { disabled: busy || !told.files.length }));
  }
  const { people, more } = told.named;
  if (!people.length) return h("p.good", {}, words.nobody);
  const number = (kind) => people.filter((one) => one.why === kind).length;
  const kinds = Object.keys(words.kinds).filter(number);
  if (wanted !== "all" && !kinds.includes(wanted)) wanted = kinds[0];
  const shown = people.filter((one) => wanted === "all" || one.why === wanted);
  return [chips(people, kinds, number, draw), list(shown.slice(0, limit), reload),
    shown.length > limit ? h("div.row", {}, button(words.more(shown.length - limit), () => { limit += STEP; draw(); })) : null,
    more ? h("p.soft", {}, words.beyond(more)) : null];
}

function chips(people, kinds, number, draw) {
  const chip = (kind, label, count) => button([label, h("span.count", {}, String(count))], () => {
    [wanted, limit] = [kind, STEP];
    ticked.clear();
    draw();
    focusChip();
  }, { kind: "chip-button", "aria-pressed": String(kind === wanted) });
  return h("div.chips", { role: "group", "aria-label": words.show },
    kinds.map((kind) => chip(kind, words.kinds[kind], number(kind))), chip("all", words.all, people.length));
}

function focusChip() {
  document.querySelector(".named .chip-button[aria-pressed=true]")?.focus({ preventScroll: true });
}

// The rows, and above them what can be done to those that are ticked.
function list(shown, reload) {
  const open = shown.filter((one) => !DECIDED.includes(one.why));
  const boxes = new Map();
  const every = h("input", { type: "checkbox", disabled: !open.length,
    onchange: () => {
      for (const one of open) {
        boxes.get(one).checked = every.checked;
        every.checked ? ticked.add(one.name) : ticked.delete(one.name);
      }
      count();
    } });
  const hide = button("", () => decide("hide_people", shown, words.hidden, reload), { kind: "primary" });
  const keep = button("", () => decide("keep_people", shown, words.kept, reload));
  const count = () => {
    const chosen = open.filter((one) => ticked.has(one.name)).length;
    every.checked = chosen > 0 && chosen === open.length;
    for (const [press, label] of [[hide, words.hide], [keep, words.keep]]) {
      press.textContent = label(chosen);
      press.disabled = !chosen;
    }
  };
  const rows = h("ul.stays", { "aria-label": words.list }, shown.map((one, at) => row(one, at, boxes, count)));
  count();
  return [open.length ? h("div.row", {}, h("label.check", {}, every, words.every(open.length)), hide, keep) : null, rows];
}

async function decide(name, shown, says, reload) {
  const chosen = shown.filter((one) => ticked.has(one.name));
  const told = says(chosen.map((one) => one.name));
  if (!await act(name, { people: chosen.map((one) => one.forms), says: told })) return;
  ticked.clear();
  toast(`${told}. ${words.apply}`);
  await reload();
  focusChip();
}

function row(one, at, boxes, count) {
  const id = `stay-${at}`;
  const why = one.why === "hidden" ? `${words.kinds.hidden}, ${words.unwritten}` : words.kinds[one.why];
  const also = one.forms.slice(1).join("; ");
  const tick = h("input", { type: "checkbox", id, checked: ticked.has(one.name), disabled: DECIDED.includes(one.why),
    onchange: () => { tick.checked ? ticked.add(one.name) : ticked.delete(one.name); count(); } });
  boxes.set(one, tick);
  const places = h("div.places", {}, quotes(one));
  return h("li", {}, tick, h("div.about", {},
    h("div.row", {}, h("label", { for: id }, h("b", {}, one.name)), also ? h("span.soft", {}, words.also(also)) : null,
      h("span.soft", {}, `${words.times(one.count)} · ${why}`),
      isBlind() ? null : button(words.where, (event) => toggle(one, event.currentTarget, places),
        { kind: "small", "aria-label": words.whereOf(one.name), "aria-expanded": String(opened.has(one.name)) })),
    isBlind() ? null : places));
}

async function toggle(one, press, places) {
  if (opened.has(one.name)) opened.delete(one.name);
  else opened.set(one.name, (await look("where", { name: one.name })).excerpts);
  press.setAttribute("aria-expanded", String(opened.has(one.name)));
  fill(places, quotes(one));
}

function quotes(one) {
  const excerpts = opened.get(one.name);
  if (!excerpts) return [];
  return excerpts.length ? excerpts.map(quote) : [h("p.soft", {}, words.nowhere)];
}
