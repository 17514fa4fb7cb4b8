// The conversion table: everybody with their names and their masking name, and what to watch for.

import { act, look } from "./api.js";
import { button, closePopover, dialog, fill, h, popover, toast } from "./dom.js";
import { chooser } from "./chooser.js";
import { person } from "./person.js";
import { say } from "./strings.js";
import { warnings } from "./warnings.js";

const words = say.people;
const STEP = 100;
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

let place = null;
let table = null;
let version = 0;
let wanted = "";
let filter = "all";
let order = { by: "mentions", down: true };
let limit = STEP;
let drawn = "";
let stale = false;

const FILTERS = {
  all: () => true,
  homonyms: (one) => table.homonyms.some((shared) => shared.people.includes(one.id)),
  doubles: (one) => table.doubles.some((double) => double.people.includes(one.id)),
  unsure: (one) => one.names.some((name) => !name.decision && name.score < 0.8),
  decided: (one) => one.names.some((name) => name.decision) || one.typed || one.also.length,
  mentioned: (one) => one.origin === "mentioned",
  nameless: (one) => !one.names.length,
};
const ORDERS = {
  mask: (one) => one.mask ?? "",
  name: (one) => plain(one.name ?? one.id),
  mentions: (one) => one.mentions,
  written: (one) => one.written,
};

async function show(main, rest = [], moved = false) {
  place = main;
  const told = await look("table");
  if (!main.isConnected) return;
  const { state, ...seen } = told;
  if (state.version < version) return; // a newer answer came before this one
  version = state.version;
  const same = JSON.stringify(seen) === drawn;
  table = seen;
  drawn = JSON.stringify(seen);
  if (moved || !place.querySelector(".people")) frame();
  else if (same && !rest.length) return;
  stale = typing();
  if (!stale) draw();
  if (rest[0] && rest[0] === addressed() && !document.querySelector("dialog")) openPerson(rest[0]);
}

// Whom the address names: nobody any more, once their sheet was closed while the table was asked for.
const addressed = () => decodeURIComponent(location.hash.split("/")[2] ?? "");

// A masking name that is being typed is not drawn over; that is made up for when its field is left.
function typing() {
  const at = document.activeElement;
  return at.matches(".mask-input") && place.contains(at) && at.value !== at.defaultValue;
}

function catchUp() {
  if (!stale || !place.querySelector(".people")) return;
  stale = false;
  draw();
}

function frame() {
  const search = h("input", {
    type: "search", placeholder: words.filter, "aria-label": words.filter, value: wanted,
    oninput: (event) => { wanted = event.target.value; limit = STEP; draw(); },
  });
  const chips = h("div.chips", { role: "group", "aria-label": words.show }, Object.keys(FILTERS).map((name) =>
    button([words.filters[name], h("span.count", { data: { filter: name } })], () => { filter = name; limit = STEP; draw(); },
      { kind: "chip-button", data: { name } })));
  fill(place, h("div.people", {},
    h("header.head", {}, h("div", {}, h("h1", {}, words.title), h("p.soft", { id: "people-count", role: "status" })),
      h("div.row", {}, button(words.addPerson, addName), button(words.save, save), button(words.reuse, reuse))),
    h("div", { id: "warnings" }), h("div.tools", {}, search, chips),
    h("div.table-frame", {}, h("table.conversion", { role: "table" }, h("thead", { role: "rowgroup" }, h("tr", { id: "heads", role: "row" })),
      h("tbody", { id: "rows", role: "rowgroup" }))),
    h("div", { id: "more" }), h("section.lists", { id: "lists" })));
}

function draw() {
  const chosen = table.people.filter((one) => FILTERS[filter](one) && matches(one)).sort(compare);
  place.querySelector("#people-count").textContent = words.count(chosen.length, table.people.length);
  for (const chip of place.querySelectorAll(".chip-button")) {
    chip.setAttribute("aria-pressed", String(chip.dataset.name === filter));
    chip.querySelector(".count").textContent = table.people.filter(FILTERS[chip.dataset.name]).length;
  }
  fill(place.querySelector("#heads"), heads());
  fill(place.querySelector("#rows"), chosen.slice(0, limit).map(row),
    chosen.length ? null : h("tr", { role: "row" }, h("td.nothing", { colspan: 5, role: "cell" }, words.nobody)));
  fill(place.querySelector("#more"), chosen.length > limit
    ? button(words.more(chosen.length - limit), () => { limit += STEP; draw(); }) : null);
  fill(place.querySelector("#warnings"), warnings(table, find, { setMask, reload, openPerson }));
  fill(place.querySelector("#lists"), lists());
}

