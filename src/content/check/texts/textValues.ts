// The values that texts name (`text_values` in product.json): what each follows from exists and can be written into a text, and a text
// names only those that are known where it is shown.
import { isRecordList, isTable } from "#engine/fields/recordFields.ts";
import { answersBehind, FACTS } from "#engine/rules/facts.ts";
import { memberList } from "#engine/schema/members.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Manifest } from "#engine/schema/types.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { type Report, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { formFields, type Steps } from "../../read/steps/stepIndex.ts";
import { Typing } from "../rules/typing.ts";
import { hasWords } from "./recordTitles.ts";

/** `steps`: with the facts. */
export function checkTextValues(product: ProductFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(product.manifest.file, findings);
  const around = { product, steps, order: Object.keys(steps), step: FACTS, here: [], report };
  for (const [name, value] of Object.entries(readManifest(product).text_values ?? {})) {
    if (!isObject(value)) continue;
    if (value.answer === undefined) new Typing(around).fact(value as Expression, `/text_values/${name}`);
    else checkAnswer(String(value.answer), steps, `/text_values/${name}/answer`, report);
  }
  return findings;
}

/** An answer that has words: of a step or a group, with one value or with choices, which the client may read. */
function checkAnswer(address: string, steps: Steps, pointer: string, report: Report): void {
  const fitting = Object.entries(steps).flatMap(([step, source]) => {
    const fields = formFields(source);
    const several = fields.filter(({ described }) => described.some((field) => isRecordList(field) || isTable(field)));
    const single = fields.filter(
      ({ place, described }) =>
        !several.some(({ place: list }) => place.startsWith(`${list}/`)) &&
        described.every((field) => hasWords(field) && !memberList(field)),
    );
    return single.map(({ place }) => `${step}.${place.replaceAll("/", ".")}`);
  });
  if (fitting.includes(address)) return;
  const hint = meantOr(fitting, address, t`name a field with one value or with choices, as step.field`);
  report(pointer, t`"${address}" is not an answer that a text may contain`, hint);
}

/** Values that the portal gives to every text. */
export const EVERYWHERE: readonly string[] = ["provider", "phone", "email"];
/** Those that the message of an error gets of its rule (widgets/errors.ts). */
export const ERROR_VALUES: readonly string[] = ["limit", "max", "min", "maxItems", "value"];

/** The names of the values that texts of a step may contain: no answer of a later step. Without a step the constants. */
export function valuesKnownAt(manifest: Pick<Manifest, "text_values" | "facts" | "steps">, step?: string): string[] {
  const order = manifest.steps.map(({ key }) => key);
  const place = step === undefined ? -1 : order.includes(step) ? order.indexOf(step) : order.length;
  const known = Object.entries(manifest.text_values ?? {}).filter(([, value]) => {
    if (!isObject(value)) return true;
    const read = answersBehind(manifest, (value.answer ?? value) as Expression);
    return step !== undefined && read.every((address) => order.indexOf(address.split(".")[0] ?? "") <= place);
  });
  return known.map(([name]) => name);
}

/** Whether the value of a text follows from this answer, so that the words of the answer cannot contain one. */
export const isInText = ({ text_values = {} }: Pick<Manifest, "text_values">, address: string): boolean =>
  Object.values(text_values).some((value) => isObject(value) && value.answer === address);

/** Words for a value that a text names although it is not known there. */
export const explainEarly = (name: string): [sentence: string, hint: string] => [
  t`{${name}} follows from answers that are not known where this text is shown`,
  t`name it in a text of the step of these answers or a later one, and not in the choices of such an answer`,
];
