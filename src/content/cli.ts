// The commands of analysts and testers, in a checkout: `node src/content/cli.ts <command>`, which npm runs as `npm run <command>`.
import { enableCompileCache } from "node:module";
import { LANGUAGES } from "#engine/values/languages.ts";
import { runProgram } from "./commands/commandLine.ts";
import { chooseOne, command, DAY, type Kind, nameNpm, type Program, text } from "./commands/commandTable.ts";

const FOLDERS = {
  schemas: { kind: text("folder"), default: "schemas", summary: "content" },
  fixtures: { kind: text("folder"), default: "fixtures", summary: "fixtures" },
} as const;
const PRODUCT = { product: { kind: text("product"), summary: "only what concerns this product" } } as const;
const REPEATED = {
  ...FOLDERS,
  watch: { summary: "again after every saved file" },
} as const;

const FIELD: Kind<{ step: string; field: string }> = {
  placeholder: "step.field",
  expected: "a step and its field, as general-data.turnover",
  read: (value) => {
    const [, step, field] = /^([^.]+)\.(.+)$/.exec(value) ?? [];
    return step && field ? { step, field } : undefined;
  },
};

export const PUBLISH = command({
  summary: "checks the content, and publishes it when nothing is wrong",
  options: {
    ...REPEATED,
    "despite-errors": { summary: "publishes what the check refuses, where it can be compiled at all" },
    from: { kind: DAY, summary: "comes on offer on that day by itself; else at once" },
    name: { kind: text("name"), summary: "of the release; else the day with a number" },
    author: { kind: text("name"), summary: "of the release; else the author of commits" },
    note: { kind: text("text"), summary: "of the release" },
    out: { kind: text("folder"), summary: "where published files go; else the folder products in DATA_DIR (.data)" },
  },
  example: '--from 2027-01-01 --name new-year --note "Terms of 2027"',
  run: async (values) => (await import("./commands/runCommands.ts")).publish(values),
});

export const CONTENT: Program = {
  nameCall: nameNpm,
  commands: {
    check: command({
      summary: "checks every content file and fixture",
      options: {
        ...PRODUCT,
        ...REPEATED,
        language: { kind: chooseOne(...LANGUAGES), summary: "of the findings; else English" },
        json: { summary: "prints the findings as JSON" },
        junit: { kind: text("file"), summary: "also writes a report that CI servers read" },
        "write-journeys": {
          kind: text("product"),
          summary: "writes a beginning of each journey that the product lacks",
        },
      },
      example: "--product home_contents --watch",
      run: async (values) => (await import("./commands/runCommands.ts")).check(values),
    }),
    "publish-products": PUBLISH,
    "new-product": command({
      summary: "writes a whole working product after one that exists",
      words: { key: text("key") },
      options: { ...FOLDERS, like: { kind: text("product"), summary: "the product that it is made after" } },
      example: "bicycle --like home_contents",
      run: async (values) => (await import("./commands/runCommands.ts")).makeProduct(values),
    }),
    rename: command({
      summary: "gives a field another name in every file",
      words: { product: text("product"), field: FIELD, to: text("new name") },
      options: FOLDERS,
      example: "home_contents general-data.turnover revenue",
      run: async (values) => (await import("./commands/runCommands.ts")).rename(values),
    }),
    "upgrade-content": command({
      summary: "rewrites content of an earlier version to the words of this one",
      options: FOLDERS,
      example: "--schemas schemas",
      run: async (values) => (await import("./commands/runCommands.ts")).upgradeContent(values),
    }),
    "fixtures accept": command({
      summary: "shows the amounts of journeys that a changed price changed",
      options: { ...PRODUCT, ...FOLDERS, write: { summary: "writes the amounts that it shows" } },
      example: "--write",
      run: async (values) => (await import("./commands/runCommands.ts")).acceptAmounts(values),
    }),
  },
};

if (import.meta.main) {
  enableCompileCache();
  process.exitCode = await runProgram(CONTENT, process.argv.slice(2));
}
