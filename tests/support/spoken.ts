// What assistive technology reads of a part of the page: role, name, value, state and description of each node in Chromium's
// accessibility tree.
interface Value {
  value?: unknown;
}
interface AxNode {
  backendDOMNodeId?: number;
  ignored: boolean;
  role?: Value;
  name?: Value;
  value?: Value;
  description?: Value;
  properties?: { name: string; value: Value }[];
}
export interface Session {
  send(method: string, params?: object): Promise<unknown>;
}

/** Containers and runs of text, whose content is the name of another node or a node of its own. */
const SILENT = new Set(["none", "generic", "InlineTextBox", "StaticText", "LabelText", "paragraph", "form", "strong"]);
const STATES = ["level", "required", "invalid", "checked", "selected", "expanded", "disabled", "readonly", "hasPopup"];
const MORE_STATES = ["busy", "multiline", "modal"];

/** Roles whose states Chromium gives to a screen reader and leaves out of the debugger protocol. */
const UNTOLD = new Set(["checkbox", "combobox", "link", "button", "gridcell"]);

interface DomNode {
  backendNodeId: number;
  nodeName: string;
  attributes?: string[];
  children?: DomNode[];
}

/** The element and all below it, by their number. */
function listNodes(node: DomNode): [number, DomNode][] {
  return [[node.backendNodeId, node], ...(node.children ?? []).flatMap(listNodes)];
}

function untoldStates({ role, backendDOMNodeId }: AxNode, nodes: Map<number, DomNode>): string[] {
  const node = nodes.get(backendDOMNodeId ?? -1);
  if (!UNTOLD.has(String(role?.value)) || !node) return [];
  const { nodeName, attributes = [] } = node;
  const readAttribute = (name: string) =>
    attributes.includes(name) ? attributes[attributes.indexOf(name) + 1] : undefined;
  const required = readAttribute("aria-required") === "true";
  const current = readAttribute("aria-current");
  return [
    ...(required && (nodeName === "SELECT" || role?.value === "checkbox") ? ["required"] : []),
    ...(current ? [`current=${current}`] : []),
  ];
}

/** States that are read aloud with one role only. */
const ONLY_WITH: Record<string, string> = { level: "heading", multiline: "textbox" };
/** States whose "no" is read aloud too. */
const BOTH_WAYS = new Set(["checked", "expanded"]);
const OFF = new Set<unknown>([false, "false", "none"]);

function formatStates({ properties = [], role }: AxNode): string {
  const states = [...STATES, ...MORE_STATES].flatMap((name) => {
    const value = properties.find((property) => property.name === name)?.value.value;
    if (value === undefined) return [];
    if (BOTH_WAYS.has(name)) return `${name}=${value}`;
    if (OFF.has(value) || (ONLY_WITH[name] ?? role?.value) !== role?.value) return [];
    return value === true || value === "true" ? name : `${name}=${value}`;
  });
  return states.join(", ");
}

export const plain = (value: unknown): string =>
  String(value ?? "")
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .trim();

export interface Spoken {
  role: string;
  name: string;
  value: string;
  states: string;
  description: string;
}

/** Every node with content under the element that the expression finds, in reading order. */
export async function spokenUnder(session: Session, expression: string): Promise<Spoken[]> {
  const evaluated = (await session.send("Runtime.evaluate", { expression })) as { result: { objectId: string } };
  const { objectId } = evaluated.result;
  const [{ nodes }, { node }] = (await Promise.all([
    session.send("Accessibility.queryAXTree", { objectId }),
    session.send("DOM.describeNode", { objectId, depth: -1 }),
  ])) as [{ nodes: AxNode[] }, { node: DomNode }];
  const elements = new Map(listNodes(node));
  const heard = nodes.filter((node) => !node.ignored && !SILENT.has(String(node.role?.value)));
  return heard
    .map((node) => ({
      role: plain(node.role?.value),
      name: plain(node.name?.value),
      value: plain(node.value?.value),
      states: [...untoldStates(node, elements), formatStates(node)].filter(Boolean).join(", "),
      description: plain(node.description?.value),
    }))
    .filter(({ name, states, description, value }) => name || states || description || value);
}

const HEAD = "| role | name | value | state | description |\n|---|---|---|---|---|";

export function buildTableRef(spoken: readonly Spoken[]): string {
  const lines = spoken.map(
    (element) => `| ${[element.role, element.name, element.value, element.states, element.description].join(" | ")} |`,
  );
  return [HEAD, ...lines].join("\n");
}
