// What can be done to a stretch of a message: whose it is, what it becomes, here or everywhere.

import { act, look } from "./api.js";
import { button, closePopover, h, popover, toast } from "./dom.js";
import { chooser } from "./chooser.js";
import { say } from "./strings.js";

const words = say.span;

// A mention that is there: change its owner, its masking name, or keep it.
export function changeSpan(anchor, message, piece, reload) {
  const place = { message: message.id, start: piece.start, end: piece.end };
  const name = piece.text.replace(/\s+/g, " ").trim();
  const owner = piece.who ? words.isOwner(piece.who.name ?? piece.who.id, piece.who.id) : piece.open ? words.isOpen : words.nobody;
  open(anchor, name, [
    h("p.soft", {}, `${say.text.category(piece.category)}${piece.label ? `, ${piece.label}` : ""}. ${owner}`),
    piece.who ? maskField(piece.who, reload) : null,
    ...ways(name, place, piece.who?.id, reload),
    category(name, piece, reload),
    button(words.why, async (event) => {
      const told = await look("explain", { name });
      event.target.replaceWith(h("ul.why", {}, told.rows.map((row) => h("li", {}, row))));
    }, { kind: "quiet.small" }),
  ]);
}

// Words that were missed, selected in the original.
export function addSelection(message, side, reload) {
  const chosen = getSelection();
  if (!chosen || chosen.isCollapsed || !side.contains(chosen.anchorNode) || !side.contains(chosen.focusNode)) return;
  const range = chosen.getRangeAt(0);
  const before = document.createRange();
  before.selectNodeContents(side);
  before.setEnd(range.startContainer, range.startOffset);
  const text = range.toString();
  const lead = text.length - text.trimStart().length;
  const name = text.trim().replace(/\s+/g, " ");
  if (!name || name.length > 80) return;
  // Offsets are code points, as in mentions.jsonl.
  const start = [...before.toString()].length + lead;
  const place = { message: message.id, start, end: start + [...text.trim()].length };
  open(range.getBoundingClientRect(), name, [h("p.soft", {}, words.missed), ...ways(name, place, null, reload),
    category(name, { category: "NAME" }, reload)]);
}

function open(anchor, name, body) {
  const panel = popover(anchor, words.label(name), h("h2.name", {}, name), body);
  panel.querySelector("select, input, button")?.focus({ preventScroll: true });
}

function ways(name, place, owner, reload) {
  const scope = h("fieldset.scope", {}, h("legend", {}, words.where),
    radio("everywhere", words.everywhere, true), radio("here", words.here, false));
  const isHere = () => scope.querySelector("input:checked").value === "here";
  const done = async (told, says) => { if (told) { closePopover(); toast(says); await reload(); } };
  const give = async (who, label) => {
    const says = words.given(name, label);
    if (isHere()) return done(await act("assign", { ...place, who, says }), says);
    if (owner && owner !== who) return done(await act("move", { names: [name], who: owner, to: who, says }), says);
    return done(await act("add", { name, who, says }), says);
  };
  const keep = async () => {
    const says = words.kept(name);
    done(isHere() ? await act("assign", { ...place, says }) : await act("keep", { name, says }), says);
  };
  const reject = async () => { const says = words.rejected(name); done(await act("reject", { name, says }), says); };
  const hide = async () => { const says = words.hidden(name); done(await act("hide", { name, says }), says); };
  return [scope, chooser(words.owner, owner, give),
    h("div.row", {}, button(words.keep, keep), button(words.hide, hide), button(words.reject, reject, { kind: "danger" }))];
}

// What kind of thing it is: a name goes to its owner, anything else gets a label.
function category(name, piece, reload) {
  const field = h("select", { "aria-label": words.category, onchange: async () => {
    const says = words.labelled(name, field.selectedOptions[0].text);
    if (field.value && await act("label", { name, label: field.value, says })) {
      closePopover();
      toast(says);
      await reload();
    }
  } }, h("option", { value: "" }, words.isKind(say.text.category(piece.category))));
  look("labels").then(({ labels }) => field.append(...labels.filter((one) => one.category !== "NAME").map((one) =>
    h("option", { value: one.name, selected: piece.label === one.name && piece.by !== "mapping" }, one.title))));
  return h("label.category", {}, h("span", {}, words.category), field);
}

function radio(value, label, checked) {
  return h("label", {}, h("input", { type: "radio", name: "scope", value, checked }), label);
}

export function maskField(person, reload) {
  const field = h("input", { type: "text", value: person.mask ?? "", "aria-label": words.mask, size: 14, maxlength: 60 });
  const save = async (event) => {
    event?.preventDefault();
    const name = field.value.trim();
    const says = words.masked(person.name ?? person.id, name);
    if (name && name !== person.mask && await act("mask", { people: [person.id], name, says })) {
      closePopover();
      toast(says);
      await reload();
    }
  };
  return h("form.mask-field", { onsubmit: save }, h("label", {}, words.mask), field, h("button", { type: "submit" }, words.save));
}
