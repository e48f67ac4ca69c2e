// Changes the sample and the learner by pointer, keys, buttons and lists, and saves them as a spec.

const ENDLESS = { stops: [["clean-pass", "at a clean pass"], [{ passes: 1 }, "after 1 pass"], [{ passes: 2 }, "after 2 passes"], [{ passes: 5 }, "after 5 passes"], [{ passes: 20 }, "after 20 passes"]] };

/// A place of the plane on the grid, exact: a decimal, or for doubles a sum of powers of two.
function onGrid(value) {
  const steps = Math.round(value / grid), digits = Math.max(0, -Math.floor(Math.log10(grid) + 1e-9));
  return question.points.floats ? String(steps * grid) : String(Number((steps * grid).toFixed(digits)));
}

/// Moves an example to this place; on a line only along it.
function move(index, place) {
  const point = question.points.examples[index], x = place.slice(0, point.x.length).map(onGrid);
  if (x.every((text, i) => text === String(point.x[i]))) return false;
  point.x = x;
  return true;
}

function change(work) {
  remember();
  work(question.points.examples);
  ask();
}

const focus = (index) => of("points").children[index]?.focus();

function add(place) {
  const features = question.points.examples[0]?.x.length ?? 2;
  if (question.points.examples.length >= lesson.most_examples) return;
  change((examples) => {
    examples.push({ x: place.slice(0, features).map(onGrid), y: examples[selected]?.y ?? 1 });
    selected = examples.length - 1;
  });
  focus(selected);
}

function switchLabel() { change((examples) => { examples[selected].y *= -1; }); }

function remove() {
  change((examples) => examples.splice(selected, 1));
  focus(selected);
}

/// Moves the selected example in the order by this many places.
function reorder(by) {
  const to = selected + by;
  if (to < 0 || to >= question.points.examples.length) return;
  change((examples) => {
    examples.splice(to, 0, ...examples.splice(selected, 1));
    selected = to;
  });
  focus(to);
}

function undo() {
  if (!past.length) return;
  question = JSON.parse(past.pop());
  ask();
}

/// The place of the plane at a position of the pointer.
function placeOf(event) {
  const box = of("plane").getBoundingClientRect();
  const share = (value, from, size) => ((value - from) / size) * 2 - 1;
  return [share(event.clientX, box.left, box.width) * half, -share(event.clientY, box.top, box.height) * half];
}

const indexOf = (element) => [...of("points").children].indexOf(element.closest(".point"));

function listenToPointers() {
  const plane = of("plane");
  plane.addEventListener("pointerdown", (event) => {
    const index = indexOf(event.target);
    if (index < 0 || event.button > 0) return;
    selected = index;
    drag = { index, before: JSON.stringify(question), moved: false };
    plane.setPointerCapture(event.pointerId);
    focus(index);
    event.preventDefault();
    show();
  });
  plane.addEventListener("pointermove", (event) => {
    if (!drag || !move(drag.index, placeOf(event))) return;
    drag.moved = true;
    ask(true);
  });
  const end = () => {
    if (drag?.moved) { past.push(drag.before); drag = null; ask(); said(); }
    drag = null;
  };
  plane.addEventListener("pointerup", end);
  plane.addEventListener("pointercancel", end);
  plane.addEventListener("click", (event) => { if (indexOf(event.target) < 0 && !wasDragged) add(placeOf(event)); wasDragged = false; });
  plane.addEventListener("pointermove", () => { if (drag?.moved) wasDragged = true; });
  plane.addEventListener("pointerdown", () => { wasDragged = false; }, true);
}
let wasDragged = false;

/// Tells screen readers what a change did.
function said() {
  const point = question.points.examples[selected];
  if (!point || answer.error) return;
  of("status").textContent = `Example ${selected} at (${point.x.map(signed).join(", ")}): ${answer.observed} mistakes. ${of("share-words").textContent}`;
}

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/// What a key does to the example that has the focus; false if nothing.
function keyOnPoint(event) {
  const by = MOVES[event.key], steps = event.shiftKey ? 5 : 1;
  if (by) {
    const before = JSON.stringify(question);
    const [x, y] = places()[selected];
    if (move(selected, [x + by[0] * steps * grid, y + by[1] * steps * grid])) { past.push(before); ask(); said(); }
  } else if (event.key === " " || event.key === "Enter") switchLabel();
  else if (event.key === "Delete" || event.key === "Backspace") remove();
  else if (event.key === "[") reorder(-1);
  else if (event.key === "]") reorder(1);
  else return false;
  return true;
}

