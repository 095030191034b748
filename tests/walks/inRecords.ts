// What a broker does in lists of records: adds, changes, moves and removes one.
import { RECORD_ID } from "#engine/fields/records.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Act } from "./acts.ts";
import type { Base } from "./bases.ts";
import type { Walk } from "./walk.ts";

/** A list with records in the valid answers of a step. */
interface List {
  step: string;
  field: string;
  /** A valid record. */
  sample: JsonObject;
}

export const findLists = ({ answers }: Base): List[] =>
  Object.entries(answers).flatMap(([step, data]) =>
    Object.entries(data).flatMap(([field, value]) => {
      const [sample] = Array.isArray(value) ? value : [];
      return Object(sample) === sample && !Array.isArray(sample) ? [{ step, field, sample }] : [];
    }),
  );

/** `edit` gets the records as they are on the screen, and returns them as they are then. */
const inList =
  (index: number, edit: (records: JsonObject[], list: List & { unique?: string | undefined }) => JsonObject[]): Act =>
  async (walk) => {
    const lists = findLists(walk.base);
    const list = lists[index % lists.length];
    if (!list || !walk.goTo(list.step)) return;
    const records = (walk.data(list.step)[list.field] ?? []) as JsonObject[];
    await walk.type(list.step, { [list.field]: edit(records, { ...list, unique: findUnique(walk, list) }) });
  };

function findUnique({ backEnd: { product } }: Walk, { step, field }: List): string | undefined {
  const schema = product.bundle.steps[step]?.schema;
  return (
    schema &&
    propertySchemas(schema)
      .get(field)
      ?.find(({ uniqueBy }) => uniqueBy !== undefined)?.uniqueBy
  );
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
