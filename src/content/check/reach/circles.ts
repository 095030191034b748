// Fields that depend on each other: whether one is shown, or what it offers, depends on answers that depend on it. Such a form shows
// them never, or by the order of the answers, or hides what was just answered.
import { error, type Finding } from "../../read/findings/finding.ts";
import { type Appearance, type FieldTable, listRead } from "./fieldTable.ts";

/** `isShown`: whether a field can be shown at all. */
export function findCircles(
  table: FieldTable,
  fileOf: (path: string) => string,
  isShown: (path: string) => boolean,
): Finding[] {
  const reported = new Set<string>();
  return [...table.fields.keys()].flatMap((path) => {
    const circle = reported.has(path) ? null : findCircle(table, path);
    if (!circle) return [];
    for (const name of circle) reported.add(name);
    return [error(fileOf(path), findPlace(table, path), describeCircle(circle, isShown), HINT)];
  });
}

const HINT = "let one of them depend on other answers";

/** The shortest way from a field back to itself. */
function findCircle(table: FieldTable, path: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const waiting = [path];
  for (const current of waiting)
    for (const next of dependencies(table, current)) {
      if (next === path) return traceBack(cameFrom, path, current);
      if (!cameFrom.has(next)) waiting.push(next);
      cameFrom.set(next, cameFrom.get(next) ?? current);
    }
  return null;
}

function traceBack(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  while (way[0] !== start) way.unshift(cameFrom.get(way[0]!)!);
  return way;
}

function dependencies(table: FieldTable, path: string): string[] {
  const all = table.fields.get(path) ?? [];
  const shown = all.filter((appearance) => isFirst(appearance, all)).flatMap(({ guards }) => guards);
  const offered = all.flatMap(({ schema }) => {
    const source = table.lists[String(schema.enumFrom)];
    return source && "rules" in source ? source.rules : [];
  });
  const listGuards = offered.flatMap((rule) => (rule.if ? [{ condition: rule.if, path: "" }] : []));
  return [...shown, ...listGuards].flatMap((guard) => listRead(table, guard));
}

/** Another rule for a field that is shown already does not decide whether it is shown. */
const isFirst = ({ guards }: Appearance, all: readonly Appearance[]): boolean =>
  !all.some((other) => other.guards.length < guards.length && other.guards.every((guard) => guards.includes(guard)));

function findPlace(table: FieldTable, path: string): string {
  const [first] = table.fields.get(path) ?? [];
  return first?.guards.at(-1)?.place ?? first?.place ?? "";
}

function describeCircle(circle: readonly string[], isShown: (path: string) => boolean): string {
  const short = (path: string) => `"${path.slice(path.indexOf(".") + 1)}"`;
  const links = circle.map((path, index) => {
    const next = short(circle[index + 1] ?? circle[0] ?? "");
    return index === 0 ? `${short(path)} depends on ${next}` : `${short(path)} on ${next}`;
  });
  const never = !circle.some(isShown);
  const effect = never ? "can never be shown" : "may be shown or not for the same answers";
  return `${links.join(", ")}, so ${circle.length > 1 ? "they" : "it"} ${effect}`;
}
