// The outline of a product: its steps, their sections, the fields in their order, and the fields of records and groups. Of the last
// release that could be published, as the form beside it.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { fieldTexts } from "#engine/texts/fieldTexts.ts";
import type { PreviewProduct } from "../../data.ts";
import { findStepTitle, type Words } from "../../language/words.ts";
import { inBoth } from "../words.ts";
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
  const source = bundle.steps[step];
  const layout = objectIn(source?.ui);
  const options = objectIn(layout["ui:options"]);
  const prefix = typeof options.texts === "string" ? { prefix: options.texts } : {};
  const labelOf = (names: readonly string[], rules: JsonObject, inner: JsonObject): string => {
    const texts = { step, translate: words.translate, ...prefix };
    return fieldTexts(texts, names, rules as never, inner as never).text("label") ?? names.at(-1) ?? "";
  };
  const make = (id: string, node: Pick<OutlineNode, "kind" | "label"> & Partial<OutlineNode>): OutlineNode => ({
    ...{ id: `${step} ${id}`, step, names: [], isConditional: false, children: [] },
    ...node,
  });
  const buildField =
    (around: readonly string[]) =>
    ({ name, rules, layout: inner, isConditional }: Field): OutlineNode => {
      const names = [...around, name];
      const children = listFields(insideOf(rules) ?? rules, inner).map(buildField(names));
      return make(names.join("."), {
        kind: "field",
        label: labelOf(names, rules, inner),
        names,
        isConditional,
        children,
      });
    };
  const buildContent = (entry: JsonObject, id: string): OutlineNode => {
    const key = [entry.text, entry.title, entry.alt].find((each) => typeof each === "string");
    const [label = ""] = words.text(String(key ?? "")).split("\n");
    const isConditional = entry.when !== undefined || entry.if !== undefined;
    return make(`content ${id}`, { kind: "content", label: label.slice(0, 60), isConditional });
  };
  const fields = listFields(objectIn(source?.schema), layout);
  const sections = listIn(options.sections).filter(isObject);
  const placed = sections.map(({ title, fields: entries }, index): OutlineNode => {
    const children = listIn(entries)
      .flat()
      .flatMap((entry, position) =>
        isObject(entry)
          ? [buildContent(entry, `${index}.${position}`)]
          : fields.filter(({ name }) => name === entry).map(buildField([])),
      );
    const named = typeof title !== "string" ? "" : words.has(title) ? words.text(title) : labelOf([title], {}, {});
    const label = named || inBoth("untitled", { count: index + 1 })[words.language];
    return make(`section ${index}`, { kind: "section", label, children });
  });
  const names = sections.flatMap(({ fields: entries }) => listIn(entries).flat());
  const rest = fields.filter(({ name }) => !names.includes(name)).map(buildField([]));
  const entry = bundle.manifest.steps.find(({ key }) => key === step);
  const label = findStepTitle(words, step) ?? inBoth("requestBlock")[words.language];
  const isConditional = Boolean(entry?.extra || entry?.when);
  return { ...make("", { kind: "step", label, isConditional, children: [...placed, ...rest] }), id: step };
}

interface Field {
  name: string;
  rules: JsonObject;
  layout: JsonObject;
  isConditional: boolean;
}

/** The fields of a part in the order of the form, those under a condition too. */
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
  const order = listIn(layout["ui:order"]).flat();
  const placeOf = ({ name }: Field) => order.indexOf(order.includes(name) ? name : "*");
  return [...byName.values()].sort((one, other) => placeOf(one) - placeOf(other));
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
