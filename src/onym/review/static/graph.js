// The token graph of SVALA: the words of the original above, those of the result below, each
// linked to its counterpart; links of what was replaced carry a label.

import { h, svg } from "./dom.js";
import { say } from "./strings.js";

const GAP = 9;
const TOP = 22;
const BOTTOM = 118;
const LINE = 150;
const pen = document.createElement("canvas").getContext("2d");

// Pairs of tokens: [word above, word below, piece or null].
export function pairs(pieces) {
  return pieces.flatMap((piece) => (piece.category
    ? [[piece.text.replace(/\s+/g, " "), piece.to ?? piece.text, piece]]
    : (piece.text.match(/\S+/gu) ?? []).map((word) => [word, word, null])));
}

// References: the same name has the same number wherever it stands, as in SVALA.
function references(found) {
  const numbers = new Map();
  for (const [above, , piece] of found) {
    const key = piece && (piece.who?.id ?? above.toLowerCase());
    if (key && !numbers.has(key)) numbers.set(key, numbers.size + 1);
  }
  return (piece, above) => numbers.get(piece.who?.id ?? above.toLowerCase());
}

export function graph(pieces, width = Math.max(320, (document.getElementById("thread")?.clientWidth ?? 800) - 80)) {
  const found = pairs(pieces);
  const reference = references(found);
  pen.font = "15px system-ui, sans-serif";
  const rows = [[]];
  let x = 0;
  for (const [above, below, piece] of found) {
    const size = Math.max(pen.measureText(above).width, pen.measureText(below).width) + (piece ? 14 : 0);
    if (x + size > width && x > 0) { rows.push([]); x = 0; }
    rows.at(-1).push({ above, below, piece, x: x + size / 2, size });
    x += size + GAP;
  }
  const height = rows.length * LINE;
  const picture = svg("svg.graph", { viewBox: `0 0 ${width} ${height}`, width: "100%", role: "img", "aria-label": say.text.graphLabel },
    rows.map((row, number) => row.map((token) => drawToken(token, number * LINE, reference))));
  return h("div.graph-frame", { tabindex: "0", role: "group", "aria-label": say.text.asGraph }, picture);
}

function drawToken({ above, below, piece, x, size }, y, reference) {
  const kind = piece ? (piece.open ? "open" : "changed") : "same";
  const middle = y + (TOP + BOTTOM) / 2;
  const curve = `M ${x} ${y + TOP + 8} C ${x} ${middle}, ${x} ${middle}, ${x} ${y + BOTTOM - 16}`;
  const label = piece ? `${say.text.category(piece.category)} ${reference(piece, above)}` : "";
  const wide = label ? pen.measureText(label).width * 0.78 + 14 : 0;
  return svg(`g.token.${kind}`, {},
    piece ? svg("rect.back", { x: x - size / 2, y: y + TOP - 17, width: size, height: 25, rx: 6 }) : null,
    piece ? svg("rect.back", { x: x - size / 2, y: y + BOTTOM - 16, width: size, height: 25, rx: 6 }) : null,
    svg("path", { d: curve }),
    svg("text", { x, y: y + TOP }, above),
    svg("text", { x, y: y + BOTTOM }, below),
    label ? svg("rect.tag", { x: x - wide / 2, y: middle - 12, width: wide, height: 20, rx: 10 }) : null,
    label ? svg("text.label", { x, y: middle + 3 }, label) : null);
}
