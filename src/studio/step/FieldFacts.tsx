// Facts about the field that was clicked or focused last, each with a link to its place in the files.

import { isThere } from "#engine/answers/activeData.ts";
import { expressionWords } from "#engine/expressions/expressionWords.ts";
import { fieldId, valueAt } from "#engine/fields/fieldPath.ts";
import { matches } from "#engine/rules/conditions.ts";
import { conditionWords } from "#engine/schema/conditionWords.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, listRef, propertySchemas } from "#engine/schema/schemaTree.ts";
import { visitSame } from "#engine/schema/schemaVisitor.ts";
import type { Language, ListSource } from "#engine/schema/types.ts";
import type { PreviewProduct } from "../data.ts";
import type { Target } from "../editor/FileEditor.tsx";
import { formatError, type Words } from "../language/words.ts";
import { Card } from "../Parts.tsx";
import type { OpenStep } from "./openStep.ts";

interface Props {
  product: PreviewProduct;
  open: OpenStep;
  words: Words;
  name: string | null;
  onGo(target: Target): void;
}

/**
 * Why a field is as it is: what shows it, asks for it, locks it and refuses it, and where its choices come from. Reads the
 * published rules and the open answers.
 */
interface FieldFact {
  question: string;
  answer: string;
  at: Target;
}

export const findFolder = (product: string, isProduct: boolean) =>
  isProduct ? `schemas/products/${product}` : "schemas/portal";

function fieldFacts(product: PreviewProduct, open: OpenStep, name: string, words: Words): FieldFact[] {
  const folder = findFolder(product.key, product.product !== null);
  const rules = `${folder}/${open.step}.schema.json`;
  const { schema } = open.source;
  const pointers = findPlaces(schema, name);
  const definition: Target = { file: rules, pointer: `${pointers.shown[0] ?? ""}/properties/${name}` };
  const describePlaces = (
    places: string[],
    last: string,
    always: string,
    never: string,
  ): Omit<FieldFact, "question"> => {
    const [first] = places;
    if (first === undefined) return { answer: never, at: definition };
    const conditions = places.map((pointer) => whenWords(schema, pointer, open));
    return {
      answer: conditions.includes("") ? always : conditions.join("; or "),
      at: { file: rules, pointer: first + last },
    };
  };
  const described = propertySchemas(schema).get(name) ?? [];
  return [
    { question: "Shown", ...describePlaces(pointers.shown, `/properties/${name}`, "always", "never: no rule has it") },
    ...conditionFacts(described, open, definition),
    { question: "Required", ...describePlaces(pointers.required, "/required", "always", "no") },
    lockFact(open, name, words.language, { described, at: definition }),
    ...refusalFacts(open, name, words, definition),
    ...described.flatMap((property) =>
      choiceFacts(property, product, open, { manifest: `${folder}/product.json`, own: definition }),
    ),
    ...premiumFacts(product, open.step, name),
    {
      question: "Layout",
      answer: layoutWords(open, name),
      at: { file: `${folder}/${open.step}.ui.json`, pointer: `/${name}` },
    },
  ];
}

/** The parts of the rules that hold the field, and that ask for it. */
function findPlaces(schema: Schema, name: string): { shown: string[]; required: string[] } {
  const [shown, required]: [string[], string[]] = [[], []];
  visitSame(schema, (part, pointer) => {
    if (part.properties && Object.hasOwn(part.properties, name)) shown.push(pointer);
    if (part.required?.includes(name)) required.push(pointer);
  });
  return { shown, required };
}

/** The conditions on the way to a part, and whether they hold now. Empty where there are none. */
function whenWords(schema: Schema, pointer: string, open: OpenStep): string {
  const branches = [...pointer.matchAll(/\/(then|else)(?=\/|$)/g)];
  const conditions = branches.flatMap(({ index, 1: branch }) => {
    const holder = valueAt(schema, pointer.slice(1, index).split("/"));
    const condition = isObject(holder) && isObject(holder.if) ? holder.if : undefined;
    if (!condition) return [];
    const wanted = branch === "then";
    const holds = matches(condition, open.session.active()) === wanted;
    const conditionText = conditionWords(condition);
    return [`${wanted ? "when" : "unless"} ${conditionText} (${holds ? "so it is now" : "not so now"})`];
  });
  return conditions.join(" and ");
}

