// What can be seen of a drawn page without reading it: texts that are cut off. Without imports, so that a story can send it into a
// page.

/** Texts that reach beyond the window, or beyond what hides the rest of them. */
export function cutTexts(): string[] {
  const hides = (node: Element) => /hidden|clip/.test(getComputedStyle(node).overflowX);
  const clipped = (node: Element) => getComputedStyle(node).clipPath !== "none";
  const around = (node: Element | null): Element[] => (node ? [node, ...around(node.parentElement)] : []);
  const cut: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    const frames = around(parentElement);
    if (!parentElement || !textContent?.trim() || !parentElement.checkVisibility() || frames.some(clipped)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, right, width } = range.getBoundingClientRect();
    const limits = frames.filter(hides).map((node) => node.getBoundingClientRect());
    const outside = [{ left: 0, right: innerWidth }, ...limits].some(
      (frame) => left < frame.left - 1 || right > frame.right + 1,
    );
    if (width > 0 && outside) cut.push(textContent.trim().slice(0, 60));
  }
  return cut;
}
