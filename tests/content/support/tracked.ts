// The files of the repository as git lists them, new ones included. Without git (an unpacked archive) all but generated
// ones.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const made = /^(node_modules|dist|\.data|test-results|playwright-report|\.git)(\/|$)/;

export function trackedFiles(): string[] {
  if (existsSync(join(root, ".git"))) {
    const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    return list.split("\n").filter((file) => file && existsSync(join(root, file)));
  }
  return listFiles("");
}

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (made.test(path)) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
