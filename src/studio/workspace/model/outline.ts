// The outline of a product: its steps, their sections, the fields in their order, and the fields of records and groups. Of the last
// release that could be published, as the form beside it.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { fieldTexts } from "#engine/texts/fieldTexts.ts";
import type { PreviewProduct } from "../../data.ts";
import { findStepTitle, type Words } from "../../language/words.ts";
import type { CheckAnswer } from "../../server/calls.ts";
import { inBoth } from "../words.ts";
import type { Content } from "./content.ts";
import { insideOf, listIn, objectIn } from "./places.ts";

/** What is selected: a step, or a field by the names that lead to it. */
export interface Selection {
  step: string;
  names: string[];
}

export interface OutlineNode {
  /** Unique in the tree. */
  id: string;
  kind: "step" | "section" | "field" | "content";
  label: string;
  step: string;
  names: string[];
  /** The control, or what the content is. */
  control: string | undefined;
  /** It is not always shown. */
  isConditional: boolean;
  children: OutlineNode[];
}

export const flatten = (nodes: readonly OutlineNode[]): OutlineNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** The last field of a step or section, after which comes what moves to it. */
export const findLast = ({ kind, children }: OutlineNode): OutlineNode | undefined =>
  kind === "field" ? undefined : flatten(children).findLast((node) => node.kind === "field" && node.names.length === 1);

export function buildOutline(
  product: PreviewProduct,
  words: Record<Language, Words>,
  language: Language,
): OutlineNode[] {
  const { manifest, steps } = product.bundle;
  const listed = manifest.steps.map(({ key }) => key);
  const keys = [...listed, ...Object.keys(steps).filter((key) => !listed.includes(key))];
  return keys.map((step) => buildStep(product, words[language], step));
}

function buildStep({ bundle }: PreviewProduct, words: Words, step: string): OutlineNode {
  const { schema, ui } = bundle.steps[step] ?? { schema: {}, ui: {} };
  const entry = bundle.manifest.steps.find(({ key }) => key === step);
  const reader = new FieldReader(words, step, (ui as JsonObject)["ui:options"]);
  const node = schema as unknown as JsonObject;
  const layout = ui as unknown as JsonObject;
  const sections = listIn(objectIn(layout["ui:options"]).sections).filter(isObject);
  const placed = sections.map((section, index) => buildSection(reader, section, index, { node, layout }));
  const names = sections.flatMap(({ fields }) => listIn(fields).flat());
  const rest = listFields(node, layout).filter(({ name }) => !names.includes(name));
  return {
    id: step,
    kind: "step",
    label: findStepTitle(words, step) ?? inBoth("requestBlock")[words.language],
    step,
    names: [],
    control: undefined,
    isConditional: Boolean(entry?.extra || entry?.when),
    children: [...placed, ...rest.map((field) => reader.build(field, []))],
  };
}

function buildSection(
  reader: FieldReader,
  section: JsonObject,
  index: number,
  { node, layout }: { node: JsonObject; layout: JsonObject },
): OutlineNode {
  const fields = listFields(node, layout);
  const entries = listIn(section.fields).flat();
  const children = entries.flatMap((entry, position): OutlineNode[] => {
    if (isObject(entry)) return [reader.content(entry, `${index}.${position}`)];
    const field = fields.find(({ name }) => name === entry);
    return field ? [reader.build(field, [])] : [];
  });
  return { ...reader.plain(`section ${index}`), kind: "section", label: reader.title(section.title, index), children };
}

interface Field {
  name: string;
  rules: JsonObject;
  layout: JsonObject;
  isConditional: boolean;
}

