// Keeps the sample and the learner, asks the engine after every change, and shows its answer.

const lesson = JSON.parse(of("lesson").textContent);
const MOST_ROWS = 200;
let engine = null, answer = null, question = null;
let selected = 0, at = 0, half = 1, zoom = 1, grid = 1, drag = null;
const past = [];

const vector = (numbers) => [numbers[0], numbers[1] ?? 0];
const places = () => question.points.examples.map((point) => vector(point.x.map(float)));
const copied = (value) => JSON.parse(JSON.stringify(value));
const ruleName = () => Object.keys(question.variant.rule)[0];
const orderName = () => (typeof question.variant.order === "string" ? question.variant.order : "given");

/// A number in words: the fraction if it is short, and its value.
function words(number) {
  const { exact, value } = number;
  if (exact && exact.length <= 18) return exact.includes("/") ? `${signed(exact)} ≈ ${signed(round(value))}` : signed(exact);
  return `≈ ${signed(round(value))}`;
}
const short = ({ exact, value }) => signed(exact && exact.length <= 7 ? exact : round(value));
const vectorWords = (w) => `(${w.map(short).join(", ")})`;

/// Writes a number into an element, with the whole fraction as its title.
function say(id, number) {
  of(id).textContent = number ? words(number) : "–";
  of(id).title = number?.exact && number.exact.length > 18 ? number.exact : "";
}

function remember() {
  past.push(JSON.stringify(question));
  if (past.length > 300) past.shift();
}

/// Asks the engine and shows the answer; the picture keeps its scale while an example is dragged.
function ask(keepsScale) {
  const before = answer?.updates?.length ?? 0, wasLast = at >= before;
  answer = engine.ask(question);
  const refusal = answer.error;
  of("refused").hidden = !refusal;
  if (refusal) of("refused").textContent = [refusal.problem, `allowed: ${refusal.allowed}`, refusal.help].filter(Boolean).join("; ");
  const updates = answer.updates?.length ?? 0;
  at = wasLast ? updates : Math.min(at, updates);
  selected = Math.max(0, Math.min(selected, question.points.examples.length - 1));
  if (!keepsScale) rescale();
  showSettings();
  showNumbers();
  showGame();
  showRows();
  show();
}

function rescale() {
  half = halfWidth(places()) * zoom;
  grid = tidy(half / 30, question.points.floats);
  drawGrid(half, tidy(half / 2.4));
}

/// Shows the state after `at` updates.
function show() {
  const updates = answer.updates ?? [], vectors = [[0, 0], ...updates.map((update) => vector(update.w.map((w) => w.value)))];
  const longest = Math.max(...vectors.map((w) => Math.hypot(...w))), now = vectors[at], update = updates[at - 1];
  const best = answer.proof?.separable, separator = best && vector(best.separator);
  drawBest(separator, best?.margin.value, half);
  drawVector(now, longest > 0 ? Math.hypot(...now) / longest : 0);
  drawPoints(question.points.examples, places(), half, selected);
  drawPath(vectors, at, separator);
  const point = update && places()[update.example];
  see(of("ring"), Boolean(point));
  see(of("added"), Boolean(point));
  if (point) {
    const [x, y] = point.map((x) => (x / half) * SIDE), label = question.points.examples[update.example].y;
    set(of("ring"), { cx: x, cy: -y });
    set(of("added"), { x2: x * label, y2: -y * label });
  }
  set(of("slider"), { max: updates.length, "aria-valuetext": `update ${at} of ${updates.length}` });
  of("slider").value = at;
  of("words").textContent = answer.error ? "" : sentence(updates);
  [...of("rows").children].forEach((row) => row.classList.toggle("now", Number(row.dataset.update) === at));
}

const ENDS = {
  "clean-pass": "Then no example needs an update: the run ends with a clean pass.",
  "end-of-stream": "Then the run ends, because no more examples are shown.",
  "update-cap": "Here the run is cut off; it would go on.",
  undecided: "Then rounding left the sign of a score open, and the run was stopped.",
  "out-of-range": "A number of the run left 64 bits.",
};

/// What the update `at` did, or how the run begins or ends.
function sentence(updates) {
  const end = at === updates.length ? ` ${ENDS[answer.reason] ?? answer.reason}` : "";
  if (at === 0) return `At the start w = 0, and every score is 0.${end}`;
  const { example, pass, score, w } = updates[at - 1], margin = question.variant.rule["margin-perceptron"];
  const due = margin ? `below τ = ${margin.threshold}` : score.value < 0 ? "below 0" : "0, a tie";
  const added = margin ? "η·y·x" : ruleName() === "perceptron" ? "y·x" : "y·x/‖x‖";
  return `Update ${at} of ${updates.length}, in pass ${pass}: example ${example} has y⟨w, x⟩ = ${short(score)}, ${due}, so ${added} is added and w = ${vectorWords(w)}.${end}`;
}

