// Follows a link by number, go.html#12.14 or go.html?12.14, to the rule that has the number, or had it before. Links by
// the id of a rule or a term that has moved to another page are sent here too. The addresses come in addresses.js.
(() => {
  "use strict";

  const plain = (text) => text.trim().toLowerCase().replaceAll("–", "-");

  function wanted() {
    const written = (location.hash || location.search).slice(1);
    try {
      return plain(decodeURIComponent(written));
    } catch {
      return plain(written); // a per cent sign that encodes nothing
    }
  }

  function addressOf(name, addresses) {
    return Object.keys(addresses).find((address) => addresses[address].some((each) => plain(each) === name));
  }

  // The nearest rule above one that is not there: 12.14 for 12.149.
  function nearest(name, addresses) {
    for (let end = name.length - 1; end > 0; end -= 1) {
      const address = addressOf(name.slice(0, end).replace(/\W+$/, ""), addresses);
      if (address) return address;
    }
    return null;
  }

  function follow(addresses) {
    const name = wanted();
    if (!name) return;
    const address = addressOf(name, addresses);
    if (address) location.replace(address);
    else tell(name, nearest(name, addresses));
  }

  function tell(name, address) {
    const line = document.querySelector(".lost");
    line.textContent = _("There is no rule {name}.", { name: name.replace(/^term:/, "") });
    if (!address) return;
    const link = document.createElement("a");
    link.href = address;
    link.textContent = _("The nearest one above it");
    line.append(" ", link, ".");
  }

  addEventListener("rulewright-addresses", (event) => {
    follow(event.detail);
    addEventListener("hashchange", () => follow(event.detail));
  });
})();
