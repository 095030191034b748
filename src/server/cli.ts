// The commands of operators: `bin/portal <command>` in a release archive, `npm run <command>` in a checkout. All use the portal's
// settings.
import process from "node:process";
import { nameCommand } from "./config/nameCommand.ts";
import { explainFailure } from "./operations/doctor/explainFailure.ts";
import { refuseStart } from "./operations/readOptions.ts";

interface Command {
  run: () => Promise<unknown>;
  /** Also decides how many words are taken: a surplus one is refused. */
  takes?: string;
  says: string;
  /** The command parses its own options; without it all options are refused. */
  options?: true;
}

const COMMANDS: Record<string, Command> = {
  start: { run: () => import("./main.ts"), says: "starts the portal, which runs until SIGTERM", options: true },
  doctor: {
    run: () => import("./operations/commands/doctor.ts"),
    says: "checks settings, database, products, mail, login and disk, and says how to correct what is wrong",
  },
  migrate: { run: () => import("./operations/commands/migrate.ts"), says: "updates the database to this version" },
  backup: {
    run: () => import("./operations/commands/backup.ts"),
    takes: "<file>",
    says: "writes all data and files into one file",
  },
  restore: {
    run: () => import("./operations/commands/restore.ts"),
    takes: "<file>",
    says: "restores a backup into a new database and an empty data folder",
  },
  audit: {
    run: () => import("./operations/commands/audit.ts"),
    takes: "[number]",
    says: "prints the audit trail as JSON lines, or what follows the line of that number",
  },
  retention: {
    run: async () => (await import("./operations/commands/retention.ts")).answerOperator(),
    takes: "[--now]",
    says: "prints how long data are kept, and how much would be deleted now; --now deletes it",
    options: true,
  },
  relation: {
    run: () => import("./operations/commands/relation.ts"),
    takes: "export|erase --relation N --office N",
    says: "writes what is stored of one relation into a folder (--out); or erases it (--dry-run shows what)",
    options: true,
  },
  account: {
    run: () => import("./operations/commands/account.ts"),
    takes: "export|erase --user <login>",
    says: "writes what is stored of one account into a folder (--out); or erases it (--dry-run shows what)",
    options: true,
  },
  releases: {
    run: () => import("./operations/commands/releases.ts"),
    takes: "list | rollback [name] | withdraw <name>",
    says: "prints which release of the products is on offer; offers an earlier one again, or cancels a prepared one",
    options: true,
  },
  sessions: {
    run: () => import("./operations/commands/sessions.ts").then(({ run }) => run()),
    takes: "list [--user <login>] | end --user <login>",
    says: "prints who is logged in; or logs a user out everywhere",
    options: true,
  },
  handover: {
    run: () => import("./operations/commands/handover.ts"),
    takes:
      "list | send <id> | send all | replay --from <day|id> | offices | add <office> <url> | rotate <office> | remove <office>",
    says: "prints events that could not be delivered, sends them again, and manages the receivers of offices",
    options: true,
  },
  mail: {
    run: () => import("./operations/commands/mail.ts").then(({ run }) => run()),
    takes: "list | send <id> | send all",
    says: "prints mail that could not be sent, and sends it again",
  },
};

const usage = () =>
  Object.entries(COMMANDS).map(
    ([name, { takes, says }]) => `  ${name.padEnd(10)}${[takes, says].filter(Boolean).join(": ")}`,
  );

// The reader of a pipe may close it early (`| head`); the command still runs to its end.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`${explainFailure(error) ?? error.message}\n`);
  process.exit(1);
});

const isOption = (word: string) => word.includes("--");

/** How many words may stand before the options. Without limit after a word that the command does not know: it says so itself. */
function countWords(takes: string, first: string | undefined): number {
  const counts = takes.split(" | ").flatMap((way) => {
    const words = way.split(" ").filter(Boolean);
    const ahead = words.some(isOption) ? words.slice(0, words.findIndex(isOption)) : words;
    const [begins = "<nothing>"] = ahead;
    return /^[<[]/.test(begins) || begins.split("|").includes(first ?? "") ? [ahead.length] : [];
  });
  return counts.length > 0 ? Math.max(...counts) : Number.POSITIVE_INFINITY;
}

/** What is wrong with the words of a command, before it does anything. What stands after an option it reads itself. */
function findWrong({ takes = "", options }: Command, words: string[]): string | undefined {
  const at = words.findIndex((word) => word.startsWith("-"));
  if (at >= 0 && !options) return `${words[at]} is no option of this command.`;
  const surplus = (at >= 0 ? words.slice(0, at) : words)[countWords(takes, words[0])];
  return surplus && `"${surplus}" is a word too many.`;
}

const [name = ""] = process.argv.splice(2, 1);
const command = COMMANDS[name];
const wrong = command && findWrong(command, process.argv.slice(2));
if (command && wrong)
  refuseStart(`${wrong}\n  ${nameCommand([name, command.takes].filter(Boolean).join(" "))}: ${command.says}`);
else if (command) await command.run();
else {
  process.stdout.write(`${[`Usage: ${nameCommand("<command> [words]")}`, ...usage()].join("\n")}\n`);
  process.exitCode = name === "" || name === "--help" ? 0 : 2;
}
