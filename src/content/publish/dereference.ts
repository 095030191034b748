// Writes a step schema out in full: every `$ref` into the shared files is replaced by what it points to, and remarks for
// authors are left out, so that a published step is complete and contains no notes for colleagues. It goes
// through every member and not only those that the dialect's visitor knows: what the dialect refuses is named by the check
// with its place, and needs its references followed until then.
import { dirname, resolve } from "node:path";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { HOLDS_BY_NAME } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { type Finding, missing } from "../read/findings/finding.ts";
import { meantOr } from "../read/findings/sentences.ts";
import { t } from "../read/findings/translate.ts";

const REMARKS = new Set(["$schema", "$id", "description", "title", "examples", "definitions"]);
const VERBATIM = new Set(["enum", "const", "default"]);
const DEEPEST = 32;

/** Where the work is: the document that relative references start from, and the place that a finding names. */
interface SchemaPlace {
  path: string;
  file: string;
  place: string;
  depth: number;
}

const below = (position: SchemaPlace, key: string | number): SchemaPlace => ({
  ...position,
  place: `${position.place}/${key}`,
});

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

  #inline(value: unknown, position: SchemaPlace): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.#inline(item, below(position, index)));
    if (!isObject(value)) return value;
    if (typeof value.$ref === "string") return this.#reference(value, value.$ref, position);
    const members = Object.entries(value).filter(([key]) => !REMARKS.has(key));
    return Object.fromEntries(members.map(([key, member]) => [key, this.#member(key, member, below(position, key))]));
  }

  #member(key: string, member: unknown, position: SchemaPlace): unknown {
    if (VERBATIM.has(key)) return member;
    if (!HOLDS_BY_NAME.has(key) || !isObject(member)) return this.#inline(member, position);
    return Object.fromEntries(
      Object.entries(member).map(([name, sub]) => [name, this.#inline(sub, below(position, name))]),
    );
  }

  #reference(value: JsonObject, ref: string, position: SchemaPlace): unknown {
    const { $ref: _ref, ...beside } = value;
    const siblings = this.#inline(beside, position) as JsonObject;
    const [target = "", fragment = ""] = ref.split("#");
    const path = target === "" ? position.path : resolve(dirname(position.path), target);
    const tooDeep = position.depth > DEEPEST;
    const referenced = tooDeep ? undefined : this.#lookUp(path, fragment);
    if (!isObject(referenced)) {
      const sentence = tooDeep ? t`"${ref}" refers to itself` : t`"${ref}" points to nothing`;
      const name = fragment.split("/").at(-1) ?? "";
      const names = Object.keys(Object(this.#lookUp(path, fragment.slice(0, -name.length - 1))));
      const others = tooDeep ? [] : names.map((sibling) => ref.slice(0, -name.length) + sibling);
      const hint = meantOr(others, ref, t`correct the path of the file or the name after #/definitions/`);
      this.#findings.push(missing(position.file, `${position.place}/$ref`, sentence, hint));
      return siblings;
    }
    const inlined = this.#inline(referenced, { ...position, path, depth: position.depth + 1 }) as JsonObject;
    return { ...inlined, ...siblings };
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
