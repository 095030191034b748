// Which components React renders, by the hook that it offers to developer tools. React looks for it when it is loaded, so this
// is imported before what draws.

interface Fiber {
  tag: number;
  flags: number;
  type: { name?: string; displayName?: string } | null;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Function, class, forwardRef and memo of a function, as React numbers them, and its mark of one that ran. */
const COMPONENTS = new Set([0, 1, 11, 15]);
const RAN = 1;

let rendered: string[] = [];

function note(fiber: Fiber, before: Fiber | null): void {
  if (fiber === before) return;
  if (COMPONENTS.has(fiber.tag) && (!before || (fiber.flags & RAN) !== 0))
    rendered.push(fiber.type?.displayName ?? fiber.type?.name ?? "?");
  if (before && fiber.child === before.child) return;
  for (let child = fiber.child; child; child = child.sibling) note(child, before && child.alternate);
}

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    renderers: new Map(),
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) => note(root.current, root.current.alternate),
  },
});

/** The names since the last call, in the order of the page. */
export function takeRendered(): string[] {
  const names = rendered;
  rendered = [];
  return names;
}
