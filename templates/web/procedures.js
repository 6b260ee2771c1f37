// The panel of a procedure: what is asked, each step with its dice, modifiers and table, the odds of every step and of
// the end, what would change them most, and a log of what was rolled. All of it stands in the address, which may be sent
// to others; without this script the page has the list of the steps.
(() => {
  "use strict";

  const { odds, walk, added, keysOf, labelled, number, NEVER } = globalThis.procedureOdds;
  const { holds, keyOf, valueOf, lowest, highest, cast } = globalThis.reckoning;
  const MOST_LOGGED = 30;
  const MOST_CHANGES = 6;
  const ROWS_SHOWN = 8;
  const STEPS_TRIED = 3;
  const MOST_SAID = 3; // a table with more outputs says them at its step alone

  const SILENCES = () => ({
    nothing: "–", open: _("The sources leave this open."), outside: _("This is not in the table."), none: _("The table says nothing here."),
    many: _("These are too many dice to calculate."),
  });

  // The names and what they are chosen as: the place in the list of names, or the number.
  const asResult = (input, value) => (input.ids ? input.ids[value] : value);
  const NONE = ["no", "none"];

  function initial(input) {
    if (input.ids) return Math.max(0, ...NONE.map((name) => input.ids.indexOf(name)));
    if (input.sets) return lowest(input);
    return input.names ? 0 : valueOf(input, Math.min(Math.max(0, lowest(input)), highest(input)));
  }

  function fits(input, value) {
    if (!Number.isFinite(value)) return false;
    if (input.names && !input.sets) return Number.isInteger(value) && value >= 0 && value < input.names.length;
    const key = keyOf(input, value);
    return key >= lowest(input) && key <= highest(input) && (Boolean(input.step) || Number.isInteger(value));
  }

  const shares = ([ways, all]) => {
    const percent = 100 * number([ways, all]);
    const near = percent >= 9.95 || Number.isInteger(percent) ? Math.round(percent) : Number(percent.toFixed(percent < 0.095 ? 2 : 1));
    const short = all < 10n ** 9n && ways !== all && ways;
    return { percent, said: `${numeral(near)}\u202f%`, fraction: short ? `${ways}/${all}` : "" };
  };

  class Panel {
    constructor(id, own, kit) {
      Object.assign(this, { id, data: own, kit });
      this.section = document.getElementById(`procedure-${id}`);
      this.inputs = new Map(own.asked.map((input) => [input.name, input]));
      for (const step of own.steps) this.askBonus(step);
      this.values = new Map([...this.inputs].map(([name, input]) => [name, initial(input)]));
      this.casts = {};
      this.words = (part, step) => SILENCES()[part] ?? (typeof part !== "number" ? part : step ? `${step.title}: ${kit.minus(part)}` : kit.minus(part));
      this.button = this.section.querySelector(".head button.use");
      this.button.addEventListener("click", () => this.toggle());
    }

    // Dice of a table that a situation changes by a number ask for that number.
    askBonus(step) {
      const at = (step.inputs || []).findIndex((source) => source?.roll);
      const bonus = at < 0 ? [0, 0] : this.data.tables[step.table].inputs[at].dice.bonus;
      if (bonus[0] === bonus[1]) return;
      const name = `${step.inputs[at].roll}+`;
      this.inputs.set(name, { name, title: _("Modifier"), keys: [bonus] });
      step.asks.push(name);
    }

    get asked() {
      return Object.fromEntries([...this.inputs].map(([name, input]) => [name, asResult(input, this.values.get(name))]));
    }

    // What the address says, after the id: the values that are not those it begins with, and the dice rolled.
    get address() {
      const values = [...this.inputs].filter(([name, input]) => this.values.get(name) !== initial(input));
      const said = values.map(([name, input]) => `${encodeURIComponent(name)}=${encodeURIComponent(asResult(input, this.values.get(name)))}`);
      const rolled = Object.entries(this.casts).map(([name, casts]) => `${encodeURIComponent(`${name}.rolled`)}=${casts.map(({ score }) => score).join(",")}`);
      return `#procedure-${this.id}?${[...said, ...rolled].join("&")}`;
    }

    take(written) {
      this.values = new Map([...this.inputs].map(([name, input]) => [name, initial(input)]));
      this.casts = {};
      const steps = new Map(this.data.steps.map((step) => [`${step.name}.rolled`, step]));
      for (const pair of written.split("&").filter(Boolean)) {
        const [name, value] = pair.split("=").map(readable);
        const input = this.inputs.get(name);
        const chosen = input?.ids ? input.ids.indexOf(value) : Number(value);
        if (input && fits(input, chosen)) this.values.set(name, chosen);
        const step = steps.get(name);
        if (step) this.takeRolls(step, (value || "").split(",").map(Number));
      }
      this.controls?.forEach((control, name) => control.set(this.values.get(name)));
      this.update();
    }

    // Only scores that its dice can have.
    takeRolls(step, scores) {
      const dice = this.diceOf(step);
      const sound = dice?.ways && scores.every((score) => dice.ways.some(([each]) => each === score));
      if (sound) this.casts[step.name] = scores.map((score) => ({ score, faces: [] }));
    }

    diceOf(step) {
      const at = (step.inputs || []).findIndex((source) => source?.roll);
      return step.dice || (at >= 0 ? this.data.tables[step.table].inputs[at].dice : null);
    }

    toggle() {
      if (this.panel) this.close();
      else this.open();
    }

    open() {
      const { el } = this.kit;
      if (this.panel) return;
      this.button.setAttribute("aria-expanded", "true");
      this.list = this.section.querySelector("ol.steps");
      this.list.hidden = true;
      this.panel = el("div", { class: "use-panel procedure-panel", role: "group", "aria-labelledby": `procedure-${this.id}-title` });
      this.panel.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        this.close();
        this.button.focus();
      });
      this.build();
      this.list.after(this.panel);
      const kept = this.kit.remembered.get(`procedure ${this.id}`);
      this.take(kept || "");
    }

    close() {
      this.button.setAttribute("aria-expanded", "false");
      this.panel.remove();
      this.panel = null;
      this.list.hidden = false;
    }

    build() {
      const { el } = this.kit;
      this.controls = new Map();
      this.views = this.data.steps.map((step) => this.stepView(step));
      this.next = el("button", { type: "button", class: "roll", onclick: () => this.roll(false) });
      this.rest = el("button", { type: "button", class: "weigh", onclick: () => this.roll(true) }, _("To the end"));
      this.again = el("button", { type: "button", class: "weigh", onclick: () => { this.casts = {}; this.changed(); this.next.focus(); } }, _("Take back"));
      this.result = el("p", { class: "answer walked", role: "status" });
      this.ends = el("div", { class: "ends-of" });
      this.changes = el("div", { class: "changes" });
      this.log = el("div", { class: "log" });
      this.link = el("a", { class: "state" }, _("Link to all that is chosen here"));
      const bar = el("div", { class: "walking" }, el("div", { class: "rolling" }, this.next, this.rest, this.again), this.result);
      this.panel.append(el("ol", { class: "walk" }, ...this.views.map((view) => view.node)), bar, this.ends, this.changes, this.log, el("p", {}, this.link));
    }

    // One step: what is asked, the modifiers, what came of it, where that is printed, and the odds.
    stepView(step) {
      const { el } = this.kit;
      const table = step.table && this.data.tables[step.table];
      const lines = table?.lines ? this.modifiers(step, table) : null;
      const asks = step.asks.filter((name) => !lines?.own.has(name));
      const controls = asks.map((name) => this.control(name));
      const title = table ? el("a", { class: "table", href: table.href }, step.title) : step.title;
      const result = el("p", { class: "came" });
      const chances = el("div", {});
      const shown = table && !table.lines ? this.copyOf(step) : null;
      const node = el("li", { class: "step" }, el("p", { class: "step-title" }, title),
        ...(controls.length ? [el("div", { class: "inputs" }, ...controls)] : []), ...(lines ? [lines.node] : []), result,
        ...(shown ? [shown.node] : []), el("details", { class: "step-odds" }, el("summary", {}, _("Odds of this step")), chances));
      return { step, node, result, chances, lines, shown };
    }

    control(name) {
      const { choice, several, amount } = this.kit;
      const input = this.inputs.get(name);
      const take = (value) => { this.values.set(name, value); this.casts = {}; this.changed(); };
      const value = this.values.get(name);
      const made = input.sets ? several(input.title, input.names, value, take)
        : input.names ? choice(input.title, input.names, value, take)
        : amount(input.title, { low: valueOf(input, lowest(input)), high: valueOf(input, highest(input)), unit: input.unit, any: Boolean(input.step) }, value, take);
      this.controls.set(name, made);
      return made.node;
    }

    // The lines of a table of modifiers. One that depends on a single choice is a box to tick, or a number to count, and
    // then the choice has no control of its own; the others show whether they apply.
    modifiers(step, table) {
      const { el } = this.kit;
      const asked = table.inputs.map((input, at) => (step.asks.includes(step.inputs[at]?.from) ? step.inputs[at].from : null));
      const lines = table.lines.filter((line) => line.cases.some(([boxes]) => boxes.some((box) => box.every((part) => this.mayHold(step, part)))));
      const own = new Set(asked.filter((name, at) => name && this.ticked(lines, asked, at)));
      const counted = new Set(lines.flatMap((line) => (Array.isArray(line.cases[0][1]) ? [asked[line.cases[0][1][0]]] : [])).filter(Boolean));
      const views = lines.map((line) => this.lineView(line, table, asked, own, counted));
      return { own: new Set([...own, ...counted]), views, node: el("ul", { class: "modifiers" }, ...views.map((view) => view.node)) };
    }

    mayHold(step, [at, ...ends]) {
      const source = step.inputs[at];
      return !source || !("fixed" in source) || holds([[[0, ...ends]]], [source.fixed]);
    }

    // Whether ticks alone can choose every value of an input: each but the first has a line for it, and for nothing else.
    ticked(lines, asked, at) {
      const input = this.inputs.get(asked[at]);
      if (!input.ids) return false;
      const boxes = lines.flatMap((line) => line.cases.flatMap(([each]) => each)).filter((box) => box.some(([other]) => other === at));
      const alone = boxes.every((box) => box.every(([other]) => other === at || !asked[other]));
      const single = new Set(boxes.flatMap((box) => box.filter(([other]) => other === at).map(([, ...ends]) => (ends.length === 2 && ends[0] === ends[1] ? ends[0] : null))));
      return alone && !single.has(null) && input.ids.every((_, key) => (key === initial(input)) !== single.has(key));
    }

    lineView(line, table, asked, own, counted) {
      const { el, amount } = this.kit;
      const counts = Array.isArray(line.cases[0][1]) ? asked[line.cases[0][1][0]] : null;
      const [at, key] = line.cases[0][0][0].find(([axis]) => own.has(asked[axis])) || [];
      const worth = el("b", { class: "worth" });
      const rule = line.rule ? [el("a", { class: "rule", href: line.href }, line.rule)] : [];
      const view = { line, worth, tick: null };
      const take = (value) => { this.values.set(at === undefined ? counts : asked[at], value); this.casts = {}; this.changed(); };
      const box = () => { view.box = el("input", { type: "checkbox", disabled: at === undefined, onchange: () => take(view.box.checked ? key : initial(this.inputs.get(asked[at]))) }); return view.box; };
      if (counts && counted.has(counts) && !this.controls.has(counts)) {
        const input = this.inputs.get(counts);
        const made = amount(line.label, { low: lowest(input), high: highest(input), unit: input.unit }, this.values.get(counts), (value) => { this.values.set(counts, value); this.casts = {}; this.changed(); });
        this.controls.set(counts, made);
        view.node = el("li", {}, made.node, worth, ...rule);
      } else {
        view.node = el("li", {}, el("label", { class: "tick" }, box(), el("span", {}, line.label)), worth, ...rule);
        if (at !== undefined) this.controls.set(asked[at], this.boxes(asked[at]));
      }
      return view;
    }

    boxes = (name) => this.controls.get(name) || { set: () => {} }; // the lines show it themselves

    // The table as the page prints it, small; the cell that answers is marked there.
    copyOf(step) {
      const { el, printedIn } = this.kit;
      const frame = document.getElementById(`table-${step.table}`);
      const table = frame?.querySelector("table, :scope > ul");
      if (!table) return null;
      const copy = table.cloneNode(true);
      for (const each of copy.querySelectorAll("caption, button, .permalink, .tick, .chance, .reason")) each.remove();
      for (const each of [copy, ...copy.querySelectorAll("*")]) for (const name of ["id", "headers", "aria-describedby", "aria-labelledby", "data-shows"]) each.removeAttribute(name);
      for (const lit of copy.querySelectorAll(".lit, .lit-head")) lit.classList.remove("lit", "lit-head");
      const holder = el("figure", { class: "table copied" }, el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": _("{title}, as printed", { title: step.title }) }, copy));
      const printed = printedIn(holder);
      const few = printed.lines.length <= ROWS_SHOWN;
      return { node: el("details", { class: "step-table", open: few }, el("summary", {}, _("Table")), holder), printed };
    }

    // After a choice or a roll of the player: it stands in the address, so that a reload and a friend see the same.
    changed() {
      this.update();
      history.replaceState(history.state, "", this.address);
    }

    update() {
      this.kit.remembered.set(`procedure ${this.id}`, this.address.split("?")[1]);
      this.link.setAttribute("href", this.address);
      const { asked } = this;
      this.walked = walk(this.data, asked, this.casts);
      const found = odds(this.data, asked, this.words);
      this.views.forEach((view, at) => this.show(view, found.steps[at]));
      this.showWalk();
      this.ends.replaceChildren(...this.endBars(found));
      clearTimeout(this.later); // many odds: what was chosen shows first
      this.later = setTimeout(() => this.changes.replaceChildren(...this.bestChanges(asked, found)));
      this.showLog();
    }

    show(view, chances) {
      const { step } = view;
      const at = this.walked.trace.find((each) => each.step === step);
      view.node.classList.toggle("left", Boolean(at?.left));
      view.node.classList.toggle("waits", Boolean(at?.waits));
      view.result.replaceChildren(...this.came(step, at));
      if (view.lines) this.showLines(step, view.lines);
      if (view.shown) this.mark(view, at);
      view.chances.replaceChildren(...[...chances.parts].map(([name, tally]) => this.bars(this.partTitle(step, name), tally)));
      view.node.querySelector(".step-odds").hidden = [...chances.parts.values()].every((tally) => tally.size < 2);
    }

    partTitle(step, name) {
      return step.outputs?.find(([id]) => `${step.name}.${id}` === name)?.[1] || step.title;
    }

    came(step, at) {
      const { el } = this.kit;
      if (!step.table && !step.dice && !step.add) return [];
      if (!at || at.left) return [el("span", { class: "because" }, at ? _("Not now") : "–")];
      if (at.waits) return [el("span", { class: "because" }, this.dice(at.how))];
      const casts = (at.how.dice && this.casts[step.name]) || [];
      const faces = el("span", { class: "faces" }, ...casts.flatMap((each) => this.faces(each, at.how)));
      const parts = Object.entries(at.found.parts).map(([name, part]) => [this.partTitle(step, name), labelled(step, name, part, this.words)]);
      const said = parts.length === 1 ? [el("b", {}, parts[0][1])] : [el("dl", {}, ...parts.flatMap(([title, label]) => [el("dt", {}, title), " ", el("dd", {}, label), " "]))];
      return [...(casts.length ? [faces, el("span", { class: "arrow", "aria-hidden": "true" }, " → ")] : []), ...said];
    }

    // Each die with its face, and whether it succeeds; of a sum the faces alone.
    faces({ score, faces }, how) {
      const { el, minus } = this.kit;
      const shown = faces.length ? faces : [score];
      const good = how.succeeds && how.succeeds(score);
      const more = how.succeeds && how.more ? [el("small", {}, this.kit.signed(how.more))] : [];
      return [...shown.map((face) => el("span", { class: good ? "die good" : "die" }, minus(face))), ...more];
    }

    dice(how) {
      const named = how.rolls === 1 ? how.dice.named : `${how.rolls} × ${how.dice.named}`;
      const ways = how.succeeds && how.dice.ways.filter(([score]) => how.succeeds(score));
      if (!ways) return how.more ? `${named} ${this.kit.signed(how.more)}` : named;
      if (!ways.length) return `${named}: ${_("cannot succeed")}`;
      if (ways.length === how.dice.ways.length) return `${named}: ${_("always succeeds")}`;
      return `${named}: ${globalThis.reckoning.ranges(ways.map(([score]) => score), this.kit.minus)}`;
    }

    showLines(step, { views }) {
      const table = this.data.tables[step.table];
      const { known } = this.walked;
      const keys = keysOf(step, table, { ...this.asked, ...known }, 0);
      for (const { line, worth, box, node } of views) {
        const sum = added(line, keys);
        node.classList.toggle("on", sum !== null && sum !== 0);
        if (box) box.checked = sum !== null;
        worth.textContent = sum === null ? this.would(line) : this.kit.signed(sum);
      }
    }

    // What a modifier would add where it applies: said only where it is one number.
    would(line) {
      const amounts = new Set(line.cases.map(([, amount]) => amount));
      const [amount] = amounts;
      return amounts.size === 1 && !Array.isArray(amount) ? `(${this.kit.signed(amount)})` : "–";
    }

    mark({ shown }, at) {
      const { body, value, frame } = shown.printed;
      for (const lit of frame.querySelectorAll(".lit")) lit.classList.remove("lit");
      for (const { place } of Object.values(at?.found?.parts || {})) {
        if (!place) continue;
        const cell = body[place[0]][place[1]];
        const part = value(place);
        (part && cell.querySelectorAll(".part").length > 1 ? part : cell).classList.add("lit");
      }
    }

    showWalk() {
      const { waits, step } = this.walked;
      this.next.disabled = this.rest.disabled = !waits || !waits.dice.ways;
      this.next.textContent = waits ? _("Roll: {step}", { step: step.title }) : "";
      this.next.hidden = this.rest.hidden = !waits;
      this.again.hidden = !Object.keys(this.casts).length;
      this.result.textContent = waits ? "" : this.outcome(MOST_SAID);
      this.result.hidden = Boolean(waits);
    }

    // How it ended: the last step that did more than ask.
    outcome(most = Infinity) {
      const last = this.walked.trace.findLast(({ found, step }) => found && (step.table || step.dice || step.add));
      if (!last) return "–";
      const parts = Object.entries(last.found.parts).map(([name, part]) => {
        const label = labelled(last.step, name, part, this.words);
        return part.end !== undefined ? label : `${this.partTitle(last.step, name)}: ${label}`;
      });
      return parts.length > most ? last.step.title : parts.join("; ");
    }

    roll(all) {
      let { waits, step } = this.walked;
      while (waits) {
        this.casts[step.name] = Array.from({ length: waits.rolls }, () => cast(waits.dice));
        ({ waits, step } = walk(this.data, this.asked, this.casts));
        if (!all) break;
      }
      this.changed();
      if (!this.walked.waits) this.note();
      if (this.next.hidden) this.again.focus();
      this.panel.querySelector(".step.waits")?.scrollIntoView({ block: "nearest" });
    }

    // The log

    note() {
      const rolls = this.walked.trace.flatMap(({ step }) => (this.casts[step.name] ? [`${step.title} ${this.casts[step.name].map(({ score }) => this.kit.minus(score)).join(", ")}`] : []));
      const logged = this.kit.remembered.get(`procedure ${this.id} log`) || [];
      this.kit.remembered.set(`procedure ${this.id} log`, [{ rolls: rolls.join("; "), end: this.outcome(), at: this.address }, ...logged].slice(0, MOST_LOGGED));
      this.showLog();
    }

    showLog() {
      const { el } = this.kit;
      const logged = this.kit.remembered.get(`procedure ${this.id} log`) || [];
      const clear = el("button", { type: "button", class: "weigh", onclick: () => { this.kit.remembered.set(`procedure ${this.id} log`, []); this.showLog(); (this.next.hidden ? this.again : this.next).focus(); } }, _("Clear the log"));
      const lines = logged.map(({ rolls, end, at }) => el("li", {}, el("a", { href: at }, rolls || "–"), " → ", el("b", {}, end)));
      this.log.replaceChildren(...(lines.length ? [el("p", { class: "label" }, _("What was rolled")), el("ol", { class: "lines" }, ...lines), clear] : []));
    }

    // Odds

    endBars({ ends }) {
      const { el } = this.kit;
      return [el("p", { class: "label" }, _("How it may end")), ...[...ends].map(([title, tally]) => this.bars(title || this.data.title, tally))];
    }

    // A table of words, bars and chances: the bars only repeat the numbers.
    bars(title, tally) {
      const { el } = this.kit;
      const rows = [...tally].map(([label, chance]) => {
        const { percent, said, fraction } = shares(chance);
        return el("tr", {}, el("th", { scope: "row" }, label), el("td", { class: "share" }, bar(percent)), el("td", {}, said), el("td", { class: "fraction" }, fraction));
      });
      return el("table", { class: "bars" }, el("caption", {}, title), el("tbody", {}, ...rows));
    }

    // Each choice changed alone, and the result whose chance that changes most.
    bestChanges(asked, base) {
      const { el } = this.kit;
      const found = [...this.inputs.values()].flatMap((input) => this.tried(input, asked, base)).sort((one, other) => other.points - one.points);
      const lines = found.slice(0, MOST_CHANGES).map(({ input, value, label, before, after, title }) => el("li", {},
        el("button", { type: "button", class: "weigh", onclick: () => { this.values.set(input.name, value); this.casts = {}; this.controls.get(input.name)?.set(value); this.changed(); } },
          `${input.title}: ${this.valueWords(input, value)}`),
        el("span", {}, `${title ? `${title}: ` : ""}${label}, `, el("b", {}, `${shares(before).said} → ${shares(after).said}`))));
      return lines.length ? [el("p", { class: "label" }, _("What would change this most")), el("ul", { class: "lines" }, ...lines)] : [];
    }

    valueWords(input, value) {
      if (input.sets) return input.names.filter((_, at) => (value >> at) & 1).join(", ") || _("none");
      return input.names ? input.names[value] : `${this.kit.minus(value)}${input.unit ? (/^\w/.test(input.unit) ? ` ${input.unit}` : input.unit) : ""}`;
    }

    tried(input, asked, base) {
      const directions = input.names ? this.otherNames(input).map((value) => [value]) : [this.numbers(input, -1), this.numbers(input, 1)];
      const found = directions.flatMap((values) => {
        for (const value of values) {
          const best = this.difference(odds(this.data, { ...asked, [input.name]: asResult(input, value) }, this.words), base);
          if (best) return [{ input, value, ...best }];
        }
        return [];
      });
      return found.sort((one, other) => other.points - one.points).slice(0, input.names ? 1 : 2);
    }

    otherNames(input) {
      const now = this.values.get(input.name);
      if (input.sets) return input.names.map((_, at) => now ^ (1 << at)).filter((value) => holds([[[0, ...input.keys.flat()]]], [value]));
      return input.names.map((_, at) => at).filter((at) => at !== now);
    }

    // The next number in one direction, and then those at which a table says something else.
    numbers(input, sign) {
      const now = this.values.get(input.name);
      const ends = this.data.steps.flatMap((step) => (step.inputs || []).flatMap((source, at) => (source?.from === input.name ? this.borders(this.data.tables[step.table], at) : [])));
      const border = ends.map((key) => valueOf(input, key)).filter((value) => sign * (value - now) > 0);
      const near = input.step ? [] : [now + sign];
      return [...new Set([...near, ...border.sort((one, other) => sign * (one - other))])].filter((value) => fits(input, value)).slice(0, STEPS_TRIED);
    }

    borders(table, at) {
      const boxes = (table.lines || [table]).flatMap((each) => each.cases.flatMap(([all]) => all));
      const whole = boxes.flatMap((box) => box.filter(([axis]) => axis === at).flatMap(([, ...ends]) => ends));
      return whole.filter((end) => end !== null).flatMap((end) => (table.inputs[at].step ? [end - (end % 2), end + (end % 2)] : [end]));
    }

    difference(changed, base) {
      let best = null;
      const silent = new Set(["open", "outside", "none", "many"].map((each) => this.words(each)));
      for (const [title, tally] of changed.ends) {
        const before = base.ends.get(title) || new Map();
        for (const label of new Set([...before.keys(), ...tally.keys()])) {
          if (silent.has(label)) return null;
          const [one, other] = [before.get(label) || NEVER, tally.get(label) || NEVER];
          const points = Math.abs(number(other) - number(one));
          if (points > (best?.points || 0)) best = { points, label, title, before: one, after: other };
        }
      }
      return best;
    }
  }

  function readable(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // somebody has shortened the address
    }
  }

  // A bar without a style of its own: its length is an attribute of a drawing.
  function bar(percent) {
    const SVG = "http://www.w3.org/2000/svg";
    const drawing = document.createElementNS(SVG, "svg");
    const length = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" })) drawing.setAttribute(name, value);
    for (const [name, value] of Object.entries({ width: Math.min(100, Math.max(percent, 0.4)), height: 10 })) length.setAttribute(name, value);
    drawing.append(length);
    return drawing;
  }

  document.addEventListener("use:ready", ({ detail: { procedures, ...kit } }) => {
    const panels = new Map(Object.entries(procedures).map(([id, own]) => [`procedure-${id}`, new Panel(id, own, kit)]));
    const follow = () => {
      const [name, written] = location.hash.slice(1).split("?");
      const panel = panels.get(readable(name));
      if (!panel) return;
      panel.open();
      if (written !== undefined) panel.take(written);
      panel.section.scrollIntoView();
    };
    addEventListener("hashchange", follow);
    follow();
  });
})();
