// The recipes of schemas/recipes.md as a test follows them: what goes into which file, what is typed and how it reads.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { type ContentCopy, SCHEMAS } from "./content.ts";

interface Recipe {
  name: string;
  files: { file: string; members: JsonObject }[];
  /** Pictures and lists, which are not JSON. */
  drawings: { file: string; content: string }[];
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
    drawings: [...text.matchAll(/^```(?:svg|csv) (\S+)\n(.*?)^```/gms)].map(([, file = "", content = ""]) => ({
      file,
      content,
    })),
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

/** Writes all recipes into the step `general-data` of a product, and the fields into its first section unless the recipe has one. */
export function followRecipes(copy: ContentCopy, folder: string): void {
  for (const { files, drawings } of recipes) {
    for (const { file, content } of drawings) {
      mkdirSync(dirname(copy.path(`${folder}/${file}`)), { recursive: true });
      copy.write(`${folder}/${file}`, content);
    }
    for (const { file, members } of files) {
      const path = file.startsWith("fixtures/") ? file.replace("<product>", basename(folder)) : `${folder}/${file}`;
      // A product that is only published has no cases of its own for the step.
      if (existsSync(copy.path(path))) copy.change(path, (content) => merge(content, members));
    }
    const layout = files.find(({ file }) => file === "general-data.ui.json")?.members ?? {};
    copy.change(`${folder}/general-data.ui.json`, (ui) => {
      const { sections } = ui["ui:options"] as { sections: { fields: string[] }[] };
      const placed = sections.slice(1).flatMap(({ fields }) => fields);
      const names = Object.keys(layout).filter((name) => !name.startsWith("ui:") && !placed.includes(name));
      sections[0]?.fields.push(...names);
    });
  }
}
