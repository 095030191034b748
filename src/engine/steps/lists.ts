// Named lists: deductibles by profession, coverages that the server prices, questions. One function for browser and
// server, so that both offer the same choices. Fetches nothing. A source that did not answer leaves its list unknown.

import { isTrueOf } from "../expressions/evaluate.ts";
import { valueAt } from "../fields/fieldPath.ts";
import { readIds } from "../fields/recordFields.ts";
import { FACTS } from "../rules/facts.ts";
import type {
  EvaluationContext,
  JsonObject,
  ListItem,
  ListSource,
  Lists,
  Manifest,
  RequestAnswers,
  StepMeta,
} from "../schema/types.ts";

type ListCall = "professions" | "premium" | "acceptance" | "closing-questions";
export type ListSources = Partial<Record<ListCall, unknown>>;

export interface ResolvedLists {
  lists: Lists;
  /** The preferred choice of a list, where its rule names one. */
  defaults: Record<string, string | number>;
}

function isChoice(value: unknown): value is ListItem["value"] {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** One entry of an answer as a list item: priced items as they are, questions by their id, bare values as themselves. */
function toListItem(entry: unknown): ListItem | null {
  if (isChoice(entry)) return { value: entry };
  if (entry === null || typeof entry !== "object") return null;
  const item = entry as JsonObject;
  if (isChoice(item.value)) return item as ListItem;
  if (!isChoice(item.id)) return null;
  return { value: item.id, ...(typeof item.question === "string" ? { label: item.question } : {}), ...item };
}

const cache = new WeakMap<object, Map<string, ListItem[] | undefined>>();

/** Of the same answer once: sectors and professions are long, and the same for every request of a release. */
function fromCall(path: string, body: unknown): ListItem[] | undefined {
  if (body === null || typeof body !== "object") return undefined;
  const lists = cache.get(body) ?? new Map<string, ListItem[] | undefined>();
  if (!lists.has(path)) lists.set(path, readItems(valueAt(body, path.split("."))));
  cache.set(body, lists);
  return lists.get(path);
}

function readItems(items: unknown): ListItem[] | undefined {
  if (!Array.isArray(items)) return undefined;
  return items.map(toListItem).filter((item): item is ListItem => item !== null);
}

function firstRule(source: Extract<ListSource, { rules: unknown }>, answers: RequestAnswers, today: string) {
  return source.rules.find(({ when }) => when === undefined || isTrueOf(when, answers, today));
}

/** All lists of a product from the answers of its calls and the answers of all steps (decisions 7, spec: wizard 5). */
export function resolveLists(
  manifest: Pick<Manifest, "lists">,
  sources: ListSources,
  answers: RequestAnswers,
  today: string,
): ResolvedLists {
  const resolved: ResolvedLists = { lists: {}, defaults: {} };
  for (const [name, source] of Object.entries(manifest.lists)) {
    if ("call" in source) {
      resolved.lists[name] = fromCall(source.path, sources[source.call]);
      continue;
    }
    if ("records" in source) {
      resolved.lists[name] = readIds(valueAt(answers, source.records.split(".")));
      continue;
    }
    const rule = firstRule(source, answers, today);
    resolved.lists[name] = rule?.values.map((value) => ({ value }));
    if (rule?.default !== undefined) resolved.defaults[name] = rule.default;
  }
  return resolved;
}

interface ContextParts {
  meta?: StepMeta;
  answers?: RequestAnswers;
  /** Facts as a later answer of the server has them. */
  features?: Record<string, boolean>;
}

/** Returns what a step's contract is evaluated with: lists and facts, overruled by those of the server. */
export function buildContext(
  today: string,
  lists: Lists,
  { meta = {}, answers = {}, features }: ContextParts = {},
): EvaluationContext {
  const facts = { ...meta.features, ...answers[FACTS], ...features };
  return { today, answers: { ...answers, [FACTS]: facts }, lists: meta.lists ? { ...lists, ...meta.lists } : lists };
}
