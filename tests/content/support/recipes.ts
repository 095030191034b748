// The recipes of schemas/recipes.md as a test follows them: what goes into which file, what is typed and how it reads.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { type ContentCopy, SCHEMAS } from "./content.ts";

interface Recipe {
  name: string;
  files: { file: string; members: JsonObject }[];
  /** Field as a dotted path, what is typed or ticked, and how the answer reads in Dutch. */
  answers: { field: string; typed: string; reads: string }[];
}

const page = readFileSync(join(SCHEMAS, "recipes.md"), "utf8");

export const recipes: Recipe[] = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf("\n")),
    files: [...text.matchAll(/^```json (\S+)\n(.*?)^```/gms)].map(([, file = "", json = ""]) => {
      return { file, members: JSON.parse(json) as JsonObject };
    }),
    answers: [...text.matchAll(/^\| `([\w.]+)` \| (.*?) \| (.*?) \|$/gm)].map(
      ([, field = "", typed = "", reads = ""]) => ({ field, typed, reads }),
    ),
  }));

function merge(target: JsonObject, members: JsonObject): void {
  for (const [name, value] of Object.entries(members))
    if (isObject(target[name]) && isObject(value)) merge(target[name], value);
    else if (Array.isArray(target[name]) && Array.isArray(value)) target[name] = [...target[name], ...value];
    else target[name] = value;
}

/** Writes all recipes into the step `general-data` of a product, and the fields into its first section. */
export function followRecipes(copy: ContentCopy, folder: string): void {
  for (const { files } of recipes) {
    for (const { file, members } of files) {
      const path = file.startsWith("fixtures/") ? file.replace("<product>", basename(folder)) : `${folder}/${file}`;
      // A product that is only published has no cases of its own for the step.
      if (existsSync(copy.path(path))) copy.change(path, (content) => merge(content, members));
    }
    const layout = files.find(({ file }) => file === "general-data.ui.json")?.members ?? {};
    copy.change(`${folder}/general-data.ui.json`, (ui) => {
      const { sections } = ui["ui:options"] as { sections: { fields: string[] }[] };
      sections[0]?.fields.push(...Object.keys(layout));
    });
  }
}