const find = (id) => table.people.find((one) => one.id === id) ?? { id, name: null, names: [], mask: null, form: {} };

function matches(one) {
  const sought = plain(wanted.trim());
  if (!sought) return true;
  const known = [one.id, one.name, one.mask, ...one.registered, ...one.handles, ...one.names.map((name) => name.name)];
  return known.some((text) => text && plain(text).includes(sought));
}

function compare(one, other) {
  const [a, b] = [ORDERS[order.by](one), ORDERS[order.by](other)];
  const way = typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
  return (order.down ? -way : way) || one.id.localeCompare(other.id, "en", { numeric: true });
}

function heads() {
  const head = (by, label, number = false) => {
    const active = order.by === by;
    const press = () => { order = { by, down: active ? !order.down : number }; draw(); };
    return h(number ? "th.number" : "th", { scope: "col", role: "columnheader", "aria-sort": active ? (order.down ? "descending" : "ascending") : "none" },
      button([label, h("span.arrow", { "aria-hidden": "true" }, active ? (order.down ? "▾" : "▴") : "")], press, { kind: "sort" }));
  };
  return [head("name", words.person), head("mask", words.mask), h("th", { scope: "col", role: "columnheader" }, words.names),
    head("mentions", words.mentions, true), head("written", words.written, true)];
}

function row(one) {
  const warned = FILTERS.doubles(one);
  return h("tr", { data: { id: one.id }, role: "row" },
    h("th", { scope: "row", role: "rowheader" }, button(one.name ?? one.id, () => openPerson(one.id), { kind: "link" }),
      h("div.ids", {}, [one.id, ...one.also].join(" + "), " · ", words.origins[one.origin])),
    h("td", { role: "cell" }, maskInput(one, warned)),
    h("td", { role: "cell" }, h("div.names", {}, one.names.map((name) => nameChip(one, name)),
      button("+", (event) => addTo(event.currentTarget, one), { kind: "plus", "aria-label": words.addTo(one.name ?? one.id) }))),
    h("td.number", { role: "cell" }, one.mentions.toLocaleString("en-GB")),
    h("td.number", { role: "cell" }, one.written.toLocaleString("en-GB")));
}

function maskInput(one, warned) {
  const field = h(`input.mask-input${warned ? ".warned" : ""}`, {
    type: "text", value: one.mask ?? "", "aria-label": words.maskOf(one.name ?? one.id), maxlength: 60, size: 10,
    onkeydown: (event) => {
      if (event.key === "Enter") field.blur();
      if (event.key === "Escape") { field.value = one.mask ?? ""; field.blur(); }
    },
    onchange: () => setMask([one.id], field.value, words.masked(one.name ?? one.id, field.value.trim())),
    onblur: () => setTimeout(catchUp),
  });
  field.defaultValue = field.value;
  return field;
}

async function setMask(people, name, says) {
  if (name?.trim() === "") name = null;
  if (await act("mask", { people, name, says })) { toast(says); await reload(); }
}

function nameChip(one, name) {
  const shared = table.homonyms.some((each) => each.people.includes(one.id) && plain(each.name) === plain(name.name));
  const kind = name.decision ? "decided" : name.score < 0.8 ? "unsure" : "";
  return button([name.name, h("span.count", {}, String(name.count))], (event) => openName(event.currentTarget, one, name), {
    kind: ["name-chip", kind, shared && "shared"].filter(Boolean).join("."),
    "aria-label": words.nameOf(name.name, name.count),
  });
}

