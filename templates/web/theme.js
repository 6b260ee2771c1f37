// What must be settled before the page is drawn: its colours, its fonts, and whether it is for play or for study.
// Light or dark: as long as the reader chooses nothing the system decides; a choice against it is remembered, one that
// agrees with it is forgotten again. Where the fonts are at hand, on the disk or from an earlier page, nothing is drawn
// until they are read, for what is drawn before would move. Who comes for the first time does not wait: he reads in the
// fonts of his system, and these are fetched once he moves on the page.
(() => {
  "use strict";

  const KEY = "rulewright-colours";
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
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
    if (chosen) page.dataset.colours = chosen;
    else delete page.dataset.colours;
    const button = document.querySelector(".theme");
    if (!button) return;
    button.setAttribute("aria-pressed", isDark());
  }

  function toggle() {
    const wanted = isDark() ? "light" : "dark";
    chosen = wanted === (system.matches ? "dark" : "light") ? null : wanted;
    remember();
    apply();
  }

  const FONTS = "fonts.css";
  const OF_CARDS = "card-fonts.css"; // what is on a card only fits in its own fonts
  const FETCHED = `rulewright-fonts ${location.pathname.replace(/[^/]*$/, "")}`;
  const PATIENCE = 1000; // milliseconds that a page waits for fonts that were fetched before
  const linked = document.querySelector(`link[rel="stylesheet"]:is([href^="${FONTS}"], [href$="/${FONTS}"])`); // by a preview, or a report
  const loaded = () => Promise.allSettled([...document.fonts].map((font) => font.load()));
  const saving = () => Boolean(navigator.connection?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;

  function styles(name) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: name });
    const read = new Promise((resolve, reject) => { link.onload = resolve; link.onerror = reject; });
    document.head.append(link);
    return { link, read };
  }

  function fetchedBefore() {
    try {
      return localStorage.getItem(FETCHED) !== null;
    } catch {
      return false;
    }
  }

  // Fonts that come late are for the next page. A script fills the shelf of the overview, which is drawn after it.
  async function readFonts(patience) {
    page.classList.add("reading-fonts");
    const shelved = /(\/|\/index\.html)$/.test(location.pathname);
    const filled = shelved && new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); });
    const { link, read } = linked ? { read: Promise.resolve() } : styles(FONTS);
    const here = read.then(loaded, () => {}).then(() => true);
    const late = new Promise((resolve) => { if (patience) setTimeout(resolve, patience, false); });
    if (!await Promise.race([here, late])) link.disabled = true;
    await filled;
    page.classList.remove("reading-fonts");
  }

  // For the next page: on this one they would move what is read. Who only looks in does not fetch them.
  const READS = ["scroll", "pointerdown", "keydown"];

  function awaitReading() {
    for (const each of READS) addEventListener(each, fetchFonts, { capture: true, passive: true });
  }

  function fetchFonts() {
    for (const each of READS) removeEventListener(each, fetchFonts, { capture: true });
    if (saving()) return;
    const { link, read } = styles(FONTS);
    link.media = "print";
    read.then(() => { try { localStorage.setItem(FETCHED, ""); } catch { /* the next page has not got them either, then */ } }, () => {});
  }

  async function readFontsOfCards() {
    page.classList.add("reading-card-fonts");
    await styles(OF_CARDS).read.then(loaded, () => {});
    page.classList.remove("reading-card-fonts");
  }

  // In play what one studies is hidden: proofs, citations, corrections, questions. What is remembered holds for all games.
  const MODE = "rulewright-mode";

  function mode() {
    try {
      return localStorage.getItem(MODE) === "study" ? "study" : "play";
    } catch {
      return page.dataset.mode || "play";
    }
  }

  function applyMode(wanted) {
    page.dataset.mode = wanted;
    const button = document.querySelector(".study");
    if (button) button.setAttribute("aria-pressed", String(wanted === "study"));
  }

  function toggleMode() {
    const wanted = page.dataset.mode === "study" ? "play" : "study";
    try { localStorage.setItem(MODE, wanted); } catch { /* it holds for this page, then */ }
    applyMode(wanted);
  }

  page.classList.add("scripted");
  applyMode(mode());
  if (linked || location.protocol === "file:") readFonts();
  else if (fetchedBefore()) readFonts(PATIENCE);
  else addEventListener("load", awaitReading);
  if (document.querySelector('link[href="card-look.css"]')) readFontsOfCards();
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
    applyMode(page.dataset.mode);
    document.querySelector(".theme").addEventListener("click", toggle);
    document.querySelector(".study")?.addEventListener("click", toggleMode);
  });
})();
