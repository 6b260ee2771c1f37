// The page in place of one that is not on this device: says which, and lists the pages that are.
(async () => {
  "use strict";

  const [said, here] = document.querySelectorAll("p.not-here, section.here");
  const folder = new URL("..", location.href);
  const path = decodeURIComponent(location.hash.slice(1));
  const SHOWN = 300; // pages of the list; of more, the overview tells all

  function link(href, text) {
    const made = document.createElement("a");
    made.href = href;
    made.textContent = text;
    return made;
  }

  // An address may come from anywhere; only files of this folder are led to.
  function sayWhat() {
    const asked = new URL(path, folder);
    if (!path || !asked.href.startsWith(folder.href)) return;
    const name = path.replace(/^web\//, "");
    const words = document.createElement("b");
    const [before, after] = _("{name} is not on this device, and there is no network.").split("{name}");
    words.textContent = name;
    said.replaceChildren(before, words, `${after} `, link(asked.href, _("Try again")));
    document.title = document.title.replace(/^[^·]*/, `${name} `);
  }

  // Of a page its own name for messengers is its title without the game's.
  async function titled(cache, request) {
    const text = await (await cache.match(request)).text();
    const head = new DOMParser().parseFromString(text.slice(0, 6000), "text/html");
    return { href: request.url, title: head.querySelector('meta[property="og:title"]')?.content || head.title };
  }

  async function list() {
    const { cache: name } = await navigator.serviceWorker.ready.then(() => keeper.ask("state"));
    const cache = await caches.open(name);
    const requests = (await cache.keys()).filter(({ url }) => /\/web\/[^/]+\.html$/.test(url) && url !== location.href.split("#")[0]);
    const pages = await Promise.all(requests.slice(0, SHOWN).map((request) => titled(cache, request)));
    pages.sort((one, other) => other.href.length - one.href.length); // of two with a title the rule, not its quick reference
    const named = [...new Map(pages.map((each) => [each.title, each])).values()];
    named.sort((one, other) => one.title.localeCompare(other.title, document.documentElement.lang, { numeric: true }));
    const items = named.map(({ href, title }) => {
      const item = document.createElement("li");
      item.append(link(href, title));
      return item;
    });
    here.querySelector("ul").replaceChildren(...items);
    here.hidden = !items.length;
  }

  sayWhat();
  addEventListener("hashchange", () => location.reload());
  if ("serviceWorker" in navigator && navigator.serviceWorker.controller) await list();
})();
