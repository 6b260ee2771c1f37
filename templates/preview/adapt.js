// Keeps an element like its source: what differs between two states of the source is replaced, and all else stays as it
// is, with its place and layout, with what a reader has opened, and with what other scripts have added.
"use strict";

// The element is as its source says when this is called. What is returned takes the next state of the source, and a
// function that is told each element that is another now.
function following(element) {
  const own = new WeakSet(); // the nodes that come from the source
  let source = element.cloneNode(true);

  function keep(node) {
    own.add(node);
    node.childNodes.forEach(keep);
    return node;
  }

  const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && one.id === other.id;

  // Children are paired from both ends; what is left in the middle is replaced.
  function renew(shown, before, next, mark) {
    if (before.isEqualNode(next)) return;
    if (next.nodeType !== Node.ELEMENT_NODE) {
      shown.data = next.data;
      mark(shown.parentElement);
      return;
    }
    for (const name of new Set([...before.getAttributeNames(), ...next.getAttributeNames()])) {
      const value = next.getAttribute(name);
      if (value === null) shown.removeAttribute(name);
      else if (value !== before.getAttribute(name)) shown.setAttribute(name, value);
    }
    let olds = [...shown.childNodes].filter((each) => own.has(each));
    const [befores, nexts] = [[...before.childNodes], [...next.childNodes]];
    if (olds.length !== befores.length) { // a script took some of them elsewhere: all are replaced
      shown.replaceChildren();
      olds = [];
    }
    const room = Math.min(olds.length, nexts.length);
    let begin = 0;
    while (begin < room && alike(befores[begin], nexts[begin])) begin += 1;
    let end = 0;
    while (end < room - begin && alike(befores.at(-1 - end), nexts.at(-1 - end))) end += 1;
    const after = end ? olds.at(-end) : olds.length ? olds.at(-1).nextSibling : shown.firstChild;
    for (let at = 0; at < begin; at += 1) renew(olds[at], befores[at], nexts[at], mark);
    for (let at = 1; at <= end; at += 1) renew(olds.at(-at), befores.at(-at), nexts.at(-at), mark);
    olds.slice(begin, olds.length - end).forEach((node) => node.remove());
    for (const node of nexts.slice(begin, nexts.length - end)) {
      const made = shown.insertBefore(keep(shown.ownerDocument.importNode(node, true)), after);
      if (made.nodeType === Node.ELEMENT_NODE) mark(made);
    }
  }

  keep(element);
  return (next, mark = () => {}) => {
    renew(element, source, next, mark);
    source = next;
  };
}
