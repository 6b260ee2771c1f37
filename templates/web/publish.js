// Where the pages are served: lets the browser install them and keep what was read for reading without a network, and
// says when a new edition is there. From the file system it does nothing.
(() => {
  "use strict";

  if (!location.protocol.startsWith("http")) return;

  let asked = false; // the reader has asked for the new edition

  // Stands in no page, for browsers refuse it from the file system, and say so.
  function offerToInstall() {
    const manifest = document.createElement("link");
    manifest.rel = "manifest";
    manifest.href = "../manifest.webmanifest";
    document.head.append(manifest);
  }

  function button(name, text, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = name;
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  }

  // Said quietly at the foot of the window; whoever says no gets it when he next comes.
  function tell(worker) {
    const notice = document.createElement("div");
    notice.className = "new-edition";
    notice.setAttribute("role", "status");
    document.body.append(notice);
    const words = document.createElement("span");
    words.textContent = _("A new edition is ready.");
    const read = button("read", _("Read it"), () => {
      asked = true;
      worker.postMessage("take over");
    });
    const later = button("later", _("Later"), () => notice.remove());
    setTimeout(() => notice.append(words, read, later)); // a status is read out when it changes
  }

  // A worker that comes after another one waits for this reader; the first of all has nobody to replace.
  function watch(registration) {
    const ready = (worker) => navigator.serviceWorker.controller && tell(worker);
    const follow = (worker) => worker.addEventListener("statechange", () => worker.state === "installed" && ready(worker));
    if (registration.waiting) ready(registration.waiting);
    if (registration.installing) follow(registration.installing); // begun by the browser before this script
    registration.addEventListener("updatefound", () => follow(registration.installing));
    // Browsers look for a new edition when they see fit, which may be never while the pages stay open.
    return navigator.serviceWorker.controller && registration.update();
  }

  // The first page of all was there before the worker was.
  async function tellWhatWasRead() {
    const hrefs = [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
    await keeper.ask("read", { hrefs: [...new Set(hrefs.map((href) => href.split(/[?#]/)[0]))] });
  }

  function startWorker() {
    const workers = navigator.serviceWorker;
    if (!workers.controller) workers.addEventListener("controllerchange", () => tellWhatWasRead().catch(() => {}), { once: true });
    workers.addEventListener("controllerchange", () => asked && location.reload());
    workers.register("../sw.js", { updateViaCache: "none" }).then(watch).catch(() => {
      // no harm: without a network the pages stay as they are, and without a worker they are read from the network
    });
  }

  offerToInstall();
  if ("serviceWorker" in navigator) addEventListener("load", startWorker);
})();
