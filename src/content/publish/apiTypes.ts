// Writes the types of every call and the columns of every list into src/api from schemas/api: `npm run api-types`, and when packages
// are installed. They are not committed. The title of a schema is the name of its type, `tsType` names a type of the engine. Other types are written inline.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "schemas/api/");
const BANNER = `// The calls on the wire, written by \`npm run api-types\` from schemas/api: change it there. Members marked
// ours may be absent in another back end.
import type { Answers, JsonObject, ListItem, SendAction, StepForm } from "#engine/schema/types.ts";
`;

export async function compileApiTypes(): Promise<string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".schema.json"));
  const calls: JSONSchema = {
    title: "Calls",
    type: "object",
    properties: Object.fromEntries(names.flatMap(findNamed).map((reference) => [reference, { $ref: reference }])),
    additionalProperties: false,
  };
  const all = await compile(calls, "Calls", {
    cwd: folder,
    bannerComment: "",
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 120 },
  });
  return `${BANNER}\n${all.replace(/export interface Calls \{[\s\S]*?\n\}\n+/, "").replace(/export type (\w+) = \1;\n/g, "")}`;
}

/** A file and its parts, those that have a name. */
function findNamed(name: string): string[] {
  const { title, definitions = {} } = JSON.parse(readFileSync(join(folder, name), "utf8")) as JSONSchema;
  const parts = Object.entries(definitions).filter(([, part]) => part.title !== undefined);
  return [...(title === undefined ? [] : [name]), ...parts.map(([part]) => `${name}#/definitions/${part}`)];
}

interface Member {
  type?: string | string[];
  format?: string;
  column?: { word: string; sort?: true };
}

/** The columns that a list sorts by, as the heads of a table: one constant for each file of schemas/api that has them. */
export function writeColumns(): string {
  const lists = readdirSync(folder).flatMap((file) => {
    const { properties = {} } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { properties?: object };
    const heads = (Object.entries(properties) as [string, Member][]).flatMap(([name, member]) =>
      member.column?.sort ? [[name, describeHead(name, member.column.word, member)] as const] : [],
    );
    const list = file.replace(".schema.json", "");
    return heads.length === 0 ? [] : [`  ${list}: ${JSON.stringify(Object.fromEntries(heads), null, 2)},`];
  });
  return `// The columns of the lists, written by \`npm run api-types\` from schemas/api: change them there.
export const columns = {\n${lists.join("\n")}\n} as const;\n`;
}

/** Numbers and days have figures of one width. Amounts are at the right. */
function describeHead(key: string, header: string, { type = [], format }: Member) {
  const num = format !== undefined || type.includes("number") || type.includes("integer");
  return { key, header, sort: key, ...(num && { num }), ...(type.includes("number") && { end: true }) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(join(root, "src/api/wire/wireTypes.ts"), await compileApiTypes());
  writeFileSync(join(root, "src/api/wire/columns.ts"), writeColumns());
}
