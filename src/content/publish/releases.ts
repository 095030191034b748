// Releases: each publish of all the content under a name, with who made it, why, and the day from which it is on offer.
// They are stored as a log of actions that only grows, in `releases.json` of the folder where products are published.
// What is on offer on a day follows from it. The content itself, as text, is in `sources`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join, sep } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { dateAt, dayAtInstant, isCalendarDay } from "#engine/values/dates.ts";
import { writeInOneMove } from "../read/files/writeInOneMove.ts";
import { t } from "../read/findings/translate.ts";
import { computeHash, type Offer, type PublishedIndex } from "./published.ts";

/** Files of schemas/ and fixtures/ by their path from the folder that holds both. */
type Sources = Record<string, string>;

export interface ReleaseAction {
  id: string;
  at: string;
  /** `withdraw`: one that was prepared will not come. */
  action: "publish" | "rollback" | "withdraw";
  release: string;
  /** First day in the Netherlands. */
  from: string;
  /** Made before that day. Others are on offer at once. */
  prepared?: boolean;
  author: string;
  note: string;
  /** Fingerprint of the release archive that it came with. */
  archive?: string;
  /** Where the release is made. */
  offer?: Offer;
  sources?: string | null;
}

export interface Release {
  name: string;
  author: string;
  note: string;
  /** Instant of publishing. */
  made: string;
  first: string;
  /** Last day on offer. Absent while it is on offer or to come. */
  last?: string;
  state: "prepared" | "on offer" | "over" | "withdrawn";
  offer: Offer;
  /** Name of its sources, or null for one that was published before they were stored. */
  sources: string | null;
}

export const LOG = "releases.json";
const INDEX = join("public", "index.json");

/** Oldest first. A folder of before releases had names has one. */
export function readLog(directory: string): ReleaseAction[] {
  const [log, index] = [join(directory, LOG), join(directory, INDEX)];
  if (existsSync(log)) return JSON.parse(readFileSync(log, "utf8")) as ReleaseAction[];
  if (!existsSync(index)) return [];
  const { products, portal } = JSON.parse(readFileSync(index, "utf8")) as PublishedIndex;
  if (products.length === 0) return [];
  const { mtime } = statSync(index);
  const offer = { products, portal };
  const made = { at: mtime.toISOString(), from: dayAtInstant(mtime.getTime()), author: "", note: "" };
  const id = computeHash(JSON.stringify(offer));
  return [{ id, ...made, action: "publish", release: "before", offer, sources: null }];
}

export const writeLog = (directory: string, log: readonly ReleaseAction[]): void =>
  writeInOneMove(join(directory, LOG), JSON.stringify(log, null, 1));

/** What puts a release on offer, in the order of the days. Of one day the last counts. */
function listTurns(log: readonly ReleaseAction[]): ReleaseAction[] {
  const turns = log.filter(({ action, release }) => action !== "withdraw" && findMade(log, release));
  const withdrawn = ({ release, prepared }: ReleaseAction, start: number) =>
    prepared && log.slice(start).some((action) => action.action === "withdraw" && action.release === release);
  return turns
    .filter((action) => !withdrawn(action, log.indexOf(action)))
    .sort((left, other) => (left.from < other.from ? -1 : left.from > other.from ? 1 : 0));
}

/** A prepared release waits for its day. Where there is no other, the first that was made is on offer. */
function turnOn(turns: readonly ReleaseAction[], day: string): ReleaseAction | undefined {
  return turns.findLast(({ from, prepared }) => !prepared || from <= day) ?? turns[0];
}

const findMade = (log: readonly ReleaseAction[], name: string) =>
  log.find(({ release, offer }) => release === name && offer);

export const withId = (action: Omit<ReleaseAction, "id">): ReleaseAction => ({
  id: computeHash(JSON.stringify(action)),
  ...action,
});

/** Whether it would put on offer what is on offer on that day anyway. */
export const isOnOffer = (log: readonly ReleaseAction[], { action, offer, from }: ReleaseAction): boolean =>
  action === "publish" && offer !== undefined && JSON.stringify(offeredOn(log, from)?.offer) === JSON.stringify(offer);

/** Name and content of the release on offer on a day. */
export function offeredOn(log: readonly ReleaseAction[], day: string): { name: string; offer: Offer } | undefined {
  const name = turnOn(listTurns(log), day)?.release;
  const offer = name === undefined ? undefined : findMade(log, name)?.offer;
  return name !== undefined && offer ? { name, offer } : undefined;
}

/** Oldest first. `day` is today. */
export function listReleases(from: string | readonly ReleaseAction[], day = dayAtInstant(Date.now())): Release[] {
  const log = typeof from === "string" ? readLog(from) : from;
  const turns = listTurns(log);
  const current = turnOn(turns, day);
  return log.flatMap<Release>(({ release: name, offer, sources = null, author, note, at, from: first }) => {
    if (!offer) return [];
    const made = { name, author, note, made: at, first, offer, sources };
    const index = turns.findLastIndex(({ release }) => release === name);
    const turn = turns[index];
    if (!turn) return [{ ...made, state: "withdrawn" }];
    if (current?.release === name) return [{ ...made, state: "on offer" }];
    if (turn.prepared && turn.from > day) return [{ ...made, first: turn.from, state: "prepared" }];
    const next = turns[index + 1]?.from ?? turn.from;
    const last = next > turn.from ? dateAt(next, "-1d") : turn.from;
    return [{ ...made, last, state: "over" }];
  });
}

