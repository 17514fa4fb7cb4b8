// One question at a time: what is asked, who may be meant and why, and where it stands. Questions
// with a likely answer come together (together.js).

import { act, look, store } from "./api.js";
import { button, fill, h, keyed, toast } from "./dom.js";
import { curve } from "./gain.js";
import { say } from "./strings.js";
import { drawTogether } from "./together.js";

const words = say.questions;
const BLIND = "onym-blind";
let place = null;
let asked = [];
let ahead = {};
let ways = new Map();
let each = null;
let sending = false;
let last = "";
let turn = 0;

export const isBlind = () => sessionStorage.getItem(BLIND) === "yes";

async function show(main, rest = [], moved = false) {
  place = main;
  turn += 1;
  const mine = turn;
  const told = await look("questions", isBlind() ? { blind: "yes" } : {});
  if (mine !== turn || sending || !main.isConnected) return; // somebody has answered or left in the meantime
  const seen = JSON.stringify([told.questions, told.total, isBlind(), store.state.answered, store.state.left]);
  if (!moved && seen === last && place.querySelector(".question, .empty:not(.waiting)")) return;
  last = seen;
  asked = told.questions;
  ahead = told;
  if (each && each.question.id !== asked[0]?.id) each = null;
  draw();
}

function draw() {
  ways = new Map();
  const [question] = asked;
  const body = () => {
    if (!question) return nothing();
    if (question.together) return drawTogether(question, { way, answer, blind: isBlind(), alone });
    return each ? drawEach(question) : drawQuestion(question);
  };
  fill(place, head(), question && !each ? rest() : null, body());
}

function head() {
  const { answered, settled, open } = store.state;
  const bar = h("progress", { max: Math.max(1, answered + open), value: answered, "aria-label": words.progressLabel });
  const toggle = h("label.switch", {},
    h("input", { type: "checkbox", role: "switch", checked: isBlind(), onchange: toggleBlind }), words.blind);
  return h("div.progress", {}, h("p", { role: "status" }, words.progress(answered, settled, open)), bar, toggle);
}

// What going on would gain, and the way to stop for good.
function rest() {
  const { answers, enough, gains, mentions, total } = ahead;
  const worth = answers > enough ? [words.gain(enough, answers, mentions), " ", curve(gains, enough)] : words.last(answers, mentions);
  const leave = way("r", words.leaveRest, () => leaveRest(total), "small");
  leave.title = words.leaveWords;
  return h("div.rest", {}, h("p", {}, worth), leave);
}

async function leaveRest(number) {
  if (sending) return;
  const says = words.leftRest(number);
  if (await act("leave", { says })) toast(says);
  each = null;
  await show(place);
}

async function alone(names) {
  await act("ask_alone", { questions: names });
  await show(place);
}

function toggleBlind() {
  sessionStorage.setItem(BLIND, isBlind() ? "no" : "yes");
  each = null;
  show(place);
}

function nothing() {
  return h("section.empty", {}, h("div.tick", { "aria-hidden": "true" }, "✓"),
    h("h1", { tabindex: "-1" }, words.done.title),
    h("p", {}, store.state.left ? [words.done.left(store.state.left), " ", again()] : words.done.words),
    h("p.row", {}, h("a.button", { href: "#/people" }, words.done.people),
      h("a.button.primary", { href: "#/overview" }, words.done.overview)));
}

// A button that asks again what was left open.
export function again(then = () => show(place)) {
  return button(words.again, async () => {
    if (await act("reopen", { says: words.reopened })) toast(words.reopened);
    await then();
  });
}

function title(question) {
  const [before, after] = words.ask[question.kind];
  const glued = /^[,?]/.test(after);
  return h("h1", { tabindex: "-1" }, `${before} `, h("mark.name", {}, question.name), glued ? after : ` ${after}`);
}

function drawQuestion(question) {
  return h("article.question", { "aria-labelledby": "asked", data: { id: question.id } },
    h("p.kind", {}, words.kinds[question.kind]),
    Object.assign(title(question), { id: "asked" }),
    h("p.settles", {}, words.settles(question.count, question.messages), " ",
      ["shared", "outside"].includes(question.kind) ? null : meter(question.score)),
    h("div.answers", { role: "group", "aria-label": words.answersLabel }, answers(question)),
    question.notes.length ? h("ul.notes", {}, question.notes.map((note) => h("li", {}, note))) : null,
    isBlind() ? h("p.soft.blind", {}, words.blindWords) : evidence(question));
}

function meter(score) {
  return h("span.meter", { title: words.scoreLabel }, words.score(score));
}

