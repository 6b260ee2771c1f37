// Keeps a page current while its source is edited, and tells where in the source a thing stands that is clicked.
// Only what differs is replaced (adapt.js), so the place scrolled to, an open table and the rest of the page stay. It runs
// before the scripts of the page: what they add is theirs.
(() => {
  "use strict";

  const [, root, page] = location.pathname.match(/^(\/[^/]+)\/build\/(.*)$/);
  const WORKING = "a, button, input, select, textarea, summary, label, option";
  const { pages, styles } = document.currentScript.dataset;
  let shown = { pages: Number(pages), styles };
  let latest = shown;
  let text = ""; // the page of the latest event, where it came along
  let asked = Promise.resolve();
  const renew = following(document.body);

  addEventListener("DOMContentLoaded", () => { // the scripts of the page have the words for it
    new EventSource(`${root}/events?page=${encodeURIComponent(page)}`).onmessage = (event) => {
      latest = JSON.parse(event.data);
      text = latest.text === undefined ? "" : latest.text || text; // an empty one is that of the event before
      asked = asked.then(follow).catch(() => {}); // the next event tries again
    };
  });

  async function follow() {
    const now = latest;
    if (shown.pages !== now.pages) await refresh();
    if (shown.styles !== now.styles) renewStyles(now.styles);
    shown = now;
    showDraft(now.errors);
    if (parent !== window) requestAnimationFrame(() => setTimeout(() => parent.postMessage({ renewed: now.state }, location.origin)));
  }

  async function refresh() {
    const next = new DOMParser().parseFromString(text || (await fetched()), "text/html");
    document.title = next.title;
    if (document.body.dataset.use !== next.body.dataset.use) return location.reload();
    renew(next.body, mark);
  }

  async function fetched() {
    const answer = await fetch(location.href);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }

  // A page of a source with errors is a draft, and says so; the errors stand at their places in it.
  function showDraft(errors) {
    document.querySelectorAll(".preview-draft").forEach((each) => each.remove());
    if (!errors) return;
    const draft = note("p", "preview-draft", _n("DRAFT: 1 error", "DRAFT: {n} errors", errors));
    draft.setAttribute("role", "status");
    document.body.append(draft);
  }

  function note(name, kind, text) {
    const element = document.createElement(name);
    element.className = kind;
    element.textContent = text;
    return element;
  }

  const style = document.createElement("style");
  style.textContent = `
    .preview-draft { position: fixed; right: 0.7rem; bottom: 0.7rem; z-index: 99; margin: 0; padding: 0.2em 0.7em; border-radius: 4px; color: #fff; background: #a3131f; font: 700 0.9rem/1.4 system-ui, sans-serif; letter-spacing: 0.05em; }`;
  document.head.append(style);

  function mark(element) {
    if (!element || !element.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    element.animate([{ outline: "2px solid #c8862a" }, { outline: "2px solid transparent" }], { duration: 1200 });
  }

  // The old style sheet stays until the new one is there.
  function renewStyles(styles) {
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) link.href = `${link.href.split("?")[0]}?${styles}`;
  }

  // The addresses of what was clicked, the most exact first.
  function* addresses(target) {
    const file = page.replace(/^web\//, "");
    const side = target.closest(".card-side");
    if (side) {
      const frame = side.querySelector(".frame");
      const block = [...frame.children].findIndex((child) => child.contains(target));
      yield `${file.replace(/-\d+\.html$/, ".html")}/block/${[...document.querySelectorAll(".card-side")].indexOf(side)}/${block}`;
    }
    const cell = target.closest("tbody td, tbody th");
    const table = cell && cell.closest("[id^=table-]");
    if (table) {
      const row = cell.parentElement;
      yield `${file}#${table.id}/cell/${[...row.parentElement.rows].indexOf(row)}/${[...row.cells].indexOf(cell)}`;
    }
    for (let each = target.closest("[id]"); each; each = each.parentElement && each.parentElement.closest("[id]")) {
      yield `${file}#${each.id}`;
    }
    yield file;
  }

  addEventListener("click", async (event) => {
    if (event.target.closest(WORKING) || String(getSelection())) return;
    const query = new URLSearchParams([...addresses(event.target)].map((address) => ["address", address]));
    const answer = await fetch(`${root}/source?${query}`);
    if (answer.ok) top.postMessage({ source: await answer.json() }, location.origin);
  });

  // Keys go to the shell, unless the page wants them.
  addEventListener("keydown", (event) => {
    if (parent === window || event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    parent.postMessage({ key: event.key }, location.origin);
  });
})();
