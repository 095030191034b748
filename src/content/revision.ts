// The content as it was: that of a git revision, in a temporary folder of its own. Whoever compares opens it, reads it as
// any other content, and closes it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

export interface ContentFolders {
  schemas: string;
  fixtures: string;
}

export interface OpenContent extends ContentFolders {
  name: string;
  /** Removes what was made for it. */
  close(): void;
}

/** Its message is a sentence for whoever gave the name. */
export class UnknownContent extends Error {}

/** The content under a name; `now` says where the files of today stand. */
export function openContent(
  name: string,
  now: ContentFolders = { schemas: "schemas", fixtures: "fixtures" },
): OpenContent {
  const folder = mkdtempSync(join(tmpdir(), "content-"));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { name, ...new Repository(now).write(name, now, folder), close };
  } catch (reason) {
    close();
    throw reason;
  }
}

class Repository {
  readonly #top: string;

  constructor({ schemas }: ContentFolders) {
    const top = git(["rev-parse", "--show-toplevel"], { cwd: resolve(schemas) });
    if (top === null)
      throw new UnknownContent(
        `${schemas} is in no git repository, so that there is no earlier content to compare with.`,
      );
    this.#top = top.trim();
  }

  /** Writes the folders as they were, with an index of its own: the repository notices nothing. */
  write(name: string, now: ContentFolders, folder: string): ContentFolders {
    const commit = this.#git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`])?.trim();
    if (!commit) throw new UnknownContent(`There is no release or git revision "${name}"; ${this.#names()}.`);
    const inside = (path: string) => relative(this.#top, realpathSync(path));
    const [schemas, fixtures] = [inside(now.schemas), inside(now.fixtures)];
    const there = this.#git(["ls-tree", "--name-only", commit, "--", schemas, fixtures])?.trim().split("\n") ?? [];
    if (!there.includes(schemas)) throw new UnknownContent(`The git revision "${name}" has no content in ${schemas}.`);
    const index = { GIT_INDEX_FILE: join(folder, ".index") };
    this.#git(["--work-tree", folder, "checkout", "--quiet", commit, "--", ...there], index);
    return { schemas: join(folder, schemas), fixtures: join(folder, fixtures) };
  }

  #names(): string {
    const refs = this.#git([
      "for-each-ref",
      "--format=%(refname:short)",
      "--sort=-creatordate",
      "--count=8",
      "refs/tags",
      "refs/heads",
    ]);
    const named = refs?.split("\n").filter(Boolean) ?? [];
    return ["name a commit, HEAD", ...named].join(", ");
  }

  #git(args: string[], env: NodeJS.ProcessEnv = {}): string | null {
    return git(args, { cwd: this.#top, env });
  }
}

/** What it prints; null when it refuses. */
function git(args: string[], { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv }): string | null {
  try {
    return execFileSync("git", args, {
      cwd,
      env: { ...process.env, ...env },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 26,
    });
  } catch {
    return null;
  }
}
