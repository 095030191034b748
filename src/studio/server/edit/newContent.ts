// Makes a whole product after another, of which the pages do not have the files.
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { FastifyInstance } from "fastify";
import { createProduct } from "#content/newProduct.ts";
import { isContent, readIfThere } from "./contentFiles.ts";
import { type Act, type AnswerPatch, type ChangedFiles, type Patcher, PatchRefused } from "./patch.ts";

interface NewProductBody extends Pick<Act, "sentence"> {
  key: string;
  like: string;
}

interface Parts {
  base: string;
  patcher: Patcher;
  answer: AnswerPatch;
  /** Publishes what was saved. */
  saved(): Promise<void>;
}

export function addNewContent(app: FastifyInstance, parts: Parts): void {
  const schema = { body: { type: "object", required: ["sentence", "key", "like"] } };
  app.post<{ Body: NewProductBody }>("/studio/products", { schema }, async ({ body }) => {
    const changed = parts.answer(makeProduct(parts, body));
    // The page opens the product next.
    await parts.saved();
    return changed;
  });
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
    const changed = FOLDERS.flatMap((folder) =>
      readdirSync(join(copy, folder), { recursive: true, withFileTypes: true }),
    )
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(copy, join(parentPath, name)))
      .filter(isContent)
      .map((file) => [file, readIfThere(copy, file) ?? ""] as const)
      .filter(([file, text]) => readIfThere(base, file) !== text);
    return patcher.replace(Object.fromEntries(changed), { sentence });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
