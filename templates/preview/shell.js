// The frame of the preview: what can be shown, one or two panes, the findings, and the place in the source.
(() => {
  "use strict";

  const root = location.pathname.replace(/\/$/, "");
  const $ = (id) => document.getElementById(id);
  const PX = 96 / 25.4; // pixels in a millimetre
  const UNHURRIED = 120; // milliseconds without an edit until a sketched card is printed
  const AFTERWARDS = 20; // milliseconds from a page that is there to the list of findings, and at most until then:
  const LATEST = 2000;
  const INEXACT = 1; // millimetres by which a browser may set a card longer than the print has it
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6];
  const KINDS = { rule: _("Rules"), table: _("Tables"), reference: _("Quick references"), card: _("Cards"), "card on the web": _("Cards on the web"), page: _("Pages"), sheet: _("Sheets"), rulebook: _("Rulebook"), press: _("For the press"), online: _("Online tables"), screen: _("Screens") };
  let status = { state: -1, pages: -1, findings: [], contents: [], sides: {}, proof: "", broken: false };
  let current = 0; // the pane that the contents lead
  let finding = -1;
  let listed = ""; // the findings as they are listed
  let placed = ""; // the places that the contents lead to, in the order of their lines
  const panes = [];

  // One element with attributes and children; text is text, never markup.
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== ""));
    return element;
  }

  // A page of the web in a frame of its own.
  class PageView {
    constructor(address) {
      this.wanted = address;
      this.frame = make("iframe", { src: `${root}/build/${address}`, title: address });
      this.frame.addEventListener("load", () => remember());
      this.element = this.frame;
    }

    get address() {
      try {
        const { pathname, hash } = this.frame.contentWindow.location;
        if (pathname.startsWith(`${root}/build/`)) return pathname.slice(root.length + 7) + hash;
      } catch {
        // another site: the page before it is the place to come back to
      }
      return this.wanted;
    }

    go(address) {
      const [path, hash = ""] = address.split("#");
      this.wanted = address;
      if (this.address.split("#")[0] === path) this.frame.contentWindow.location.hash = hash;
      else this.frame.contentWindow.location.replace(`${root}/build/${address}`);
    }

    // The page does it itself, and says so.
    renew() {
      this.renewed = new Promise((done) => (this.tell = done));
    }
    overflows() {}
    zoom() {}
    grid() {}
  }

  // The pages of a PDF as pictures, to scale. A card is there at once as the browser sets it, until its print is.
  class PrintView {
    constructor(address) {
      this.address = address;
      this.onWeb = `web/card-${address.replace(/^cards\/|\.pdf$/g, "")}.html`;
      this.at = 0;
      this.images = [];
      this.element = make("div", { class: "print", tabindex: "0", role: "group", "aria-label": address });
      this.show();
    }

    // Of a card; nothing else is sketched.
    get sides() {
      return status.sides[this.address];
    }

    get scale() {
      return this.at ? this.at : Math.min(2, (this.element.clientWidth - 40) / ((this.wide || 100) * PX));
    }

    async ask(address) {
      const answer = await fetch(`${root}/${address}`);
      if (!answer.ok) throw new Error(await answer.text());
      return answer;
    }

    async show() {
      this.turn = (this.turn || 0) + 1;
      const turn = this.turn;
      const first = !this.live;
      const sketched = this.sides ? this.sketch(turn) : Promise.resolve(false);
      this.renewed = sketched.catch(() => {});
      if ((await sketched) && !first) await pause(UNHURRIED);
      if (turn !== this.turn) return;
      try {
        $("printing").hidden = false;
        const pages = await (await this.ask(`pages/${this.address}`)).json();
        if (turn !== this.turn) return;
        this.wide = pages[0].wide;
        pages.forEach((page, at) => this.put(at, page));
        while (this.images.length > pages.length) this.images.pop().sheet.remove();
        for (const at of this.nearest()) {
          await this.paint(at, pages[at], turn);
          if (turn !== this.turn) return;
        }
        // What does not fit goes to further pages in print, and a print has no marks of errors: the sketch shows both.
        if (this.live) this.live.element.hidden = this.images.length <= this.sides && !this.live.body.querySelector(".slip");
        this.element.classList.toggle("sketched", Boolean(this.live) && !this.live.element.hidden);
        this.element.classList.remove("old");
        this.element.classList.toggle("close", this.scale >= 1.2); // single millimetres can be told apart
      } catch (error) {
        this.element.classList.add("old");
        if (!this.images.length && !this.live) this.element.replaceChildren(make("p", { class: "nothing" }, String(error.message)));
      }
      $("printing").hidden = true;
    }

    // The document of the frame is kept, so that nothing flashes and its fonts stay.
    async sketch(turn) {
      const answer = await fetch(`${root}/card/${this.address}`);
      if (!answer.ok || turn !== this.turn) return false;
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!this.live) this.live = await this.frame();
      const { element, styles, body, renew } = this.live;
      element.hidden = false; // what is hidden has no size
      this.element.classList.add("sketched");
      const text = [...next.querySelectorAll("style")].map((each) => each.textContent).join("\n");
      if (styles.textContent !== text) styles.textContent = text;
      renew(next.body);
      this.wide = body.offsetWidth / PX;
      this.overflows();
      return true;
    }

    async frame() {
      const frame = make("iframe", { title: _("{address}, as the browser sets it", { address: this.address }), srcdoc: "<!DOCTYPE html><title>Card</title>" });
      const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
      const element = make("div", { class: "sheet live" }, frame, make("div", { class: "grid" }));
      this.element.querySelector(".nothing")?.remove();
      this.element.prepend(element);
      await loaded;
      const inside = frame.contentDocument;
      const styles = inside.head.appendChild(inside.createElement("style"));
      inside.addEventListener("click", (event) => this.clicked(event));
      inside.addEventListener("keydown", (event) => KEYS[event.key] && panes.length && KEYS[event.key]());
      inside.fonts.addEventListener("loadingdone", () => this.overflows());
      return { frame, element, styles, body: inside.body, renew: following(inside.body) };
    }

    fit() {
      if (!this.live) return;
      const { frame, element, high } = this.live;
      element.style.setProperty("--wide", this.wide);
      element.style.setProperty("--high", high);
      element.style.setProperty("--scale", this.scale);
      frame.style.width = `${this.wide}mm`;
      frame.style.height = `${high}mm`;
      frame.style.transform = `scale(${this.scale})`;
    }

    // What is beyond the frame of a page is drawn red, with the millimetres that the print is over, or else those here.
    overflows() {
      if (!this.live) return;
      const { body } = this.live;
      body.querySelectorAll(".over").forEach((each) => each.remove());
      let high = body.offsetHeight / PX;
      [...body.querySelectorAll(".page")].forEach((page, at) => {
        const { bottom } = page.getBoundingClientRect();
        const lowest = Math.max(...[...page.querySelectorAll(":scope > section")].map((each) => each.getBoundingClientRect().bottom));
        const beyond = (lowest - bottom) / PX;
        const found = status.findings.find((each) => each.name === "card-overflow" && each.address === this.onWeb && (this.sides < 2 || each.message.includes(`page ${at + 1}`)));
        const said = found && found.message.match(/[0-9.]+ mm too \w+( and [0-9.]+ mm too \w+)?/);
        if (beyond < INEXACT && !said) return;
        const red = page.ownerDocument.createElement("div");
        red.className = "over";
        red.textContent = said ? said[0] : _("about {length} mm too long", { length: beyond.toFixed(1) });
        red.style.cssText = `position: absolute; left: 0; right: 0; top: 100%; height: ${Math.max(beyond, 0)}mm; min-height: 4mm; border-top: 0.4mm solid #c01823; color: #fff; background: rgb(192 24 35 / 40%); font: 700 3mm/4mm system-ui; text-align: right; text-shadow: 0 0 1mm #700, 0 0 1mm #700; padding-right: 1mm; box-sizing: border-box; pointer-events: none; z-index: 9`;
        page.append(red);
        high = Math.max(high, (red.getBoundingClientRect().bottom - body.getBoundingClientRect().top) / PX);
      });
      this.live.high = high;
      this.fit();
    }

    async clicked(event) {
      event.preventDefault();
      const page = event.target.closest(".page");
      if (!page) return;
      const side = [...page.parentElement.querySelectorAll(".page")].indexOf(page);
      const block = [...page.querySelectorAll(":scope > section")].findIndex((each) => each.contains(event.target));
      const answer = await fetch(`${root}/source?${new URLSearchParams({ address: `${this.onWeb.slice(4)}/block/${side}/${block}` })}`);
      if (answer.ok) showSource(await answer.json());
    }

    // The pages in view, then those around them.
    nearest() {
      const { top } = this.element.getBoundingClientRect();
      const far = this.images.map(({ sheet }) => Math.abs(sheet.getBoundingClientRect().top - top));
      return [...far.keys()].sort((a, b) => far[a] - far[b]);
    }

    // Asks for the picture of a page, unless it looks as it did.
    async paint(at, page, turn) {
      const wide = Math.round(Math.min(page.wide * PX * this.scale * devicePixelRatio, 4000));
      const shown = this.images[at];
      if (shown.made === `${page.digest} ${wide}`) return;
      const answer = await this.ask(`picture/${this.address}?page=${at}&width=${wide}`);
      const png = await answer.blob();
      if (turn !== this.turn) return;
      if (shown.image.src) URL.revokeObjectURL(shown.image.src);
      shown.image.src = URL.createObjectURL(png);
      shown.made = `${answer.headers.get("X-Digest")} ${wide}`;
    }

    // The place of a page, with the picture that it had.
    put(at, page) {
      if (!this.images[at]) {
        this.element.querySelector(":scope > .nothing")?.remove();
        const image = make("img", { alt: _("Page {number} of {address}", { number: at + 1, address: this.address }) });
        const sheet = make("div", { class: "sheet" }, image, make("div", { class: "grid" }));
        this.element.append(sheet);
        this.images[at] = { image, sheet };
      }
      const { sheet } = this.images[at];
      sheet.style.setProperty("--wide", page.wide);
      sheet.style.setProperty("--high", page.high);
      sheet.style.setProperty("--scale", this.scale);
    }

    go() {}
    renew() {
      this.show();
    }

    zoom(step) {
      const now = this.scale;
      if (!step) this.at = 0;
      else if (step > 0) this.at = ZOOMS.find((each) => each > now + 0.01) || ZOOMS.at(-1);
      else this.at = [...ZOOMS].reverse().find((each) => each < now - 0.01) || ZOOMS[0];
      this.show();
    }

    grid() {
      this.element.classList.toggle("ruled");
    }
  }

  const isPrint = (address) => address.split("#")[0].endsWith(".pdf");

  function open(address, at = current) {
    const pane = panes[at] || addPane();
    if (pane.view && isPrint(pane.view.address) === isPrint(address) && !isPrint(address)) pane.view.go(address);
    else {
      pane.view = isPrint(address) ? new PrintView(address) : new PageView(address);
      pane.body.replaceChildren(pane.view.element);
      pane.tools.hidden = !isPrint(address);
    }
    setCurrent(panes.indexOf(pane));
    remember();
  }

  function addPane() {
    const button = (label, title, onclick) => make("button", { type: "button", title, "aria-label": title, onclick }, label);
    const pane = { body: make("div", { class: "view" }) };
    const zoom = (step) => () => pane.view.zoom(step);
    pane.tools = make("span", { class: "tools", hidden: true }, button("−", _("Smaller (-)"), zoom(-1)), button(_("fit"), _("Fit the width (0)"), zoom(0)),
      button("+", _("Larger (+)"), zoom(1)), button("mm", _("Millimetre grid (g)"), () => pane.view.grid()));
    const close = button("×", _("Close this pane"), () => closePane(pane));
    pane.bar = make("div", { class: "bar" }, make("span", { class: "address" }), pane.tools, close);
    pane.element = make("section", { class: "pane", onfocusin: () => setCurrent(panes.indexOf(pane)), onpointerdown: () => setCurrent(panes.indexOf(pane)) }, pane.bar, pane.body);
    panes.push(pane);
    $("panes").append(pane.element);
    return pane;
  }

  function closePane(pane) {
    if (panes.length < 2) return;
    panes.splice(panes.indexOf(pane), 1);
    pane.element.remove();
    setCurrent(0);
    remember();
  }

  function setCurrent(at) {
    current = Math.max(0, at);
    panes.forEach((pane, index) => pane.element.classList.toggle("current", index === current && panes.length > 1));
  }

  // The address bar holds what the panes show, so that a reload shows it again.
  function remember() {
    const shown = panes.map((pane) => pane.view && pane.view.address).filter(Boolean);
    panes.forEach((pane) => (pane.bar.firstChild.textContent = (pane.view && pane.view.address) || ""));
    if (shown.length) history.replaceState(null, "", `#${shown.map(encodeURIComponent).join("&")}`);
    for (const link of $("contents").querySelectorAll("a")) {
      if (shown.includes(link.dataset.address)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  function showContents() {
    const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const groups = new Map();
    for (const each of status.contents) {
      if (words.every((word) => `${each.kind} ${each.title}`.toLowerCase().includes(word))) {
        if (!groups.has(each.kind)) groups.set(each.kind, []);
        groups.get(each.kind).push(each);
      }
    }
    const places = JSON.stringify([...groups].map(([kind, all]) => [kind, all.map((each) => each.address)]));
    if (places === placed) return rename([...groups.values()].flat());
    placed = places;
    $("contents").replaceChildren(...[...groups].map(([kind, all]) => make("li", {}, make("b", {}, KINDS[kind] || kind), make("ul", {}, ...all.map(entry)))));
    remember();
  }

  // Where only titles have changed, thousands of other lines stay as they are.
  function rename(entries) {
    $("contents").querySelectorAll("a").forEach((link, at) => {
      if (link.textContent !== entries[at].title) link.textContent = entries[at].title;
    });
  }

  function entry({ title, address }) {
    const link = make("a", { href: `#${encodeURIComponent(address)}`, "data-address": address }, title);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      open(address, event.shiftKey || event.ctrlKey || event.metaKey ? beside() : current);
    });
    return make("li", {}, link);
  }

  const beside = () => (panes.length < 2 ? panes.length : 1 - current);

  // The place in the source, its line with the part that is meant, and a link that opens the editor.
  function place({ place: where, line, editor }) {
    const name = editor ? make("a", { href: editor, class: "place" }, where) : make("button", { type: "button", class: "place", title: _("Copy"), onclick: () => navigator.clipboard.writeText(where) }, where);
    const [before, meant, after] = line;
    return [name, line.length ? make("pre", {}, before, make("mark", {}, meant), after) : null].filter(Boolean);
  }

  function showFinding(each, at) {
    const head = make("p", {}, make("b", { class: each.severity }, each.severity), ` ${each.name}`);
    const go = each.address ? make("button", { type: "button", class: "go", onclick: () => choose(at) }, _("Show")) : null;
    return make("li", { "data-at": at }, head, make("p", {}, each.message), ...place(each), each.hint ? make("p", { class: "hint" }, each.hint) : null, go);
  }

  function choose(at) {
    finding = at;
    const item = $("findings").querySelector(`[data-at="${at}"]`);
    item.scrollIntoView({ block: "nearest" });
    $("findings").querySelectorAll("li").forEach((each) => each.classList.toggle("chosen", each === item));
    if (status.findings[at].address) open(status.findings[at].address);
  }

  function showStatus() {
    document.querySelector("h1").textContent = status.title;
    document.title = `${status.title} · ${_("Preview")}`;
    const errors = status.findings.filter((each) => each.severity === "error");
    $("panes").classList.toggle("draft", errors.length > 0);
    $("proof").textContent = status.broken ? "" : status.proof;
    $("printing").textContent = status.printing || _("printing…");
    const count = status.findings.length;
    const none = status.proof.includes("…") ? "…" : _("No findings");
    $("show-findings").textContent = count ? _n("1 finding", "{n} findings", count) : none;
    $("show-findings").classList.toggle("some", count > 0);
    showFindings(count);
    $("findings").classList.toggle("waiting", status.proof.includes("…"));
    $("errors").hidden = !status.broken;
    if (status.broken) {
      const stale = _("DRAFT: the source has errors. What they prevent is shown as it was before.");
      $("errors").replaceChildren(make("p", {}, stale), make("ol", {}, ...errors.slice(0, 5).map((each) => make("li", {}, make("p", {}, each.message), ...place(each)))));
    }
  }

  // There may be thousands, and while a proof runs the status changes several times a second.
  function showFindings(count) {
    const told = JSON.stringify([status.findings, status.proof.includes("…")]);
    if (told === listed) return;
    listed = told;
    const list = make("ol", {}, ...status.findings.map(showFinding));
    $("findings").replaceChildren(...(count ? [list] : [make("p", { class: "nothing" }, status.proof.includes("…") ? _("Checking…") : _("Nothing is wrong."))]));
  }

  async function renew() {
    const before = status;
    const answer = await fetch(`${root}/status`);
    status = await answer.json();
    showStatus();
    status.contents = before.listed === status.listed ? before.contents : await (await fetch(`${root}/contents`)).json();
    if (before.contents !== status.contents) showContents();
    if (!panes.length) {
      const first = status.contents.find((each) => each.kind === "card") || status.contents.find((each) => each.kind === "rule") || { address: "web/index.html" };
      const wanted = location.hash.slice(1).split("&").filter(Boolean).map(decodeURIComponent);
      if (status.pages) (wanted.length ? wanted : [first.address]).slice(0, 2).forEach((address, at) => open(address, at));
    } else if (JSON.stringify(before.sides) !== JSON.stringify(status.sides)) panes.forEach((pane) => pane.view.renew());
    else panes.forEach((pane) => pane.view.overflows());
  }

  // What is looked at comes first: a list of thousands of rules would hold it up.
  async function looked() {
    const shown = panes.map((pane) => pane.view && pane.view.renewed).filter(Boolean);
    if (shown.length) await Promise.race([Promise.all(shown), pause(LATEST)]).then(() => pause(AFTERWARDS));
  }

  let asked = Promise.resolve();
  let drawn = ""; // the state that the panes show, or are about to, and how many errors it has
  const events = new EventSource(`${root}/events`);
  events.onmessage = ({ data }) => {
    const { state, errors } = JSON.parse(data);
    const draft = `${state} ${errors}`;
    if (panes.length && draft !== drawn) panes.forEach((pane) => pane.view.renew()); // at once: the status may be long
    drawn = draft;
    asked = asked.then(looked).then(renew).catch(() => {}); // the next event tries again
  };
  events.onerror = () => ($("proof").textContent = _("The preview has ended."));

  function showSource(source) {
    $("source").hidden = false;
    $("source").replaceChildren(make("h2", {}, _("In the source")), ...place(source));
    if (source.editor) location.href = source.editor;
  }

  const KEYS = {
    "/": () => $("find").focus(),
    f: () => $("findings").focus(),
    n: () => status.findings.length && choose((finding + 1) % status.findings.length),
    p: () => status.findings.length && choose((finding + status.findings.length * 2 - 1) % status.findings.length),
    b: () => panes.length < 2 && open(panes[0].view.address, 1),
    g: () => panes[current].view.grid(),
    "+": () => panes[current].view.zoom(1),
    "=": () => panes[current].view.zoom(1),
    "-": () => panes[current].view.zoom(-1),
    0: () => panes[current].view.zoom(0),
  };

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === $("find")) {
      if (event.key === "Enter") $("contents").querySelector("a")?.click();
      if (event.key === "Escape") $("find").blur();
    } else if (KEYS[event.key] && panes.length) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });

  addEventListener("message", ({ origin, data, source }) => {
    if (origin !== location.origin) return;
    if (data.renewed) panes.forEach(({ view }) => view && view.tell && view.frame.contentWindow === source && view.tell());
    if (data.key && KEYS[data.key] && panes.length) KEYS[data.key]();
    if (data.source) showSource(data.source);
  });

  $("find").addEventListener("input", showContents);
  $("show-findings").addEventListener("click", () => $("findings").focus());
})();
