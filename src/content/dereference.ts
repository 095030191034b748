// Writes a step schema out in full: every `$ref` into the shared files is replaced by what it points to, and remarks for
// authors are left out, so that a published step stands on its own and shows nothing an analyst wrote for colleagues.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Schema } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { error, type Finding } from "./finding.ts";
import type { JsonFile } from "./readJson.ts";

const REMARKS = new Set(["$schema", "$id", "$comment", "description", "title", "examples", "definitions"]);
/** Their members are named by authors: a property may well be called `title`. */
const NAMED = new Set(["properties", "patternProperties"]);
const VERBATIM = new Set(["enum", "const", "default"]);
const DEEPEST = 32;

export class Dereferencer {
  readonly #base: string;
  readonly #findings: Finding[];
  readonly #documents = new Map<string, unknown>();

  constructor(base: string, findings: Finding[]) {
    this.#base = base;
    this.#findings = findings;
  }

  /** The step's schema in full. What could not be resolved is reported and left out. */
  inline(file: JsonFile): Schema {
    this.#documents.set(file.path, file.content);
    const inlined = this.#inline(file.content, file.path, file.file, "", 0);
    return isObject(inlined) ? (inlined as Schema) : {};
  }

  #inline(value: unknown, path: string, file: string, place: string, depth: number): unknown {
    if (Array.isArray(value)) {
      return value.map((item, index) => this.#inline(item, path, file, `${place}/${index}`, depth));
    }
    if (!isObject(value)) return value;
    if (typeof value.$ref === "string") return this.#reference(value, value.$ref, path, file, place, depth);
    const entries: [string, unknown][] = [];
    for (const [key, member] of Object.entries(value)) {
      if (REMARKS.has(key)) continue;
      if (VERBATIM.has(key)) entries.push([key, member]);
      else if (NAMED.has(key) && isObject(member)) {
        const named = Object.entries(member).map(([name, sub]) => {
          return [name, this.#inline(sub, path, file, `${place}/${key}/${name}`, depth)] as const;
        });
        entries.push([key, Object.fromEntries(named)]);
      } else entries.push([key, this.#inline(member, path, file, `${place}/${key}`, depth)]);
    }
    return Object.fromEntries(entries);
  }

  #reference(value: JsonObject, ref: string, path: string, file: string, place: string, depth: number): unknown {
    const { $ref: _ref, ...beside } = value;
    const own = this.#inline(beside, path, file, place, depth) as JsonObject;
    const [target = "", fragment = ""] = ref.split("#");
    const targetPath = target === "" ? path : resolve(dirname(path), target);
    const found = depth > DEEPEST ? undefined : this.#lookUp(targetPath, fragment);
    if (!isObject(found)) {
      const sentence = depth > DEEPEST ? `"${ref}" refers to itself` : `"${ref}" points to nothing`;
      this.#findings.push(
        error(file, `${place}/$ref`, sentence, "correct the path of the file or the name after #/definitions/"),
      );
      return own;
    }
    const inlined = this.#inline(found, targetPath, file, place, depth + 1) as JsonObject;
    return { ...inlined, ...own };
  }

  #lookUp(path: string, fragment: string): unknown {
    let current = this.#document(path);
    for (const segment of fragment.split("/").filter(Boolean)) {
      const key = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
      current = isObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
    }
    return current;
  }

  /** Only files of the content: a reference may not wander off to anything else on the machine. */
  #document(path: string): unknown {
    if (!this.#documents.has(path)) {
      let document: unknown;
      try {
        if (path.startsWith(resolve(this.#base)) && path.endsWith(".json"))
          document = JSON.parse(readFileSync(path, "utf8"));
      } catch {
        document = undefined;
      }
      this.#documents.set(path, document);
    }
    return this.#documents.get(path);
  }
}
