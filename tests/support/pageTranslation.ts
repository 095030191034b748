// Translates a page the way Chrome and Edge do: each text node gives way to two FONT elements with the translated text, also what is
// drawn later. Uses only functions of the DOM that the app does not replace, because a translator runs in a world of its own.

export interface Translation {
  /** Keeps the text node inside of the elements instead of replacing it. */
  moves: boolean;
  /** Translates into capitals. Otherwise the words stay as they are, so that a story finds them. */
  capitals: boolean;
}

/** Runs in the page, so it must not use anything outside of itself. Returns what ends it. */
export function translatePage({ moves, capitals }: Translation): () => void {
  const untouched = ["FONT", "SCRIPT", "STYLE", "TEXTAREA", "TITLE", "NOSCRIPT"];
  const wrap = (text: Text) => {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || untouched.includes(parent.nodeName) || parent.closest("svg")) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    outer.append(inner);
    if (capitals) inner.append(text.data.toUpperCase());
    else if (!moves) inner.append(text.data);
    if (!moves) text.replaceWith(outer);
    else {
      text.before(outer);
      if (capitals) text.remove();
      else inner.append(text);
    }
  };
  const wrapAll = (root: Node) => {
    if (root instanceof Text) return wrap(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) wrapAll(node);
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  wrapAll(document);
  return () => observer.disconnect();
}
