// Every command of the two tables, called with wrong arguments: what it answers, and that it changes nothing. Also that
// a message names a command as it is typed where the program runs: a release archive has no npm, a checkout no
// `portal`.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { CONTENT } from "#content/cli.ts";
import { runProgram } from "#content/commands/commandLine.ts";
import type { Command, Program } from "#content/commands/commandTable.ts";
import { SERVER } from "#server/cli.ts";
import { nameCommand } from "#server/config/nameCommand.ts";
import { CHECKOUT } from "#server/operations/checkoutCommands.ts";

const server = join(import.meta.dirname, "../../src/server");
const { scripts } = JSON.parse(readFileSync(join(server, "../../package.json"), "utf8"));

function runCli(...words: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(server, "cli.ts"), ...words], {
    env: { PATH: process.env.PATH, APP_ENV: "test" },
    encoding: "utf8",
  });
  return { said: stdout + stderr, status };
}

test("in a checkout words follow the dashes, where npm leaves them alone", () => {
  expect(nameCommand("migrate", false)).toBe("npm run migrate");
  expect(nameCommand("retention --now", false)).toBe("npm run retention -- --now");
  expect(nameCommand("retention --now", true)).toBe("portal retention --now");
  expect(runCli("backup", "--fast")).toEqual({
    said: 'Unknown option "--fast". This command has no options.\n  npm run backup -- <file>\n',
    status: 2,
  });
});

/** Runs a call with commands that only note that they ran. */
async function call(program: Program, line: string[], env: NodeJS.ProcessEnv = {}) {
  const ran: string[] = [];
  const commands = Object.entries(program.commands).map(([name, command]) => [
    name,
    { ...command, run: async () => void ran.push(name) },
  ]);
  const printed: Record<"log" | "error", string[]> = { log: [], error: [] };
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text: string) => void printed[name].push(text)),
  );
  try {
    const code = await runProgram({ ...program, commands: Object.fromEntries(commands) }, line, env);
    return { code, out: printed.log.join("\n"), error: printed.error.join("\n"), ran };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const UNREADABLE = "?!";
const splitWords = (line: string) => (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));

/** Calls of one command that cannot be meant, without its name. */
function mistypedCalls({ words = {}, options = {}, example = "" }: Command): string[][] {
  const kinds = Object.values(words);
  const typed = splitWords(example);
  const isNeeded = kinds.some((word) => !word.optional) || Object.values(options).some(({ required }) => required);
  return [
    ["--nonsense"],
    ["-x"],
    ...(isNeeded ? [[]] : []),
    [...typed, ...kinds.map(() => "1"), "surplus"],
    ...kinds.flatMap((kind, index) =>
      kind.read(UNREADABLE) === undefined ? [[...typed.slice(0, index), UNREADABLE]] : [],
    ),
    ...Object.entries(options).flatMap(([name, { kind }]) => [
      ...(kind ? [[`--${name}`], [`--${name}=`], [`--${name}`, "--next"]] : [[`--${name}=yes`]]),
      ...(kind && kind.read(UNREADABLE) === undefined ? [[`--${name}`, UNREADABLE]] : []),
    ]),
  ];
}

const PROGRAMS = { "src/server/cli.ts": SERVER, "src/content/cli.ts": CONTENT };
const everyCommand = Object.entries(PROGRAMS).flatMap(([file, program]) =>
  Object.entries(program.commands).map(([name, command]) => ({ file, name, command, program })),
);

test.each(everyCommand)(
  "$file $name explains itself with --help and -h, and does nothing",
  async ({ name, program, command }) => {
    for (const help of ["--help", "-h"]) {
      const { code, out, error, ran } = await call(program, [...name.split(" "), "surplus", help]);
      expect([code, error, ran], help).toEqual([0, "", []]);
      expect(out).toMatch(/^Usage: npm run \S.*\n[A-Z].*[^.]\.$/m);
      for (const option of Object.keys(command.options ?? {}))
        expect(out).toMatch(new RegExp(`^ {2}--${option}\\b`, "m"));
    }
  },
);

test.each(everyCommand)("$file $name has an example that it accepts", async ({ name, program, command }) => {
  const takesSomething = Object.keys({ ...command.words, ...command.options }).length > 0;
  expect(command.example !== undefined).toBe(takesSomething);
  const { code, error, ran } = await call(program, [...name.split(" "), ...splitWords(command.example ?? "")]);
  expect([code, error, ran]).toEqual([0, "", [name]]);
});

