// Draws the plane, its examples and the path of w. Pictures use rounded numbers; every number in words comes from the engine.

const SIDE = 500;
const of = (id) => document.getElementById(id);
const set = (element, values) => { for (const name in values) element.setAttribute(name, values[name]); };
const see = (element, seen) => element.setAttribute("visibility", seen ? "visible" : "hidden");
const made = (name, values, words) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, values);
  if (words !== undefined) element.textContent = words;
  return element;
};

/// A fraction or decimal as a float, for pictures.
const float = (text) => { const [over, under] = String(text).split("/"); return Number(over) / Number(under ?? 1); };
const round = (value) => String(Number(value.toPrecision(4)));

/// The largest of 1, 2 and 5 times a power of ten (of two, for doubles) that is at most the size.
function tidy(size, binary) {
  if (binary) return 2 ** Math.floor(Math.log2(size));
  const power = 10 ** Math.floor(Math.log10(size) + 1e-9);
  return [5, 2, 1].find((factor) => factor * power <= size * (1 + 1e-9)) * power;
}

/// Half the width of a plane that shows these places.
function halfWidth(places) {
  const largest = Math.max(...places.flat().map(Math.abs), 0);
  if (!(largest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1.2, 1.6, 2.4, 3.2, 4, 6, 8, 12].map((factor) => factor * power).find((half) => half >= 1.12 * largest) ?? 12 * power;
}

function drawGrid(half, tick) {
  const lines = [];
  for (let k = Math.ceil(-half / tick); k * tick <= half; k++) {
    const at = (k * tick / half) * SIDE, kind = k === 0 ? "axis" : "grid";
    lines.push(made("line", { class: kind, x1: at, x2: at, y1: -SIDE, y2: SIDE }), made("line", { class: kind, y1: at, y2: at, x1: -SIDE, x2: SIDE }));
    if (k !== 0 && Math.abs(at) < SIDE - 25) {
      lines.push(made("text", { class: "tick", x: at, y: 22, "text-anchor": "middle" }, signed(round(k * tick))));
      lines.push(made("text", { class: "tick", x: -8, y: -at + 7, "text-anchor": "end" }, signed(round(k * tick))));
    }
  }
  of("grid").replaceChildren(...lines);
}

const signed = (text) => String(text).replaceAll("-", "−");

/// The ends of the line through the origin whose normal is this vector, and a vector of length one along it, in the units of the picture.
function across([x, y]) {
  const length = Math.hypot(x, y), normal = [x / length, -y / length];
  return { normal, along: [-normal[1] * 2 * SIDE, normal[0] * 2 * SIDE] };
}

const polygon = (...corners) => corners.map((corner) => corner.join(" ")).join(", ");
const sum = ([a, b], [c, d], factor = 1) => [a + factor * c, b + factor * d];

/// Shows the line, the half-planes and the arrow of a weight vector; nothing for w = 0.
function drawVector(w, share) {
  const seen = Math.hypot(...w) > 0;
  ["right", "wrong", "decision", "vector"].forEach((id) => see(of(id), seen));
  if (!seen) return;
  const { normal, along } = across(w), [x, y] = along, far = 2 * SIDE;
  const side = (sign) => polygon(along, [-x, -y], sum([-x, -y], normal, sign * far), sum(along, normal, sign * far));
  set(of("right"), { points: side(1) });
  set(of("wrong"), { points: side(-1) });
  set(of("decision"), { x1: -x, y1: -y, x2: x, y2: y });
  const length = 90 + 300 * share;
  set(of("shaft"), { x2: normal[0] * (length - 20), y2: normal[1] * (length - 20) });
  set(of("head"), { transform: `translate(${normal[0] * length} ${normal[1] * length}) rotate(${(Math.atan2(normal[1], normal[0]) * 180) / Math.PI})` });
}

/// Shows the line of the largest margin with the band around it; nothing without a separator.
function drawBest(separator, margin, half) {
  const seen = Boolean(separator);
  see(of("best"), seen);
  see(of("band"), seen);
  if (!seen) return;
  const { normal, along } = across(separator), [x, y] = along, width = (margin / half) * SIDE;
  set(of("line"), { x1: -x, y1: -y, x2: x, y2: y });
  set(of("band"), { points: polygon(sum(along, normal, width), sum([-x, -y], normal, width), sum([-x, -y], normal, -width), sum(along, normal, -width)) });
}

/// One example of the plane: a disc for +1 and a square for −1, its number, and a place that fingers can hit.
function pointElement() {
  const point = made("g", { class: "point", tabindex: 0, role: "button" });
  point.append(made("circle", { class: "hit", r: 44 }), made("circle", { class: "chosen", r: 25 }), made("circle", { class: "mark disc", r: 13 }),
    made("rect", { class: "mark", x: -12, y: -12, width: 24, height: 24 }), made("text", { x: 17, y: -14 }));
  return point;
}

function drawPoints(points, places, half, selected) {
  const group = of("points");
  while (group.children.length > points.length) group.lastChild.remove();
  while (group.children.length < points.length) group.append(pointElement());
  points.forEach((point, i) => {
    const element = group.children[i], [x, y] = places[i];
    set(element, {
      class: `point ${point.y > 0 ? "plus" : "minus"}${i === selected ? " selected" : ""}`,
      transform: `translate(${(x / half) * SIDE} ${(-y / half) * SIDE})`,
      "aria-label": `Example ${i} at (${point.x.map(signed).join(", ")}), label ${point.y > 0 ? "+1" : "−1"}`,
    });
    element.lastChild.textContent = i;
  });
}

/// Draws the vectors w₀ = 0, w₁, … as a path, up to update `at` in ink, with the direction of the largest margin.
function drawPath(vectors, at, separator) {
  const ends = [0, 1].map((axis) => [Math.min(...vectors.map((w) => w[axis])), Math.max(...vectors.map((w) => w[axis]))]);
  const middle = ends.map(([low, high]) => (low + high) / 2), half = (Math.max(...ends.map(([low, high]) => high - low)) || 1) * 0.6;
  const place = ([x, y]) => [((x - middle[0]) / half) * 250, ((middle[1] - y) / half) * 250];
  const line = (list, kind) => made("polyline", { class: kind, points: polygon(...list.map(place)) });
  const [left, top] = place([0, 0]), [x, y] = place(vectors[at]);
  const parts = [made("line", { class: "grid", x1: -250, x2: 250, y1: top, y2: top }), made("line", { class: "grid", y1: -250, y2: 250, x1: left, x2: left })];
  if (separator) {
    const length = Math.hypot(...separator) / 1000;
    parts.push(made("line", { class: "toward", x1: left, y1: top, x2: left + separator[0] / length, y2: top - separator[1] / length }));
  }
  parts.push(line(vectors, "all"), line(vectors.slice(0, at + 1), "made"), made("circle", { cx: x, cy: y, r: 9 }));
  parts.push(made("text", { class: "tick", x: 244, y: 242, "text-anchor": "end" }, `width ${round(2 * half)}`));
  of("path").replaceChildren(...parts);
}
