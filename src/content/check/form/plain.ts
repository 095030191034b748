// Plain content of layouts: it is drawn where it is listed, names a fact that exists, and is shown once.
import type { PlainContent, UiSchema } from "#engine/schema/schema.ts";
import type { ProductFiles } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { member, objects, type Report, reporter } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import { findPlain, type PlacedContent } from "../../read/plainContent.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { type Steps, schemasAt } from "../../read/steps/stepIndex.ts";
import { Typing } from "../rules/typing.ts";

/** What it is called in a finding, and by what two of a step are the same. */
const nameContent = ({ text, picture, document }: PlainContent): string => String(text ?? picture ?? document);

export function checkPlain(product: ProductFiles, { key, ui }: StepFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(ui.file, findings);
  const contents = findPlain(ui.content);
  for (const [index, placed] of contents.entries()) {
    const name = nameContent(placed.content);
    const isSame = (other: PlacedContent) => nameContent(other.content) === name;
    if (contents.findIndex(isSame) < index) report(placed.place, t`"${name}" is shown twice`, t`remove one of the two`);
    checkDrawn(placed, ui.content, report);
    checkCondition(placed, product, steps, { key, report });
  }
  checkSections(ui.content, report);
  return findings;
}

/** Rows, questions and choices have no place between them. */
function checkDrawn({ content, place, path }: PlacedContent, ui: UiSchema, report: Report): void {
  const name = path.at(-1);
  const around = path.reduce<UiSchema>((layout, each) => member(layout, each), ui);
  const control = around["ui:field"];
  const isTable = member(around, "ui:options").layout === "table";
  const shown = nameContent(content);
  if (name !== undefined && ((control !== "group" && control !== "list") || isTable))
    report(
      place,
      t`"${shown}" is never shown, because ${name} has no place between its fields`,
      t`put it before or after ${name}`,
    );
  else if (name === undefined && place.startsWith("/ui:order") && objects(member(ui, "ui:options").sections).length > 0)
    report(
      place,
      t`"${shown}" is never shown, because the sections say the order`,
      t`put it into "fields" of a section`,
    );
}

/** A section is shown while one of its fields is. */
function checkSections(ui: UiSchema, report: Report): void {
  for (const [index, { fields }] of objects(member(ui, "ui:options").sections).entries())
    if (Array.isArray(fields) && fields.length > 0 && objects(fields).length === fields.length) {
      const hint = t`put what it shows into the section of the field that it is about`;
      report(`/ui:options/sections/${index}`, t`the section has no field, so it is never shown`, hint);
    }
}

/** It may read the answers beside it, of earlier steps and facts. */
function checkCondition(
  { content: { when }, place, path }: PlacedContent,
  product: ProductFiles,
  steps: Steps,
  { key, report }: { key: string; report: Report },
): void {
  if (when === undefined) return;
  const here = path.reduce(
    (around, name) => schemasAt(around, [name]).map((schema) => schema.items ?? schema),
    [steps[key]?.schema ?? {}],
  );
  new Typing({ product, steps, order: Object.keys(steps), step: key, here, report }).truth(
    when,
    `${place}/when`,
    "when",
  );
}