test.each(everyCommand)(
  "$file $name refuses a mistyped call with 2 and one sentence, and does nothing",
  async ({ name, program, command }) => {
    const calls = mistypedCalls(command);
    expect(calls.length).toBeGreaterThan(2);
    for (const line of calls) {
      const { code, out, error, ran } = await call(program, [...name.split(" "), ...line]);
      expect([code, out, ran], `${line}`).toEqual([2, "", []]);
      expect(error, `${line}`).toMatch(/^\S[^\n]*[.?]\n {2}npm run [^\n]+$/);
    }
    for (const option of Object.keys(command.options ?? {})) {
      const env = { [`npm_config_${option.replaceAll("-", "_")}`]: "true" };
      const { code, error, ran } = await call(program, name.split(" "), env);
      expect([code, error.split("\n")[0], ran]).toEqual([2, expect.stringContaining(`npm took --${option} `), []]);
    }
  },
);

test.each([
  ["mail", "mail list"],
  ["releases --json", "releases list"],
])("%s means its list", async (line, name) => {
  expect(await call(SERVER, line.split(" "))).toMatchObject({ code: 0, ran: [name] });
});

test.each([
  ["backpu x", 'There is no command "backpu". Did you mean "backup"?'],
  ["mail sned all", 'There is no command "mail sned". Did you mean "mail send"?'],
  ["relation", '"relation" needs one word more.'],
  ["relation --office 100245", '"relation" needs one word more.'],
  ["handover list --from 2026-11-01", 'Unknown option "--from". This command has no options.'],
  ["handover --from 2026-11-01", 'Unknown option "--from". This command has no options.'],
  ["sessions --user p.proef end", '"end" is a word too many. A name of several words needs quotes.'],
  ["sessions list --usr p.proef", 'Unknown option "--usr". Did you mean "--user"?'],
  ["start --port 4000", 'Unknown option "--port". There is --dev.'],
])("%s is refused: %s", async (line, sentence) => {
  const { code, error, ran } = await call(SERVER, line.split(" "));
  expect([code, error.split("\n")[0], ran]).toEqual([2, sentence, []]);
});

test("a help text and a refusal load no database and no server", () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => { process.stdout.write("loaded " + url + "\\n"); return next(url, context); } });`;
  const traced = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`];
  const loaded = (...words: string[]) => {
    const args = [...traced, join(server, "cli.ts"), ...words];
    const { stdout } = spawnSync(process.execPath, args, { env: { PATH: process.env.PATH }, encoding: "utf8" });
    return stdout.match(/^loaded .*/gm) ?? [];
  };
  expect(loaded("backup").length).toBeGreaterThan(10);
  for (const words of [["--help"], ["backup", "--help"], ["backup"]])
    expect(
      loaded(...words).filter((url) => /pglite|node_modules\/(pg|fastify|kysely)\/|db\/open\.ts|main\.ts/.test(url)),
    ).toEqual([]);
});

test("every command is a script of npm, and the script runs it", () => {
  const wrong = everyCommand.flatMap(({ file, name }) => {
    const [first = ""] = name.split(" ");
    const isElsewhere = first === "start" || (first === "publish-products" && file !== "src/server/cli.ts");
    return isElsewhere || scripts[first] === `node ${file} ${first}` ? [] : [`${first}: ${scripts[first]}`];
  });
  expect(wrong).toEqual([]);
});

test("no message has a command typed into it", () => {
  const commands = [
    ...new Set(
      Object.keys(SERVER.commands)
        .filter((name) => !(name in CHECKOUT))
        .map((name) => name.split(" ")[0] ?? ""),
    ),
  ];
  const typed = new RegExp(
    `(?<!the |The |a |A )\\bportal (${commands.join("|")}|<)\\b|npm run (?!(${Object.keys(scripts).join("|")})\\b)|npm run (${commands.join("|")})\\b`,
  );
  const files = readdirSync(server, { recursive: true, encoding: "utf8" });
  const typedLines = files
    .filter((file) => file.endsWith(".ts") && file !== "nameCommand.ts")
    .flatMap((file) => {
      const lines = readFileSync(join(server, file), "utf8").split("\n");
      return lines
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && typed.test(line))
        .map((line) => `${file}: ${line.trim()}`);
    });
  expect(typedLines).toEqual([]);
});
