// What can be said of a stretch of a message: its kind, whose it is, what stands there instead,
// everywhere or only here; for what was found, and for what was missed.

import { act, look } from "./api.js";
import { button, closePopover, h, popover, seenIn, toast } from "./dom.js";
import { chooser } from "./chooser.js";
import { say } from "./strings.js";

const words = say.span;
const PERSON = "[person]";

// A mention that is there.
export function changeSpan(anchor, message, piece, reload) {
  const place = { message: message.id, start: piece.start, end: piece.end };
  const name = seenIn(piece).replace(/\s+/g, " ").trim();
  const owner = piece.who ? words.isOwner(piece.who.name ?? piece.who.id, piece.who.id) : piece.open ? words.isOpen : words.nobody;
  const found = words.by[piece.by] ?? "";
  open(anchor, { name, place, piece, message, reload }, `${kindOf(piece)}. ${owner} ${found}`, why(name));
}

// Words that were missed; `start` and `end` are code points, as in mentions.jsonl.
export function addWords(anchor, message, { text, start, end }, reload) {
  const name = text.trim().replace(/\s+/g, " ");
  if (!name || name.length > 80) return;
  const piece = { category: "NAME", to: null, missed: true };
  open(anchor, { name, place: { message: message.id, start, end }, piece, message, reload }, words.missed);
}

// The words that are selected with the mouse.
export function addSelection(message, side, reload) {
  const chosen = getSelection();
  if (!chosen || chosen.isCollapsed || !side.contains(chosen.anchorNode) || !side.contains(chosen.focusNode)) return;
  const range = chosen.getRangeAt(0);
  const before = document.createRange();
  before.selectNodeContents(side);
  before.setEnd(range.startContainer, range.startOffset);
  const text = range.toString();
  const lead = text.length - text.trimStart().length;
  const start = [...before.toString()].length + lead;
  addWords(range.getBoundingClientRect(), message, { text, start, end: start + [...text.trim()].length }, reload);
}

const kindOf = (piece) => `${say.text.category(piece.category)}${piece.label ? `, ${piece.label.replaceAll("_", " ")}` : ""}`;

function open(anchor, one, lead, ...rest) {
  const scope = h("fieldset.scope", {}, h("legend", {}, words.where),
    radio("everywhere", words.everywhere, true), radio("here", words.here, false));
  one.isHere = () => scope.querySelector("input:checked").value === "here";
  const shown = shownAs(one);
  scope.addEventListener("change", shown.follow);
  popover(anchor, words.label(one.name), h("h2.name", {}, one.name), h("p.soft", {}, lead), scope,
    chooser(words.owner, one.piece.who?.id, (who, label) => give(one, who, label), true, near(one.message)),
    kinds(one), shown.form, h("div.row", {}, button(words.keep, () => keep(one)), button(words.hide, () => hide(one)),
      button(words.reject, () => reject(one), { kind: "danger" })), rest);
}

// Those who are likely meant: who writes, and who is answered.
const near = (message) => [message.answered?.id, message.author?.id].filter(Boolean);

async function run({ reload }, name, given, says) {
  if (!await act(name, { ...given, says })) return;
  closePopover();
  toast(says);
  await reload();
}

function give(one, who, label) {
  const { name, place, piece } = one;
  const says = words.given(name, label);
  if (one.isHere()) return run(one, "assign", { ...place, who }, says);
  const owner = piece.who?.id;
  if (owner && owner !== who) return run(one, "move", { names: [name], who: owner, to: who }, says);
  return run(one, "add", { name, who }, says);
}

function keep(one) {
  return one.isHere() ? run(one, "assign", one.place, words.keptHere(one.name)) : run(one, "keep", { name: one.name }, words.kept(one.name));
}

function hide(one) {
  const says = words.hidden(one.name);
  return one.isHere() ? run(one, "assign", { ...one.place, words: PERSON }, says) : run(one, "hide", { name: one.name }, says);
}

function reject(one) {
  const says = words.rejected(one.name);
  return one.isHere() ? run(one, "assign", one.place, says) : run(one, "reject", { name: one.name }, says);
}

// What kind of thing it is: a name goes to its owner, anything else gets a label.
function kinds(one) {
  const { name, piece, place } = one;
  const send = (event) => {
    event.preventDefault();
    const label = field.value;
    if (!label) return;
    const says = words.labelled(name, field.selectedOptions[0].text);
    run(one, one.isHere() ? "assign" : "label", one.isHere() ? { ...place, label } : { name, label }, says);
  };
  const field = h("select", { "aria-label": words.category }, h("option", { value: "" }, piece.missed ? words.noKind : words.isKind(say.text.category(piece.category))));
  look("labels").then(({ labels }) => field.append(...labels.filter((each) => each.category !== "NAME").map((each) =>
    h("option", { value: each.name }, each.title))));
  return h("form.pair", { onsubmit: send }, h("span.lead", {}, words.category), field, h("button", { type: "submit" }, words.set));
}

// What stands there instead: the masking name of its owner, or words for this one thing.
function shownAs(one) {
  const { piece, name, place } = one;
  const isDetail = piece.category !== "NAME";
  const before = piece.who ? piece.who.mask ?? "" : piece.to ?? "";
  const field = h("input", { type: "text", value: before, "aria-label": words.mask, size: 14, maxlength: 80 });
  const save = h("button", { type: "submit" }, words.save);
  const hint = h("p.soft.hint", { hidden: true }, words.noMask);
  const follow = () => {
    const idle = !one.isHere() && !piece.who && !isDetail;
    field.disabled = save.disabled = idle;
    hint.hidden = !idle || Boolean(piece.missed);
    field.value = one.isHere() ? piece.to ?? "" : before;
  };
  const send = (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || text === (one.isHere() ? piece.to : before)) return;
    if (one.isHere()) {
      run(one, "assign", { ...place, who: piece.who?.id ?? "", label: isDetail ? piece.label ?? "" : "", words: text }, words.shownHere(name, text));
    } else if (isDetail) run(one, "show", { name, words: text }, words.masked(name, text));
    else run(one, "mask", { people: [piece.who.id], name: text }, words.masked(piece.who.name ?? piece.who.id, text));
  };
  const form = h("form.mask-field", { onsubmit: send }, h("div.pair", {}, h("span.lead", {}, words.mask), field, save), hint);
  follow();
  return { form, follow };
}

function why(name) {
  return button(words.why, async (event) => {
    const told = await look("explain", { name });
    event.target.replaceWith(h("ul.why", { tabindex: "0" }, told.rows.map((row) => h("li", {}, row))));
  }, { kind: "quiet.small" });
}

function radio(value, label, checked) {
  return h("label", {}, h("input", { type: "radio", name: "scope", value, checked }), label);
}
