// The studio as `npm run studio` starts it, over a copy of the content that is a repository with one commit.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { TODAY } from "../../support/today.ts";

const root = join(import.meta.dirname, "../../..");

export interface Studio {
  address: string;
  /** The copy, which stories change. */
  content: string;
  close(): Promise<void>;
}

/** Builds the studio if its sources are newer, as when it is started by hand. */
export async function openStudio(options: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Studio> {
  const content = mkdtempSync(join(tmpdir(), "content-"));
  for (const folder of ["schemas", "fixtures"]) cpSync(join(root, folder), join(content, folder), { recursive: true });
  for (const args of ["init --quiet", "add .", "-c user.name=A -c user.email=a@example.nl commit --quiet -m before"])
    execFileSync("git", ["-C", content, ...args.split(" ")]);
  const all = { ...process.env, TODAY, DATA_DIR: join(content, "data"), ...env };
  const args = ["src/server/start.mjs", "--studio", "--port", "0", "--content", content, ...options];
  const studio = spawn(process.execPath, args, { cwd: root, env: all, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: studio.stdout })) {
    const address = /The studio is at (\S+)\./.exec(line)?.[1];
    if (address) return { address, content, close };
  }
  throw new Error("The studio did not start.");

  async function close(): Promise<void> {
    studio.kill("SIGTERM");
    await once(studio, "exit");
    rmSync(content, { recursive: true, force: true });
  }
}
