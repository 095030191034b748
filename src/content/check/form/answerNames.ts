// Names of answers outside of steps: what leaves for the systems of others (each mapped field exists, each name is given once), earlier
// names of fields (`was`: each leads to a field that exists, and is not the name of a field), and whom the background check is asked about
// (`screened`: names and numbers that exist, are texts and belong together in one record, row or group).
import { schemasAt } from "#engine/schema/schemaTree.ts";
import type { Manifest, StepSource } from "#engine/schema/types.ts";
import event from "#schemas/api/handover-event.schema.json" with { type: "json" };
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { type Finding, removal } from "../../read/findings/finding.ts";
import { member, type Report, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { answerExists, formFields, listAnswers, type Steps } from "../../read/steps/stepIndex.ts";

const { case: numbers, contract } = event.definitions;
/** The members of an event that have a name beside answers. */
const FACTS = [
  ...Object.keys(numbers.properties).flatMap((name) => (name.endsWith("_number") ? `case.${name}` : [])),
  ...Object.keys(contract.properties).flatMap((name) => (name === "insured_company" ? [] : `contract.${name}`)),
];

export function checkHandover({ handover }: ProductFiles, steps: Steps): Finding[] {
  if (!handover) return [];
  const findings: Finding[] = [];
  const report = reporter(handover.file, findings);
  const ownerByName = new Map<unknown, string>();
  for (const [path, name] of Object.entries(member(handover.content, "fields"))) {
    if (!FACTS.includes(path) && !answerExists(steps, path)) {
      const [step = ""] = path.split(".");
      const hint = meantOr([...FACTS, ...listAnswers(steps)], path, t`name a field of a step, or remove it`);
      const sentence = steps[step] || FACTS.includes(path) ? t`"${path}" is not a field` : t`"${step}" is not a step`;
      report(`/fields/${path}`, sentence, hint, "refers");
    }
    const other = ownerByName.get(name);
    if (other !== undefined)
      report(`/fields/${path}`, t`"${name}" is the name of "${other}" already`, t`give each a name of its own`);
    ownerByName.set(name, path);
  }
  return findings;
}

export function checkFormerNames(product: ProductFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(product.manifest.file, findings);
  for (const [address, name] of Object.entries(readManifest(product).was ?? {})) {
    const [step = "", ...path] = address.split(".");
    const field = path.at(-1) ?? "";
    const fields = listBeside(steps[step], path);
    const pointer = `/was/${address}`;
    if (fields.includes(field))
      report(pointer, t`${step} has a field "${field}", so it is not an earlier name`, removal(t`remove this line`));
    else if (!fields.includes(name)) {
      const hint = meantOr(fields, name, removal(t`remove this line`));
      report(pointer, t`${step} has no field "${name}"`, hint, "refers");
    }
  }
  return findings;
}

/** The fields of the same step, group, record or row. */
function listBeside(step: StepSource | undefined, path: readonly string[]): string[] {
  const holder = path.slice(0, -1).filter((name) => name !== "*");
  const places = step ? formFields(step).map(({ place }) => place.split("/")) : [];
  const beside = places.filter((place) => place.slice(0, -1).join("/") === holder.join("/"));
  return beside.map((place) => place.at(-1) ?? "");
}

const around = (path: string) => path.slice(0, path.lastIndexOf("."));

export function checkScreened({ screened = [] }: Manifest, steps: Steps, report: Report): void {
  for (const [index, entry] of screened.entries()) {
    const [named, isText] = typeof entry === "string" ? [{ name: entry }, true] : [entry, false];
    for (const [part, path] of Object.entries(named)) {
      const found = findScreeningFault(steps, path, named.name);
      if (found) report(isText ? `/screened/${index}` : `/screened/${index}/${part}`, ...found);
    }
    const number = `${around(named.name)}.kvk`;
    if ("kvk" in named || !around(named.name).includes(".") || !answerExists(steps, number)) continue;
    const hint = t`write { "name": "${named.name}", "kvk": "${number}" }`;
    report(`/screened/${index}`, t`"${number}" is beside the name and is not checked`, hint);
  }
}

type Fault = [sentence: string, hint: string, stage?: "refers"];

function findScreeningFault(steps: Steps, path: string, name: string): Fault | undefined {
  const [step = "", ...field] = path.split(".");
  if (!answerExists(steps, path))
    return [t`"${path}" is not a field`, t`correct it; in a list of records write <step>.<list>.*.<field>`, "refers"];
  if (schemasAt(steps[step]?.schema ?? {}, field).some(({ type }) => type !== "string"))
    return [t`"${path}" is not a text, so it cannot be a name`, t`name the field that holds the name`];
  if (around(path) !== around(name))
    return [t`"${path}" is not beside "${name}"`, t`name a field of the same record or group`];
  return undefined;
}
