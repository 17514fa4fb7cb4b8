// The overview: figures, what is open, what may be shared, the report and every decision.

import { act, look, store } from "./api.js";
import { button, fill, h, toast } from "./dom.js";
import { named } from "./named.js";
import { again } from "./questions.js";
import { say } from "./strings.js";

const words = say.overview;
let place = null;
let drawn = "";
let written = null;

async function show(main, rest = [], moved = false) {
  place = main;
  const { state, ...told } = await look("overview");
  if (!main.isConnected) return;
  const seen = JSON.stringify([told, state.open, state.left, state.unasked, state.stage]);
  if (told.written && told.written !== written && written !== null) toast(words.written(told.written));
  written = told.written ?? "";
  if (!moved && seen === drawn && place.querySelector(".overview")) return;
  drawn = seen;
  draw(told, moved);
}

function draw(told, moved) {
  const old = moved ? null : place.querySelector("iframe");
  const open = Boolean(place.querySelector(".decisions")?.open);
  fill(place, h("div.overview", {},
    h("header.head", {}, h("h1", {}, words.title)),
    figures(told),
    h("div.two", {}, share(told), findings(told)),
    named(told, check, () => show(place)),
    decisions(told, open),
    report(told, old)));
}

function figures({ counts, kinds, categories }) {
  const tile = (number, label, extra = null) => h("div.tile", {}, h("dd", {}, number.toLocaleString("en-GB")), h("dt", {}, label), extra ? h("dd.extra", {}, extra) : null);
  const kindWords = Object.entries(kinds).map(([kind, number]) => `${number}\u00a0×\u00a0${say.questions.kinds[kind].toLowerCase().replaceAll(" ", "\u00a0")}`).join(", ");
  const details = Object.entries(categories).filter(([name]) => name !== "NAME")
    .map(([name, number]) => `${number}\u00a0×\u00a0${say.text.category(name).toLowerCase()}`).join(", ");
  return h("dl.tiles", {},
    tile(counts.messages, words.messages), tile(counts.participants, words.participants), tile(counts.names, words.names),
    tile(counts.replaced, words.mentions, [counts.marked ? words.marked(counts.marked) : null, details].filter(Boolean).join("; ") || null),
    tile(counts.unclear, words.unclear, unasked()), tile(store.state.open, words.questions, store.state.open ? h("a", { href: "#/questions" }, kindWords) : words.nothingOpen));
}

// What of the unclear is not asked, and the way to be asked after all.
function unasked() {
  const { unasked: nobody, left } = store.state;
  return nobody || left ? [words.left(nobody, left), left ? again(() => show(place)) : null] : null;
}

function share(told) {
  const busy = Boolean(store.state.stage);
  const start = (name, given, says) => async () => { if (await act(name, given)) toast(says); };
  const files = told.files.map((file) => h("tr", {}, h("th", { scope: "row" }, file.name),
    h("td.number", {}, file.size === null ? words.folder : words.size(file.size)), h("td.soft", {}, file.time)));
  return h("section.panel", { "aria-labelledby": "share" }, h("h2", { id: "share" }, words.share), h("p.soft", {}, words.shareWords),
    h("div.row", {}, button(words.apply, start("apply", {}, words.applying), { kind: "primary", disabled: busy })),
    h("h3", {}, words.exports), h("div.row", {}, told.exports.map(({ name, title }) =>
      button(title ?? words.formats[name] ?? name, start("export", { format: name }, words.exporting), { disabled: busy }))),
    files.length ? h("table.files", {}, h("caption", {}, words.files), h("tbody", {}, files)) : h("p.soft", {}, words.noFiles));
}

async function check() {
  if (await act("check")) toast(words.checking);
}

function findings(told) {
  const busy = Boolean(store.state.stage);
  const known = (told.findings ?? []).filter((one) => !one.apart);
  const others = (told.findings ?? []).filter((one) => one.apart);
  const list = (found) => h("ul.findings", { tabindex: "0", "aria-label": words.check }, found.map(finding));
  return h("section.panel", { "aria-labelledby": "check" }, h("h2", { id: "check" }, words.check), h("p.soft", {}, words.checkWords),
    h("div.row", {}, button(words.checkNow, check, { disabled: busy || !told.files.length })),
    told.findings === null ? null : [
      known.length ? h("div", {}, h("p", {}, words.found(known.length)), list(known)) : h("p.good", {}, words.clean),
      told.estimate ? h("p.soft", {}, words.estimate(told.estimate)) : null,
      others.length ? h("details", {}, h("summary", {}, words.apart(others.length)), list(others)) : null,
    ]);
}

function finding(one) {
  const links = one.messages.map((id) => [" ", h("a", { href: `#/text/message/${encodeURIComponent(id)}` }, id)]);
  return h("li", {}, h("b", {}, one.name), ` ${[one.what, ...one.how].join(", ")}, ${words.times(one.count)}:`, links,
    one.files.length ? ` ${one.files.join(", ")}` : null, one.more ? ` ${words.more(one.more)}` : null);
}

function report(told, old) {
  if (!told.report) return null;
  const made = told.files.find((file) => file.name.endsWith("report.html"))?.time ?? "";
  const address = `/report?made=${encodeURIComponent(made)}`;
  const frame = old?.getAttribute("src") === address ? old : h("iframe", { src: address, title: words.report, sandbox: "allow-same-origin", loading: "lazy",
    onload: (event) => {
      const page = event.target.contentDocument;
      if (page?.documentElement) event.target.style.height = `${page.documentElement.scrollHeight + 8}px`;
    } });
  return h("section.panel.report", { "aria-labelledby": "report" }, h("h2", { id: "report" }, words.report),
    h("p.soft", {}, words.reportWords), frame);
}

function decisions(told, open) {
  const rows = told.decisions.map((one) => h("tr", {}, h(`td${one.undone ? ".undone" : ""}`, {}, words.action(one)), h("td.soft", {}, one.by),
    h("td.soft", {}, one.time.slice(0, 16).replace("T", " ")),
    h("td", {}, one.undone || /^(un|forget)/.test(one.action) ? null : button(words.takeBack, async () => {
      if (await act("take_back", { at: one.at })) { toast(say.undone(words.action(one))); await show(place); }
    }, { kind: "quiet.small", "aria-label": words.takeBackOf(words.action(one)) }))));
  return h("details.panel.decisions", { open }, h("summary", {}, words.decisions(told.decisions.length)),
    rows.length ? h("table.log", {}, h("tbody", {}, rows)) : h("p.soft", {}, words.noDecisions));
}

export const overview = { show, waits: "ready" };
