"""What pages must hold for every reader, measured by small scripts: targets, text twice as large, landmarks, focus."""

TWICE = "document.documentElement.style.fontSize = '200%'"
ONCE = "document.documentElement.style.fontSize = ''"
"""Text twice as large, and as it is: every length of letters is a multiple of this one."""

SMALL_TARGETS = """() => {
  const words = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  const block = (element) => (getComputedStyle(element).display.startsWith("inline") ? block(element.parentElement) : element);
  const inText = (link) => (link.matches(".sign") || getComputedStyle(link).display === "inline") && !link.closest("nav, .masthead, .shelf, .card-gallery")
    && (link.className || words(block(link)).length > words(link).length);
  const small = [];
  for (const each of document.querySelectorAll("a[href], button, input, select, summary, label:has(input)")) {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.matches(".face *, label input, [aria-hidden]")) continue;
    const { width, height } = each.getBoundingClientRect();
    if (Math.min(width, height) <= 1 || (width > 43.5 && height > 43.5) || (each.localName === "a" && inText(each))) continue;
    small.push(`${each.outerHTML.slice(0, 120)}: ${Math.round(width)} by ${Math.round(height)}`);
  }
  return small;
}"""
"""What is smaller than 44 pixels, but for words of a text and of a card, which shows itself as it prints. What is
hidden from all but screen readers is one pixel wide."""

MISSHAPEN = """() => {
  const shown = (names) => [...document.querySelectorAll(names)].filter((each) => each.checkVisibility());
  const name = (each) => each.getAttribute("aria-label") || document.getElementById(each.getAttribute("aria-labelledby"))?.textContent || "";
  const marks = shown("nav, aside:not([role]), section[aria-label], section[aria-labelledby], [role=search], [role=region], [role=complementary]");
  const named = marks.map((each) => `${each.getAttribute("role") || each.localName} ${name(each)}`.trim());
  const levels = shown("h1, h2, h3, h4, h5, h6").map((each) => Number(each.localName[1]));
  return [
    ...named.filter((each, at) => !each.includes(" ") || named.indexOf(each) !== at),
    ...levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1).map((level) => `h${level} below none`),
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ["not one h1"]),
    ...(shown("main").length === 1 ? [] : ["not one main"]),
  ];
}"""
"""Landmarks without a name or with that of another, and headings that skip a level."""

SMALL_LETTERS = "[...document.querySelectorAll('input:not([type=checkbox], [type=radio]), select')].filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16).length"
"""Fields in which a phone would enlarge the page."""

BEGIN = """async () => {
  const holds = (each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true });
  window.canBeReached = () => [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
    .filter((each) => holds(each) && !(each.type === "radio" && !each.checked));
  window.way = [];
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  window.rest = async () => {
    for (; window.stood !== scrollY; await frame(), await frame()) window.stood = scrollY;
  };
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  window.stood = null;
  await rest();
  await new Promise((done) => setTimeout(done));
  return canBeReached().length;
}"""
"""The next key goes to the first thing of the page, also where the page put the focus elsewhere. Gives how many things
can be reached, once the line above the text follows the place and all that is reckoned later is there; of radio
buttons only the one that is chosen."""

TURN = """() => {
  window.way = [window.way.at(-1)];
  window.way[0].focus();
}"""
"""The way begins anew where it ended: what a browser has beyond the ends of a page is left out."""

STOP = """async (back) => {
  await rest();
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const ring = (each) => each && getComputedStyle(each).outlineStyle !== "none" && parseFloat(getComputedStyle(each).outlineWidth) >= 2;
  const place = at.getBoundingClientRect();
  const fixed = [...document.querySelectorAll(".bar, .trail, .answer.sum, .walking")].filter((each) => each.checkVisibility() && !each.contains(at));
  const covers = ({ top, bottom, left, right }) => top <= place.top && bottom >= place.bottom && left < place.right && right > place.left;
  const last = way.at(-1), again = way.includes(at), faults = [];
  const follows = last?.isConnected && at.compareDocumentPosition(last) & (back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING);
  if (again) return { again, first: at === way[0], faults };
  way.push(at);
  if (!canBeReached().includes(at)) faults.push("reached by this browser alone");
  if (follows) faults.push("out of order");
  if (![at, at.nextElementSibling, at.parentElement].some(ring)) faults.push("no ring");
  if (place.bottom <= 0 || place.top >= innerHeight) faults.push("out of sight");
  if (fixed.some((each) => covers(each.getBoundingClientRect()))) faults.push("covered");
  return { again, first: false, faults: faults.map((fault) => `${fault}: ${at.outerHTML.slice(0, 120)}`) };
}"""
"""Where the focus is: whether it was there before, and first; and what keeps one from seeing it, or puts it out of the
order in which the page is read. Things of the line above the text come and go on the way, a frame after the page has
moved: so none is known by its place, and each stop waits for them."""
