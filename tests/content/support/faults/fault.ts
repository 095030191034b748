// A mistake in the content of the tiny product, and how to find its line without our own parser.
import type { JsonObject } from "#engine/schema/types.ts";

/** The files of the tiny product, and those that all products share. */
export const product = "schemas/products/tiny";
export const fixtures = "fixtures/steps/tiny";
export const journeys = "fixtures/journeys/tiny";
export const manifest = `${product}/product.json`;
export const tariff = `${product}/tariff.json`;
export const questions = `${product}/questions.json`;
export const professions = `${product}/professions.json`;
export const handover = `${product}/handover.json`;
export const dutch = `${product}/texts.nl.json`;
export const french = `${product}/texts.fr.json`;
export const general = `${product}/general-data.schema.json`;
export const generalLayout = `${product}/general-data.ui.json`;
export const generalCases = `${fixtures}/general-data.json`;
export const cover = `${product}/coverage-choice.schema.json`;
export const coverLayout = `${product}/coverage-choice.ui.json`;
export const coverCases = `${fixtures}/coverage-choice.json`;
export const acceptance = `${product}/acceptance.schema.json`;
export const acceptanceCases = `${fixtures}/acceptance.json`;
export const explanation = `${product}/additional-explanation.schema.json`;
export const explanationLayout = `${product}/additional-explanation.ui.json`;
export const request = `${product}/request.schema.json`;
export const requestLayout = `${product}/request.ui.json`;
export const journey = `${journeys}-newRequest-quotation.json`;
export const acceptedJourney = `${journeys}-newRequest-policy-accepted.json`;
export const explainedJourney = `${journeys}-newRequest-referred-with-explanation-and-file.json`;
export const wrongJourney = `${journeys}-newRequest-quotation-with-a-wrong-answer-and-no-explanation.json`;
export const temporaryJourney = `${journeys}-newTempRequest-quotation-for-a-new-relation.json`;
export const changingJourney = `${journeys}-editQuote-changed-quotation.json`;
export const quotations = "fixtures/portfolio/quotations.json";
export const rates = "schemas/rates/rates.json";
export const sharedFields = "schemas/shared/fields.schema.json";
export const sharedDutch = "schemas/shared/texts.nl.json";
export const sharedFrench = "schemas/shared/texts.fr.json";
export const frenchWords = "schemas/portal/words.fr.json";

/** What is wrong, in which file, and the change that makes it so. The findings are recorded (`content/__snapshots__`). */
export type Mistake = [name: string, file: string, change: (content: JsonObject) => void];
/** By file, and by what is wrong. */
export type Mistakes = Record<string, Record<string, Mistake[2]>>;

export const at = (content: JsonObject, path: string): JsonObject => {
  let current: unknown = content;
  for (const key of path.split(".")) current = (current as JsonObject)[key];
  return current as JsonObject;
};

/**
 * The position in a file as `JSON.stringify` writes it: of the member or entry, or of its parent. Computed without our
 * own parser.
 */
export function lineAndColumn(content: JsonObject, pointer: string): [line: number, column: number] {
  const copy = structuredClone(content);
  const keys = pointer.split("/").slice(1);
  let holder: unknown = copy;
  for (const key of keys.slice(0, -1)) holder = Object(holder)[key];
  const last = keys.at(-1);
  if (last === undefined) return [1, 1];
  if (!Object.hasOwn(Object(holder), last)) return lineAndColumn(content, pointer.slice(0, pointer.lastIndexOf("/")));
  (holder as JsonObject)[last] = "searched value";
  const lines = JSON.stringify(copy, null, 2).split("\n");
  const line = lines.findIndex((text) => text.includes("searched value"));
  return [line + 1, lines[line]!.search(/\S/) + 1];
}

/** The member at a dotted path gets another value. */
export const set = (path: string, value: unknown) => (content: JsonObject) => {
  const [name = "", ...above] = path.split(".").reverse();
  const holder = above.length > 0 ? at(content, above.reverse().join(".")) : content;
  holder[name] = value;
};

/** The members at a dotted path, or of the whole file. */
export const assign = (path: string, members: JsonObject) => (content: JsonObject) =>
  Object.assign(path === "" ? content : at(content, path), members);

/** Without the member or entry at a dotted path. */
export const remove = (path: string) => (content: JsonObject) => {
  const [name = "", ...above] = path.split(".").reverse();
  const holder = above.length > 0 ? at(content, above.reverse().join(".")) : content;
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
};

/** The member with another key, in its place. */
export const respell = (path: string, from: string, to: string) => (content: JsonObject) => {
  const holder = path === "" ? content : at(content, path);
  for (const [key, value] of Object.entries(holder)) {
    delete holder[key];
    holder[key === from ? to : key] = value;
  }
};

/** One more entry of the list at a dotted path. */
export const push = (path: string, entry: unknown) => (content: JsonObject) =>
  (at(content, path) as unknown as unknown[]).push(entry);

/** A condition on the revenue. */
export const revenueThat = (schema: JsonObject): JsonObject => ({
  properties: { revenue: schema },
  required: ["revenue"],
});

/** A condition on an answer, or on the answers of a step. */
export const answering = (name: string, schema: JsonObject): JsonObject => ({
  properties: { [name]: schema },
  required: [name],
});