/** The fields of a part, those under a condition too. */
function listFields(node: JsonObject, layout: JsonObject, isConditional = false): Field[] {
  const own = Object.entries(objectIn(node.properties)).map(([name, rules]) => ({
    name,
    rules: objectIn(rules),
    layout: objectIn(layout[name]),
    isConditional: isConditional || (isObject(rules) && rules.when !== undefined),
  }));
  const parts = listIn(node.allOf).filter(isObject);
  const branches = [node.then, node.else].filter(isObject);
  const others = [
    ...parts.flatMap((part) => listFields(part, layout, isConditional)),
    ...branches.flatMap((part) => listFields(part, layout, true)),
  ];
  const byName = new Map<string, Field>();
  for (const field of [...own, ...others]) if (!byName.has(field.name)) byName.set(field.name, field);
  return [...byName.values()];
}

class FieldReader {
  readonly #words: Words;
  readonly #step: string;
  readonly #prefix: string | undefined;

  constructor(words: Words, step: string, options: unknown) {
    this.#words = words;
    this.#step = step;
    this.#prefix = isObject(options) && typeof options.texts === "string" ? options.texts : undefined;
  }

  title(key: unknown, index: number): string {
    if (typeof key !== "string") return inBoth("untitled", { count: index + 1 })[this.#words.language];
    return this.#words.has(key) ? this.#words.text(key) : this.#label([key], {}, {});
  }

  plain(id: string): OutlineNode {
    const place = { step: this.#step, names: [], control: undefined, isConditional: false, children: [] };
    return { id: `${this.#step} ${id}`, kind: "content", label: id, ...place };
  }

  content(entry: JsonObject, id: string): OutlineNode {
    const key = [entry.text, entry.title, entry.alt].find((each): each is string => typeof each === "string") ?? "";
    const label = this.#words.has(key) ? (this.#words.text(key).split("\n")[0] ?? key) : key;
    const isConditional = entry.when !== undefined || entry.if !== undefined;
    return { ...this.plain(`content ${id}`), label: label.slice(0, 60), isConditional };
  }

  build({ name, rules, layout, isConditional }: Field, around: readonly string[]): OutlineNode {
    const names = [...around, name];
    const inside = insideOf(rules) ?? rules;
    const control = [layout["ui:widget"], layout["ui:field"]].find((each): each is string => typeof each === "string");
    return {
      id: `${this.#step} ${names.join(".")}`,
      kind: "field",
      label: this.#label(names, rules, layout),
      step: this.#step,
      names,
      control,
      isConditional,
      children: listFields(inside, layout).map((field) => this.build(field, names)),
    };
  }

  #label(names: readonly string[], rules: JsonObject, layout: JsonObject): string {
    const source = {
      step: this.#step,
      translate: this.#words.translate,
      ...(this.#prefix && { prefix: this.#prefix }),
    };
    return fieldTexts(source, names, rules as never, layout as never).text("label") ?? names.at(-1) ?? "";
  }
}

export const findNode = (nodes: readonly OutlineNode[], { step, names }: Selection): OutlineNode | undefined =>
  flatten(nodes).find(
    (node) =>
      node.kind === (names.length > 0 ? "field" : "step") && node.step === step && node.names.join() === names.join(),
  );

/** The ids of what is around a node. */
export function findAround(nodes: readonly OutlineNode[], id: string): string[] {
  for (const node of nodes) {
    if (node.id === id) return [node.id];
    const inside = findAround(node.children, id);
    if (inside.length > 0) return [node.id, ...inside];
  }
  return [];
}

/** The nodes whose rules or layout a finding is about, and what is around them. */
export function findWrong(
  nodes: readonly OutlineNode[],
  findings: CheckAnswer["findings"],
  content: Content,
): Set<string> {
  const wrong = new Set<string>();
  for (const node of flatten(nodes)) {
    if (node.kind !== "field" && node.kind !== "step") continue;
    const files = [content.findStepFile(node.step, "schema"), content.findStepFile(node.step, "ui")];
    const name = node.names.at(-1);
    const isAbout = ({ file, place }: { file: string; place: string }) =>
      files.includes(file) && (name === undefined ? place === "" : place.split("/").includes(name));
    if (findings.some(isAbout)) for (const around of findAround(nodes, node.id)) wrong.add(around);
  }
  return wrong;
}
