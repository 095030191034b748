// The files that a journey adds to the fields of its steps (decisions 164). Files of a base are samples: `f-0001` is uploaded as a
// small file of a kind that its field takes. Those that explain answers are added where the journey names them alone.

import {
  defaultFileField,
  type FileField,
  fileAddress,
  fileFields,
  findFiles,
  replaceFiles,
} from "#engine/answers/fileFields.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { withRecordIds } from "#engine/fields/recordFields.ts";
import type { Answers, Manifest, StepSource } from "#engine/schema/types.ts";
import type { Journey, JourneyUpload } from "../steps/fixtures.ts";

/** What a journey needs to know of its product. */
export interface PlayedProduct {
  manifest: Pick<Manifest, "steps">;
  steps: Record<string, StepSource>;
}

export interface FilesOfField {
  path: readonly string[];
  uploads: JourneyUpload[];
}

/** The answers without the files, which have other ids in each request. */
export const withoutFiles = (source: StepSource | undefined, answers: Answers): Answers =>
  replaceFiles(source, answers, () => undefined);

interface StepAnswers {
  step: string;
  /** With the files of the base. */
  answers: Answers;
  /** What the form contains before it is filled in. */
  data: Answers;
}

/** The files to add to each field of a step. */
export function filesToAdd(
  { uploads = [] }: Pick<Journey, "uploads">,
  product: PlayedProduct,
  { step, answers, data }: StepAnswers,
): FilesOfField[] {
  const source = product.steps[step];
  if (!source) return [];
  const ofExplanation = defaultFileField(product);
  const named = new Map<string, JourneyUpload[]>();
  for (const upload of uploads) {
    const address = upload.field ?? ofExplanation;
    if (address?.startsWith(`${step}.`)) named.set(address, [...(named.get(address) ?? []), upload]);
  }
  for (const { path, ids, rules } of findFiles(source, withRecordIds(source.schema, answers))) {
    const address = fileAddress(step, path);
    const isThere = valueAt(data, path) !== undefined;
    if (address !== ofExplanation && !isThere && !named.has(address))
      named.set(
        address,
        ids.map((id) => sampleUpload(id, rules)),
      );
  }
  return [...named].map(([address, files]) => ({ path: address.split(".").slice(1), uploads: files }));
}

function sampleUpload(id: string, { extensions }: FileField["rules"]): JourneyUpload {
  const extension = extensions.includes(".pdf") ? ".pdf" : (extensions[0] ?? ".pdf");
  return { name: `${id}${extension}`, type: extension.slice(1) };
}

/** The addresses of the fields for files, `*` for each record, row and question. */
export const fileAddresses = ({ steps }: Pick<PlayedProduct, "steps">): string[] =>
  Object.entries(steps).flatMap(([step, source]) => fileFields(source).map(({ path }) => fileAddress(step, path)));
