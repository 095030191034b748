// Where the parts of a field come when it moves to another step: its rules, its layout, and its answers.
import { type JSONPath, parse } from "jsonc-parser";
import { readAt } from "../removals.ts";
import { CASES } from "../rows.ts";
import { casesOf, type Move, rulesOf } from "./move.ts";

interface Target {
  file: string;
  path: JSONPath;
  /** The journey does not name the step yet. */
  isNewEntry?: boolean;
}

/** Undefined: the new step has no such place. */
export function findTarget(move: Move, file: string, path: JSONPath): Target | undefined {
  const { step, toStep, field, folder } = move;
  if (file === rulesOf(move, step))
    return {
      file: rulesOf(move, toStep),
      path: path.at(-2) === "properties" ? ["properties", field] : ["required", -1],
    };
  if (file === `${folder}/${step}.ui.json`)
    return path.length === 1 ? { file: `${folder}/${toStep}.ui.json`, path } : undefined;
  if (file === `${folder}/product.json` && path[2] === "summary") {
    const index = move.steps.indexOf(toStep);
    const hasSummary = readAt(parse(move.files.get(file)!.text), ["steps", index, "summary"]) !== undefined;
    return hasSummary ? { file, path: ["steps", index, "summary", -1] } : undefined;
  }
  if (CASES.test(file)) return findInCases(move, file, path);
  if (file.startsWith("fixtures/portfolio/")) return { file, path: path.with(path.indexOf("answers") + 1, toStep) };
  return file.startsWith("fixtures/journeys/") && path[0] === "steps" ? findInJourney(move, file, path) : undefined;
}

function findInCases(move: Move, file: string, path: JSONPath): Target | undefined {
  const { step, toStep, steps } = move;
  const answers = path.indexOf("answers");
  if (answers < 0 && file === casesOf(move, step)) {
    const isBase = path[0] === "base";
    if (isBase || path.length === 2) return { file: casesOf(move, toStep), path: isBase ? path : ["cases", -1] };
  }
  const reader = String(parse(move.files.get(file)!.text).step);
  const isLater = answers >= 0 && steps.indexOf(reader) > steps.indexOf(toStep);
  return isLater ? { file, path: path.with(answers + 1, toStep) } : undefined;
}

/** The next entry of the new step, otherwise another one, otherwise a new one. */
function findInJourney({ files, steps, step, toStep, field }: Move, file: string, path: JSONPath): Target {
  const position = Number(path[1]);
  const entries = parse(files.get(file)!.text).steps as { step: string }[];
  const next = entries.findIndex((entry, index) => index > position && entry.step === toStep);
  const entry = next < 0 ? entries.findIndex((each) => each.step === toStep) : next;
  const added = steps.indexOf(toStep) > steps.indexOf(step) ? position + 1 : position;
  const target = path.at(-1) === field ? path : [...path.slice(0, -1), -1];
  return { file, path: target.with(1, entry < 0 ? added : entry), isNewEntry: entry < 0 };
}

const HANDOVER = "schemas/shared/handover.json";
const readHandover = ({ files }: Move) => parse(files.get(HANDOVER)?.text ?? "{}");

/** The names for other systems that all products share, by the address that only this product has. */
export function listHandover(move: Move): [string, unknown][] {
  const { step, toStep, field } = move;
  const isNamed = (path: string) => `${path}.`.startsWith(`${step}.${field}.`);
  const shared = Object.entries(Object(readHandover(move).fields));
  return shared.flatMap(([path, name]) => (isNamed(path) ? [[toStep + path.slice(step.length), name]] : []));
}

/** The beginning of a file of cases or of the hand-over that the product does not have yet. */
export function startFile(move: Move, file: string): string {
  const { product, toStep } = move;
  const schemas = file.startsWith("schemas/") ? "../.." : "../../../schemas";
  if (CASES.test(file))
    return JSON.stringify({ $schema: `${schemas}/meta/fixture.schema.json`, product, step: toStep });
  const { standard } = readHandover(move);
  return JSON.stringify({ $schema: `${schemas}/meta/handover.schema.json`, standard, fields: {} });
}
