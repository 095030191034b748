// The files of a product as brokers have them: in the release on offer, otherwise in the last commit. Nothing is compared here.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Earlier, openContent } from "#content/compare/revision.ts";
import { listReleases } from "#content/publish/releases.ts";
import type { ChangedFiles } from "../edit/patch.ts";

export function addReleased(app: FastifyInstance, now: Earlier): void {
  app.get<{ Params: { product: string } }>("/studio/products/:product/released", async ({ params: { product } }) => {
    const offered = listReleases(now.published).find(({ state, sources }) => state === "on offer" && sources !== null);
    const content = openContent(offered?.name ?? "HEAD", now);
    try {
      return Object.fromEntries(
        [content.schemas, content.fixtures].flatMap((folder) => readOf(product, folder)),
      ) satisfies ChangedFiles;
    } finally {
      content.close();
    }
  });
}

function readOf(product: string, folder: string): [file: string, text: string][] {
  const base = dirname(folder);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name).slice(base.length + 1))
    .filter((file) => file.endsWith(".json") && (file.includes(`/products/${product}/`) || file.includes("/shared/")))
    .map((file) => [file, readFileSync(join(base, file), "utf8")]);
}
