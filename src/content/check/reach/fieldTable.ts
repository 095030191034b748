// Every field of a product's steps by its path, with the conditions under which it is shown, and every block of a step that a
// condition shows. Judges nothing.
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { conditionParts, type Part, splitTemplate } from "#engine/schema/schemaVisitor.ts";
import type { Manifest } from "#engine/schema/types.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { member } from "../../read/findings/reporting.ts";
import { findPlain, type PlacedContent } from "../../read/plainContent.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";

/** A condition on the answers inside an object: a step, a group of fields, or the whole request (an empty path). */
export interface Guard {
  condition: Condition;
  path: string;
  /** In the file of the step. */
  place?: string;
}

/** One place where a schema describes a field. */
export interface Appearance {
  schema: Schema;
  /** In the file of the step. */
  place: string;
  guards: readonly Guard[];
}

/** What a condition adds to a step. */
interface Block {
  step: string;
  /** In the file of the step, or in its layout. */
  place: string;
  layout?: true;
  guards: readonly Guard[];
}

export interface FieldTable {
  /** By path: `general-data.sector`. */
  fields: ReadonlyMap<string, readonly Appearance[]>;
  /** Paths that hold other fields. */
  objects: ReadonlySet<string>;
  blocks: readonly Block[];
  lists: Manifest["lists"];
}

export const joinPath = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** The fields that a condition reads. */
export function listRead(table: FieldTable, { condition, path }: Guard): string[] {
  const named = (condition.required ?? []).map((name) => joinPath(path, name));
  const inside = conditionParts(condition).flatMap(({ about, name, schema }) => {
    if (about === "same") return listRead(table, { condition: schema, path });
    const member = joinPath(path, name);
    return about === "member" ? [member, ...listRead(table, { condition: schema, path: member })] : [];
  });
  return [...new Set([...named, ...inside])].filter((name) => table.fields.has(name));
}

export function readFieldTable(product: ProductFiles, steps: Steps): FieldTable {
  const reader = new Reader(product);
  const { lists, steps: asked } = readManifest(product);
  for (const [step, { schema, ui }] of Object.entries(steps)) {
    const when = asked.find(({ key }) => key === step)?.when;
    const guards = when ? [{ condition: when, path: "" }] : [];
    reader.read(schema, step, { place: "", guards });
    for (const placed of findPlain(ui)) reader.readPlain(placed, step, guards);
  }
  const { fields, objects, blocks } = reader;
  return { fields, objects: new Set([...Object.keys(steps), ...objects]), blocks, lists };
}

type Around = Omit<Appearance, "schema">;

class Reader {
  readonly fields = new Map<string, Appearance[]>();
  readonly objects: string[] = [];
  readonly blocks: Block[] = [];
  readonly #product: ProductFiles;

  constructor(product: ProductFiles) {
    this.#product = product;
  }

  /** All rules of a schema about the answers at a path. */
  read(schema: Schema, path: string, around: Around): void {
    for (const part of splitTemplate(schema)) {
      const pointer = around.place + part.place;
      if (part.about === "same") this.#same(part, path, { ...around, place: pointer });
      else if (part.about === "entry") this.#field(part.schema, joinPath(path, "*"), { ...around, place: pointer });
      else if (part.about === "member") {
        this.objects.push(path);
        this.#field(part.schema, joinPath(path, part.name), { ...around, place: pointer });
      }
    }
  }

  /** Plain content with a condition over the answers beside it. */
  readPlain({ content, place, path: names }: PlacedContent, step: string, guards: readonly Guard[]): void {
    const path = names.reduce((around, name) => {
      const field = joinPath(around, name);
      return this.fields.has(joinPath(field, "*")) ? joinPath(field, "*") : field;
    }, step);
    const around = this.fields.get(path)?.[0]?.guards ?? guards;
    const own = content.if && { condition: content.if, path, place: `${place}/if` };
    if (own) this.blocks.push({ step, place, layout: true, guards: [...around, own] });
  }

  #same({ schema, condition }: Part, path: string, { place, guards }: Around): void {
    const allGuards = condition ? [...guards, { condition, path, place: place.replace(/\/then$/, "/if") }] : guards;
    if (condition) this.blocks.push({ step: path.split(".")[0] ?? "", place, guards: allGuards });
    this.read(schema, path, { place, guards: allGuards });
  }

  #field(schema: Schema, path: string, { place, guards }: Around): void {
    const allGuards = [...guards, ...findFeatures(schema, this.#product)];
    this.fields.set(path, [...(this.fields.get(path) ?? []), { schema, place, guards: allGuards }]);
    this.read(schema, path, { place, guards: allGuards });
  }
}

/** When the server switches the feature of a field on, by one tariff or another. */
function findFeatures({ featureFlag }: Schema, { tariff, tariffs }: ProductFiles): Guard[] {
  const all = [...(tariff ? [tariff] : []), ...tariffs.map(({ file }) => file)];
  const features = all.flatMap(({ content }) => member(content.features, String(featureFlag)).if ?? []);
  return features.length === 0 ? [] : [{ condition: { anyOf: features as Condition[] }, path: "" }];
}