function showSettings() {
  const { variant, draws } = question, rule = ruleName(), margin = variant.rule["margin-perceptron"];
  of("rule").value = rule;
  document.querySelectorAll(".of-margin").forEach((label) => { label.hidden = !margin; });
  if (margin && document.activeElement !== of("threshold")) of("threshold").value = margin.threshold;
  if (margin && document.activeElement !== of("step")) of("step").value = margin.step;
  if (orderName() === "given" && !of("order").querySelector("[value=given]")) of("order").append(new Option("as the spec lists it", "given"));
  of("order").value = orderName();
  document.querySelector(".of-random").hidden = !["shuffled", "random", "random-misclassified"].includes(orderName());
  if (document.activeElement !== of("seed")) of("seed").value = draws.seed;
  of("ties").value = variant.ties ?? "mistake";
  const ends = ["stream", "given"].includes(orderName()), stop = JSON.stringify(variant.stop ?? "clean-pass");
  document.querySelector(".of-stop").hidden = ends;
  if (![...of("stop").options].some((option) => option.value === stop)) of("stop").append(new Option(variant.stop.updates ? `after ${variant.stop.updates} updates` : `after ${variant.stop.passes} passes`, stop));
  of("stop").value = stop;
  of("undo").disabled = past.length === 0;
  const none = question.points.examples.length === 0;
  ["label", "remove", "earlier", "later"].forEach((id) => { of(id).disabled = none; });
  of("earlier").disabled ||= selected === 0;
  of("later").disabled ||= selected >= question.points.examples.length - 1;
}

function showNumbers() {
  const { counts, bound, proof } = answer, best = proof?.separable, margin = question.variant.rule["margin-perceptron"];
  of("counted").textContent = margin ? "margin mistakes" : "mistakes";
  of("bound-name").textContent = margin ? "bound (R² + 2τ/η)/γ²" : ruleName() === "perceptron" ? "bound (R/γ)²" : "bound 1/γ², of the examples divided by their norms";
  of("mistakes").textContent = counts ? answer.observed : "–";
  of("passes").textContent = counts?.passes ?? "–";
  of("shown").textContent = counts?.shown ?? "–";
  say("radius-squared", answer.radius_squared);
  say("radius", answer.radius);
  say("margin-squared", best?.margin_squared);
  say("margin", best?.margin);
  showBound(bound);
  showProof(proof);
}

function smaller(text) {
  const element = document.createElement("small");
  element.textContent = text;
  return element;
}

function showBound(bound) {
  const limit = bound?.limit;
  const isShort = limit?.exact && limit.exact.length <= 8, isWhole = isShort && !limit.exact.includes("/");
  of("bound").textContent = limit ? (isShort ? limit.exact : `≈ ${round(limit.value)}`) : "none";
  of("bound").title = limit?.exact ?? "";
  if (isShort && !isWhole) of("bound").append(smaller(` ≈ ${round(limit.value)}`));
  const share = bound?.share.value ?? 0, most = bound?.plane ? bound.plane.value / limit.value : 0;
  of("used").style.width = `${Math.min(100, 100 * share)}%`;
  of("most").style.width = `${Math.min(100, 100 * most)}%`;
  see(of("most"), most > 0);
  of("most").style.display = most > 0 ? "" : "none";
  const words = bound ? `The run came to ${signed(round(100 * share))} % of the bound${bound.share.exact && bound.share.exact.length <= 18 ? `, ${bound.share.exact} of it` : ""}.${bound.plane ? ` The mark is the most that a plane allows, ${short(bound.plane)}.` : ""}` : answer.error ? "" : "There is no bound, because no vector separates these examples.";
  of("share-words").textContent = words;
  set(of("share"), { "aria-label": words });
}

const subscript = (number) => String(number).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]);

function showProof(proof) {
  const multipliers = proof?.["not-separable"]?.multipliers;
  const terms = multipliers?.map(({ example, weight }) => `${weight === "1" ? "" : `${weight}·`}y${subscript(example)}x${subscript(example)}`);
  of("proof").textContent = proof?.separable
    ? `A vector separates: the direction of the largest margin is (${proof.separable.separator.map((u) => signed(round(u))).join(", ")}), and ${proof.separable.nearest.length === 1 ? "example" : "examples"} ${proof.separable.nearest.join(", ")} prove that no other direction has a larger margin.`
    : terms ? `No vector separates these examples, because ${terms.join(" + ")} = 0: a vector that classified all of them correctly would make the left side positive (Gordan).`
    : proof?.open ? `Whether a vector separates is open: ${proof.open.why}.` : "";
}

const wins = new Set();
function showGame() {
  const items = (answer.game ?? []).map(({ goal, reached, missing }) => {
    const item = document.createElement("li"), rest = document.createElement("span");
    item.className = reached ? "reached" : "";
    item.textContent = `${reached ? "✓ " : ""}${goal}. `;
    rest.textContent = reached ? "Reached." : `Not yet: ${signed(missing)}.`;
    item.append(rest);
    if (reached && !wins.has(goal)) { wins.add(goal); of("status").textContent = `Reached: ${goal}`; }
    return item;
  });
  of("game").replaceChildren(...items);
}

function showRows() {
  const updates = answer.updates ?? [];
  const rows = updates.slice(0, MOST_ROWS).map(({ example, pass, score, w }, i) => {
    const row = document.createElement("tr");
    row.dataset.update = i + 1;
    [i + 1, pass, example, short(score), vectorWords(w)].forEach((text) => { row.insertCell().textContent = text; });
    return row;
  });
  if (updates.length > MOST_ROWS) {
    const cell = document.createElement("tr").appendChild(document.createElement("td"));
    cell.colSpan = 5;
    cell.textContent = `and ${updates.length - MOST_ROWS} more; the slider shows them`;
    rows.push(cell.parentElement);
  }
  of("rows").replaceChildren(...rows);
}

function go(place) {
  at = Math.max(0, Math.min(answer.updates?.length ?? 0, place));
  show();
  of("rows").querySelector(".now")?.scrollIntoView?.({ block: "nearest" });
}
