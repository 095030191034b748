// Names that must exist: fields in ui-schemas and summaries, lists, documents, features, icons, steps in
// conditions over all answers.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Manifest, StepSource } from "#engine/schema/types.ts";
import { findDocuments, findIcon } from "../../publish/documents.ts";
import { findPictures } from "../../publish/pictures.ts";
import { type Catalogue, type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { error, type Finding, note, removal, setting } from "../../read/findings/finding.ts";
import { member, membersOf, objects, type Report, repeated, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { answerExists, findFields, type Steps } from "../../read/steps/stepIndex.ts";
import { checkExpressions } from "../rules/expressions.ts";
import { checkScreened } from "./answerNames.ts";
import { type CheckedField, checkControl, checkFileField, listChecked } from "./controls.ts";
import { checkErrors, checkNeighbours } from "./layout.ts";
import { checkLists } from "./lists.ts";
import { checkOptions, findListOffer } from "./options.ts";
import { checkPlain } from "./plain.ts";
import { checkExplained, checkFirstDay, checkSteps } from "./steps.ts";
import { unreadFiles } from "./unread.ts";

export function checkReferences(product: ProductFiles, steps: Steps, catalogue: Catalogue): Finding[] {
  const isProduct = product !== catalogue.portal;
  const findings: Finding[] = [];
  const sendingFiles = isProduct ? readManifest(product).steps.map(({ key }) => key) : [];
  const offer = findListOffer(product);
  for (const files of product.steps) {
    const step = steps[files.key];
    if (!step) continue;
    const report = reporter(files.ui.file, findings);
    checkLayoutNames(files, step, report);
    findings.push(...outsideSections(files.ui, [...findFields(step).keys()]), ...findUnreadOrder(files.ui));
    checkNamedDocuments(files.ui.content, product, isProduct, report);
    for (const field of listChecked(files, step, product, findings)) {
      checkWidget(field);
      checkControl(field);
      checkErrors(field);
      checkNeighbours(field);
      checkFileField(field, sendingFiles.includes(files.key));
      checkOptions(field, offer);
    }
    findings.push(...checkExpressions(product, files, steps), ...checkPlain(product, files, steps));
  }
  return isProduct ? [...findings, ...checkManifest(product, steps, catalogue)] : findings;
}

/** The fields that a layout names exist, and each is drawn once. */
function checkLayoutNames({ ui: { content: ui }, schema }: StepFiles, step: StepSource, report: Report): void {
  const fields = [...findFields(step).keys()];
  for (const { name, place } of namedFields(ui)) {
    if (fields.includes(name)) continue;
    const hint = meantOr(fields, name, t`add the field to ${basename(schema.file)}, or correct the name`);
    report(place, t`"${name}" is not a field`, hint, "refers");
  }
  const orders = [["", ui] as const, ...fieldEntries(ui).map(([name, field]) => [`/${name}`, field] as const)];
  for (const [place, { "ui:order": order }] of orders)
    if (Array.isArray(order) && order.at(-1) !== "*")
      report(
        `${place}/ui:order`,
        t`the order does not end with *`,
        setting(t`write "*" once, as the last of the order`, [...order.filter((name) => name !== "*"), "*"]),
      );
  const placed = findPlaced(ui);
  for (const [index, name] of repeated(placed.map((field) => field.name)))
    report(placed[index]!.place, t`"${name}" is in the sections twice`, removal(t`remove one of the two`));
}

/** Agreements of the portal's own forms link statements that no product has. */
function checkNamedDocuments(ui: JsonObject, product: ProductFiles, isProduct: boolean, report: Report): void {
  const names = Object.keys(readManifest(product).documents ?? {});
  for (const { key, value, place } of membersOf(ui))
    if (key === "document" && typeof value === "string" && !names.includes(value))
      if (isProduct || !place.endsWith("/ui:options/document")) {
        const hint = meantOr(names, value, t`add it to documents in product.json`);
        report(place, t`"${value}" is not a document`, hint, "refers");
      }
}

interface NamedField {
  name: string;
  place: string;
}

/** Every name of a field in a ui-schema: in its order and sections, of an entry, and of an entry's options. */
function namedFields(ui: JsonObject): NamedField[] {
  const order = listed(ui["ui:order"], "/ui:order").filter(({ name }) => name !== "*");
  const entries = fieldEntries(ui).flatMap(([name, field]) => [
    { name, place: `/${name}` },
    ...["clears", "sector"].flatMap((option) =>
      listed(member(field, "ui:options")[option], `/${name}/ui:options/${option}`),
    ),
  ]);
  return [...order, ...findPlaced(ui), ...entries];
}

const findPlaced = (ui: JsonObject): NamedField[] =>
  objects(member(ui, "ui:options").sections).flatMap(({ fields }, index) =>
    listed(fields, `/ui:options/sections/${index}/fields`),
  );

/** Names in a list, which may hold rows and plain content, or a single name. */
function listed(value: unknown, pointer: string): NamedField[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => listed(entry, `${pointer}/${index}`));
  return value === undefined || isObject(value) ? [] : [{ name: String(value), place: pointer }];
}

const fieldEntries = (ui: JsonObject): [string, JsonObject][] =>
  Object.entries(ui).filter((entry): entry is [string, JsonObject] => {
    return !entry[0].startsWith("ui:") && entry[0] !== "$schema" && isObject(entry[1]);
  });

/** A step with sections shows its fields there. Fields in none of them come below, without a title. */
function outsideSections({ file, content: ui }: JsonFile, fields: readonly string[]): Finding[] {
  const placed = new Set(findPlaced(ui).map(({ name }) => name));
  const outside = placed.size === 0 ? [] : fields.filter((name) => !placed.has(name) && isObject(ui[name]));
  const drawn = outside.filter((name) => member(ui, name)["ui:widget"] !== "hidden");
  const [first] = drawn;
  if (first === undefined) return [];
  const isSingle = drawn.length === 1;
  const sentence = isSingle
    ? t`${first} is in no section, so it is drawn below all of them`
    : t`${drawn.join(", ")} are in no section, so they are drawn below all of them`;
  const hint = isSingle
    ? t`put it into "fields" of a section in "ui:options"`
    : t`put each into "fields" of a section in "ui:options"`;
  return [note(file, `/${first}`, sentence, hint)];
}

/** Beside sections a change of it would have no effect. */
function findUnreadOrder({ file, content: ui }: JsonFile): Finding[] {
  const order = listed(ui["ui:order"], "/ui:order").map(({ name }) => name);
  const placed = findPlaced(ui).map(({ name }) => name);
  const ordered = order.filter((name) => placed.includes(name));
  const sections = placed.filter((name) => ordered.includes(name));
  const sentence = t`the fields are in another order in the sections, and those count`;
  const hint = removal(t`change "fields" of the sections; "ui:order" can be left out`);
  return isDeepStrictEqual(ordered, sections) ? [] : [note(file, "/ui:order", sentence, hint)];
}

function checkWidget({ place, layout = {}, report }: CheckedField): void {
  if ((layout["ui:widget"] ?? layout["ui:field"]) !== undefined) return;
  report("", t`no control takes the value of "${place}"`, t`correct its type; schemas/reference.md lists the controls`);
}

function checkManifest(product: ProductFiles, steps: Steps, catalogue: Catalogue): Finding[] {
  const manifest = readManifest(product);
  const findings: Finding[] = [];
  const report = reporter(product.manifest.file, findings);
  if (manifest.key !== product.key)
    report("/key", t`the key is not the folder's name "${product.key}"`, t`make them equal`);
  checkIcon(manifest.icon, catalogue, report);
  findIcon(product, findings);
  findPictures(product, findings);
  checkManifestSteps(manifest, steps, report);
  checkSteps(manifest, steps, report);
  for (const [index, trigger] of (manifest.prefill ?? []).entries()) {
    const sentence = t`"${trigger.field}" is not a field of ${trigger.step}`;
    if (!answerExists(steps, `${trigger.step}.${trigger.field}`))
      report(`/prefill/${index}/field`, sentence, t`correct the step or the field`, "refers");
  }
  checkScreened(manifest, steps, report);
  findings.push(...findPlaceholders(manifest, product.manifest.file));
  findDocuments(product, catalogue, findings);
  findings.push(...unreadFiles(product, catalogue));
  findings.push(...checkExplained(product, manifest), ...checkFirstDay(product, steps));
  return [...findings, ...checkLists(product, steps)];
}

const ICONS = "src/app/public/images/icons";

function checkIcon(icon: string, { base }: Catalogue, report: Report): void {
  const folder = join(base, ICONS);
  if (icon.endsWith(".svg") || !existsSync(folder)) return;
  const names = readdirSync(folder).flatMap((name) => /^icon-(.+)\.svg$/.exec(name)?.[1] ?? []);
  if (!names.includes(icon))
    report("/icon", t`there is no icon "${icon}"`, meantOr(names, icon, t`write one of ${names.join(", ")}`), "refers");
}

function checkManifestSteps(manifest: Manifest, steps: Steps, report: Report): void {
  const keys = manifest.steps.map((step) => step.key);
  for (const [index, key] of repeated(keys))
    report(`/steps/${index}`, t`the step "${key}" is there twice`, t`remove one`);
  for (const [index, step] of manifest.steps.entries()) {
    const fields = findFields(steps[step.key]);
    for (const [position, names] of (step.summary ?? []).entries())
      for (const name of [names].flat(2).filter((name) => !fields.has(name))) {
        const hint = meantOr([...fields.keys()], name, removal(t`correct the name or remove it`));
        const pointer = `/steps/${index}/summary/${position}`;
        report(pointer, t`"${name}" is not a field of ${step.key}`, hint, "refers");
      }
  }
}

function findPlaceholders({ codes, placeholder_codes = [] }: Manifest, file: string): Finding[] {
  const noCode = error(
    file,
    "",
    t`the product has no code`,
    t`add "codes", or "placeholder_codes" until they are known`,
  );
  if (codes.length === 0) return [{ ...noCode, stage: "reads" }];
  return placeholder_codes.map((code) => {
    const sentence = t`the code "${code}" is only a placeholder for the real one`;
    return note(file, "/placeholder_codes", sentence, t`remove it once that is known, and write that in codes`);
  });
}
