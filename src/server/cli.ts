// The commands of operators: `bin/portal <command>` in a release archive, `npm run <command>` in a checkout, which has more of them. All use
// the portal's settings. A command is loaded when it is called.
import process from "node:process";
import { runProgram } from "#content/commands/commandLine.ts";
import {
  type Command,
  chooseOne,
  command,
  type Kind,
  optional,
  type Program,
  text,
  whole,
} from "#content/commands/commandTable.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import { FROM_ARCHIVE, nameCommand } from "./config/nameCommand.ts";
import { CHECKOUT } from "./operations/checkoutCommands.ts";
import { explainFailure } from "./operations/explainFailure.ts";
import type { Data } from "./operations/withData.ts";

/** Runs `work` on the opened database and data folder. */
const onData =
  <Values>(
    load: () => Promise<(data: Data, values: Values) => Promise<string>>,
    migrate: false | "may be older" | "by hand" = false,
  ) =>
  async (values: Values): Promise<string> => {
    const [work, { withDatabase }] = await Promise.all([load(), import("./operations/withData.ts")]);
    return withDatabase(migrate, process.env, (data) => work(data, values));
  };

const FILE = text("file");
const FOLDER = text("folder");
const LOGIN = text("login");
const OFFICE = whole("office");
const GIVEN_UP = text("id|all");

const EXPORT = {
  out: { kind: FOLDER, required: true, summary: "the folder to make" },
  language: { kind: chooseOne(...LANGUAGES), default: DEFAULT_LANGUAGE, summary: "of titles and questions" },
} as const;
const ERASURE = { "dry-run": { summary: "shows what would be erased, and erases nothing" } } as const;
const USER = { user: { kind: LOGIN, required: true, summary: "the login name" } } as const;
const RELATION = {
  relation: { kind: whole("number"), required: true, summary: "the relation's number" },
  office: { kind: OFFICE, required: true, summary: "the number of its office" },
} as const;
const CHANGE = {
  author: { kind: text("name"), summary: "who changes it; else the author of commits" },
  note: { kind: text("text"), default: "", summary: "why" },
} as const;

const SINCE: Kind<Date | string> = {
  placeholder: "day|id",
  expected: "a day as 2026-11-22, a moment as 2026-11-22T08:00Z, or the id of an event",
  read: (value) => {
    if (/^[0-9a-f-]{36}$/.test(value)) return value;
    const moment = new Date(value);
    return /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(moment.getTime()) ? moment : undefined;
  },
};

