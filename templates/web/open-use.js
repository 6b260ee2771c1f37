// Fetches what uses tables when a table is first used: most readers of a page only read it.
(() => {
  "use strict";

  if (document.querySelector('script[src="use.js"]')) return; // a page with a procedure has it from the beginning

  const asked = new Set(); // buttons that were pressed before it was there
  let loading = null;

  function load() {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = "use.js";
      script.onload = resolve;
      script.onerror = reject;
      document.head.append(script);
    });
  }

  function press() {
    document.removeEventListener("click", first);
    for (const button of asked) button.click();
  }

  function fail() {
    loading = null;
    for (const button of asked) {
      const told = document.createElement("small");
      told.className = "unread";
      told.setAttribute("role", "status");
      if (!button.nextElementSibling?.matches(".unread")) button.after(told);
      setTimeout(() => { told.textContent = _("This could not be loaded. Is there a network?"); }); // read out when it changes
    }
    asked.clear();
  }

  function first(event) {
    const button = event.target.closest("button.use");
    if (!button) return;
    button.parentElement.querySelector(".unread")?.remove();
    asked.add(button);
    loading ||= load().then(press, fail);
  }

  document.addEventListener("click", first);
})();
