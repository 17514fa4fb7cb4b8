// Questions of one kind with a likely answer, a tick each: yes to all, or to those that are ticked.

import { h } from "./dom.js";
import { say } from "./strings.js";

const words = say.together;

// `way` gives a button with a key, `answer` sends an answer, `alone` has questions asked one by one.
export function drawTogether(item, { way, answer, blind, alone }) {
  const ticks = item.together.map((question) =>
    h("input", { type: "checkbox", checked: true, value: question.id, id: `tick-${question.id}`, onchange: () => count() }));
  const chosen = (ticked) => ticks.filter((tick) => tick.checked === ticked).map((tick) => tick.value);
  const yes = way("y", words.yes(ticks.length, 0), () => confirm(), "primary");
  const count = () => {
    yes.lastChild.textContent = words.yes(chosen(true).length, chosen(false).length);
  };
  const confirm = async () => {
    const [right, wrong] = [chosen(true), chosen(false)];
    if (wrong.length) await alone(wrong);
    if (right.length) await answer(item, "likely", words.said(item.kind, right.length), right);
  };
  const all = item.together.map((question) => question.id);
  return h("article.question.together", { "aria-labelledby": "asked", data: { id: item.id } },
    h("p.kind", {}, words.several(item.together.length)),
    h("h1", { id: "asked", tabindex: "-1" }, words.ask[item.kind]),
    h("p.settles", {}, words.settles(item.count)),
    blind ? h("p.soft.blind", {}, say.questions.blindWords) : null,
    h("ul.ticks", { "aria-label": words.label }, item.together.map((question, at) => row(question, ticks[at], blind))),
    h("div.row", {}, yes,
      way("e", words.singly, () => alone(all)),
      way("l", words.leave, () => answer(item, "leave", words.left(all.length), all)),
      way("s", say.questions.skip, () => answer(item, "skip", say.questions.skip, all), "quiet")));
}

function row(question, tick, blind) {
  const name = (person) => person.name ?? person.id;
  const [first] = question.people;
  const people = question.kind === "same"
    ? question.people.map((person, at) => [at ? ` ${words.and} ` : null, h("b", {}, name(person)), h("span.ids", {}, ` ${person.id}`)])
    : [h("mark.name", {}, question.name), ` ${words.is[question.kind]} `, h("b", {}, name(first)), h("span.ids", {}, ` ${first.id}`)];
  const reasons = question.kind === "same" ? question.notes : first.reasons;
  const [excerpt] = blind ? [] : question.excerpts ?? [];
  return h("li", {}, tick, h("label", { for: tick.id },
    h("span", {}, people, h("span.soft", {}, ` ${words.times(question.count)}`)),
    reasons.length ? h("span.speaks", {}, reasons.join("; ")) : null,
    excerpt?.name.trim() ? h("span.place", {}, excerpt.before, h("mark", {}, excerpt.name), excerpt.after) : null));
}