function listenToKeys() {
  of("points").addEventListener("focusin", (event) => { selected = indexOf(event.target); show(); showSettings(); });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === "z" && !event.target.matches?.("input")) { undo(); event.preventDefault(); return; }
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches?.("input, select, summary, pre, .table")) return;
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: Infinity };
    const point = event.target.closest?.(".point");
    if (point ? keyOnPoint(event) : false) event.preventDefault();
    else if (event.key === "a") { add([half / 2, half / 2]); event.preventDefault(); }
    else if (!point && event.key in steps) { go(steps[event.key]); event.preventDefault(); }
  });
}

/// Sets a key of the learner from a control.
function choose(id, work) {
  of(id).addEventListener("change", () => {
    remember();
    work(of(id).value);
    ask();
  });
}

function listenToSettings() {
  of("sample").replaceChildren(...lesson.samples.map(({ title }, i) => new Option(title, i)));
  of("stop").replaceChildren(...ENDLESS.stops.map(([stop, words]) => new Option(words, JSON.stringify(stop))));
  choose("sample", (value) => start(lesson.samples[value]));
  choose("rule", (name) => { question.variant.rule = { [name]: name === "margin-perceptron" ? { threshold: "1", step: "1" } : {} }; });
  choose("threshold", (value) => { question.variant.rule["margin-perceptron"].threshold = value; });
  choose("step", (value) => { question.variant.rule["margin-perceptron"].step = value; });
  choose("order", (order) => {
    if (order === "given" && typeof question.variant.order === "object") return;
    question.variant.order = order === "given" ? lesson.samples[of("sample").value].variant.order : order;
    delete question.variant.stop;
  });
  choose("seed", (seed) => { question.draws.seed = seed; });
  choose("ties", (ties) => { question.variant.ties = ties; });
  choose("stop", (stop) => {
    question.variant.stop = JSON.parse(stop);
    if (question.variant.stop === "clean-pass") delete question.variant.stop;
  });
  of("settings").addEventListener("submit", (event) => event.preventDefault());
}

function listenToButtons() {
  const press = (id, work) => of(id).addEventListener("click", work);
  press("add", () => add([half / 2, half / 2]));
  press("label", switchLabel);
  press("remove", remove);
  press("earlier", () => reorder(-1));
  press("later", () => reorder(1));
  press("undo", undo);
  press("in", () => { zoom /= 1.5; rescale(); show(); });
  press("out", () => { zoom *= 1.5; rescale(); show(); });
  press("first", () => go(0));
  press("back", () => go(at - 1));
  press("next", () => go(at + 1));
  press("last", () => go(Infinity));
  press("download", download);
  press("copy", () => { navigator.clipboard?.writeText(specText()); of("status").textContent = "Copied."; });
  of("slider").addEventListener("input", () => go(Number(of("slider").value)));
  of("rows").addEventListener("click", (event) => { const row = event.target.closest("tr[data-update]"); if (row) go(Number(row.dataset.update)); });
  document.querySelector(".save details").addEventListener("toggle", () => { of("spec").textContent = specText(); });
}

/// The spec of what the page shows, written by the engine.
function specText() {
  const saved = engine.ask({ ...question, save: of("title").value || lesson.title });
  return saved.spec ?? `# ${saved.error.problem}; allowed: ${saved.error.allowed}`;
}

function download() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([specText()], { type: "application/toml" }));
  link.download = "lesson.toml";
  link.click();
  URL.revokeObjectURL(link.href);
}

function start(sample) {
  question = copied({ points: sample.points, variant: sample.variant, draws: sample.draws });
  [selected, zoom, at] = [0, 1, Infinity];
}

(async () => {
  engine = await engineOf(of("module").textContent);
  start(lesson.samples[0]);
  of("title").value = lesson.title;
  listenToSettings();
  listenToPointers();
  listenToKeys();
  listenToButtons();
  ask();
  document.documentElement.dataset.ready = "yes";
})();