/** In words: when a release that was published just now is on offer, and which ones take over from it. */
export function describeRelease(
  releases: readonly Release[],
  { name, made }: { name: string; made: boolean },
): string[] {
  const release = releases.find((candidate) => candidate.name === name);
  if (!release) return [];
  const when = release.state === "prepared" ? `from ${release.first}` : "now";
  const first = made ? `It is release ${name}, on offer ${when}.` : `Release ${name} holds this content already.`;
  const later = releases.filter((candidate) => candidate.state === "prepared" && candidate.first > release.first);
  return [
    first,
    ...later.map(
      (laterRelease) =>
        `${laterRelease.name} takes over on ${laterRelease.first}: publish it again if this belongs in it.`,
    ),
  ];
}

/** What the content was when the release was made, or undefined when it was not kept. */
export function readSources(directory: string, name: string): Sources | undefined {
  const keptSources = findMade(readLog(directory), name)?.sources;
  const path = keptSources && sourcesPath(directory, keptSources);
  if (!path || !existsSync(path)) return undefined;
  return JSON.parse(brotliDecompressSync(readFileSync(path)).toString("utf8")) as Sources;
}

export const sourcesPath = (directory: string, name: string): string => join(directory, "sources", `${name}.json.br`);

/** Every file of both folders with texts or numbers. */
export function collectSources(schemasDir: string, fixturesDir: string): Sources {
  const sources: Sources = {};
  for (const [part, folder] of Object.entries({ schemas: schemasDir, fixtures: fixturesDir })) {
    if (!existsSync(folder)) continue;
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
    for (const name of names)
      if (/\.(json|csv|svg)$/.test(name))
        sources[`${part}/${name.replaceAll(sep, "/")}`] = readFileSync(join(folder, name), "utf8");
  }
  return sources;
}

/** Under the name of their content. */
export function keepSources(directory: string, sources: Sources): string {
  const text = JSON.stringify(sources);
  const name = computeHash(text);
  const path = sourcesPath(directory, name);
  if (existsSync(path)) return name;
  mkdirSync(join(directory, "sources"), { recursive: true });
  writeInOneMove(path, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  return name;
}

/** The default author of a release: git's user, otherwise the user of the machine. */
export function findAuthor(): string {
  const { stdout } = spawnSync("git", ["config", "user.name"], { encoding: "utf8" });
  return stdout?.trim() || userInfo().username;
}

const NAME = /^\w[\w.-]{0,59}$/;

/** A machine whose clock is days behind would put on offer what others of the log have replaced already. */
function refuseClock(log: readonly ReleaseAction[], today: string): string | undefined {
  const last = log.findLast(({ action, prepared, from }) => action !== "withdraw" && !prepared && from > today);
  if (!last) return undefined;
  return t`This machine says it is ${today}, and ${last.release} went on offer on ${last.from}: set its clock right first.`;
}

/** Why a release cannot be made so, or undefined when it can. */
export function refuseRelease(
  log: readonly ReleaseAction[],
  { name, from }: { name?: string | undefined; from?: string | undefined },
  today: string,
): string | undefined {
  if (name !== undefined && !NAME.test(name))
    return t`"${name}" is not a name: letters, digits, dots and dashes, 60 at most.`;
  if (log.some(({ release }) => release === name))
    return t`There is a release "${name}" already: give this one another name.`;
  if (from !== undefined && !isCalendarDay(from)) return t`"${from}" is not a day: write it as 2027-01-01.`;
  if (from !== undefined && from < today) return t`${from} has been: what was on offer then stays what it was.`;
  return refuseClock(log, today);
}

/** With the first number that is free. */
export function freeName(log: readonly ReleaseAction[], base: string): string {
  const taken = new Set(log.map(({ release }) => release));
  for (let count = 1; ; count += 1) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`;
}

/** Its message is a sentence for the analyst. */
class ReleaseRefused extends Error {}

type ActionDetails = Pick<ReleaseAction, "author" | "note"> & { at: Date };

/** Puts a release on offer again. Without a name the one that was made before the one on offer. */
export function rollBack(log: readonly ReleaseAction[], to: string | undefined, act: ActionDetails): ReleaseAction {
  const today = dayAtInstant(act.at.getTime());
  const refused = refuseClock(log, today);
  if (refused !== undefined) throw new ReleaseRefused(refused);
  const releases = listReleases(log, today).filter(({ state }) => state === "on offer" || state === "over");
  const current = releases.findIndex(({ state }) => state === "on offer");
  const target = to === undefined ? releases[current - 1] : releases.find(({ name }) => name === to);
  if (!target && to === undefined)
    throw new ReleaseRefused(t`There is no release before the one on offer: name one of the list.`);
  if (!target) throw new ReleaseRefused(t`No release "${to}" was ever on offer.`);
  if (target.state === "on offer") throw new ReleaseRefused(t`${target.name} is on offer already.`);
  return turn("rollback", target.name, act);
}

/** A release that was prepared will not come. */
export function withdraw(log: readonly ReleaseAction[], name: string | undefined, act: ActionDetails): ReleaseAction {
  const prepared = listReleases(log, dayAtInstant(act.at.getTime())).filter(({ state }) => state === "prepared");
  if (!prepared.some((candidate) => candidate.name === name))
    throw new Error(
      `Name a release that is prepared: ${prepared.map((candidate) => candidate.name).join(", ") || "there is none"}.`,
    );
  return turn("withdraw", name ?? "", act);
}

const turn = (action: "rollback" | "withdraw", release: string, { at, author, note }: ActionDetails): ReleaseAction =>
  withId({ at: at.toISOString(), action, release, from: dayAtInstant(at.getTime()), author, note });
