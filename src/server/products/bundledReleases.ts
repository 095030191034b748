// Copies the products of a release archive into the data folder and offers them at the archive's first start. An archive is
// imported only once, so that later publishing and rollbacks are not undone.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PublishedIndex } from "#content/publish/published.ts";
import { freeName, offeredOn, type ReleaseAction, readLog, withId, writeLog } from "#content/publish/releases.ts";
import { writeInOneMove } from "#content/read/files/writeInOneMove.ts";
import type { Clock } from "../config/clock.ts";

const INDEX = join("public", "index.json");

/** `from`: the archive's folder of products. Does nothing in a checkout, which has none. */
export function takeBundledReleases(from: string, to: string, clock: Clock): void {
  if (!existsSync(join(from, INDEX))) return;
  const text = readFileSync(join(from, INDEX), "utf8");
  const archive = createHash("sha256").update(text).digest("hex");
  const log = readLog(to);
  if (log.some((action) => action.archive === archive)) return;
  for (const folder of ["public", "back", "sources"]) copyMissing(join(from, folder), join(to, folder));
  writeInOneMove(join(to, "package.json"), readFileSync(join(from, "package.json")));
  writeInOneMove(join(to, INDEX), JSON.stringify(addReleases(join(to, INDEX), JSON.parse(text))));
  writeLog(to, [...log, putOnOffer(log, readLog(from).at(-1), { archive, clock })]);
}

/** The log entry that offers the archive's products. If the same content is on offer already, its release keeps its name. */
function putOnOffer(
  log: readonly ReleaseAction[],
  bundled: ReleaseAction | undefined,
  { archive, clock }: { archive: string; clock: Clock },
): ReleaseAction {
  const today = clock.today();
  const { author = "", note = "", offer, sources = null, release = "" } = bundled ?? {};
  const action = { at: clock.now().toISOString(), action: "publish" as const, from: today, author, note, archive };
  const offered = offeredOn(log, today);
  if (offered && JSON.stringify(offered.offer) === JSON.stringify(offer))
    return withId({ ...action, release: offered.name });
  const taken = log.some((entry) => entry.release === release);
  const name = taken ? freeName(log, release) : release;
  return withId({ ...action, release: name, ...(offer ? { offer, sources } : {}) });
}

function copyMissing(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const path = join(to, name);
    if (name !== "index.json" && !existsSync(path)) writeInOneMove(path, readFileSync(join(from, name)));
  }
}

function addReleases(path: string, index: PublishedIndex): PublishedIndex {
  if (!existsSync(path)) return index;
  const before = JSON.parse(readFileSync(path, "utf8")) as PublishedIndex;
  return { ...index, releases: { ...before.releases, ...index.releases } };
}
