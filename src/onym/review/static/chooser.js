// Choose a person by typing a part of a name, an id or a masking name.

import { look } from "./api.js";
import { button, fill, h } from "./dom.js";
import { say } from "./strings.js";

const SHOWN = 6;
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
let everybody = [];

export async function people() {
  const { people: found } = await look("table");
  everybody = found;
  return found;
}

// `give` is called with the id and the label of who is chosen; "new" stands for somebody new.
// Those with the ids in `near` come first.
export function chooser(label, owner, give, offerNew = true, near = null) {
  const results = h("div.results", { role: "group", "aria-label": label });
  const draw = () => {
    const wanted = plain(field.value.trim());
    const rank = (one) => (near?.includes(one.id) ? 0 : 1);
    const found = everybody.filter((one) => one.id !== owner && matches(one, wanted)).sort((a, b) => rank(a) - rank(b));
    const size = near && !wanted ? Math.max(1, found.filter((one) => !rank(one)).length) : SHOWN;
    fill(results, found.slice(0, size).map((one) => button(
      [h("span", {}, one.name ?? one.id), h("span.soft", {}, `${one.id} · ${one.mask ?? "–"}`)],
      () => give(one.id, one.name ?? one.id), { kind: "result" })),
    found.length > size ? h("p.soft", {}, say.chooser.more(found.length - size)) : null,
    offerNew ? button(say.chooser.fresh, () => give("new", say.chooser.somebody), { kind: "result" }) : null);
    if (document.activeElement === field) results.scrollIntoView({ block: "nearest" });
  };
  const field = h("input", {
    type: "text", placeholder: say.chooser.type, "aria-label": label, autocomplete: "off", oninput: draw,
    onkeydown: (event) => {
      if (event.key === "Enter") { event.preventDefault(); results.querySelector("button")?.click(); }
    },
  });
  people().then(draw);
  return h("div.chooser", {}, h("label", {}, label), field, results);
}

function matches(one, wanted) {
  if (!wanted) return true;
  const names = [one.id, one.name, one.mask, ...one.registered, ...one.names.map((name) => name.name)];
  return names.some((name) => name && plain(name).includes(wanted));
}
