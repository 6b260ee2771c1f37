// What must be settled before the page is drawn: its colours, its fonts, and whether it is for play or for study.
// Light or dark: as long as the reader chooses nothing the system decides; a choice against it is remembered, one that
// agrees with it is forgotten again. The fonts come with the style sheet, but take a moment to be read; what would be drawn
// before that would move, so nothing is.
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
    button.title = isDark() ? _("Light colours") : _("Dark colours");
  }

  function toggle() {
    const wanted = isDark() ? "light" : "dark";
    chosen = wanted === (system.matches ? "dark" : "light") ? null : wanted;
    remember();
    apply();
  }

  async function readFonts() {
    const page = document.documentElement;
    page.classList.add("reading-fonts");
    const shelved = /(\/|\/index\.html)$/.test(location.pathname); // a script fills the shelf of the overview
    const filled = shelved ? [new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); })] : [];
    await Promise.allSettled([...filled, ...[...document.fonts].map((font) => font.load())]);
    page.classList.remove("reading-fonts");
  }

  // In play what one studies is hidden: proofs, citations, corrections, questions. What is remembered holds for all games.
  const MODE = "rulewright-mode";

  function mode() {
    try {
      return localStorage.getItem(MODE) === "study" ? "study" : "play";
    } catch {
      return document.documentElement.dataset.mode || "play";
    }
  }

  function applyMode(wanted) {
    document.documentElement.dataset.mode = wanted;
    const button = document.querySelector(".study");
    if (button) button.setAttribute("aria-pressed", String(wanted === "study"));
  }

  function toggleMode() {
    const wanted = document.documentElement.dataset.mode === "study" ? "play" : "study";
    try { localStorage.setItem(MODE, wanted); } catch { /* it holds for this page, then */ }
    applyMode(wanted);
  }

  document.documentElement.classList.add("scripted");
  applyMode(mode());
  readFonts();
  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", (event) => {
    if (event.key === MODE) applyMode(mode());
    if (event.key !== KEY && event.key !== null) return;
    chosen = remembered();
    apply();
  });
  addEventListener("DOMContentLoaded", () => {
    apply();
    applyMode(document.documentElement.dataset.mode);
    document.querySelector(".theme").addEventListener("click", toggle);
    document.querySelector(".study")?.addEventListener("click", toggleMode);
  });
})();
