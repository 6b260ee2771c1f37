// The words that scripts show, in the language of the pages: those of the other scripts are English, and stand here with
// what they mean. The build fills in `WORDS`, and `form`, which of several forms goes with a number.
(() => {
  "use strict";

  const WORDS = {};
  const form = (n) => Number(n !== 1);

  // A sentence with values: `{name}` stands for the one of that name.
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? values[name] : hole));
  globalThis._ = (text, values = {}) => filled(WORDS[text] ?? text, values);
  globalThis._n = (one, many, n, values = {}) => filled((WORDS[one] ?? [one, many])[form(n)] ?? many, { n, ...values });

  // A number with the sign of the language between whole and parts, and a true minus.
  globalThis.numeral = (number) => {
    const language = document.documentElement.lang || "en";
    const figures = number.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 6 });
    return (Number.isInteger(number) ? String(number) : figures).replace("-", "−");
  };
})();
