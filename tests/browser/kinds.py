"""Which elements of a page axe has to look at: scripts that mark those of a new kind or look, for `test_every_page`."""

MARK_NEW_KINDS = """known => {
  const seen = new Set(known), added = [];
  const named = ["type", "role", "scope", "dir", "lang", "aria-live", "aria-hidden", "tabindex"];
  for (const element of document.querySelectorAll("*")) {
    const parent = element.parentElement, attributes = [...element.attributes];
    const kind = [parent?.localName, parent?.getAttribute("role"), element.localName, [...element.classList].sort().join(" ")];
    for (const { name, value } of attributes.sort((one, other) => one.name < other.name ? -1 : 1))
      if (!["class", "id", "style", "data-kind", "data-look"].includes(name)) kind.push(named.includes(name) ? `${name}=${value}` : `${name}:${!!value}`);
    kind.push(!!element.textContent.trim());
    const name = kind.join(";");
    if (seen.has(name)) continue;
    seen.add(name);
    added.push(name);
    element.setAttribute("data-kind", "");
  }
  return added;
}"""
"""Marks one element of each kind that is not known: name, parent, classes, attributes, and whether it says something."""
DANGLING = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id), known = new Set(ids);
  const names = ["for", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-activedescendant"];
  const named = names.flatMap((name) => [...document.querySelectorAll(`[${name}]`)].flatMap((each) => each.getAttribute(name).split(" ")));
  return [...ids.filter((id, at) => ids.indexOf(id) !== at), ...named.filter((id) => id && !known.has(id))];
}"""
"""Ids that stand twice on a page, or that an element names though they are not there: no kind tells of these."""
MARK_NEW_LOOKS = """known => {
  const seen = new Set(known), added = [];
  const backgrounds = new Map();
  const behind = (element) => {
    if (!element) return "";
    if (!backgrounds.has(element)) {
      const style = getComputedStyle(element), around = behind(element.parentElement);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity].join() + ";";
      backgrounds.set(element, around.startsWith(own) ? around : own + around);
    }
    return backgrounds.get(element);
  };
  for (const marked of document.querySelectorAll("[data-look]")) marked.removeAttribute("data-look");
  for (const element of document.body.querySelectorAll("*")) {
    const written = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!written || !element.checkVisibility()) continue;
    const style = getComputedStyle(element), around = getComputedStyle(element.parentElement).color;
    const points = parseFloat(style.fontSize) * 0.75, bold = style.fontWeight >= 700;
    const look = [style.color, points >= 18 || (bold && points >= 14)];
    if (element.localName === "a") look.push(around, bold, style.textDecorationLine);
    const name = [...look, behind(element)].join(";");
    if (seen.has(name)) continue;
    seen.add(name);
    added.push(name);
    element.setAttribute("data-look", "");
  }
  return added;
}"""
"""Marks one element of each look: of what contrast depends on, of links too. Looks of earlier pages are passed over."""
BELOW_SERIOUS = """() => {
  const low = (impact) => ["minor", "moderate"].includes(impact), known = axe._audit.data.checks;
  const impacts = (rule) => [...rule.any, ...rule.all, ...rule.none].map((check) => known[check.id ?? check]?.impact);
  return axe._audit.rules.filter((rule) => low(rule.impact) || (!rule.impact && impacts(rule).every(low))).map((rule) => rule.id);
}"""
"""The rules of axe whose findings are never serious, as its own data say: half of the time of the rest."""
