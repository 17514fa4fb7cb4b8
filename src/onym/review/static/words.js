// The words of a message one by one, for the keyboard: arrows go from word to word, Shift takes in
// more, Enter says what they are. A list box, so that a screen reader tells each word.

import { h, markup } from "./dom.js";
import { say } from "./strings.js";

const said = say.words;
const WORD = /([\p{L}\p{N}\p{M}]+(?:['’.@_-][\p{L}\p{N}\p{M}]+)*)/u;

// `choose` is called with the node and the stretch of the words that were chosen; `keep` holds
// where the cursor is, so that the message can be drawn anew meanwhile.
export function picker(message, choose, leave, keep) {
  const options = [];
  const nodes = [];
  let at = 0; // in code points
  for (const piece of message.pieces) for (const { text, seen } of piece.parts ?? [piece]) {
    if (seen !== undefined) {
      nodes.push(markup(text, seen));
      at += [...text].length;
      continue;
    }
    text.split(WORD).forEach((token, number) => {
      const size = [...token].length;
      nodes.push(number % 2 ? option(token, at, at + size, piece) : token);
      at += size;
    });
  }
  let cursor = Math.max(0, options.findIndex((one) => one.start >= (keep.at ?? 0)));
  let anchor = cursor;
  const box = h("div.side.original.picking", {
    role: "listbox", tabindex: "0", "aria-multiselectable": "true", "aria-label": said.label(message.id),
    "aria-describedby": "picking-help", onkeydown: press, onpointerdown: point,
  }, nodes);
  const help = h("p.picking-help", { id: "picking-help" }, said.help);
  draw();
  return { box, help };

  function option(text, start, end, piece) {
    const number = options.length;
    const node = h(`span.word${piece.category ? ".known" : ""}`, { role: "option", id: `word-${number}` }, text);
    options.push({ node, text, start, end, piece });
    return node;
  }

  function draw() {
    const [from, to] = [Math.min(anchor, cursor), Math.max(anchor, cursor)];
    options.forEach(({ node }, number) => {
      const chosen = number >= from && number <= to;
      node.setAttribute("aria-selected", String(chosen));
      node.classList.toggle("chosen", chosen);
      node.classList.toggle("cursor", number === cursor);
    });
    keep.at = options[cursor]?.start;
    box.setAttribute("aria-activedescendant", options[cursor]?.node.id ?? "");
    options[cursor]?.node.scrollIntoView?.({ block: "nearest" });
  }

  function go(to, more) {
    cursor = Math.max(0, Math.min(options.length - 1, to));
    if (!more) anchor = cursor;
    draw();
  }

  // The word above or below, the nearest of its line.
  function line(way) {
    const here = options[cursor].node.getBoundingClientRect();
    const middle = here.left + here.width / 2;
    let best = cursor;
    let least = Infinity;
    options.forEach(({ node }, number) => {
      const there = node.getBoundingClientRect();
      const down = (there.top - here.top) * way;
      if (down < here.height / 2) return;
      const far = down * 50 + Math.abs(there.left + there.width / 2 - middle);
      if (far < least) { least = far; best = number; }
    });
    return best;
  }

  function press(event) {
    const ways = {
      ArrowRight: () => cursor + 1, ArrowLeft: () => cursor - 1, ArrowDown: () => line(1), ArrowUp: () => line(-1),
      Home: () => 0, End: () => options.length - 1,
    };
    if (!options.length) return;
    if (ways[event.key]) go(ways[event.key](), event.shiftKey);
    else if (event.key === "Enter" || event.key === " ") take();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function point(event) {
    const number = options.findIndex(({ node }) => node === event.target);
    if (number >= 0) go(number, event.shiftKey);
  }

  function take() {
    const chosen = options.slice(Math.min(anchor, cursor), Math.max(anchor, cursor) + 1);
    const [first, last] = [chosen[0], chosen.at(-1)];
    const known = chosen.every((one) => one.piece === first.piece && one.piece.category) ? first.piece : null;
    const whole = message.pieces.map((piece) => piece.text).join("");
    const { start } = first;
    const text = [...whole].slice(start, last.end).join("");
    choose(options[cursor].node, { text, start, end: last.end }, known);
  }
}
