// Makes an element of a page look like another: only what differs is replaced, so the rest keeps its place and layout.
"use strict";

// Both have the same name. Children are paired from both ends; what is left in the middle is replaced. `kept` says which
// attributes stay as they are, and `mark` is told each element that is another.
function adaptElement(old, next, kept, mark) {
  if (old.isEqualNode(next)) return;
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && !kept(old, name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value && !kept(old, name)) old.setAttribute(name, value);
  const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && one.id === other.id;
  const olds = [...old.childNodes];
  const nexts = [...next.childNodes];
  let begin = 0;
  while (begin < olds.length && begin < nexts.length && alike(olds[begin], nexts[begin])) begin += 1;
  let end = 0;
  const room = Math.min(olds.length, nexts.length) - begin;
  while (end < room && alike(olds[olds.length - 1 - end], nexts[nexts.length - 1 - end])) end += 1;
  const match = (one, other) => {
    if (one.nodeType === Node.ELEMENT_NODE) adaptElement(one, other, kept, mark);
    else if (one.data !== other.data) {
      one.data = other.data;
      mark(one.parentElement);
    }
  };
  for (let at = 0; at < begin; at += 1) match(olds[at], nexts[at]);
  for (let at = 1; at <= end; at += 1) match(olds[olds.length - at], nexts[nexts.length - at]);
  const after = end ? olds[olds.length - end] : null;
  olds.slice(begin, olds.length - end).forEach((node) => node.remove());
  nexts.slice(begin, nexts.length - end).forEach((node) => {
    old.insertBefore(node, after);
    if (node.nodeType === Node.ELEMENT_NODE) mark(node);
  });
}
