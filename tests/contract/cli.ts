// `npm run contract -- --url <address> --login <user>`: prints in which of its answers a back end differs from
// schemas/api. Exit code 1 on a difference, 2 on a wrong command.
import { writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { escapeXml } from "#content/check/report.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import { openDatabase } from "#server/db/open.ts";
import { describeCalls } from "#server/operations/archive/writeOpenApi.ts";
import { Description } from "./description.ts";
import { type ContractOptions, type ContractReport, runContract } from "./run.ts";

const USAGE = `Usage: npm run contract -- --url <address> [--login <user>[:<password>]] [options]
  --login <user>[:<password>]  logs in at the development login
  --cookie <name>=<value>      the session of another login, instead
  --header <name>: <value>     sent with every call; may be given several times
  --read-only                  makes no request and changes nothing: lists, items, profile
  --yes-write                  makes requests on a machine that is not this one: never on production
  --journeys <part of a name>  only these of fixtures/journeys
  --today <yyyy-mm-dd>         the back end's day, when it is not today
  --json                       prints the report for a program
  --junit <file>               also writes a report that CI servers read
It makes quotations and policies: give it sample data, as fixtures/portfolio has them, and begin with them anew each time.`;

const OPTIONS = {
  url: { type: "string" },
  login: { type: "string" },
  cookie: { type: "string" },
  header: { type: "string", multiple: true },
  "read-only": { type: "boolean", default: false },
  "yes-write": { type: "boolean", default: false },
  journeys: { type: "string" },
  today: { type: "string" },
  json: { type: "boolean", default: false },
  junit: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

const HERE = ["localhost", "127.0.0.1", "[::1]"];

export interface Said {
  lines: string[];
  code: number;
}

/** `describe`: what every call is compared with. */
export async function contract(args: string[], describe = describeOwnCalls): Promise<Said> {
  const values = readArguments(args);
  if (typeof values === "string") return { lines: [values, "", USAGE], code: 2 };
  if (values.help || values.url === undefined) return { lines: [USAGE], code: values.help ? 0 : 2 };
  try {
    const report = await runContract(optionsOf(values, values.url), await describe());
    if (values.junit !== undefined) writeFileSync(values.junit, toJunit(report));
    const lines = values.json ? [JSON.stringify(report, null, 2)] : tell(report);
    return { lines, code: report.differences.length > 0 ? 1 : 0 };
  } catch (error) {
    const { message, cause } = error as Error;
    return { lines: [cause instanceof Error ? `${values.url} does not answer: ${cause.message}` : message], code: 2 };
  }
}

async function describeOwnCalls(): Promise<Description> {
  const database = await openDatabase({});
  const document = await describeCalls(database);
  await database.close();
  return new Description(document);
}

type Values = ReturnType<typeof parse>;
const parse = (args: string[]) => parseArgs({ args, options: OPTIONS }).values;

/** A sentence where they cannot be used. */
function readArguments(args: string[]): Values | string {
  try {
    const values = parse(args);
    const { url, "read-only": reads, "yes-write": writes } = values;
    if (url === undefined) return values;
    if (!URL.canParse(url)) return `"${url}" is not an address.`;
    if (reads || writes || HERE.includes(new URL(url).hostname)) return values;
    return "This makes requests at a machine that is not this one: say --yes-write, or --read-only.";
  } catch (error) {
    return (error as Error).message;
  }
}

function optionsOf({ login, header = [], cookie, journeys, today, ...values }: Values, url: string): ContractOptions {
  const [user = "", ...password] = login?.split(":") ?? [];
  const headers = header.map((line) => [line.split(":")[0]!.trim(), line.slice(line.indexOf(":") + 1).trim()]);
  return {
    url,
    login: login === undefined ? undefined : { user, password: password.join(":") },
    headers: { ...Object.fromEntries(headers), ...(cookie ? { cookie } : {}) },
    readOnly: values["read-only"],
    journeys,
    today: today ?? dayAtInstant(Date.now()),
  };
}

type Found = ContractReport["differences"][number];

export function sentence({ call, at: pointer, expected, got, times, journey }: Found): string {
  const where = pointer === "" ? call : `${call}: ${pointer}`;
  const often = times > 1 ? ` (${times} times)` : "";
  return `${where}: expected ${expected}, got ${got}${often}${journey === undefined ? "" : `, first in the journey ${journey}`}`;
}

export function tell({ calls, journeys, differences, notes }: ContractReport): string[] {
  const tried = Object.values(calls).filter((count) => count > 0);
  const counts = `${tried.length} of ${Object.keys(calls).length} specified calls, ${tried.reduce((sum, count) => sum + count, 0)} times; ${journeys} journeys`;
  return [
    ...differences.map(sentence),
    ...(notes.length > 0 ? ["", "Allowed, or not tried:", ...notes.map((note) => `  ${sentence(note)}`)] : []),
    "",
    `${counts}. ${differences.length === 1 ? "1 difference" : `${differences.length} differences`}.`,
  ];
}

/** A case for each specified call and for all journeys together. */
function toJunit({ calls, differences }: ContractReport): string {
  const names = [...new Set([...Object.keys(calls), ...differences.map(({ call }) => call)])];
  const cases = names.map((name) => {
    const ofCall = differences.filter(({ call }) => call === name);
    const failures = ofCall.map((difference) => `<failure message="${escapeXml(sentence(difference))}"/>`).join("");
    return `    <testcase classname="contract" name="${escapeXml(name)}">${failures}</testcase>`;
  });
  const failed = names.filter((name) => differences.some(({ call }) => call === name)).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite name="npm run contract" tests="${names.length}" failures="${failed}">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

if (import.meta.main) {
  const { lines, code } = await contract(process.argv.slice(2));
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = code;
}
