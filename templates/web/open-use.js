// Fetches what uses tables and goes through procedures when a reader first asks for it: most only read the page. The
// page names the file that tells of its tables and procedures, and the mark that this file must have.
(() => {
  "use strict";

  const { use } = document.body.dataset;
  if (!use) return;

  const asked = new Set(); // buttons that were pressed before it was there
  const files = new Map(); // what came does not run again
  let loading = null;

  // The element of a stylesheet or a script; to this the script hands what it holds.
  function fetched(name) {
    if (files.has(name)) return files.get(name);
    const coming = new Promise((resolve, reject) => {
      const isStyle = name.endsWith(".css");
      const element = document.createElement(isStyle ? "link" : "script");
      Object.assign(element, isStyle ? { rel: "stylesheet", href: name } : { src: name });
      element.onload = () => resolve(element);
      element.onerror = reject;
      document.head.append(element);
    });
    files.set(name, coming);
    coming.catch(() => files.delete(name));
    return coming;
  }

  async function load() {
    const further = document.querySelector(".procedure button.use") ? ["procedures.js", "procedures.css"] : [];
    const [{ use: data }, { begin }] = await Promise.all([use, "use.js", ...further].map(fetched));
    if (use.endsWith(`?${data?.mark}`)) return () => begin(data);
    files.delete(use);
    throw new Error(_("The rules have changed since this page was opened. Load it again."));
  }

  // A procedure that the address names opens by itself.
  function press(begin) {
    document.removeEventListener("click", first);
    removeEventListener("hashchange", follow);
    begin();
    for (const button of asked) if (button.getAttribute("aria-expanded") === "false") button.click();
  }

  function fail({ message }) {
    loading = null;
    for (const button of asked) {
      const told = document.createElement("small");
      told.className = "unread";
      told.setAttribute("role", "status");
      if (!button.nextElementSibling?.matches(".unread")) button.after(told);
      setTimeout(() => { told.textContent = message || _("This could not be loaded. Is there a network?"); }); // read out when it changes
    }
    asked.clear();
  }

  function want(button) {
    if (!button) return;
    button.parentElement.querySelector(".unread")?.remove();
    asked.add(button);
    loading ||= load().then(press, fail);
  }

  const first = (event) => want(event.target.closest("button.use"));

  function follow() {
    const [name] = location.hash.slice(1).split("?");
    want(name.startsWith("procedure-") && document.getElementById(name)?.querySelector("button.use"));
  }

  document.addEventListener("click", first);
  addEventListener("hashchange", follow);
  follow();
})();
