// The report works without any of this: kinds of findings can be hidden, and findings ticked off, which this
// browser remembers by their ids.
"use strict";

for (const label of document.querySelectorAll(".choice, .done")) label.hidden = false;

for (const box of document.querySelectorAll(".choice input")) {
  box.addEventListener("change", () => {
    for (const finding of document.querySelectorAll(".finding")) {
      if (finding.dataset.kind === box.value) finding.hidden = !box.checked;
    }
    for (const rule of document.querySelectorAll(".rule")) {
      rule.hidden = !rule.querySelector(".finding:not([hidden])");
    }
  });
}

const key = (finding) => `rulewright ${document.title} ${finding.dataset.id}`;
const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };

for (const finding of document.querySelectorAll("#findings .finding")) {
  const box = finding.querySelector(".done input");
  const show = () => finding.classList.toggle("is-done", box.checked);
  box.checked = remembered(key(finding)) === "done";
  show();
  box.addEventListener("change", () => {
    show();
    try {
      if (box.checked) localStorage.setItem(key(finding), "done");
      else localStorage.removeItem(key(finding));
    } catch { /* a browser that keeps nothing for files: the tick holds while the page is open */ }
  });
}

// A link to a function or a table opens what it leads to.
const reveal = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === "DETAILS") { target.open = true; target.scrollIntoView(); }
};
addEventListener("hashchange", reveal);
reveal();