function conditionFacts(described: readonly Schema[], open: OpenStep, at: Target): FieldFact[] {
  return described.flatMap((schema) => {
    if (schema.when === undefined) return [];
    const verdict = isThere(schema, open.context()) ? "so it is now" : "not so now";
    return [{ question: "Condition", answer: `when ${expressionWords(schema.when)} (${verdict})`, at }];
  });
}

/** A field is locked by the rule that fills it, or by the context that was chosen on this page. */
function lockFact(
  open: OpenStep,
  name: string,
  language: Language,
  { described, at }: { described: readonly Schema[]; at: Target },
): FieldFact {
  const ui: unknown = valueAt(open.presented(language).uiSchema, [name]);
  const filling = described.find(({ prefill }) => prefill?.locked !== undefined)?.prefill;
  const filler = filling ? { ...at, pointer: `${at.pointer}/prefill` } : at;
  const source = filling ? `the ${filling.locked} that fills it` : "the context chosen above, no rule locks it";
  if (isObject(ui) && ui["ui:readonly"]) return { question: "Locked", answer: `yes, by ${source}`, at: filler };
  return { question: "Locked", answer: filling ? `no, but ${source} may lock it` : "no, no rule locks it", at: filler };
}

function refusalFacts(open: OpenStep, name: string, words: Words, target: Target): FieldFact[] {
  const id = fieldId(open.step, [name]);
  const errors = open.session.errors().filter((error) => error.id === id || error.id.startsWith(`${id}_`));
  if (errors.length === 0) return [{ question: "Refused", answer: "no", at: target }];
  return errors.map((error) => ({
    question: "Refused",
    answer: `by ${error.keyword}: ${formatError(error, open.presented(words.language), words).text}`,
    at: { ...target, pointer: `${target.pointer}/${error.keyword}` },
  }));
}

function choiceFacts(
  schema: Schema,
  product: PreviewProduct,
  open: OpenStep,
  { manifest, own }: { manifest: string; own: Target },
): FieldFact[] {
  const inRules = { ...own, pointer: `${own.pointer}/enum` };
  if (Array.isArray(schema.enum))
    return [{ question: "Choices", answer: `written in its rules: ${schema.enum.join(", ")}`, at: inRules }];
  const names = [schema.enumFrom, schema.requiredFrom, schema.propertiesFrom, schema.pairFrom].flatMap((keyword) =>
    keyword === undefined ? [] : (listRef(keyword)?.list ?? []),
  );
  return names.map((name) => {
    const source = product.bundle.manifest.lists[name];
    const values = open.context().lists[name]?.map(({ value }) => value) ?? [];
    const now = values.length > 0 ? `; now ${values.slice(0, 12).join(", ")}${values.length > 12 ? ", …" : ""}` : "";
    const pointer = `/lists/${name}`;
    return {
      question: "Choices",
      answer: `list ${name}, ${sourceWords(source)}${now}`,
      at: { file: manifest, pointer },
    };
  });
}

function sourceWords(source: ListSource | undefined): string {
  if (!source) return "which nothing gives";
  return "call" in source ? `from the call ${source.call} at ${source.path}` : "by rules over the answers";
}

function premiumFacts(product: PreviewProduct, step: string, name: string): FieldFact[] {
  if (!product.bundle.manifest.steps.some(({ key, premium }) => key === step && premium?.includes(name))) return [];
  const target = { file: `${findFolder(product.key, true)}/tariff.json`, pointer: "/main" };
  return [{ question: "Premium", answer: "depends on it: a change asks for another one", at: target }];
}

function layoutWords(open: OpenStep, name: string): string {
  const ui: unknown = valueAt(open.source.ui, [name]);
  const widget = isObject(ui) ? (ui["ui:widget"] ?? ui["ui:field"]) : undefined;
  return typeof widget === "string" ? `the control ${widget}` : "no control is named";
}

export function FieldFacts({ product, open, words, name, onGo }: Props) {
  return (
    <Card
      className="studio-facts"
      heading="h3"
      title={<>Why {name === null ? "a field is as it is" : <code>{name}</code>}</>}
    >
      {name === null && <p>Click a field of the form, or enter it by keyboard.</p>}
      {name !== null && (
        <dl>
          {fieldFacts(product, open, name, words).map(({ question, answer, at }) => (
            <div key={`${question} ${answer}`}>
              <dt>{question}</dt>
              <dd>
                {answer}
                <button className="pv-try" type="button" onClick={() => onGo(at)}>
                  {at.file.split("/").at(-1)}: {at.pointer}
                </button>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