const OPERATORS: Record<string, Command> = {
  start: command({
    summary: "starts the portal, whose settings are environment variables such as PORT=4000 (settings.md)",
    options: {
      dev: { summary: "in a checkout: serves the sources, and reloads on every saved file" },
    },
    example: "--dev",
    run: async (options) => (await import("./main.ts")).start(options),
  }),
  doctor: command({
    summary: "checks settings, database, products, mail, login and disk, and explains how to correct what is wrong",
    run: async () => (await import("./operations/commands/doctor.ts")).examinePortal(),
  }),
  migrate: command({
    summary: "updates the database to this version",
    run: async () => (await import("./operations/commands/migrate.ts")).migrateDatabase(),
  }),
  backup: command({
    summary: "writes all data and files into one file",
    words: { file: FILE },
    example: "monday.backup",
    // Before an upgrade the database is older than this program. The file records its migrations, and a restore brings it up to date.
    run: onData(async () => (await import("./operations/commands/backup.ts")).backUp, "may be older"),
  }),
  restore: command({
    summary: "restores a backup into a new database and an empty data folder",
    words: { file: FILE },
    example: "monday.backup",
    run: onData(async () => (await import("./operations/commands/backup.ts")).restore, "by hand"),
  }),
  audit: command({
    summary: "prints the audit trail as JSON lines, or what follows the line of that number",
    words: { number: optional(whole("number")) },
    example: "1200",
    run: onData(async () => (await import("./operations/commands/audit.ts")).printTrail),
  }),
  "audit verify": command({
    summary: "compares the audit trail with its seals, and names the first block that does not agree",
    options: {
      seal: { kind: text("hash"), summary: "must be in the chain: what an earlier run printed as the last seal" },
    },
    example: `--seal ${"0a".repeat(32)}`,
    run: onData(async () => (await import("./operations/commands/audit.ts")).verify),
  }),
  retention: command({
    summary: "prints how long data are kept, and how much would be deleted now",
    options: { now: { summary: "deletes it" } },
    example: "--now",
    run: onData(async () => (await import("./operations/commands/retention.ts")).runRetention),
  }),
  "relation find": command({
    summary: "finds where a person or company is named in what is stored",
    options: { name: { kind: text("words"), required: true, summary: "a name, a birth date, or both" } },
    example: '--name "Jansen 3-5-1970"',
    run: onData(async () => (await import("./operations/commands/relation.ts")).findNamings),
  }),
  "relation export": command({
    summary: "writes what is stored of one relation into a folder",
    options: { ...RELATION, ...EXPORT },
    example: "--relation 300101 --office 100245 --out relation",
    run: onData(async () => (await import("./operations/commands/relation.ts")).exportOne),
  }),
  "relation erase": command({
    summary: "erases one relation, except what must be kept",
    options: { ...RELATION, ...ERASURE },
    example: "--relation 300101 --office 100245 --dry-run",
    run: onData(async () => (await import("./operations/commands/relation.ts")).eraseOne),
  }),
  "account export": command({
    summary: "writes what is stored of one account into a folder",
    options: { ...USER, ...EXPORT },
    example: "--user v.voorbeeld --out account",
    run: onData(async () => (await import("./operations/commands/account.ts")).exportOne),
  }),
  "account erase": command({
    summary: "erases one account, except in the audit trail",
    options: { ...USER, ...ERASURE },
    example: "--user v.voorbeeld --dry-run",
    run: onData(async () => (await import("./operations/commands/account.ts")).eraseOne),
  }),
  "releases list": command({
    summary: "prints which release of the products is on offer, earlier ones and prepared ones",
    options: { json: { summary: "for a program" } },
    example: "--json",
    run: async (values) => (await import("./operations/commands/releases.ts")).list(values),
  }),
  "releases rollback": command({
    summary: "offers an earlier release again: the one before, or the named one",
    words: { name: optional(text("name")) },
    options: CHANGE,
    example: '--note "too dear"',
    run: async (values) => (await import("./operations/commands/releases.ts")).rollback(values),
  }),
  "releases withdraw": command({
    summary: "cancels a prepared release",
    words: { name: text("name") },
    options: CHANGE,
    example: "new-year",
    run: async (values) => (await import("./operations/commands/releases.ts")).withdrawOne(values),
  }),
  "sessions list": command({
    summary: "prints who is logged in",
    options: { user: { kind: LOGIN, summary: "only this user" } },
    example: "--user p.proef",
    run: onData(async () => (await import("./operations/commands/sessions.ts")).list),
  }),
  "sessions end": command({
    summary: "logs a user out everywhere",
    options: USER,
    example: "--user p.proef",
    run: onData(async () => (await import("./operations/commands/sessions.ts")).end),
  }),
  "handover list": command({
    summary: "prints events that were given up, because their receiver did not accept them",
    run: onData(async () => (await import("./operations/commands/handover.ts")).list),
  }),
  "handover send": command({
    summary: "sends them again: the event of that id, or all",
    words: { which: GIVEN_UP },
    example: "all",
    run: onData(async () => (await import("./operations/commands/handover.ts")).sendNow),
  }),
  "handover replay": command({
    summary: "sends everything since then again, under the same ids",
    options: {
      from: { kind: SINCE, required: true, summary: "a day, a moment or the id of an event" },
      receiver: { kind: text("name"), summary: "only to this one: insurer, or office-<number>" },
    },
    example: "--from 2026-11-22",
    run: onData(async () => (await import("./operations/commands/handover.ts")).replayNow),
  }),
  "handover offices": command({
    summary: "prints the receivers of offices",
    run: onData(async () => (await import("./operations/commands/handover.ts")).offices),
  }),
  "handover add": command({
    summary: "sends an office's own events to its software, and prints the secret",
    words: { office: OFFICE, url: text("url") },
    example: "100245 https://office.example/events",
    run: onData(async () => (await import("./operations/commands/handover.ts")).add),
  }),
  "handover rotate": command({
    summary: "makes a new secret and prints it; the old one signs too, until the next rotation",
    words: { office: OFFICE },
    example: "100245",
    run: onData(async () => (await import("./operations/commands/handover.ts")).rotate),
  }),
  "handover remove": command({
    summary: "sends that office nothing any more",
    words: { office: OFFICE },
    example: "100245",
    run: onData(async () => (await import("./operations/commands/handover.ts")).remove),
  }),
  "mail list": command({
    summary: "prints mail that could not be sent",
    run: onData(async () => (await import("./operations/commands/mail.ts")).list),
  }),
  "mail send": command({
    summary: "sends it again: the mail of that id, or all",
    words: { which: GIVEN_UP },
    example: "all",
    run: onData(async () => (await import("./operations/commands/mail.ts")).send),
  }),
};

export const SERVER: Program = {
  commands: FROM_ARCHIVE ? OPERATORS : { ...OPERATORS, ...CHECKOUT },
  nameCall: nameCommand,
  explain: explainFailure,
};

if (import.meta.main) {
  // The reader of a pipe may close it early (`| head`). The command still runs to its end.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.stderr.write(`${explainFailure(error) ?? error.message}\n`);
    process.exit(1);
  });
  const code = await runProgram(SERVER, process.argv.slice(2));
  process.exitCode ||= code;
}
