// Page translation of Chrome and Edge replaces each text node by a FONT element with the translated text. React keeps the node that
// it made: removing it or inserting before it would throw, and a changed text would not be shown. This file finds the element that
// took the place of a text node, and lets the changes of React take effect there. The translator then translates the new text.
// Imported once by each page, before React draws.

/** By text node: the element that took its place. */
const replacements = new WeakMap<Node, Node>();

const isFont = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === "FONT";

/** A translator replaces the node in one step, or inserts its element beside the node and then removes the node. */
function noteReplacements(records: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      const replacement = [...addedNodes, previousSibling, nextSibling].find(isFont);
      if (replacement) replacements.set(removed, replacement);
    }
  }
}

const observer = new MutationObserver(noteReplacements);
observer.observe(document, { childList: true, subtree: true });

const findOutermost = (font: HTMLElement): HTMLElement =>
  isFont(font.parentNode) ? findOutermost(font.parentNode) : font;

/** The element in the place of a text node that React made: around it, or instead of it. */
function findReplacement(text: Node): HTMLElement | undefined {
  if (text.nodeType !== Node.TEXT_NODE) return undefined;
  noteReplacements(observer.takeRecords());
  let node: Node | null | undefined = text.parentNode ?? replacements.get(text);
  while (isFont(node)) {
    const outermost = findOutermost(node);
    if (outermost.parentNode) return outermost;
    // The text was translated again.
    node = replacements.get(outermost);
  }
  return undefined;
}

/** The child of `parent` that shows `child`. */
function findShown<Child extends Node>(parent: Node, child: Child): Child {
  if (child.parentNode === parent) return child;
  const replacement = findReplacement(child);
  return replacement?.parentNode === parent ? (replacement as Node as Child) : child;
}

const { insertBefore, appendChild, removeChild } = Node.prototype;
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");

Node.prototype.removeChild = function (child) {
  removeChild.call(this, findShown(this, child));
  return child;
};

Node.prototype.insertBefore = function (node, before) {
  const reference = before && findShown(this, before);
  findReplacement(node)?.remove();
  return insertBefore.call(this, node, reference) as typeof node;
};

Node.prototype.appendChild = function (node) {
  findReplacement(node)?.remove();
  return appendChild.call(this, node) as typeof node;
};

Object.defineProperty(Node.prototype, "nodeValue", {
  ...nodeValue,
  set(this: ChildNode, value: string | null) {
    findReplacement(this)?.replaceWith(this);
    nodeValue?.set?.call(this, value);
  },
});
