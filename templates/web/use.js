// Tables for use in a game. This script opens a panel at a table and lends its controls; lookups.js and sums.js
// fill it. They meet in events at the document, so none of them has a name that others could see.
// `open-use.js` fetches it, and has it begin with what the page's file says of its tables.
(() => {
  "use strict";

  const folder = location.pathname.replace(/[^/]*$/, "");
  const SEGMENTS = { most: 4, letters: 44 }; // choices that stand side by side; others drop down

  // An element: attributes by name, listeners by onname, then its children.
  function el(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false && value != null) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  }

  // Which cell lies at each line and column; one with spans lies at several.
  function spread(rows) {
    const grid = rows.map(() => []);
    rows.forEach((row, line) => {
      let column = 0;
      for (const cell of row.cells) {
        while (grid[line][column]) column += 1;
        for (let down = line; down < Math.min(line + cell.rowSpan, grid.length); down += 1) {
          for (let right = column; right < column + cell.colSpan; right += 1) grid[down][right] = cell;
        }
        column += cell.colSpan;
      }
    });
    return grid;
  }

  // A printed table: its lines, cells and values, whether it stands as a table or as a list of scores.
  const printed = (id) => printedIn(document.getElementById(`table-${id}`));

  function printedIn(frame) {
    const table = frame.querySelector("table");
    const lines = table ? [...table.tBodies[0].rows] : [...frame.querySelectorAll(":scope > ul > li")];
    const body = table ? spread(lines) : lines.map((line) => [line.querySelector(".score"), line]);
    const head = table && table.tHead ? spread([...table.tHead.rows]) : [];
    const values = (cell) => cell.querySelectorAll(cell.matches("li") ? ":scope > .part" : ".part");
    return { frame, table, lines, body, head, value: ([line, column, part]) => values(body[line][column])[part] };
  }

  // A copy of something printed, to be shown elsewhere on the page: without conditions, the sign of rulings, and ids.
  const RATHER_THERE = '.condition, .tick, .chance, .sign[href$="#mark-ruling"]';

  function copied(printedThing) {
    const copy = printedThing.cloneNode(true);
    for (const condition of copy.querySelectorAll(RATHER_THERE)) condition.remove();
    for (const each of copy.querySelectorAll("[id], [aria-describedby]")) {
      each.removeAttribute("id");
      each.removeAttribute("aria-describedby");
    }
    return [...copy.childNodes];
  }

  // What somebody hears of it: marks speak by their names.
  function spoken(nodes) {
    const words = (node) => {
      if (typeof node === "string") return node;
      if (node.matches?.("svg, img")) return ` ${node.getAttribute("aria-label") || node.alt || ""} `;
      return node.childNodes.length ? spoken([...node.childNodes]) : node.textContent;
    };
    return nodes.map(words).join("").replace(/\s+/g, " ");
  }

  const minus = numeral;
  const signed = (number) => (number > 0 ? `+${minus(number)}` : minus(number));

  // What was chosen is kept until the window closes, if the browser lets us.
  const remembered = {
    at: (id) => `rulewright ${folder} ${id}`,
    get(id) {
      try {
        return JSON.parse(sessionStorage.getItem(this.at(id)));
      } catch {
        return null;
      }
    },
    set(id, value) {
      try {
        sessionStorage.setItem(this.at(id), JSON.stringify(value));
      } catch {
        /* private windows may forbid it: nothing is lost but the memory */
      }
    },
  };

  let number = 0;

  // One of several names: side by side where they are few and short, else a list that drops down.
  function choice(title, names, value, changed) {
    number += 1;
    if (names.length > SEGMENTS.most || names.join("").length > SEGMENTS.letters) {
      const select = el("select", { id: `use-${number}`, onchange: () => changed(select.selectedIndex) },
        ...names.map((name) => el("option", {}, name)));
      select.selectedIndex = value;
      const node = el("div", { class: "input" }, el("label", { for: select.id }, title), select);
      return { node, set: (index) => { select.selectedIndex = index; } };
    }
    const radios = names.map((_, index) =>
      el("input", { type: "radio", name: `use-${number}`, checked: index === value, onchange: () => changed(index) }));
    const node = el("fieldset", { class: "input" }, el("legend", {}, title),
      el("div", { class: "segments" }, ...names.map((name, index) => el("label", {}, radios[index], el("span", {}, name)))));
    return { node, set: (index) => { radios[index].checked = true; } };
  }

  // Any of several names; the value has a bit for each.
  function several(title, names, value, changed) {
    const boxes = names.map((_, index) =>
      el("input", { type: "checkbox", checked: Boolean((value >> index) & 1), onchange: () => changed(mask()) }));
    const mask = () => boxes.reduce((sum, box, index) => sum + (box.checked ? 2 ** index : 0), 0);
    const node = el("fieldset", { class: "input" }, el("legend", {}, title),
      el("div", { class: "several" }, ...names.map((name, index) => el("label", {}, boxes[index], " ", name))));
    return { node, set: (bits) => boxes.forEach((box, index) => { box.checked = Boolean((bits >> index) & 1); }) };
  }

  // A number between two ends, with a button at either side; `any` lets it have decimal places.
  function amount(title, { low, high, unit, any, bare }, value, changed) {
    number += 1;
    const within = (wanted) => Math.min(Math.max(wanted, low), high);
    const take = (wanted) => {
      field.value = within(Number.isFinite(wanted) ? (any ? wanted : Math.round(wanted)) : value);
      less.disabled = Number(field.value) <= low;
      more.disabled = Number(field.value) >= high;
      return Number(field.value);
    };
    const by = (step) => changed(take(Number(field.value) + step));
    const field = el("input", {
      id: `use-${number}`, type: "number", inputmode: low < 0 ? false : any ? "decimal" : "numeric", step: any ? "any" : 1,
      min: Number.isFinite(low) ? low : false, max: Number.isFinite(high) ? high : false,
      "aria-label": bare ? title : false, onchange: () => changed(take(field.value === "" ? NaN : Number(field.value))),
    });
    const less = el("button", { type: "button", "aria-label": _("One less: {title}", { title }), onclick: () => by(-1) }, "−");
    const more = el("button", { type: "button", "aria-label": _("One more: {title}", { title }), onclick: () => by(1) }, "+");
    take(value);
    const stepper = el("span", { class: "stepper" }, less, field, more, ...(unit ? [el("span", { class: "unit" }, unit)] : []));
    const label = bare ? [] : [el("label", { for: field.id }, title)];
    return { node: el("div", { class: "input" }, ...label, stepper), set: take, field, buttons: [less, more] };
  }

  function close(button, panel) {
    panel.dispatchEvent(new CustomEvent("use:close"));
    panel.remove();
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-controls");
    button.closest("figure, .roll-list").classList.remove("in-use");
  }

  function open(id, button) {
    const table = printed(id);
    const panel = el("div", { class: "use-panel", id: `use-of-${id}`, role: "group", "aria-label": button.getAttribute("aria-label") });
    panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      close(button, panel);
      button.focus();
    });
    button.closest(".caption, .lead").after(panel);
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", panel.id);
    table.frame.classList.add("in-use");
    document.dispatchEvent(new CustomEvent("use:open", { detail: { id, ...kit, panel, table, data: kit.told[id] } }));
    return panel;
  }

  const kit = { el, printed, printedIn, copied, spoken, minus, signed, remembered, choice, several, amount };

  function start(button) {
    const id = button.closest("[id^=table-]").id.slice("table-".length);
    let panel = null;
    const toggle = () => {
      if (panel?.isConnected) close(button, panel);
      else panel = open(id, button);
    };
    button.addEventListener("click", toggle);
    // Another table hands its total over, and its reader follows the link.
    document.addEventListener("use:go", (event) => { if (event.detail === id && !panel?.isConnected) toggle(); });
  }

  document.currentScript.begin = ({ tables, procedures }) => {
    kit.told = tables;
    for (const button of document.querySelectorAll("[id^=table-] button.use")) start(button);
    document.dispatchEvent(new CustomEvent("use:ready", { detail: { ...kit, procedures } }));
  };
})();
