// Keeping all pages on this device, for where there is no network: how large they are, how far it has come, to stop it,
// to go on, and to remove them. It begins only when the reader asks; what was begun goes on with the next page.
(() => {
  "use strict";

  const place = document.querySelector(".keep");
  const workers = navigator.serviceWorker;
  if (!location.protocol.startsWith("http") || !workers) return;

  const saving = () => Boolean(navigator.connection?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;
  const sized = (bytes) => (bytes < 999_500 ? `${Math.max(1, Math.round(bytes / 1000))}\u00a0kB` : `${numeral(Math.round(bytes / 100_000) / 10)}\u00a0MB`);

  // An answer of the worker to a question.
  async function ask(what, values = {}) {
    const { active } = await workers.ready;
    return new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => (data.failed ? reject(new Error(data.failed)) : resolve(data));
      active.postMessage({ what, ...values }, [port2]);
    });
  }

  globalThis.keeper = Object.freeze({ ask, saving });
  if (!place) return;

  function make(name, attributes = {}) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  const main = make("button", { type: "button" });
  const remove = make("button", { type: "button", class: "remove" });
  const bar = make("progress", { "aria-label": _("Kept on this device") });
  const amount = make("span", { class: "amount" });
  const said = make("span", { role: "status" });
  const hint = make("small");
  let running = false;
  let pressed = () => {};

  function show({ words = "", bytes = "", button = "", press = () => {}, removable = false, about = "" }) {
    if (said.textContent !== words) said.textContent = words;
    if (amount.textContent !== bytes) amount.textContent = bytes;
    const focused = document.activeElement === main;
    main.textContent = button;
    main.hidden = !button;
    remove.hidden = !removable;
    if (focused && !button) remove.focus();
    hint.textContent = about;
    pressed = press;
  }

  function progress({ here, size }) {
    bar.max = size;
    bar.value = here;
    return _("{part} of {whole}", { part: sized(here), whole: sized(size) });
  }

  function showState(state, failed = false) {
    const { wanted, left, size } = state;
    const about = saving() ? _("This browser saves data: nothing is fetched until you ask for it.") : "";
    bar.hidden = !wanted || !left;
    if (!wanted) return show({ button: _("Keep for offline ({size})", { size: sized(size) }), press: keep, about });
    if (!left) return show({ words: _("Kept on this device."), bytes: sized(size), removable: true });
    const bytes = progress(state);
    if (running) return show({ words: _("Keeping for offline …"), bytes, button: _("Stop"), press: stop });
    const words = failed ? _("Stopped: there is no network.") : _("Not everything is kept yet.");
    return show({ words, bytes, button: _("Go on"), press: keep, removable: true, about });
  }

  // A few files each time, so that it can be stopped, and says how far it is.
  async function run(first) {
    running = true;
    let state = null;
    try {
      state = await ask(first);
      while (running && state.wanted === "keep" && state.left) {
        showState(state);
        state = await ask("more");
      }
      running = false;
      showState(state);
    } catch {
      running = false;
      ask("state").then((now) => showState(now, true), () => {});
    }
  }

  const keep = () => run("keep");

  async function stop() {
    running = false;
    showState(await ask("stop"));
  }

  async function removeAll() {
    remove.blur();
    showState(await ask("remove"));
    main.focus();
  }

  async function start() {
    const state = await ask("state");
    remove.textContent = _("Remove from this device");
    place.append(main, bar, said, amount, remove, hint);
    place.hidden = false;
    main.addEventListener("click", () => pressed());
    remove.addEventListener("click", removeAll);
    showState(state);
    if (state.wanted === "keep" && state.left && !saving()) run("more");
  }

  addEventListener("load", () => start().catch(() => {})); // without a worker there is nothing to keep it
})();
