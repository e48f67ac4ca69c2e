// Shows the page on a projector: one statement, figure or number on each screen, made from copies of the elements of the page.
"use strict";
(() => {
  const button = document.querySelector("button.present");
  const stage = document.createElement("dialog");
  let screens = [], at = 0;

  const make = (tag, name, ...inside) => {
    const element = document.createElement(tag);
    element.className = name;
    element.append(...inside);
    return element;
  };
  const copy = (element) => {
    const copied = element.cloneNode(true);
    for (const part of [copied, ...copied.querySelectorAll("*")]) {
      part.removeAttribute("id");
      part.removeAttribute("tabindex");
    }
    return copied;
  };
  const text = (element) => (element ? element.textContent.trim() : "");

  // A screen: what stands above its heading, the heading (a text, or an element to copy), and what is shown.
  const screen = (kind, above, heading, ...shown) => ({ kind, above, heading, shown: shown.filter(Boolean) });

  // The number of a claim: "32.9 %" of "32.9 %; a bound 30 % as large is refuted", with the bar, and the verdict.
  function number(row) {
    const [close, verdict, controls] = [...row.cells].slice(1);
    const bar = close.querySelector("svg");
    const [share, ...rest] = text(close).split("; ");
    const shown = make("div", "number", make("b", "", share), bar ? " of the bound" : "", copy(verdict.firstElementChild));
    if (bar) {
      const long = copy(bar);
      long.setAttribute("preserveAspectRatio", "none");
      shown.append(long);
    }
    const below = [...rest, text(controls) && `Controls: ${text(controls)}`].filter(Boolean);
    return [shown, below.length ? make("p", "below", below.join(". ")) : null];
  }

  function claims() {
    const heads = [...document.querySelectorAll("main h3")].filter((head) => head.nextElementSibling?.nextElementSibling?.matches(".formula"));
    const rows = [...document.querySelectorAll("main > .scroll tbody tr")].filter((row) => row.cells.length === 4 && row.cells[2].querySelector(".verdict"));
    const watched = [...document.querySelectorAll("main > ul a[href^='runs/']")];
    return heads.map((head, place) => {
      const said = head.nextElementSibling;
      const run = watched.find((link) => text(link).startsWith(`${text(head)}: `));
      const link = run && copy(run);
      if (link) link.textContent = "Watch a run, update by update";
      const row = rows.find((row) => text(row.cells[0]) === text(head));
      const above = `Claim ${place + 1} of ${heads.length}: ${text(head)}`;
      const made = screen("claim", above, said, formula(said.nextElementSibling), ...(row ? number(row) : []), link && make("p", "below", link));
      return { ...made, isPlain: Boolean(row) && / compared$/.test(text(row.cells[1])) };
    });
  }

  // The formula without the names of columns that its symbols stand for.
  function formula(element) {
    const copied = copy(element);
    for (const line of copied.querySelectorAll("p")) {
      const parts = [...line.childNodes];
      const from = parts.findIndex((part) => part.nodeType === Node.TEXT_NODE && part.data.startsWith(", where"));
      if (from >= 0 && line.querySelector("code")) parts.slice(from).forEach((part) => part.remove());
    }
    return copied;
  }

  // The drawing with large letters, which the page holds for screens.
  function drawing(figure) {
    const copied = copy(figure.querySelector(".drawing"));
    const large = figure.querySelector("template");
    if (large) copied.replaceChildren(large.content.cloneNode(true));
    return copied;
  }

  function figures() {
    const all = [...document.querySelectorAll("main figure")];
    return all.map((figure, place) => {
      const caption = text(figure.querySelector("figcaption"));
      const [sentence] = caption.match(/^.*?[.](?=\s|$)/s) || [caption];
      const name = text(figure.querySelector("svg text")) || "Figure";
      return screen("figure", `Figure ${place + 1} of ${all.length}`, name, drawing(figure), make("p", "below", sentence));
    });
  }

  // A class follows eight screens; what is left out stands on the page.
  const most = { screens: 8, figures: 3 };

  function made() {
    const part = (name) => document.querySelector(`main > ${name}`);
    const [title, question, answer] = ["h1", ".question", ".answer"].map(part);
    const notes = [...document.querySelectorAll("main > .detail, main > .note, main > .alarm")].map(copy);
    const drawn = figures().slice(0, most.figures);
    const before = [
      screen("title", "", title, question && copy(question)),
      (answer || notes.length) && screen("answer", "", question, answer && copy(answer), ...notes),
      ...drawn.slice(0, 1),
    ].filter(Boolean);
    const room = most.screens - before.length - Math.max(0, drawn.length - 1);
    // Claims that were only compared for equality say least to a class.
    const stated = claims();
    const chosen = [...stated.filter((one) => !one.isPlain), ...stated.filter((one) => one.isPlain)].slice(0, room);
    return [...before, ...chosen, ...drawn.slice(1)];
  }

  // The largest letters with which everything fits; only a formula that is too wide becomes smaller than the rest.
  function fit() {
    const room = stage.firstElementChild;
    const formulas = [...room.querySelectorAll(".formula")];
    const isWide = (element) => element.scrollWidth > element.clientWidth + 1;
    const most = Math.min(innerWidth / 34, innerHeight / 18);
    for (let size = most; size > Math.max(14, most / 3); size *= 0.96) {
      room.style.fontSize = `${size}px`;
      for (const formula of formulas) {
        formula.style.fontSize = "";
        for (let part = 1; part > 0.5 && isWide(formula); part *= 0.95) formula.style.fontSize = `${part}em`;
      }
      if (room.scrollHeight <= room.clientHeight + 1 && ![room, ...formulas].some(isWide)) break;
    }
  }

  function show(place) {
    at = Math.max(0, Math.min(screens.length - 1, place));
    const { kind, above, heading, shown } = screens[at];
    const head = make("h2", "", ...(heading instanceof Element ? copy(heading).childNodes : [heading]));
    head.tabIndex = -1;
    const room = make("section", `of-${kind}`, ...(above ? [make("p", "above", above)] : []), head, ...shown);
    stage.firstElementChild.replaceWith(room);
    stage.querySelector("output").value = `${at + 1} / ${screens.length}`;
    stage.querySelector(".back").disabled = at === 0;
    stage.querySelector(".on").disabled = at === screens.length - 1;
    history.replaceState(null, "", at ? `#present-${at + 1}` : "#present");
    fit();
    head.focus({ preventScroll: true });
  }

  function start(place) {
    if (!stage.isConnected) {
      const press = (name, words, act) => {
        const key = make("button", name, words);
        key.type = "button";
        key.addEventListener("click", act);
        return key;
      };
      const keys = [press("back", "‹ Back", () => show(at - 1)), make("output", ""), press("on", "Next ›", () => show(at + 1)), press("leave", "Leave (Esc)", () => stage.close())];
      stage.append(make("section", ""), make("div", "keys", ...keys));
      stage.className = "stage";
      stage.setAttribute("aria-label", "Presentation");
      document.body.append(stage);
    }
    if (stage.open) return;
    screens = made();
    document.documentElement.classList.add("presenting");
    stage.showModal();
    show(place);
  }

  function turn(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const room = stage.firstElementChild;
    const isLong = room.scrollHeight > room.clientHeight + 1;
    if (event.target.matches("button") && [" ", "Enter"].includes(event.key)) return;
    if (isLong && ["ArrowDown", "ArrowUp"].includes(event.key)) return;
    const on = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": event.shiftKey ? -1 : 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };
    const place = event.key === "Home" ? 0 : event.key === "End" ? screens.length - 1 : event.key in on ? at + on[event.key] : -1;
    if (!(event.key in on) && !["Home", "End"].includes(event.key)) return;
    event.preventDefault();
    show(place);
  }

  function asked() {
    const found = location.hash.match(/^#present(?:-(\d+))?$/);
    if (found) start((found[1] || 1) - 1);
  }

  button.hidden = false;
  button.addEventListener("click", () => start(0));
  stage.addEventListener("keydown", turn);
  stage.addEventListener("close", () => {
    document.documentElement.classList.remove("presenting");
    history.replaceState(null, "", location.href.split("#")[0]);
  });
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea");
    if (event.key === "p" && !stage.open && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) start(0);
  });
  addEventListener("resize", () => stage.open && fit());
  addEventListener("hashchange", asked);
  addEventListener("DOMContentLoaded", asked);
})();
