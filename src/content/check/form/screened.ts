// Whom the background check is asked about (`screened` of product.json): names and numbers that exist, are texts and belong together in
// one record, row or group.
import { schemasAt } from "#engine/schema/schemaTree.ts";
import type { Manifest } from "#engine/schema/types.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { answerExists, type Steps } from "../../read/steps/stepIndex.ts";

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
    const hint = `write { "name": "${named.name}", "kvk": "${number}" }`;
    report(`/screened/${index}`, `"${number}" is beside the name and is not checked`, hint);
  }
}

type Fault = [sentence: string, hint: string, stage?: "refers"];

function findScreeningFault(steps: Steps, path: string, name: string): Fault | undefined {
  const [step = "", ...field] = path.split(".");
  if (!answerExists(steps, path))
    return [`"${path}" is not a field`, "correct it; in a list of records write <step>.<list>.*.<field>", "refers"];
  if (schemasAt(steps[step]?.schema ?? {}, field).some(({ type }) => type !== "string"))
    return [`"${path}" is not a text, so it cannot be a name`, "name the field that holds the name"];
  if (around(path) !== around(name))
    return [`"${path}" is not beside "${name}"`, "name a field of the same record or group"];
  return undefined;
}
