// Modifier tables as calculators: tick what applies, and see the sum. Every modifier holds in some region of the
// inputs. What is ticked narrows the situation to what these regions share; a modifier whose region lies outside
// cannot apply as well, and one that holds all over it applies of itself.
(() => {
  "use strict";

  // Boxes: for each input its intervals, or nothing where it may be anything.

  const ends = (numbers) => {
    const pairs = [];
    for (let at = 0; at < numbers.length; at += 2) pairs.push([numbers[at] ?? -Infinity, numbers[at + 1] ?? Infinity]);
    return pairs;
  };
  const opened = (boxes) => boxes.map((box) => box.reduce((made, [input, ...numbers]) => made.set(input, ends(numbers)), new Map()));

  const both = (one, other) => one.flatMap(([a, b]) => other.flatMap(([c, d]) => (Math.max(a, c) <= Math.min(b, d) ? [[Math.max(a, c), Math.min(b, d)]] : [])));
  const without = (keys, hole) => hole.reduce((left, [low, high]) =>
    left.flatMap(([a, b]) => [[a, Math.min(b, low - 1)], [Math.max(a, high + 1), b]].filter(([c, d]) => c <= d)), keys);

  // What two boxes share, or null.
  function meet(one, other) {
    const shared = new Map(one);
    for (const [input, keys] of other) {
      const left = shared.has(input) ? both(shared.get(input), keys) : keys;
      if (!left.length) return null;
      shared.set(input, left);
    }
    return shared;
  }
  const meetAll = (region, boxes) => region.flatMap((box) => boxes.flatMap((other) => meet(box, other) || []));

  // A box without a hole, as boxes that do not overlap; `whole` has all keys of each input.
  function cut(box, hole, whole) {
    if (!meet(box, hole)) return [box];
    const rest = [];
    let inner = box;
    for (const [input, keys] of hole) {
      const all = inner.get(input) || whole[input];
      const outside = without(all, keys);
      if (outside.length) rest.push(new Map(inner).set(input, outside));
      inner = new Map(inner).set(input, both(all, keys));
    }
    return rest;
  }
  const cutAll = (region, holes, whole) => holes.reduce((left, hole) => left.flatMap((box) => cut(box, hole, whole)), region);

  class Sum {
    constructor({ id, data, table, panel, ...kit }) {
      Object.assign(this, { id, data, table, panel, kit });
      this.whole = data.inputs.map((input) => (input.keys ? ends(input.keys.flat()) : [[0, input.names.length - 1]]));
      this.ticks = data.ticks.map((tick, at) => this.read(tick, at));
      this.silent = Object.fromEntries(["open", "outside"].map((name) => [name, (data[name] || []).map(opened)]));
      this.signs = this.ticks.some((tick) => tick.negative);
      const kept = kit.remembered.get(id);
      this.column = kept?.column ?? 0;
      this.ticks.forEach((tick, at) => Object.assign(tick, { wanted: kept?.wanted?.[at] ?? false, key: kept?.keys?.[at] ?? tick.key }));
    }

    // A modifier: the regions of its cases, and where it depends on a number, which and from where to where.
    read({ line, part, cases }, at) {
      const read = cases.map(([boxes, amount]) => ({ boxes: opened(boxes), amount }));
      const counted = Array.isArray(cases[0][1]) ? cases[0][1][0] : null;
      const [low, high] = counted === null ? [0, 0] : [this.whole[counted][0][0], this.whole[counted].at(-1)[1]];
      const worth = (amount, key) => (Array.isArray(amount) ? Math.min(Math.max(key, amount[2] ?? -Infinity), amount[3] ?? Infinity) * amount[1] : amount);
      return {
        at, line, part, cases: read, boxes: read.flatMap((each) => each.boxes), counted, low, high, worth,
        free: counted !== null && low <= 0 && high >= 0, // none of it says that it does not apply
        always: !cutAll([new Map()], read.flatMap((each) => each.boxes), this.whole).length,
        key: Math.min(Math.max(0, low), high),
        negative: cases.some(([, amount]) => (Array.isArray(amount) ? amount[1] * (amount[1] < 0 ? high : low) < 0 : amount < 0)),
      };
    }

    build() {
      const { el, choice } = this.kit;
      if (this.data.column !== undefined) {
        const input = this.data.inputs[this.data.column];
        this.columns = choice(input.title, input.names, this.column, (at) => { this.column = at; this.update(); });
        this.panel.append(el("div", { class: "inputs" }, this.columns.node));
      }
      const clear = el("button", { type: "button", class: "weigh", onclick: () => this.reset() }, _("Start again"));
      this.panel.append(el("p", { class: "hint" }, _("Tick what applies."), " ", clear));
      this.result = el("div", { class: "answer sum", role: "status" });
      (this.table.frame.querySelector(".scroll") || this.panel).after(this.result);
      const undo = this.ticks.map((tick) => this.place(tick)).reverse();
      this.panel.addEventListener("use:close", () => {
        this.clear();
        this.result.remove();
        for (const each of undo) each();
      });
      this.update();
    }

    reset() {
      for (const tick of this.ticks) Object.assign(tick, { wanted: false, key: Math.min(Math.max(0, tick.low), tick.high) });
      this.update();
    }

    // The control of a modifier goes where its name is printed.
    place(tick) {
      const { el, amount, spoken } = this.kit;
      const cell = this.table.lines[tick.line].querySelector("th.row");
      const name = spoken(this.kit.copied(cell)).trim();
      const alone = this.data.ticks.filter((other) => other.line === tick.line).length === 1;
      const value = this.value(tick);
      tick.title = alone || !value ? name : `${name} (${value.textContent.trim()})`;
      tick.reason = el("small", { class: "reason", id: `use-${this.id}-${tick.at}` });
      const before = [...cell.childNodes];
      tick.box = el("input", { type: "checkbox", "aria-describedby": tick.reason.id, onchange: () => { tick.wanted = tick.box.checked; this.update(); } });
      if (tick.counted !== null) {
        tick.number = amount(tick.title, { low: tick.low, high: tick.high, bare: true }, tick.key, (key) => { tick.key = key; tick.wanted = true; this.update(); });
      }
      const parts = [...(tick.free || (tick.always && tick.number) ? [] : [tick.box]), ...(tick.number ? [tick.number.node] : [])];
      if (alone && !tick.number) {
        cell.replaceChildren(el("label", { class: "tick" }, tick.box, el("span", {}, ...before)), tick.reason);
      } else if (alone) {
        cell.append(el("span", { class: "tick" }, ...parts), tick.reason);
      } else {
        tick.box.setAttribute("aria-label", tick.title);
        const ticks = cell.querySelector(".ticks") || cell.appendChild(el("span", { class: "ticks" }));
        ticks.append(el("span", {}, el("label", { class: "tick" }, ...parts, el("span", { "aria-hidden": "true" }, value ? value.textContent.trim() : "")), tick.reason));
      }
      return () => cell.replaceChildren(...before);
    }

    // What the situation is known to be, with the modifiers that make it so; those that no longer fit are let go.
    settle() {
      const known = new Map(this.data.column === undefined ? [] : [[this.data.column, [[this.column, this.column]]]]);
      let region = [known];
      const fits = (tick) => {
        const fixed = tick.counted === null ? region : meetAll(region, [new Map([[tick.counted, [[tick.key, tick.key]]]])]);
        return meetAll(fixed, tick.boxes);
      };
      for (const tick of this.ticks) {
        tick.on = tick.free ? tick.key !== 0 : tick.wanted;
        const narrowed = tick.on ? fits(tick) : [];
        if (narrowed.length) region = narrowed;
        else if (tick.on) Object.assign(tick, { on: false, wanted: false, key: tick.free ? 0 : tick.key });
      }
      for (const tick of this.ticks.filter((each) => !each.on && !each.free)) {
        tick.follows = !cutAll(region, tick.boxes, this.whole).length;
        if (tick.follows) region = fits(tick);
      }
      for (const tick of this.ticks) {
        tick.on ||= tick.follows;
        tick.barred = !tick.on && !meetAll(region, tick.boxes).length;
      }
      return region;
    }

    // What a modifier adds in this region.
    added(tick, region) {
      const found = tick.cases.find(({ boxes }) => meetAll(region, boxes).length);
      return found ? tick.worth(found.amount, tick.key) : 0;
    }

    update() {
      for (const tick of this.ticks) Object.assign(tick, { barred: false, follows: false });
      const region = this.settle();
      this.clear();
      for (const tick of this.ticks) this.show(tick, region);
      const kept = { column: this.column, wanted: this.ticks.map((tick) => tick.wanted), keys: this.ticks.map((tick) => tick.key) };
      this.kit.remembered.set(this.id, kept);
      this.result.replaceChildren(...this.told(region));
    }

    clear() {
      for (const lit of this.table.frame.querySelectorAll(".lit, .lit-head, .off")) lit.classList.remove("lit", "lit-head", "off");
    }

    show(tick, region) {
      tick.box.checked = tick.on;
      tick.box.disabled = tick.barred || tick.follows;
      if (tick.number) {
        tick.number.set(tick.key);
        tick.number.field.disabled = tick.barred;
        if (tick.barred) for (const button of tick.number.buttons) button.disabled = true;
      }
      tick.reason.textContent = tick.barred ? this.why(tick) : tick.follows && !tick.always ? _("follows from the others") : this.kept(tick);
      const row = this.table.lines[tick.line];
      row.classList.toggle("off", this.ticks.every((each) => each.line !== tick.line || each.barred));
      if (tick.on && this.added(tick, region) !== 0) this.value(tick)?.classList.add("lit");
    }

    // What is printed for a modifier: its value in the line, or that in the column chosen.
    value(tick) {
      const { columns } = this.data;
      if (!columns) return this.table.lines[tick.line].querySelectorAll("td.value .part")[tick.part];
      const at = columns.findIndex((numbers) => ends(numbers).some(([low, high]) => low <= this.column && this.column <= high));
      return this.table.body[tick.line][1 + at]?.querySelectorAll(".part")[tick.part];
    }

    // Why it cannot apply: the column, one of the others, or all of them together.
    why(tick) {
      const { data } = this;
      const column = data.column === undefined ? [] : [new Map([[data.column, [[this.column, this.column]]]])];
      if (column.length && !meetAll(column, tick.boxes).length) return _("not for {column}", { column: data.inputs[data.column].names[this.column] });
      const other = this.ticks.find((each) => each.on && !meetAll(each.boxes, tick.boxes).length);
      return other ? _("not with: {other}", { other: other.title }) : _("not with what is ticked");
    }

    kept(tick) {
      if (tick.counted === null) return "";
      const amount = tick.cases[0].amount;
      const full = tick.key * amount[1];
      const worth = tick.worth(amount, tick.key);
      return worth === full ? "" : _("{full} counts as {worth}", { full: this.kit.signed(full), worth: this.kit.signed(worth) });
    }

    told(region) {
      const { el } = this.kit;
      const missing = this.missing(region);
      if (missing) return [el("span", { class: "because" }, missing)];
      const { signed, minus } = this.kit;
      const say = (number) => (this.signs ? signed(number) : minus(number));
      const parts = this.ticks.filter((tick) => tick.on).map((tick) => this.added(tick, region)).filter((value) => value !== 0);
      const sum = parts.reduce((total, value) => total + value, 0);
      const [low, high] = this.data.clamp;
      const total = Math.min(Math.max(sum, low ?? -Infinity), high ?? Infinity);
      const work = parts.map((value, at) => (at || this.signs ? `${value < 0 ? "−" : "+"}${at ? " " : ""}${Math.abs(value)}` : String(value))).join(" ");
      const nodes = [el("span", { class: "because" }, parts.length > 1 ? `${work} =` : _("Total")), " ", el("b", { class: "total" }, say(sum))];
      if (total !== sum) nodes.push(`, ${_("kept at")} `, el("b", { class: "total" }, say(total)));
      nodes.at(-1).dataset.total = total;
      return [...nodes, " ", ...this.aim(total)];
    }

    // A situation in which none of the others applies may not exist, or the table may say nothing of it.
    missing(region) {
      const idle = this.ticks.filter((tick) => !tick.on && !tick.free && !tick.barred);
      const left = cutAll(region, idle.flatMap((tick) => tick.boxes), this.whole);
      if (!left.length) return _("One of these also applies: {others}.", { others: idle.map((tick) => tick.title).join("; ") });
      const silent = (name) => this.silent[name].length && !cutAll(left, this.silent[name].flat(), this.whole).length;
      if (silent("open")) return _("The sources leave this open.");
      return silent("outside") ? _("This is not in the table.") : "";
    }

    // What the total is for: the score still needed, or the table that it goes to.
    aim(total) {
      const { goal } = this.data;
      if (!goal) return [];
      return goal.dice ? this.needed(goal, total) : this.handed(goal, total);
    }

    needed({ dice, score, most }, total) {
      const { el, minus } = this.kit;
      const need = score - total;
      const good = dice.ways.filter(([rolled]) => (most ? rolled <= need : rolled >= need));
      const count = (ways) => ways.reduce((sum, [, each]) => sum + each, 0);
      const percent = Math.round((100 * count(good)) / count(dice.ways));
      const words = !good.length ? _("cannot succeed") : good.length === dice.ways.length ? _("always succeeds") : most ? _("{high} or less", { high: minus(need) }) : _("{low}{unit} or more", { low: minus(need), unit: "" });
      return [el("span", { class: "aim" }, `${dice.named}: `, el("b", {}, words), ...(good.length && good.length < dice.ways.length ? [` (${percent}\u202f%)`] : []))];
    }

    // The other table is told of the total now if it stands open on this page, or else when it is opened.
    handed(goal, total) {
      const { el } = this.kit;
      const link = el("a", { href: goal.href, onclick: () => document.dispatchEvent(new CustomEvent("use:go", { detail: goal.table })) }, goal.title);
      const aim = el("span", { class: "aim" }, "→ ", link);
      const tell = (found) => aim.append(": ", ...found.flatMap(({ title, nodes }, at) => [at ? "; " : "", title ? `${title} ` : "", el("b", {}, ...nodes)]));
      this.kit.remembered.set(`${goal.table} taken`, [goal.input, total]);
      document.dispatchEvent(new CustomEvent("use:take", { detail: { ...this.kit, id: goal.table, input: goal.input, total, tell } }));
      return [aim];
    }
  }

  document.addEventListener("use:open", ({ detail }) => { if (detail.data.ticks) new Sum(detail).build(); });
})();
