// Writes a step schema out in full: every `$ref` into the shared files is replaced by what it points to, and remarks for
// authors are left out, so that a published step is complete and contains no notes for colleagues. It goes
// through every member and not only those that the dialect's visitor knows: what the dialect refuses is named by the check
// with its place, and needs its references followed until then.
import { dirname, resolve } from "node:path";
import type { Schema } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import { HOLDS_BY_NAME } from "#engine/schemaVisitor.ts";
import type { JsonObject } from "#engine/types.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { error, type Finding } from "../read/findings/finding.ts";
import { meantOr } from "../read/findings/sentences.ts";

const REMARKS = new Set(["$schema", "$id", "$comment", "description", "title", "examples", "definitions"]);
const VERBATIM = new Set(["enum", "const", "default"]);
const DEEPEST = 32;

/** Where the work is: the document that relative references start from, and the place that a finding names. */
interface At {
  path: string;
  file: string;
  place: string;
  depth: number;
}

const below = (at: At, key: string | number): At => ({ ...at, place: `${at.place}/${key}` });

export class Dereferencer {
  readonly #findings: Finding[];
  /** By path: a reference leads to these and to nothing else on the machine. */
  readonly #documents: ReadonlyMap<string, JsonObject>;

  constructor(files: readonly JsonFile[], findings: Finding[]) {
    this.#documents = new Map(files.map(({ path, content }) => [path, content]));
    this.#findings = findings;
  }

  /** The step's schema in full. What could not be resolved is reported and left out. */
  inline(file: JsonFile): Schema {
    const inlined = this.#inline(file.content, { path: file.path, file: file.file, place: "", depth: 0 });
    return isObject(inlined) ? (inlined as Schema) : {};
  }

  #inline(value: unknown, at: At): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.#inline(item, below(at, index)));
    if (!isObject(value)) return value;
    if (typeof value.$ref === "string") return this.#reference(value, value.$ref, at);
    const kept = Object.entries(value).filter(([key]) => !REMARKS.has(key));
    return Object.fromEntries(kept.map(([key, member]) => [key, this.#member(key, member, below(at, key))]));
  }

  #member(key: string, member: unknown, at: At): unknown {
    if (VERBATIM.has(key)) return member;
    if (!HOLDS_BY_NAME.has(key) || !isObject(member)) return this.#inline(member, at);
    return Object.fromEntries(Object.entries(member).map(([name, sub]) => [name, this.#inline(sub, below(at, name))]));
  }

  #reference(value: JsonObject, ref: string, at: At): unknown {
    const { $ref: _ref, ...beside } = value;
    const own = this.#inline(beside, at) as JsonObject;
    const [target = "", fragment = ""] = ref.split("#");
    const path = target === "" ? at.path : resolve(dirname(at.path), target);
    const tooDeep = at.depth > DEEPEST;
    const found = tooDeep ? undefined : this.#lookUp(path, fragment);
    if (!isObject(found)) {
      const sentence = tooDeep ? `"${ref}" refers to itself` : `"${ref}" points to nothing`;
      const name = fragment.split("/").at(-1) ?? "";
      const names = Object.keys(Object(this.#lookUp(path, fragment.slice(0, -name.length - 1))));
      const others = tooDeep ? [] : names.map((one) => ref.slice(0, -name.length) + one);
      const hint = meantOr(others, ref, "correct the path of the file or the name after #/definitions/");
      this.#findings.push({ ...error(at.file, `${at.place}/$ref`, sentence, hint), about: `definition ${name}` });
      return own;
    }
    const inlined = this.#inline(found, { ...at, path, depth: at.depth + 1 }) as JsonObject;
    return { ...inlined, ...own };
  }

  #lookUp(path: string, fragment: string): unknown {
    let current: unknown = this.#documents.get(path);
    for (const segment of fragment.split("/").filter(Boolean)) {
      const key = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
      current = isObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
    }
    return current;
  }
}
