// What a change can reach: `npm test -- --changed` (what is not committed) or `--changed=<revision>`. Where the reach is not
// known it is everything: this may run too much, never too little.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ skip: Set<string>, args: Record<string, string[]>, long: boolean }} Reach */

/**
 * @param {string} root
 * @param {string} revision
 * @returns {string[]}
 */
export function changedFiles(root, revision) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  return [...git("diff", "--name-only", revision), ...git("ls-files", "--others", "--exclude-standard")];
}

/** Tested by ring 2, which starts, kills, migrates and backs up processes. Those are not followed by imports. */
const PROCESSES = /^src\/server\/(?:(?:db|operations)\/|(?:main|start)\.)/;

/**
 * Stages to leave out, arguments that narrow the others, and whether the tests in Node are those of ring 2 too.
 * @param {string} root
 * @param {string[]} files
 * @param {string} revision
 * @param {boolean} long also stories of ring 2
 * @returns {Reach}
 */
export function findReach(root, files, revision, long) {
  const some = (/** @type {RegExp} */ pattern) => files.some((file) => pattern.test(file));
  const prose = files.filter((file) => file.endsWith(".md"));
  const rest = files.filter((file) => !file.endsWith(".md"));
  const specs = readdirSync(join(root, "tests/e2e")).filter((name) => name.endsWith(".spec.ts"));
  const stories = storiesFor(long ? specs : specs.filter((name) => !name.includes(".long.")), rest);
  const skip = new Set();
  if (rest.length === 0) for (const name of ["types", "messages", "content", "build", "studio"]) skip.add(name);
  if (!some(/^src\/app\/messages\//)) skip.add("messages");
  if (stories.length === 0) for (const name of ["build", "studio", "e2e", "firefox"]) skip.add(name);
  if (rest.length === 0) skip.add("widgets");
  const unit = unitArgs(prose, rest, revision);
  const startsProcesses = rest.some((file) => PROCESSES.test(file));
  return {
    skip,
    args: { unit: startsProcesses ? [] : unit, widgets: unit, e2e: stories },
    long: long || startsProcesses,
  };
}

/**
 * vitest follows imports. It cannot follow what is read as a file (content, styles, lockfile), so then everything runs.
 */
function unitArgs(prose, rest, revision) {
  if (rest.length === 0) return prose.length > 0 ? ["tests/content"] : ["--changed", revision];
  return rest.every((file) => /\.tsx?$/.test(file) && !/^tests\/support\//.test(file)) ? ["--changed", revision] : [];
}

/**
 * Which stories open a room: those of the wizard, of the portal, of the studio. Any other room opens in all of them.
 */
const rooms = [
  { room: /^src\/wizard\//, stories: (/** @type {string} */ name) => !/^(portal|studio)/.test(name) },
  { room: /^src\/portal\//, stories: (/** @type {string} */ name) => !/^studio/.test(name) },
  { room: /^src\/studio\//, stories: (/** @type {string} */ name) => /^studio/.test(name) },
  { room: /^tests\/(?!e2e\/|support\/)/, stories: () => false },
];

/**
 * @param {string[]} all
 * @param {string[]} files
 * @returns {string[]}
 */
function storiesFor(all, files) {
  const reached = files.flatMap((file) => {
    const ownStory = /^tests\/e2e\/([^/]+\.spec\.ts)$/.exec(file)?.[1];
    if (ownStory) return all.includes(ownStory) ? [ownStory] : [];
    const matchingRoom = rooms.find(({ room }) => room.test(file));
    return matchingRoom ? all.filter(matchingRoom.stories) : all;
  });
  return [...new Set(reached)];
}
