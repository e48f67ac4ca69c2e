"use strict";
(() => {
  const steps = JSON.parse(document.getElementById("run").textContent).steps;
  const of = (id) => document.getElementById(id);
  const slider = of("slider"), words = of("words"), play = of("play");
  const points = document.querySelectorAll("#plane .plus, #plane .minus");
  const dots = document.querySelectorAll("#squeeze .dot");
  const across = [...points].map((point) => point.getAttribute("transform").match(/[-\d.]+/)[0]);
  const set = (element, values) => { for (const name in values) element.setAttribute(name, values[name]); };
  const see = (element, seen) => element.setAttribute("visibility", seen ? "visible" : "hidden");
  let at = steps.length - 1, timer = 0;

  function plane([side, length, added, heights]) {
    if (heights) points.forEach((point, i) => set(point, { transform: `translate(${across[i]} ${heights[i]})` }));
    see(of("side"), side);
    see(of("vector"), side);
    if (side) {
      set(of("side"), { transform: `translate(${side[0]} ${side[1]}) rotate(${side[2]})` });
      set(of("vector"), { transform: `rotate(${side[2]})` });
      set(of("shaft"), { x2: length });
      set(of("head"), { transform: `translate(${length} 0)` });
    }
    const point = added && added[0] !== null ? points[added[0]] : null;
    see(of("added"), added);
    see(of("ring"), point);
    if (added) set(of("added"), { x2: added[1][0], y2: added[1][1] });
    if (point) {
      const [x, y] = point.getAttribute("transform").match(/-?[\d.]+/g);
      set(of("ring"), { cx: x, cy: y });
    }
  }

  function squeeze([x, heights]) {
    set(of("window"), { width: x });
    set(of("cursor"), { transform: `translate(${x} 0)` });
    dots.forEach((dot, i) => set(dot, { cx: x, cy: heights[i] }));
  }

  function show(place) {
    at = Math.max(0, Math.min(steps.length - 1, place));
    const step = steps[at];
    plane(step.p);
    squeeze(step.s);
    words.textContent = step.w;
    slider.value = at;
    slider.setAttribute("aria-valuetext", `update ${step.k}`);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  }

  function toggle() {
    if (timer) return stop();
    if (at === steps.length - 1) show(0);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { show(at + 1); if (at === steps.length - 1) stop(); }, Math.max(60, Math.min(900, 20000 / steps.length)));
  }

  function go(place) { stop(); show(place); }

  // #step=K opens the page at update K, or at the next one that is shown.
  function opened() {
    const asked = location.hash.match(/^#step=(\d+)$/);
    const found = asked ? steps.findIndex((step) => step.k >= Number(asked[1])) : 0;
    go(found < 0 ? steps.length - 1 : found);
  }

  const keys = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };
  document.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
    // Up and down scroll the page, unless the slider has the focus.
    if (/Up|Down/.test(event.key) && document.activeElement !== slider) return;
    event.preventDefault();
    go(at + keys[event.key]);
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  of("first").addEventListener("click", () => go(0));
  of("back").addEventListener("click", () => go(at - 1));
  of("next").addEventListener("click", () => go(at + 1));
  of("last").addEventListener("click", () => go(steps.length - 1));
  play.addEventListener("click", toggle);
  addEventListener("hashchange", opened);
  of("controls").hidden = false;
  opened();
})();
