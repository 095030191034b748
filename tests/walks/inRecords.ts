// What a broker does in lists of records: adds, changes, moves and removes one, also in a list inside a record.
import { RECORD_ID } from "#engine/fields/records.ts";
import { isObject, schemasAt } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Act } from "./acts.ts";
import type { Base } from "./bases.ts";
import type { Walk } from "./walk.ts";

/** A list with records in the valid answers of a step, or in the first of these records. */
interface List {
  step: string;
  field: string;
  inner?: string;
  /** A valid record. */
  sample: JsonObject;
}

const findSamples = (answers: JsonObject): [field: string, sample: JsonObject][] =>
  Object.entries(answers).flatMap(([field, value]) => {
    const [sample] = Array.isArray(value) ? value : [];
    return isObject(sample) ? [[field, sample] as const] : [];
  }) as [string, JsonObject][];

/** Those inside records first. */
export const findLists = ({ answers }: Base): List[] =>
  Object.entries(answers).flatMap(([step, data]) =>
    findSamples(data).flatMap(([field, sample]) => [
      ...findSamples(sample).map(([inner, inside]) => ({ step, field, inner, sample: inside })),
      { step, field, sample },
    ]),
  );

/** `edit` gets the records as they are on the screen, and returns them as they are then. Inner ones are those of the first record. */
const inList =
  (index: number, edit: (records: JsonObject[], list: List & { unique?: string | undefined }) => JsonObject[]): Act =>
  async (walk) => {
    const lists = findLists(walk.base);
    const list = lists[index % lists.length];
    if (!list || !walk.goTo(list.step)) return;
    const { step, field, inner } = list;
    const outer = (walk.data(step)[field] ?? []) as JsonObject[];
    const [first, ...others] = outer;
    if (inner !== undefined && !first) return;
    const change = (records: unknown) =>
      edit((records ?? []) as JsonObject[], { ...list, unique: findUnique(walk, list) });
    const changed = inner === undefined ? change(outer) : [{ ...first, [inner]: change(first?.[inner]) }, ...others];
    await walk.type(step, { [field]: changed });
  };

function findUnique({ backEnd: { product } }: Walk, { step, field, inner }: List): string | undefined {
  const path = inner === undefined ? [field] : [field, "0", inner];
  const schemas = schemasAt(product.bundle.steps[step]?.schema ?? {}, path);
  return schemas.find(({ uniqueBy }) => uniqueBy !== undefined)?.uniqueBy;
}

let added = 0;

export const addRecord = (index: number): Act =>
  inList(index, (records, { sample, unique }) => {
    added += 1;
    const differs = unique === undefined ? {} : { [unique]: `${sample[unique]} ${added}` };
    return [...records, { ...sample, ...differs, [RECORD_ID]: `w${added}` }];
  });

export const removeRecord = (index: number): Act => inList(index, (records) => records.slice(1));

/** The last to the front. */
export const moveRecord = (at: number): Act => inList(at, (records) => [...records.slice(-1), ...records.slice(0, -1)]);

/** Empties the first field of the last record, or fills it again. */
export const changeRecord = (index: number): Act =>
  inList(index, (records, { sample }) => {
    const [field = ""] = Object.keys(sample);
    return records.map((record, index) => {
      if (index < records.length - 1) return record;
      const { [field]: value, ...others } = record;
      return value === undefined ? { ...others, [field]: sample[field] } : others;
    });
  });
