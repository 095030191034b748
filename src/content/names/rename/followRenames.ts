// Gives the fields of an earlier content the names that they have in a later one (`was` in product.json), in its own folder, so that
// a rename is no difference in any comparison.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FormerNames } from "#engine/schema/types.ts";
import { jsonFiles } from "../../read/files/readJson.ts";
import { ContentIndex } from "../contentIndex.ts";
import { applyRename, planRename } from "./rename.ts";
import type { Rename } from "./renameWords.ts";

interface Folders {
  schemas: string;
  fixtures: string;
}

/**
 * Changes the files in the folders of `before`. Returns the renames that were made. One that is impossible there is
 * left out.
 */
export function followRenames(before: Folders, after: { schemas: string }): Rename[] {
  const earlier = readNames(before.schemas);
  const depth = ({ field }: Rename) => field.split(".").length;
  // Addresses of fields inside others have today's names of those.
  const wanted = [...readNames(after.schemas)]
    .filter(([address, { to }]) => earlier.get(address)?.to !== to)
    .sort(([, left], [, right]) => depth(left) - depth(right));
  if (wanted.length === 0) return [];
  const index = new ContentIndex(before.schemas, before.fixtures);
  const made = wanted.flatMap(([, rename]) => {
    const plan = planRename(index, rename);
    if (typeof plan === "string") return [];
    applyRename(plan);
    return [rename];
  });
  for (const product of new Set(made.map((rename) => rename.product))) takeRecord(before, after, product);
  return made;
}

/** The names in between too, which the earlier content never had. */
function takeRecord(before: Folders, after: { schemas: string }, product: string): void {
  const [earlier, later] = [before, after].map(({ schemas }) => join(schemas, "products", product, "product.json"));
  const content = { ...JSON.parse(readFileSync(earlier!, "utf8")), was: readWas(later!) };
  writeFileSync(earlier!, JSON.stringify(content));
}

/** Returns the renames that the manifests record, by product and earlier name. */
function readNames(schemas: string): Map<string, Rename> {
  const renames = new Map<string, Rename>();
  for (const path of jsonFiles(join(schemas, "products")).filter((file) => basename(file) === "product.json")) {
    const product = basename(dirname(path));
    for (const [address, to] of Object.entries(readWas(path))) {
      const [step = "", ...names] = address.split(".");
      renames.set(`${product} ${address}`, { product, step, field: names.join("."), to });
    }
  }
  return renames;
}

function readWas(path: string): FormerNames {
  try {
    return Object(JSON.parse(readFileSync(path, "utf8"))).was ?? {};
  } catch {
    // The comparison itself reports a file that is not JSON.
    return {};
  }
}
