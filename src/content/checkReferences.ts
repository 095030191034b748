// Names that must exist: fields in ui-schemas, premium lists and summaries, lists, documents, features, icons, steps in
// conditions over all answers.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { isObject, sectionFields } from "#engine/schemaTree.ts";
import type { JsonObject, Manifest, StepSource } from "#engine/types.ts";
import { type Catalogue, type ProductFiles, readManifest, type StepFiles } from "./catalogue.ts";
import { controlFindings } from "./checkControls.ts";
import { listFindings } from "./checkLists.ts";
import { findDocuments } from "./documents.ts";
import { type Finding, note } from "./finding.ts";
import { member, type Report, reporter } from "./reporting.ts";
import { answerExists, findFields } from "./stepIndex.ts";

type Steps = Record<string, StepSource>;

export function referenceFindings(product: ProductFiles, steps: Steps, catalogue: Catalogue): Finding[] {
  const isProduct = product !== catalogue.portal;
  const documents = isProduct ? (readManifest(product).documents ?? {}) : null;
  return [
    ...product.steps.flatMap((files) => {
      const step = steps[files.key];
      return step ? [...uiFindings(files, step, documents), ...controlFindings(files, step)] : [];
    }),
    ...(isProduct ? manifestFindings(product, steps, catalogue) : []),
  ];
}

/** `documents`: those of the product; null for a form of the portal, which has none of its own. */
function uiFindings(files: StepFiles, step: StepSource, documents: JsonObject | null): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(files.ui.file, findings);
  const fields = findFields(step);
  const ui = files.ui.content;
  const mustExist = (names: readonly unknown[], place: string) => {
    for (const name of names.filter((name) => !fields.has(String(name))))
      report(place, `"${name}" is no field`, `add the field to ${basename(files.schema.file)}, or correct the name`);
  };
  const order = Array.isArray(ui["ui:order"]) ? ui["ui:order"] : [];
  checkOrder(order, "/ui:order", report);
  mustExist(
    order.filter((name) => name !== "*"),
    "/ui:order",
  );
  mustExist(sectionFields(ui), "/ui:options/sections");
  for (const [name, field] of fieldEntries(ui)) {
    mustExist([name], `/${name}`);
    if (Array.isArray(field["ui:order"])) checkOrder(field["ui:order"], `/${name}/ui:order`, report);
    const { document, clears, sector } = member(field, "ui:options");
    mustExist([...listed(clears), ...listed(sector)], `/${name}/ui:options`);
    if (documents && typeof document === "string" && !Object.hasOwn(documents, document))
      report(`/${name}/ui:options/document`, `"${document}" is no document`, "add it to documents in product.json");
  }
  for (const name of fields.keys()) checkWidget(name, member(ui, name), report);
  return findings;
}

const fieldEntries = (ui: JsonObject): [string, JsonObject][] =>
  Object.entries(ui).filter((entry): entry is [string, JsonObject] => {
    return !entry[0].startsWith("ui:") && entry[0] !== "$schema" && isObject(entry[1]);
  });

const listed = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

function checkOrder(order: readonly unknown[], place: string, report: Report): void {
  if (order.at(-1) !== "*") report(place, "the order does not end with *", 'add "*" as its last entry');
}

function checkWidget(name: string, ui: JsonObject, report: Report): void {
  if (ui["ui:widget"] === undefined && ui["ui:field"] === undefined)
    report(`/${name}`, `the field "${name}" has no widget`, `add "${name}": { "ui:widget": ... }`);
}

function manifestFindings(product: ProductFiles, steps: Steps, catalogue: Catalogue): Finding[] {
  const manifest = readManifest(product);
  const findings: Finding[] = [];
  const report = reporter(product.manifest.file, findings);
  if (manifest.key !== product.key)
    report("/key", `the key is not the folder's name "${product.key}"`, "make them equal");
  const icons = join(catalogue.base, "src/app/public/images/icons");
  if (existsSync(icons) && !existsSync(join(icons, `icon-${manifest.icon}.svg`)))
    report("/icon", `there is no icon "${manifest.icon}"`, "choose one of the icons the portal has");
  checkManifestSteps(manifest, steps, report);
  for (const [index, trigger] of (manifest.prefill ?? []).entries()) {
    if (answerExists(steps, `${trigger.step}.${trigger.field}`)) continue;
    report(`/prefill/${index}`, `"${trigger.field}" is no field of ${trigger.step}`, "correct the step or the field");
  }
  findings.push(...placeholderFindings(manifest, product.manifest.file));
  findDocuments(product, catalogue, findings);
  return [...findings, ...listFindings(product, steps)];
}

function checkManifestSteps(manifest: Manifest, steps: Steps, report: Report): void {
  const keys = manifest.steps.map((step) => step.key);
  for (const key of keys.filter((key, index) => keys.indexOf(key) !== index))
    report("/steps", `the step "${key}" is there twice`, "remove one");
  for (const [index, step] of manifest.steps.entries()) {
    const fields = findFields(steps[step.key]);
    for (const list of ["premium", "summary"] as const) {
      const unknown = (step[list] ?? []).flat(2).filter((name) => !fields.has(name));
      for (const name of unknown)
        report(`/steps/${index}/${list}`, `"${name}" is no field of ${step.key}`, "correct the name or remove it");
    }
  }
}

function placeholderFindings({ placeholder_codes = [], codes }: Manifest, file: string): Finding[] {
  const place = "/placeholder_codes";
  const findings = placeholder_codes.map((code) => {
    const sentence = `the code "${code}" only stands in for the real one`;
    return note(file, place, sentence, "replace it in codes and remove it here once it is known");
  });
  const report = reporter(file, findings);
  for (const code of placeholder_codes.filter((code) => !codes.includes(code)))
    report(place, `"${code}" is no code of the product`, "correct it");
  return findings;
}
