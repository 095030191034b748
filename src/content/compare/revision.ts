// The content as it was: that of a release or of a git revision, in a temporary folder of its own. The comparison opens it, reads it as
// any other content, and closes it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { followRenames } from "../names/rename/followRenames.ts";
import type { Rename } from "../names/rename/renameWords.ts";
import { listReleases, readSources } from "../publish/releases.ts";
import { t } from "../read/findings/translate.ts";

export interface ContentFolders {
  schemas: string;
  fixtures: string;
}

export interface OpenContent extends ContentFolders {
  name: string;
  /** Renames of the later content that were made in this one. */
  renamed?: readonly Rename[];
  /** Removes what was made for it. */
  close(): void;
}

/** Its message is a sentence for the analyst who gave the name. */
export class UnknownContent extends Error {}

export interface Earlier extends ContentFolders {
  /** Where the products are published, whose releases have names. */
  published: string;
}

/** The default folders of content, fixtures and releases. */
export const findContent = (): Earlier => ({
  schemas: "schemas",
  fixtures: "fixtures",
  published: process.env.PRODUCTS_DIR ?? join(process.env.DATA_DIR || ".data", "products"),
});

/** Opens the content under a name, of a release first. With `after` its fields get the names that they have there. */
export function openContent(name: string, now: Earlier = findContent(), after?: ContentFolders): OpenContent {
  const folder = mkdtempSync(join(tmpdir(), "content-"));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    const sources = readSources(now.published, name);
    const folders = sources ? writeSources(sources, folder) : new Repository(now).write(name, folder);
    return { name, ...folders, ...(after ? { renamed: followRenames(folders, after) } : {}), close };
  } catch (reason) {
    close();
    throw reason;
  }
}

function writeSources(sources: Readonly<Record<string, string>>, folder: string): ContentFolders {
  for (const [path, text] of Object.entries(sources)) {
    const file = resolve(folder, path);
    if (!file.startsWith(folder + sep)) throw new UnknownContent(t`The release holds a file outside of it: ${path}.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { schemas: join(folder, "schemas"), fixtures: join(folder, "fixtures") };
}

/**
 * The candidates for a comparison: releases, and the last commits that changed content or fixtures, the newest first.
 */
export function listEarlier(now: Earlier): { name: string; about: string }[] {
  const releases = listReleases(now.published).flatMap(({ name, sources, note, first }) =>
    sources === null ? [] : [{ name, about: [t`release`, first, note].filter(Boolean).join(", ") }],
  );
  return [{ name: "HEAD", about: t`last commit` }, ...releases.reverse(), ...new Repository(now).commits()];
}

class Repository {
  readonly #now: Earlier;
  readonly #top: string | null;

  constructor(now: Earlier) {
    this.#now = now;
    this.#top = git(["rev-parse", "--show-toplevel"], { cwd: resolve(now.schemas) })?.trim() ?? null;
  }

  /** Writes the folders as they were, with an index of its own: the repository notices nothing. */
  write(name: string, folder: string): ContentFolders {
    const commit = this.#git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`])?.trim();
    if (!commit || this.#top === null)
      throw new UnknownContent(t`There is no release or git revision "${name}"; ${this.#names()}.`);
    const inside = (path: string) => relative(this.#top ?? "", realpathSync(path));
    const [schemas, fixtures] = [inside(this.#now.schemas), inside(this.#now.fixtures)];
    const there = this.#git(["ls-tree", "--name-only", commit, "--", schemas, fixtures])?.trim().split("\n") ?? [];
    if (!there.includes(schemas)) throw new UnknownContent(t`The git revision "${name}" has no content in ${schemas}.`);
    const index = { GIT_INDEX_FILE: join(folder, ".index") };
    this.#git(["--work-tree", folder, "checkout", "--quiet", commit, "--", ...there], index);
    return { schemas: join(folder, schemas), fixtures: join(folder, fixtures) };
  }

  commits(): { name: string; about: string }[] {
    const { schemas, fixtures } = this.#now;
    const paths = [schemas, fixtures].map((path) => realpathSync(path));
    const log =
      this.#git(["log", "-12", "--format=%h%x09%cs %s", "--", ...paths])
        ?.split("\n")
        .filter(Boolean) ?? [];
    return log.map((line) => {
      const [name = "", about = ""] = line.split("\t");
      return { name, about };
    });
  }

  #names(): string {
    const releases = listReleases(this.#now.published).flatMap((release) =>
      release.sources === null ? [] : release.name,
    );
    const order = ["--format=%(refname:short)", "--sort=-creatordate", "--count=8"];
    const refs = this.#git(["for-each-ref", ...order, "refs/tags", "refs/heads"])
      ?.split("\n")
      .filter(Boolean);
    const made =
      releases.length > 0 ? t`the releases are ${releases.slice(-8).join(", ")}` : t`there is no release yet`;
    const commits = refs
      ? t`or name a commit, such as ${["HEAD", ...refs].join(", ")}`
      : t`and this is not a git repository`;
    return t`${made}; ${commits}`;
  }

  #git(args: string[], env: NodeJS.ProcessEnv = {}): string | null {
    return this.#top === null ? null : git(args, { cwd: this.#top, env });
  }
}

/** Returns what it prints, or null when it refuses. */
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
