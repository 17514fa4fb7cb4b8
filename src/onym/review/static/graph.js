// The token graph of SVALA: the words of the original above, those of the result below, each
// linked to its counterpart by a line; lines of what was replaced carry their label and number.

import { h, seenIn, svg } from "./dom.js";
import { say } from "./strings.js";

const GAP = 9;
const TOP = 22;
const BOTTOM = 104;
const LINE = 142;
const PAD = 14;
const pen = document.createElement("canvas").getContext("2d");
const FONT = "15px system-ui, sans-serif";
const SMALL = "600 11.5px system-ui, sans-serif";

// Pairs of tokens: [word above, word below, piece or null, whether it follows without a space].
function pairs(pieces) {
  let spaced = true;
  return pieces.flatMap((piece) => {
    const text = seenIn(piece);
    const glued = !spaced && !/^\s/u.test(text);
    spaced = /\s$/u.test(text);
    return piece.category
      ? [[text.replace(/\s+/g, " "), piece.to === null ? text : piece.shown, piece, glued]]
      : (text.match(/\S+/gu) ?? []).map((word, number) => [word, word, null, glued && number === 0]);
  });
}

// References: the same name has the same number wherever it stands, as in SVALA.
function references(found) {
  const numbers = new Map();
  const key = (piece, above) => piece.who?.id ?? above.toLowerCase();
  for (const [above, , piece] of found) {
    if (piece && !numbers.has(key(piece, above))) numbers.set(key(piece, above), numbers.size + 1);
  }
  return (piece, above) => numbers.get(key(piece, above));
}

function width(text, font = FONT) {
  pen.font = font;
  return pen.measureText(text).width;
}

// Both lines of words run on by themselves, so the links lean as far as the texts differ.
function layOut(found, room) {
  const rows = [[]];
  let [over, under] = [0, 0];
  for (const [above, below, piece, glued] of found) {
    const pad = piece ? PAD : 0;
    const [first, second] = [width(above) + pad, width(below) + pad];
    if (glued && over) [over, under] = [over - GAP + 1, under - GAP + 1];
    if (Math.max(over + first, under + second) > room && rows.at(-1).length) {
      rows.push([]);
      [over, under] = [0, 0];
    }
    rows.at(-1).push({ above, below, piece, x: over + first / 2, to: under + second / 2, first, second });
    over += first + GAP;
    under += second + GAP;
  }
  return rows;
}

const roomIn = (place) => Math.max(300, (place?.clientWidth ?? 800) - 96);

export function graph(pieces, open, room = roomIn(document.getElementById("thread"))) {
  const found = pairs(pieces);
  const reference = references(found);
  const rows = layOut(found, room);
  // Lines of what was replaced are drawn last, over the others.
  const tokens = rows.flatMap((row, number) => row.map((token) => [token, number * LINE]))
    .sort(([one], [other]) => Boolean(one.piece) - Boolean(other.piece));
  const size = rows.length * LINE - 16;
  const picture = svg("svg.graph", { viewBox: `0 0 ${room} ${size}`, width: room, height: size, role: "group", "aria-label": say.text.graphLabel },
    tokens.map(([token, y]) => drawToken(token, y, reference, open)));
  return h("div.graph-frame", { tabindex: "0", role: "group", "aria-label": say.text.asGraph }, picture);
}

function drawToken({ above, below, piece, x, to, first, second }, y, reference, open) {
  const kind = piece ? (piece.open ? "open" : "changed") : "same";
  const [start, end] = [y + TOP + 9, y + BOTTOM - 18];
  const middle = (start + end) / 2;
  const link = svg("path", { d: `M ${x} ${start} C ${x} ${middle + 8}, ${to} ${middle - 8}, ${to} ${end}` });
  const words = [svg("text", { x, y: y + TOP }, above), svg("text", { x: to, y: y + BOTTOM }, below)];
  if (!piece) return svg("g.token.same", { "aria-hidden": "true" }, link, words);
  const label = `${say.text.category(piece.category)} ${reference(piece, above)}`;
  const wide = width(label, SMALL) + 16;
  const centre = (x + to) / 2;
  const press = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open(event.currentTarget, piece);
  };
  return svg(`g.token.${kind}`, { tabindex: "0", role: "button", onclick: press, onkeydown: press,
    "aria-label": `${say.text.stands(above, below)}, ${label}` },
  svg("rect.back", { x: x - first / 2, y: y + TOP - 17, width: first, height: 25, rx: 6 }),
  svg("rect.back", { x: to - second / 2, y: y + BOTTOM - 17, width: second, height: 25, rx: 6 }),
  link, words,
  svg("rect.tag", { x: centre - wide / 2, y: middle - 11, width: wide, height: 21, rx: 10.5 }),
  svg("text.label", { x: centre, y: middle + 4 }, label));
}
