// One person: the masking name, the actor's form, the names, and whether this is somebody else too.

import { act } from "./api.js";
import { button, dialog, h, toast } from "./dom.js";
import { chooser } from "./chooser.js";
import { say } from "./strings.js";

const words = say.person;

export function person(one, table, reload) {
  const label = one.name ?? one.id;
  const run = async (name, given, says) => {
    const told = await act(name, { ...given, says });
    if (told) { sheet.close(); await reload(); toast(says); }
  };
  const sheet = dialog(label,
    h("p.soft", {}, [one.id, ...one.also].join(" + "), one.handles?.length ? ` · ${one.handles.join(", ")}` : "",
      ` · ${say.people.origins[one.origin]}`),
    mask(one, run), form(one, table, run), names(one, run), merge(one, run), one.also.length ? part(one, run) : null);
  sheet.box.classList.add("wide");
  return sheet;
}

function section(title, lead, ...body) {
  return h("section.part", {}, h("h3", {}, title), lead ? h("p.soft", {}, lead) : null, body);
}

function mask(one, run) {
  const field = h("input", { type: "text", value: one.mask ?? "", "aria-label": say.people.mask, maxlength: 60 });
  const save = (event) => {
    event.preventDefault();
    run("mask", { people: [one.id], name: field.value.trim() }, say.people.masked(one.name ?? one.id, field.value.trim()));
  };
  return section(say.people.mask, words.maskWords, h("form.row", { onsubmit: save }, field,
    h("button.primary", { type: "submit" }, say.span.save),
    button(words.fit, () => run("draw", { people: [one.id], fit: true }, words.fitted(one.name ?? one.id)))));
}

function form(one, table, run) {
  const names = [...new Set([...table.fields, ...Object.keys(one.form)])];
  const fields = names.map((name) => h("label", {}, h("span", {}, words.fields[name] ?? name),
    h("input", { type: "text", name, value: one.form[name] ?? "", maxlength: 200 })));
  const other = h("label", {}, h("span", {}, words.other),
    h("span.pair", {}, h("input", { type: "text", "aria-label": words.otherName, placeholder: words.otherName, maxlength: 60 }),
      h("input", { type: "text", "aria-label": words.otherValue, placeholder: words.otherValue, maxlength: 200 })));
  const save = (event) => {
    event.preventDefault();
    const changed = {};
    for (const field of event.target.querySelectorAll("input[name]")) {
      if (field.value.trim() !== (one.form[field.name] ?? "")) changed[field.name] = field.value;
    }
    const [name, value] = other.querySelectorAll("input");
    if (name.value.trim()) changed[name.value.trim()] = value.value;
    if (Object.keys(changed).length) run("tell", { who: one.id, form: changed }, words.told(one.name ?? one.id));
  };
  return section(words.form, words.formWords, h("form.actor", { onsubmit: save }, fields, other,
    h("button", { type: "submit" }, words.saveForm)));
}

function names(one, run) {
  if (one.names.length < 2) return null;
  const boxes = one.names.map((name) => h("label.check", {}, h("input", { type: "checkbox", value: name.name }),
    name.name, h("span.soft", {}, ` ${name.count}`)));
  const list = h("div.checks", {}, boxes);
  const split = () => {
    const chosen = [...list.querySelectorAll("input:checked")].map((box) => box.value);
    if (chosen.length) run("split", { who: one.id, names: chosen }, words.didSplit(chosen.join(", ")));
  };
  return section(words.split, words.splitWords, list, h("div.row", {}, button(words.splitDo, split)));
}

function merge(one, run) {
  return section(words.merge, words.mergeWords,
    chooser(words.mergeWith, one.id, (who, label) => run("merge", { who: one.id, to: who },
      say.warnings.merged(one.name ?? one.id, label)), false));
}

function part(one, run) {
  return section(words.part, words.partWords, h("div.row", {}, one.also.map((other) =>
    button(words.partFrom(other), () => run("part", { who: one.id, to: other }, words.parted(one.id, other))))));
}
