// Shows the field, and hides the cards and rows that do not have what is asked for.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form.search");
  const cards = [...document.querySelectorAll(".card")];
  const rows = [...document.querySelectorAll("tbody tr")];
  const sections = [...document.querySelectorAll(".cards")];
  const folds = [...document.querySelectorAll("details")];
  const filter = () => {
    const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const state = form.elements.state.value;
    const has = (part) => {
      const text = part.textContent.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    let count = 0;
    for (const card of cards) {
      card.hidden = !(has(card) && (!state || card.dataset.state === state));
      count += card.hidden ? 0 : 1;
    }
    for (const row of rows) row.hidden = !has(row);
    for (const section of sections) section.hidden = ![...section.children].some((card) => !card.hidden);
    const isAsked = Boolean(words.length || state);
    for (const fold of folds) fold.open = isAsked && Boolean(fold.querySelector(".card:not([hidden]), tbody tr:not([hidden])"));
    form.elements.count.value = isAsked ? `${count} of ${cards.length} statements` : "";
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  if (form.elements.words.value || form.elements.state.value) filter();
});
