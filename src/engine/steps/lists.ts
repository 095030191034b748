// Named lists: deductibles by profession, coverages that the server prices, questions. One function for browser and
// server, so that both offer the same choices. Fetches nothing. A source that did not answer leaves its list unknown.

import { valueAt } from "../fields/fieldPath.ts";
import { matches } from "../rules/conditions.ts";
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

function firstRule(source: Extract<ListSource, { rules: unknown }>, answers: RequestAnswers) {
  return source.rules.find((rule) => rule.if === undefined || matches(rule.if, answers));
}

/** All lists of a product from the answers of its calls and the answers of all steps (decisions 7, spec: wizard 5). */
export function resolveLists(
  manifest: Pick<Manifest, "lists">,
  sources: ListSources,
  answers: RequestAnswers,
): ResolvedLists {
  const resolved: ResolvedLists = { lists: {}, defaults: {} };
  for (const [name, source] of Object.entries(manifest.lists)) {
    if ("call" in source) {
      resolved.lists[name] = fromCall(source.path, sources[source.call]);
      continue;
    }
    const rule = firstRule(source, answers);
    resolved.lists[name] = rule?.values.map((value) => ({ value }));
    if (rule?.default !== undefined) resolved.defaults[name] = rule.default;
  }
  return resolved;
}

/** Returns what a step's contract is evaluated with: the lists of the product, overruled by those of the server for this step. */
export function buildContext(
  today: string,
  lists: Lists,
  { meta = {}, answers = {} }: { meta?: StepMeta; answers?: RequestAnswers } = {},
): EvaluationContext {
  return { today, answers, lists: meta.lists ? { ...lists, ...meta.lists } : lists, features: meta.features ?? {} };
}
