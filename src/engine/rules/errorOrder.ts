// In which order errors are listed: that of their fields on the page. Judges nothing.
import { isRecordList, recordSchemas } from "../fields/recordFields.ts";
import { memberList } from "../schema/members.ts";
import type { Schema, UiSchema } from "../schema/schema.ts";
import { documentOrder, isObject, memberOrder, schemasAt } from "../schema/schemaTree.ts";
import type { Lists, StepSource } from "../schema/types.ts";

/** The path of a field, with indexes of records. */
interface PlacedError {
  path: readonly string[];
}

/** The members of one object in their order, and what each holds. */
interface Level {
  placeOf(name: string): number | undefined;
  below(name: string): Level | undefined;
}

type Places = ReadonlyMap<string, number>;

const rankNames = (names: string[]): Places => new Map([...new Set(names)].map((name, rank) => [name, rank]));

/** Compares errors by where their fields are on the page. The error of a group or list comes after those inside it. */
export function createComparer(
  source: StepSource,
): (lists: Lists) => (left: PlacedError, right: PlacedError) => number {
  const places = rankNames(documentOrder(source));
  return (lists) => {
    const root = createLevel([source.schema], source.ui, lists, () => places);
    return (left, right) => comparePaths(left.path, right.path, root);
  };
}

function comparePaths(left: readonly string[], right: readonly string[], root: Level): number {
  let level: Level | undefined = root;
  for (let depth = 0; depth < Math.max(left.length, right.length); depth += 1) {
    const [name, other] = [left[depth], right[depth]];
    if (name !== other) return placeIn(level, name) - placeIn(level, other);
    level = level?.below(name as string);
  }
  return 0;
}

const placeIn = (level: Level | undefined, name: string | undefined): number =>
  (name === undefined ? undefined : level?.placeOf(name)) ?? Number.MAX_SAFE_INTEGER;

/** `layout`: the ui-schema of the members. */
function createLevel(described: readonly Schema[], layout: UiSchema, lists: Lists, rank: () => Places): Level {
  const levels = new Map<string, Level | undefined>();
  let places: Places | undefined;
  return {
    placeOf(name) {
      places ??= rank();
      return places.get(name);
    },
    below(name) {
      if (!levels.has(name)) levels.set(name, createLevelBelow(described, layout, name, lists));
      return levels.get(name);
    },
  };
}

function createLevelBelow(
  described: readonly Schema[],
  layout: UiSchema,
  name: string,
  lists: Lists,
): Level | undefined {
  const members = described.flatMap((schema) => schemasAt(schema, [name]));
  // The rows of a table share the layout of their table, as records share that of their list.
  const own = described.some(memberList) ? layout : layout[name];
  const memberLayout: UiSchema = isObject(own) ? own : {};
  const records = members.filter(isRecordList).flatMap(recordSchemas);
  if (records.length === 0) return members.length > 0 ? createMembers(members, memberLayout, lists) : undefined;
  const record = createMembers(records, memberLayout, lists);
  return { placeOf: Number, below: () => record };
}

/** Members that come from a list are known when the list is. */
function createMembers(described: readonly Schema[], layout: UiSchema, lists: Lists): Level {
  return createLevel(described, layout, lists, () => {
    const ref = described.map(memberList).find((list) => list !== null);
    if (ref) return rankNames((lists[ref.list] ?? []).map((item) => `${ref.prefix}${item.value}`));
    return rankNames(described.flatMap((member) => memberOrder(member, layout)));
  });
}
