// The fields of a step that take files, as its layout says: which files each takes, and where answers name files by id. A path
// has `*` for each record of a list, row of a table and question. An upload names its field by `<step>.<path>`, with the id of the
// record, the code of the row or question in the place of `*`: a file stays with its record when others are moved or removed.

import { valueAt } from "../fields/fieldPath.ts";
import { withValue } from "../fields/formValues.ts";
import { recordSchemas } from "../fields/recordFields.ts";
import { FILE_RULES, type FileRules } from "../rules/fileRules.ts";
import { oncePer } from "../schema/oncePer.ts";
import type { Schema, UiSchema } from "../schema/schema.ts";
import { isObject, propertySchemas } from "../schema/schemaTree.ts";
import { explainsAnswers } from "../schema/stepKinds.ts";
import type { Answers, ProductBundle, StepManifest, StepSource } from "../schema/types.ts";
import { findPlaces } from "./defaults.ts";

export interface FileField {
  path: readonly string[];
  rules: FileRules;
}

/** `path` names records by their ids. */
interface NamedFiles extends FileField {
  ids: string[];
}

export const DROPZONE = "dropzone";

/** Whether a layout is that of a field for files. */
export const takesFiles = (ui: UiSchema): boolean => (ui["ui:field"] ?? ui["ui:widget"]) === DROPZONE;

export const fileFields = oncePer(({ schema, ui }: StepSource): readonly FileField[] => findFields(ui, [schema], []));

function findFields(ui: UiSchema, around: readonly Schema[], path: readonly string[]): FileField[] {
  return Object.entries(ui).flatMap(([name, layout]) => {
    if (name.startsWith("ui:") || !isObject(layout)) return [];
    const schemas = around.flatMap((schema) => propertySchemas(schema).get(name) ?? []);
    if (takesFiles(layout)) return [{ path: [...path, name], rules: readRules(layout, schemas) }];
    const records = schemas.flatMap(recordSchemas);
    return records.length > 0
      ? findFields(layout, records, [...path, name, "*"])
      : findFields(layout, schemas, [...path, name]);
  });
}

function readRules(layout: UiSchema, schemas: readonly Schema[]): FileRules {
  const { accept, maxSize } = layout["ui:options"] ?? {};
  return {
    extensions: (accept as string[] | undefined) ?? FILE_RULES.extensions,
    maxSize: (maxSize as number | undefined) ?? FILE_RULES.maxSize,
    maxFiles: Math.min(FILE_RULES.maxFiles, ...schemas.flatMap(({ maxItems }) => maxItems ?? [])),
  };
}

/** The files that the answers of a step name, by field. A field without files is left out. */
export const findFiles = (source: StepSource | undefined, data: Answers): NamedFiles[] =>
  (source ? fileFields(source) : []).flatMap(({ path, rules }) =>
    findPlaces(data, path).flatMap((found) => {
      const ids = valueAt(data, found);
      return Array.isArray(ids) && ids.length > 0 ? [{ path: found, rules, ids: ids.map(String) }] : [];
    }),
  );

/** The answers with other values in place of the files. Without a value the field is left out. */
export const replaceFiles = (
  source: StepSource | undefined,
  data: Answers,
  replace: (ids: string[], path: readonly string[]) => unknown,
): Answers =>
  findFiles(source, data).reduce<Answers>((rest, { path, ids }) => withValue(rest, path, replace(ids, path)), data);

export const fileAddress = (step: string, path: readonly string[]): string => [step, ...path].join(".");

type Steps = Record<string, StepSource>;

/** The field for files at `<step>.<path>`. */
export function findFileField(steps: Steps, address: string): FileField | undefined {
  const [step = "", ...path] = address.split(".");
  const source = Object.hasOwn(steps, step) ? steps[step] : undefined;
  const fields = source ? fileFields(source) : [];
  return fields.find(
    (field) =>
      field.path.length === path.length && field.path.every((name, index) => name === "*" || name === path[index]),
  );
}

/** The address of the field of files that name none: that of the step that explains answers. */
export function defaultFileField({ manifest, steps }: Pick<ProductBundle, "steps"> & { manifest: Manifest }) {
  const addresses = manifest.steps
    .filter(explainsAnswers)
    .flatMap(({ key }) => (steps[key] ? fileFields(steps[key]).map(({ path }) => fileAddress(key, path)) : []));
  return addresses[0];
}

type Manifest = { steps: readonly Pick<StepManifest, "key" | "kind">[] };
