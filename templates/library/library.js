// Shows the games whose names have what is typed. Without a script all of them are there, and nothing asks for it.
(() => {
  "use strict";

  const box = document.querySelector("#seek");
  const told = document.querySelector("[data-none]");
  const games = [...document.querySelectorAll("article[aria-labelledby]")];
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const names = games.map((game) => plain(document.getElementById(game.getAttribute("aria-labelledby")).textContent));

  function show() {
    const words = plain(box.value).split(/\s+/).filter(Boolean);
    games.forEach((game, at) => { game.hidden = !words.every((word) => names[at].includes(word)); });
    told.textContent = games.every((game) => game.hidden) ? told.dataset.none : "";
  }

  box.parentElement.hidden = false;
  box.addEventListener("input", show);
  addEventListener("pageshow", show); // a browser that goes back brings what was typed
})();
