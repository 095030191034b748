// Finds files in places that are never read: a product beside the folder of products, a file beside the folders of products, cases or
// journeys in a folder of another name. Its author thinks that it counts.
import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { error, type Finding } from "../read/findings/finding.ts";
import { meantOr } from "../read/findings/sentences.ts";

const OF_SCHEMAS = ["api", "meta", "portal", "products", "rates", "shared"];
const OF_FIXTURES = ["journeys", "portfolio", "products", "steps"];
/** What an author writes for the content. */
const CONTENT = /\.(?:json|csv|pdf|svg|png|jpg|webp)$/i;

export function misplaced(schemasDir: string, fixturesDir: string, base: string): Finding[] {
  return [
    ...unknownIn(resolve(schemasDir), base, OF_SCHEMAS),
    ...unknownIn(resolve(fixturesDir), base, OF_FIXTURES),
    ...[join(schemasDir, "products"), join(fixturesDir, "products"), join(fixturesDir, "steps")].flatMap((folder) =>
      filesIn(resolve(folder), base, "move it into the folder of its product, or remove it"),
    ),
  ];
}

function unknownIn(folder: string, base: string, knownNames: readonly string[]): Finding[] {
  const all = knownNames.join(", ");
  const folders = entries(folder).filter(
    (entry) => entry.isDirectory() && !knownNames.includes(entry.name) && !entry.name.startsWith("."),
  );
  return [
    ...folders.map(({ name }) => {
      const hint = existsSync(join(folder, name, "product.json"))
        ? `move it to ${relative(base, join(folder, "products"))}`
        : meantOr(knownNames, name, `the folders here are ${all}: move what is in it there, or remove it`);
      return error(relative(base, join(folder, name)), "", "nothing reads this folder", hint);
    }),
    ...filesIn(folder, base, `move it to the folder where it belongs, one of ${all}, or remove it`),
  ];
}

const filesIn = (folder: string, base: string, hint: string): Finding[] =>
  entries(folder)
    .filter((entry) => entry.isFile() && CONTENT.test(entry.name))
    .map(({ name }) => error(relative(base, join(folder, name)), "", "nothing reads a file at this place", hint));

const entries = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name)) : [];
