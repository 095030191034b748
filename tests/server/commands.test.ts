// A message names a command as it is typed where the program runs: a release archive has no npm, a checkout no `portal`.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nameCommand } from "#server/config/nameCommand.ts";

const server = join(import.meta.dirname, "../../src/server");
const { scripts } = JSON.parse(readFileSync(join(server, "../../package.json"), "utf8"));

function runCli(...words: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(server, "cli.ts"), ...words], {
    env: { PATH: process.env.PATH, APP_ENV: "test" },
    encoding: "utf8",
  });
  return { said: stdout + stderr, status };
}

test("in a checkout words stand after the dashes, where npm leaves them alone", () => {
  expect(nameCommand("migrate", false)).toBe("npm run migrate");
  expect(nameCommand("retention --now", false)).toBe("npm run retention -- --now");
  expect(nameCommand("retention --now", true)).toBe("portal retention --now");
  expect(runCli("backup", "--fast")).toEqual({
    said: "--fast is no option of this command.\n  npm run backup -- <file>: writes all data and files into one file\n",
    status: 2,
  });
});

test.each([
  "doctor all",
  "migrate now",
  "backup a.backup b.backup",
  "audit 1 2",
  "retention now --now",
  "relation erase 300101 --office 100245",
  "releases list 2027",
  "releases rollback first second",
  "sessions end all --user p.proef",
  "handover list all",
  "handover add 100245 https://office.example secret",
  "mail send all extra",
])("%s: the word too many is refused with what the command takes, before anything is done", (line) => {
  const words = line.split(" ");
  const surplus = words.findLast((word) => !/^(--|100245$|p\.proef$)/.test(word));
  const { said, status } = runCli(...words);
  expect([said.split("\n")[0], status]).toEqual([`"${surplus}" is a word too many.`, 2]);
  expect(said).toContain(`\n  npm run ${words[0]}`);
});

test("no message has a command typed into it", () => {
  const { said } = runCli();
  expect(said).toMatch(/^Usage: npm run <command> -- \[words\]\n/);
  const commands = [...said.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name ?? "");
  expect(commands).toContain("mail");
  expect(commands.filter((name) => !scripts[name])).toEqual([]);
  const typed = new RegExp(
    `(?<!the |The |a |A )\\bportal (${commands.join("|")}|<)\\b|npm run (?!(${Object.keys(scripts).join("|")})\\b)|npm run (${commands.join("|")})\\b`,
  );
  const files = readdirSync(server, { recursive: true, encoding: "utf8" });
  const found = files
    .filter((file) => file.endsWith(".ts") && file !== "nameCommand.ts")
    .flatMap((file) => {
      const lines = readFileSync(join(server, file), "utf8").split("\n");
      return lines
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && typed.test(line))
        .map((line) => `${file}: ${line.trim()}`);
    });
  expect(found).toEqual([]);
});
