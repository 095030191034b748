// Names that must exist: fields in ui-schemas, premium lists and summaries, lists, documents, features, icons, steps in
// conditions over all answers.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { isObject, sectionFields } from "#engine/schemaTree.ts";
import type { Manifest, StepSource } from "#engine/types.ts";
import { type Catalogue, manifestOf, type ProductFiles, type StepFiles } from "./catalogue.ts";
import { controlFindings } from "./checkControls.ts";
import { listFindings } from "./checkLists.ts";
import { documentsOf } from "./documents.ts";
import { error, type Finding, note } from "./finding.ts";
import { answerExists, fieldsOf } from "./stepIndex.ts";

type Steps = Record<string, StepSource>;

export function referenceFindings(product: ProductFiles, steps: Steps, catalogue: Catalogue): Finding[] {
  const isProduct = product !== catalogue.portal;
  return [
    ...product.steps.flatMap((step) => uiFindings(step, steps[step.key], manifestOf(product), isProduct)),
    ...(isProduct ? manifestFindings(product, steps, catalogue) : []),
  ];
}

function uiFindings(files: StepFiles, step: StepSource | undefined, manifest: Manifest, isProduct: boolean): Finding[] {
  if (!step) return [];
  const fields = fieldsOf(step);
  const findings: Finding[] = [];
  const report = (place: string, sentence: string, hint: string) =>
    findings.push(error(files.ui.file, place, sentence, hint));
  const schemaFile = basename(files.schema.file);
  const unknown = `add the field to ${schemaFile}, or correct the name`;
  const ui = files.ui.content;
  const order = Array.isArray(ui["ui:order"]) ? ui["ui:order"] : [];
  const reportOrder = (place: string) => report(place, "the order does not end with *", 'add "*" as its last entry');
  if (order.at(-1) !== "*") reportOrder("/ui:order");
  for (const name of order)
    if (name !== "*" && !fields.has(String(name))) report("/ui:order", `"${name}" is no field`, unknown);
  for (const name of sectionFields(ui)) {
    if (!fields.has(name)) report("/ui:options/sections", `"${name}" is no field`, unknown);
  }
  for (const [name, field] of Object.entries(ui)) {
    if (name.startsWith("ui:") || name === "$schema" || !isObject(field)) continue;
    if (!fields.has(name)) report(`/${name}`, `"${name}" is no field`, unknown);
    const members = field["ui:order"];
    if (Array.isArray(members) && members.at(-1) !== "*") reportOrder(`/${name}/ui:order`);
    const options = isObject(field["ui:options"]) ? field["ui:options"] : {};
    const { document, clears, sector } = options;
    if (isProduct && typeof document === "string" && !Object.hasOwn(manifest.documents ?? {}, document)) {
      report(`/${name}/ui:options/document`, `"${document}" is no document`, "add it to documents in product.json");
    }
    for (const other of [...(Array.isArray(clears) ? clears : []), ...(typeof sector === "string" ? [sector] : [])]) {
      if (!fields.has(String(other))) report(`/${name}/ui:options`, `"${other}" is no field`, unknown);
    }
  }
  for (const [name] of fields) {
    const field = ui[name];
    if (!isObject(field) || (field["ui:widget"] === undefined && field["ui:field"] === undefined)) {
      report(`/${name}`, `the field "${name}" has no widget`, `add "${name}": { "ui:widget": ... }`);
    }
  }
  findings.push(...controlFindings(files, step));
  return findings;
}

function manifestFindings(product: ProductFiles, steps: Steps, catalogue: Catalogue): Finding[] {
  const manifest = manifestOf(product);
  const file = product.manifest.file;
  const findings: Finding[] = [];
  const report = (place: string, sentence: string, hint: string) => findings.push(error(file, place, sentence, hint));
  if (manifest.key !== product.key)
    report("/key", `the key is not the folder's name "${product.key}"`, "make them equal");
  const icons = join(catalogue.base, "src/app/public/images/icons");
  if (existsSync(icons) && !existsSync(join(icons, `icon-${manifest.icon}.svg`))) {
    report("/icon", `there is no icon "${manifest.icon}"`, "choose one of the icons the portal has");
  }
  const keys = manifest.steps.map((step) => step.key);
  for (const key of keys.filter((key, index) => keys.indexOf(key) !== index)) {
    report("/steps", `the step "${key}" is there twice`, "remove one");
  }
  for (const [index, step] of manifest.steps.entries()) {
    const fields = fieldsOf(steps[step.key]);
    for (const member of ["premium", "summary"] as const) {
      for (const name of (step[member] ?? []).flat(2)) {
        if (!fields.has(name))
          report(`/steps/${index}/${member}`, `"${name}" is no field of ${step.key}`, "correct the name or remove it");
      }
    }
  }
  for (const [index, trigger] of (manifest.prefill ?? []).entries()) {
    if (answerExists(steps, `${trigger.step}.${trigger.field}`)) continue;
    report(`/prefill/${index}`, `"${trigger.field}" is no field of ${trigger.step}`, "correct the step or the field");
  }
  for (const code of manifest.placeholder_codes ?? []) {
    const sentence = `the code "${code}" only stands in for the real one`;
    findings.push(
      note(file, "/placeholder_codes", sentence, "replace it in codes and remove it here once it is known"),
    );
    if (!manifest.codes.includes(code))
      report("/placeholder_codes", `"${code}" is no code of the product`, "correct it");
  }
  documentsOf(product, catalogue, findings);
  return [...findings, ...listFindings(product, steps)];
}
