// Homonyms (one name, two people) and doubles (one masking name, two people), with the ways out
// of Teutsch et al., section 4.3.

import { act } from "./api.js";
import { button, h, toast } from "./dom.js";
import { say } from "./strings.js";

const words = say.warnings;

export function warnings(table, find, { setMask, reload, openPerson }) {
  const shared = table.homonyms.map((each) => homonym(each, find, setMask, reload, openPerson));
  // Homonyms that were given one mask on purpose are no accident.
  const meant = (double) => table.homonyms.some((each) => double.people.every((who) => each.people.includes(who)));
  const doubled = table.doubles.map((each) => double(each, find, meant(each), reload, openPerson));
  return [
    doubled.length ? box(words.doubles(doubled.length), words.doublesWords, doubled, true) : null,
    shared.length ? box(words.homonyms(shared.length), words.homonymsWords, shared, false) : null,
  ];
}

function box(title, lead, rows, open) {
  return h("details.warning", { open }, h("summary", {}, title), h("p.soft", {}, lead), h("ul", {}, rows));
}

// Somebody with the forms of their name, so that a choice can be checked (section 4.3).
function who(one, openPerson) {
  const facts = Object.values(one.form ?? {}).join(", ");
  const forms = one.names.map((name) => name.name).join(", ");
  return h("div.bearer", {}, button(one.name ?? one.id, () => openPerson(one.id), { kind: "link" }),
    one.mask ? h("span.mask", {}, one.mask) : null,
    h("span.soft", {}, `${one.id}${facts ? `, ${facts}` : ""}${forms ? ` · ${words.forms(forms)}` : ""}`));
}

async function run(name, given, says, reload) {
  if (await act(name, { ...given, says })) { toast(says); await reload(); }
}

function homonym({ name, people }, find, setMask, reload, openPerson) {
  const bearers = people.map(find);
  const [first, ...others] = bearers;
  const label = (one) => one.name ?? one.id;
  const ways = [
    h("a.button.small", { href: "#/questions" }, words.settle),
    button(words.sameMask(first.mask), () => setMask(others.map((one) => one.id), first.mask, words.sharedMask(name, first.mask)), { kind: "small" }),
    ...bearers.map((one) => button(words.onlyOf(label(one), one.id), async () => {
      const rest = bearers.filter((other) => other !== one);
      for (const other of rest) await act("reject", { name, who: other.id, says: words.given(name, label(one)) });
      toast(words.given(name, label(one)));
      await reload();
    }, { kind: "small" })),
    others.length === 1 ? button(words.onePerson, () => run("merge", { who: first.id, to: others[0].id },
      words.merged(label(first), label(others[0])), reload), { kind: "small" }) : null,
  ];
  return h("li", {}, h("p", {}, h("mark", {}, name)), h("div", {}, bearers.map((one) => who(one, openPerson))), h("div.row", {}, ways));
}

function double({ mask, people }, find, meant, reload, openPerson) {
  const bearers = people.map(find);
  const ways = bearers.map((one) => button(words.draw(one.name ?? one.id), () => run("draw", { people: [one.id] },
    words.drawn(one.name ?? one.id), reload), { kind: "small" }));
  return h("li", {}, h("p", {}, h("span.mask", {}, mask), meant ? h("span.soft", {}, ` ${words.meant}`) : null),
    h("div", {}, bearers.map((one) => who(one, openPerson))), h("div.row", {}, ways));
}
