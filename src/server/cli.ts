// The commands of operators: `bin/portal <command>` in a release archive, `npm run <command>` in a checkout. All use the portal's
// settings.
import process from "node:process";
import { nameCommand } from "./nameCommand.ts";
import { explainFailure } from "./operations/explainFailure.ts";
import { refuseStart } from "./operations/readOptions.ts";

interface Command {
  run: () => Promise<unknown>;
  takes?: string;
  says: string;
  /** The command parses its own options; without it all options are refused. */
  options?: true;
}

const COMMANDS: Record<string, Command> = {
  start: { run: () => import("./main.ts"), says: "starts the portal and stays until SIGTERM", options: true },
  doctor: {
    run: () => import("./operations/doctor.ts"),
    says: "says all that is wrong with settings, database, products, mail, login, disk",
  },
  migrate: { run: () => import("./operations/migrate.ts"), says: "brings the database to the shape of this program" },
  backup: { run: () => import("./operations/backup.ts"), takes: "<file>", says: "writes everything into one file" },
  restore: {
    run: () => import("./operations/restore.ts"),
    takes: "<file>",
    says: "into an empty database and data folder",
  },
  audit: {
    run: () => import("./operations/audit.ts"),
    takes: "[number]",
    says: "the trail as JSON lines, from after that line on",
  },
  retention: {
    run: async () => (await import("./operations/retention.ts")).answerOperator(),
    takes: "[--now]",
    says: "how long what is kept, and how much of it would go; or removes it",
    options: true,
  },
  relation: {
    run: () => import("./operations/relation.ts"),
    takes: "export|erase --relation N --office N",
    says: "what is stored of one relation, in a folder (--out); or erases it (--dry-run)",
    options: true,
  },
  account: {
    run: () => import("./operations/account.ts"),
    takes: "export|erase --user <login>",
    says: "what is stored of one account, in a folder (--out); or erases it (--dry-run)",
    options: true,
  },
  releases: {
    run: () => import("./operations/releases.ts"),
    takes: "list | rollback [name] | withdraw <name>",
    says: "which release of the products is on offer, and when",
    options: true,
  },
  sessions: {
    run: () => import("./operations/sessions.ts").then(({ run }) => run()),
    takes: "list [--user <login>] | end --user <login>",
    says: "who is logged in, and out with him",
    options: true,
  },
  handover: {
    run: () => import("./operations/handover.ts"),
    takes: "list | send <id> | send all | replay --from <day|id> | offices | add | rotate | remove",
    says: "what systems of others are told",
    options: true,
  },
  mail: {
    run: () => import("./operations/mail.ts").then(({ run }) => run()),
    takes: "list | send <id> | send all",
    says: "mail that was given up",
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

const [name = ""] = process.argv.splice(2, 1);
const command = COMMANDS[name];
const odd = process.argv.slice(2).find((word) => word.startsWith("-"));
if (command && odd !== undefined && !command.options)
  refuseStart(
    `${odd} is no option of this command.\n  ${nameCommand([name, command.takes].filter(Boolean).join(" "))}: ${command.says}`,
  );
else if (command) await command.run();
else {
  process.stdout.write(`${[`Usage: ${nameCommand("<command> [words]")}`, ...usage()].join("\n")}\n`);
  process.exitCode = name === "" || name === "--help" ? 0 : 2;
}
