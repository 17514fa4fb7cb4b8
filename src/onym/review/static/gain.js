// A small curve: how much of what is open the next answers settle.

import { svg } from "./dom.js";

const [WIDE, HIGH] = [80, 24];

export function curve(gains, enough) {
  const whole = gains[gains.length - 1] || 1;
  const spot = (gain, at) => [(WIDE * (at + 1)) / gains.length, HIGH - (HIGH * gain) / whole];
  const spots = [[0, HIGH], ...gains.map(spot)];
  const line = spots.map((one) => one.map((value) => value.toFixed(1)).join(",")).join(" ");
  const [x, y] = spots[enough];
  return svg("svg.curve", { viewBox: `-3 -3 ${WIDE + 6} ${HIGH + 6}`, width: WIDE + 6, height: HIGH + 6, "aria-hidden": "true" },
    svg("polyline", { points: line }), svg("circle", { cx: x, cy: y, r: 3 }));
}
