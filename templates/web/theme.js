// Light or dark. As long as the reader chooses nothing the system decides; a choice against it is remembered, one that
// agrees with it is forgotten again. Runs before the page is drawn, so that it never shows in the other colours first.
(() => {
  "use strict";

  const KEY = "rulewright-colours";
  const SYSTEM = "screen and (prefers-color-scheme: dark)";
  const MEDIA = { dark: "screen", light: "not all" };
  const system = matchMedia("(prefers-color-scheme: dark)");
  const sheet = document.getElementById("dark");
  let chosen = remembered();

  // A browser may refuse to remember anything, above all for pages of the file system.
  function remembered() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function remember() {
    try {
      if (chosen) localStorage.setItem(KEY, chosen);
      else localStorage.removeItem(KEY);
    } catch {
      // It holds for this page, then.
    }
  }

  const isDark = () => (chosen ? chosen === "dark" : system.matches);

  function apply() {
    sheet.media = MEDIA[chosen] || SYSTEM;
    const button = document.querySelector(".theme");
    if (!button) return;
    button.setAttribute("aria-pressed", isDark());
    button.title = isDark() ? "Light colours" : "Dark colours";
  }

  function toggle() {
    const wanted = isDark() ? "light" : "dark";
    chosen = wanted === (system.matches ? "dark" : "light") ? null : wanted;
    remember();
    apply();
  }

  document.documentElement.classList.add("scripted");
  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", (event) => {
    if (event.key !== KEY && event.key !== null) return;
    chosen = remembered();
    apply();
  });
  addEventListener("DOMContentLoaded", () => {
    apply();
    document.querySelector(".theme").addEventListener("click", toggle);
  });
})();