function answers(question) {
  const people = question.choices.filter((choice) => choice.answer.startsWith("always "));
  const others = question.choices.filter((choice) => !choice.answer.startsWith("always "));
  const cards = people.map((choice) => card(question, choice));
  const pair = question.kind === "same" || question.kind === "split";
  const rest = others.map((choice) => plain(question, choice));
  if (question.singly && !isBlind()) rest.push(way("m", words.singly, () => goSingly(question)));
  rest.push(way("s", words.skip, () => answer(question, "skip", words.skip), "quiet"));
  const bearers = pair ? question.people.map((person) => h("div.card.still", {}, about(person))) : cards;
  return [bearers.length ? h("div.cards", {}, bearers) : null, h("div.row", {}, rest)];
}

function card(question, choice) {
  const who = choice.answer.slice("always ".length);
  const person = question.people.find((one) => one.id === who);
  const label = [words.person[question.kind], person.name ?? person.id].filter(Boolean).join(" ");
  const press = () => answer(question, choice.answer, label);
  ways.set(choice.key, press);
  return h("button.card", { type: "button", onclick: press, "aria-keyshortcuts": choice.key },
    h("kbd", { "aria-hidden": "true" }, choice.key), about(person, words.person[question.kind]));
}

function about(person, lead = "") {
  const reasons = person.reasons.length ? person.reasons : [words.noEvidence];
  return h("span.about", {},
    h("span.who", {}, lead ? h("span.lead", {}, `${lead} `) : null, h("b", {}, person.name ?? person.id)),
    h("span.ids", {}, person.name ? `${person.id} ` : null, person.mask ? h("span.mask", {}, person.mask) : null),
    h("span.reasons", {}, reasons.map((reason) => h("span", {}, reason))));
}

function plain(question, choice) {
  const said = words.answers[choice.answer];
  const label = typeof said === "string" ? said : said[question.kind];
  return way(choice.key, label, () => answer(question, choice.answer, label));
}

function way(key, label, press, kind = "") {
  ways.set(key, press);
  return keyed(key, label, press, kind);
}

function evidence(question) {
  if (!question.excerpts?.length) return null;
  return h("section.evidence", { "aria-labelledby": "evidence" },
    h("h2", { id: "evidence" }, words.evidence),
    question.excerpts.map((excerpt) => quote(excerpt)));
}

export function quote(excerpt) {
  const name = (one) => (one ? one.name ?? one.id : null);
  const link = h("a", { href: `#/text/message/${encodeURIComponent(excerpt.message)}`, title: words.show },
    words.message(excerpt.message));
  return h("figure.quote", {},
    h("blockquote", {}, excerpt.before, excerpt.name.trim() ? h("mark", {}, excerpt.name) : null, excerpt.after),
    h("figcaption", {}, link, " · ", words.wrote(name(excerpt.author) ?? words.somebody, name(excerpt.answered))));
}

async function answer(question, said, label, names = [question.id]) {
  if (sending) return;
  sending = true;
  const says = question.together ? label : words.answered(question.name, label);
  const told = await act("answer", { questions: names, answer: said, says });
  sending = false;
  if (told) {
    toast(said === "skip" ? words.skipped : says);
    each = null;
    asked = asked.filter((one) => one.id !== question.id);
    if (asked.length) draw();
    focusTitle();
  }
  await show(place);
  if (told && document.activeElement === document.body) focusTitle();
}

// A screen reader tells what is asked next, and Tab goes on from there.
function focusTitle() {
  place?.querySelector("h1")?.focus({ preventScroll: true });
}

async function goSingly(question) {
  const { messages } = await look("singly", { question: question.id });
  each = { question, messages, at: 0, said: {} };
  draw();
}

function drawEach(question) {
  const { messages, at } = each;
  const excerpt = messages[at];
  const choose = (who) => () => { each.said[excerpt.message] = who; step(); };
  const people = question.people.slice(0, 9).map((person, index) =>
    way(String(index + 1), person.name ?? person.id, choose(person.id)));
  return h("article.question", { "aria-labelledby": "asked", data: { id: question.id } },
    h("p.kind", {}, words.each(at + 1, messages.length)),
    Object.assign(title(question), { id: "asked" }), quote(excerpt),
    h("div.answers", { role: "group", "aria-label": words.answersLabel },
      h("div.row", {}, people, way("k", words.leave, choose("keep")), way("s", words.skip, step, "quiet"),
        at ? way("u", words.back, back, "quiet") : null, way("Escape", words.enough, finish, "quiet"))));
}

function step() {
  each.at += 1;
  if (each.at < each.messages.length) draw();
  else finish();
}

function back() {
  each.at -= 1;
  delete each.said[each.messages[each.at].message];
  draw();
}

async function finish() {
  const { question, said } = each;
  const number = Object.keys(said).length;
  each = null;
  if (number) await answer(question, said, words.eachDone(number));
  else draw();
}

function keys(key) {
  if (key === "b") { toggleBlind(); return true; }
  const press = ways.get(key);
  if (press) press();
  return Boolean(press);
}

export const questions = { show, keys, waits: "asked" };
