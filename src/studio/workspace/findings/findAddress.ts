// What in the address shows the place of a finding: a field or step, a list, fact, rule, question or document, a case or journey, the
// cell of a table, otherwise its file.
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import type { Content } from "../model/content.ts";
import { findAround, type OutlineNode } from "../model/outline.ts";
import { listParts } from "../model/parts.ts";

export type ShownPlace = Record<"view" | "part" | "field" | "file" | "cell" | "tab", string | null> & {
  step?: string;
  case?: string;
  journey?: string;
};

const FORM: ShownPlace = { view: null, part: null, field: null, file: null, cell: null, tab: null };
const FIXTURE = /^fixtures\/(?:steps\/\w+\/([\w-]+)|journeys\/(.+))\.json$/;
const TABLE = /\/(?:tariff[\w.-]*|professions)\.json$|\.csv$/;

interface Found {
  file: string;
  place?: string;
  line?: number;
  stage?: string;
}

/** What cannot be read, and a finding without the content of its product, is shown in the file. */
export function findAddress({ file, place = "", line = 1, stage }: Found, content: Content | undefined): ShownPlace {
  if (!content || stage === "reads") return { ...FORM, tab: "json", file };
  const segments = pointerSegments(place);
  const files = (step: string) => [content.findStepFile(step, "schema"), content.findStepFile(step, "ui")];
  const step = content.listForms().find((name) => files(name).includes(file));
  if (step !== undefined) return { ...FORM, step, field: findNames(content, step, segments).join(".") || null };
  const part = listParts(content, "nl").find(
    (each) => each.file === file && each.path.every((key, index) => String(key) === segments[index]),
  );
  if (part) return { ...FORM, part: `${part.kind} ${part.name}` };
  const [, cases, journey] = FIXTURE.exec(file) ?? [];
  if (journey !== undefined) return { ...FORM, part: `journey ${journey}`, journey };
  const name = segments[0] === "base" ? "base" : content.valueAt(file, ["cases", Number(segments[1]), "name"]);
  if (cases !== undefined)
    return typeof name === "string"
      ? { ...FORM, step: cases, part: `case ${name}`, case: name }
      : { ...FORM, step: cases, tab: "json", file };
  if (file.startsWith(content.folder) && TABLE.test(file))
    return { ...FORM, view: "tables", file, cell: file.endsWith(".csv") ? String(line) : place };
  return { ...FORM, tab: "json", file };
}

/** The innermost field that a place of its rules or layout is in. */
function findNames(content: Content, step: string, segments: readonly string[]): string[] {
  const inRules = segments.filter((_, index) => segments[index - 1] === "properties");
  const inLayout = segments.slice(0, segments.findIndex((name) => name.startsWith("ui:")) >>> 0);
  const names = inRules.length > 0 ? inRules : inLayout;
  const lengths = names.map((_, index) => names.length - index);
  const length = lengths.find((each) => content.findField(step, names.slice(0, each))) ?? 0;
  return names.slice(0, length);
}

/** The nodes of the outline that findings are about, and what is around them. */
export function findWrong(nodes: readonly OutlineNode[], findings: readonly Found[], content: Content): Set<string> {
  const ids = findings.map((finding) => {
    const { step, field } = findAddress(finding, content);
    return field ? `${step} ${field}` : step;
  });
  return new Set([...new Set(ids)].flatMap((id) => (id === undefined ? [] : findAround(nodes, id))));
}