function openName(anchor, one, name) {
  const label = one.name ?? one.id;
  const run = async (act_, given, says) => {
    if (await act(act_, { ...given, says })) { closePopover(); toast(says); await reload(); }
  };
  const how = name.decision ? words.decisions[name.decision] ?? name.decision : say.questions.score(name.score);
  popover(anchor, words.nameOf(name.name, name.count),
    h("h2.name", {}, name.name), h("p.soft", {}, `${words.times(name.count)}, ${how}`),
    name.reasons.length ? h("ul.why", {}, name.reasons.map((reason) => h("li", {}, reason))) : null,
    chooser(words.move, one.id, (who, other) => run("move", { names: [name.name], who: one.id, to: who }, words.moved(name.name, other))),
    h("div.row", {},
      button(words.notTheirs, () => run("reject", { name: name.name, who: one.id }, words.rejectedFor(name.name, label))),
      button(words.noName, () => run("reject", { name: name.name }, say.span.rejected(name.name))),
      button(say.span.keep, () => run("keep", { name: name.name }, say.span.kept(name.name))),
      h("a.button", { href: "#/text", onclick: () => sessionStorage.setItem("onym-find", name.name) }, words.inText)));
}

function addTo(anchor, one) {
  const field = h("input", { type: "text", "aria-label": words.newName, placeholder: words.newName, maxlength: 80 });
  const send = async (event) => {
    event.preventDefault();
    const says = words.added(field.value.trim(), one.name ?? one.id);
    if (await act("add", { name: field.value, who: one.id, says })) { closePopover(); toast(says); await reload(); }
  };
  popover(anchor, words.addTo(one.name ?? one.id), h("h2", {}, words.addTo(one.name ?? one.id)),
    h("form.row", { onsubmit: send }, field, h("button.primary", { type: "submit" }, words.add)));
}

function addName() {
  const field = h("input", { type: "text", "aria-label": words.newName, placeholder: words.newName, maxlength: 80 });
  const { close } = dialog(words.addPerson, h("p.soft", {}, words.addWords), h("div.stack", {}, field,
    chooser(say.span.owner, null, async (who, label) => {
      const says = words.added(field.value.trim(), label);
      if (await act("add", { name: field.value, who, says })) { close(); toast(says); await reload(); }
    })));
  field.focus();
}

function openPerson(id) {
  if (location.hash !== `#/people/${encodeURIComponent(id)}`) history.replaceState(null, "", `#/people/${encodeURIComponent(id)}`);
  const sheet = person(find(id), table, reload);
  sheet.box.addEventListener("close", () => {
    if (location.hash.startsWith("#/people")) history.replaceState(null, "", "#/people");
  });
}

function lists() {
  const list = (name) => (table[name].length ? h("div", {}, h("h2", {}, words.lists[name]), h("p.soft", {}, words.listWords[name]),
    h("div.names", {}, table[name].map((each) => button([each, h("span", { "aria-hidden": "true" }, "×")], async () => {
      const says = words.unlisted(each);
      if (await act("unlist", { list: name, name: each, says })) { toast(says); await reload(); }
    }, { kind: "name-chip", "aria-label": words.unlist(each) })))) : null);
  return ["keep", "hide", "reject"].map(list);
}

async function save() {
  const { file, ...told } = await look("saved");
  const address = URL.createObjectURL(new Blob([JSON.stringify(told.table, null, 1)], { type: "application/json" }));
  const link = h("a", { href: address, download: words.file(told.state.project) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  toast(words.saved);
}

function reuse() {
  const field = h("input", { type: "file", accept: ".json,application/json", "aria-label": words.reuse });
  const { close } = dialog(words.reuse, h("p.soft", {}, words.reuseWords), h("div.stack", {}, field,
    button(words.take, async () => {
      const [file] = field.files;
      if (!file) return;
      let given;
      try { given = JSON.parse(await file.text()); } catch { toast(words.noTable, null, "bad"); return; }
      const told = await act("reuse", { table: given, says: words.reused(file.name) });
      if (told) { close(); toast(words.taken(told.people, told.left)); await reload(); }
    }, { kind: "primary" })));
}

async function reload() {
  await show(place);
}

export const people = { show, waits: "ready" };
