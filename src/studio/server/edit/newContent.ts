// Acts that make content of which the pages have no files: a whole product after another, and a case of a step.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { parse } from "jsonc-parser";
import type { ExpectedResult, FixtureContext } from "#content/cases/steps/fixtures.ts";
import { createProduct } from "#content/newProduct.ts";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Answers } from "#engine/schema/types.ts";
import type { PreviewCase, PreviewCaseReader } from "../previewCases.ts";
import { readIfThere } from "./contentFiles.ts";
import { type Act, type ChangedFiles, type Patcher, PatchRefused } from "./patch.ts";

interface NewProductBody extends Pick<Act, "sentence"> {
  key: string;
  like: string;
}

/** What the form of a step has, and what the rules say of it. */
export interface KeptCase extends Pick<Act, "sentence"> {
  step: string;
  name: string;
  data: Answers;
  context: FixtureContext;
  expect: ExpectedResult;
}

interface Parts {
  base: string;
  patcher: Patcher;
  cases: PreviewCaseReader;
  answer(reply: FastifyReply, patch: () => ChangedFiles): unknown;
}

type CaseRoute = { Params: { product: string }; Body: KeptCase };

export function addNewContent(app: FastifyInstance, parts: Parts): void {
  const body = (...required: string[]) => ({
    schema: { body: { type: "object", required: ["sentence", ...required] } },
  });
  app.post<{ Body: NewProductBody }>("/studio/products", body("key", "like"), async (request, reply) =>
    parts.answer(reply, () => makeProduct(parts, request.body)),
  );
  app.post<CaseRoute>(
    "/studio/products/:product/cases",
    body("step", "name", "data", "context", "expect"),
    async ({ params: { product }, body: kept }, reply) => {
      const cases = (await parts.cases.read(product))[kept.step] ?? [];
      return parts.answer(reply, () => keepCase(parts, { ...kept, product }, cases));
    },
  );
}

const FOLDERS = ["schemas", "fixtures"];

/** Makes the product in a copy of the content, so that its files are one act, which is undone like any other. */
function makeProduct({ base, patcher }: Parts, { key, like, sentence }: NewProductBody): ChangedFiles {
  const copy = mkdtempSync(join(tmpdir(), "product-"));
  try {
    for (const folder of FOLDERS) cpSync(join(base, folder), join(copy, folder), { recursive: true });
    const [schemasDir = "", fixturesDir = ""] = FOLDERS.map((folder) => join(copy, folder));
    const made = createProduct({ schemasDir, fixturesDir, key, like });
    if ("refusal" in made) throw new PatchRefused("shape", key, "", made.refusal);
    const files = FOLDERS.flatMap((folder) => readdirSync(join(copy, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(copy, join(parentPath, name)));
    const texts = files.filter((file) => /\.(json|csv)$/.test(file));
    const changed = texts
      .map((file) => [file, readFileSync(join(copy, file), "utf8")] as const)
      .filter(([file, text]) => readIfThere(base, file) !== text);
    // Pictures and papers are no text. They stay when the act is undone, and nothing names them then.
    for (const file of files.filter((each) => !texts.includes(each)))
      cpSync(join(copy, file), join(base, file), { force: false });
    return patcher.replace(Object.fromEntries(changed), { sentence });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Adds the case to the product's own cases of the step, as what differs from the base. */
function keepCase(
  { base: folder, patcher }: Parts,
  { product, step, name, data, context: own, expect, sentence }: KeptCase & { product: string },
  [base, ...others]: readonly PreviewCase[],
): ChangedFiles {
  const file = `fixtures/steps/${product}/${step}.json`;
  if ([base, ...others].some((other) => other?.name === name)) throw new PatchRefused("shape", file, "", name);
  const before = base?.data ?? {};
  const changed = Object.entries(data).filter(([field, value]) => !sameValue(before[field], value));
  const set = Object.fromEntries(changed.map(([field, value]) => [toPointer([field]), value]));
  const gone = Object.keys(before).filter((field) => !Object.hasOwn(data, field));
  const remove = gone.map((field) => toPointer([field]));
  const isOwn = ([member, value]: [string, unknown]) =>
    !sameValue(value, base?.context[member as keyof FixtureContext]) && !sameValue(value, {});
  const context = Object.fromEntries(Object.entries(own).filter(isOwn));
  const filled = Object.entries({ set, remove, context }).filter(([, value]) => Object.keys(value).length > 0);
  const added = { name, ...Object.fromEntries(filled), expect };
  const text = readIfThere(folder, file);
  const whole = { $schema: "../../../schemas/meta/fixture.schema.json", product, step, cases: [added] };
  const inFile = Array.isArray(Object(parse(text ?? "")).cases)
    ? { path: ["cases", -1], value: added }
    : { path: ["cases"], value: [added] };
  return patcher.act({ sentence, edits: [{ file, ...(text === undefined ? { path: [], value: whole } : inFile) }] });
}
