// Takes a step out of a product whose fields are taken out already: its entry, its files, its texts, and its answers in cases, journeys
// and stored quotations. What else names it stays, and is listed. Plans all of it and writes nothing.
import type { JSONPath } from "jsonc-parser";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { placeAt } from "../read/files/places.ts";
import type { ContentIndex } from "./contentIndex.ts";
import { removeAll } from "./removals.ts";
import { type FieldAddress, findPath, type RemovalPlan } from "./removeField.ts";

export function planStepRemoval(index: ContentIndex, { product, step }: Omit<FieldAddress, "field">): RemovalPlan {
  const uses: RemovalPlan["uses"] = [];
  const changed: RemovalPlan["changed"] = {};
  const own = new RegExp(
    `/products/${product}/${step}\\.(?:schema|ui)\\.json$|^fixtures/steps/${product}/${step}\\.json$`,
  );
  for (const file of index.files()) {
    const names = index.namesIn(file).filter((name) => name.product === product);
    const named = names.filter(({ kind, name }) => kind === "step" && name === step);
    const texts = names.filter(
      ({ kind, name, defines }) => kind === "text" && defines && name.startsWith(["step", step, ""].join(".")),
    );
    if (own.test(file.file)) {
      changed[file.file] = "";
      continue;
    }
    const places = named.map((name) => ({ name, path: findGoing(findPath(file, name)) }));
    uses.push(
      ...places.map(({ name, path }) => ({ file: file.file, ...placeAt(file.text, name.offset), goes: path !== null })),
    );
    const paths = [...places.flatMap(({ path }) => (path ? [path] : [])), ...texts.map((name) => findPath(file, name))];
    if (paths.length > 0) changed[file.file] = removeAll(file.text, paths);
  }
  return { changed, uses };
}

/** The entry of the step in a product or journey, or its answers. Null where only its name is. */
function findGoing(path: JSONPath): JSONPath | null {
  if (path.at(-2) === "answers") return path;
  return /^\/steps\/\d+\/(?:step|key|use)$/.test(toPointer(path.map(String))) ? path.slice(0, 2) : null;
}
