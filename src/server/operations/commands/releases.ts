// `releases` lists releases, `releases rollback [name]` offers an earlier one again, `releases withdraw <name>`
// withdraws a prepared one. For all portals on the database of DATABASE_URL, or without one in DATA_DIR.
import {
  findAuthor,
  listReleases,
  type Release,
  type ReleaseAction,
  readLog,
  rollBack,
  withdraw,
  writeLog,
} from "#content/publish/releases.ts";
import { createClock } from "../../config/clock.ts";
import { namePlace } from "../withData.ts";
import { withReleases } from "../withReleases.ts";

export const list = ({ json }: { json: boolean }): Promise<string> =>
  withReleases(async (directory, config) => {
    const log = readLog(directory);
    const releases = listReleases(log, createClock(config.today).today());
    const isEmpty = releases.length === 0 && !json;
    return isEmpty ? `Nothing is published yet at ${namePlace(config)}.` : show(releases, log, json);
  });

interface Change {
  name: string | undefined;
  author: string | undefined;
  note: string;
}

export const rollback = (values: Change, env?: NodeJS.ProcessEnv): Promise<string> => change(rollBack, values, env);
export const withdrawOne = (values: Change): Promise<string> => change(withdraw, values);

const change = (
  act: typeof rollBack,
  { name, author = findAuthor(), note }: Change,
  env?: NodeJS.ProcessEnv,
): Promise<string> =>
  withReleases(async (directory, config) => {
    const clock = createClock(config.today);
    const log = readLog(directory);
    const action = act(log, name, { author, note, at: clock.now() });
    const next = [...log, action];
    writeLog(directory, next);
    const offered = listReleases(next, clock.today()).find(({ state }) => state === "on offer");
    const coming = listReleases(next, clock.today()).filter(({ state }) => state === "prepared");
    const warned = coming.map((release) => ` ${release.name} is prepared and takes over on ${release.first}.`).join("");
    const did = act === withdraw ? `${action.release} is withdrawn. ` : "";
    return `${did}On offer: ${offered?.name}. Requests that were begun keep their contract.${warned}`;
  }, env);

function show(releases: readonly Release[], log: readonly ReleaseAction[], json: boolean): string {
  const taken = log.filter(({ action }) => action !== "publish");
  const actions = taken.map(({ offer: _none, ...one }) => one);
  if (json) return JSON.stringify({ releases, actions }, null, 2);
  const rows = releases.map(({ name, state, first, last = "", author, note }) => [
    name,
    state,
    first,
    last,
    author,
    note,
  ]);
  const table = [["name", "state", "first day", "last day", "author", "note"], ...rows];
  const widths = table[0]?.map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0))) ?? [];
  const lines = table.map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  "));
  const actionLines = actions.map(({ action, release, from, author, note }) => {
    const did = `${from}: ${action === "rollback" ? "back to" : "withdrawn:"} ${release}, by ${author}`;
    return note ? `${did}: ${note}` : did;
  });
  return [...lines, ...actionLines].map((line) => line.trimEnd()).join("\n");
}
