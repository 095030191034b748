// The products that came with a release archive go into the data folder at the first start of that archive, beside the
// releases that open requests were made with. What somebody publishes into the data folder afterwards stays on offer.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PublishedIndex } from "#content/publish.ts";
import { writeInOneMove } from "#content/writeInOneMove.ts";

const INDEX = join("public", "index.json");

/** `from`: the archive's folder; a checkout has none. */
export function takeBundledReleases(from: string, to: string): void {
  if (!existsSync(join(from, INDEX))) return;
  const text = readFileSync(join(from, INDEX), "utf8");
  const fingerprint = createHash("sha256").update(text).digest("hex");
  const mark = join(to, "taken-from-archive");
  if (existsSync(mark) && readFileSync(mark, "utf8") === fingerprint) return;
  for (const folder of ["public", "back"]) copyMissing(join(from, folder), join(to, folder));
  writeInOneMove(join(to, "package.json"), readFileSync(join(from, "package.json")));
  writeInOneMove(join(to, INDEX), JSON.stringify(withReleasesOf(join(to, INDEX), JSON.parse(text))));
  writeInOneMove(mark, fingerprint);
}

function copyMissing(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const path = join(to, name);
    if (name !== "index.json" && !existsSync(path)) writeInOneMove(path, readFileSync(join(from, name)));
  }
}

function withReleasesOf(path: string, index: PublishedIndex): PublishedIndex {
  if (!existsSync(path)) return index;
  const before = JSON.parse(readFileSync(path, "utf8")) as PublishedIndex;
  return { ...index, releases: { ...before.releases, ...index.releases } };
}
