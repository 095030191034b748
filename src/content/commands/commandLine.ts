// Reads a call by the table of commands with Node's parseArgs, and runs it or prints its help. A call that cannot be meant exits with 2
// before anything is done, a failed command with 1.
import { parseArgs } from "node:util";
import { nearest } from "../read/findings/sentences.ts";
import { type Command, type Kind, nameNpm, type Option, type Program } from "./commandTable.ts";

class CommandError extends Error {}

const asksHelp = (word: string): boolean => word === "--help" || word === "-h";
const isOption = (word: string): boolean => word.startsWith("-");

/** Runs what the arguments name and returns the exit code. */
export async function runProgram(program: Program, args: readonly string[], env = process.env): Promise<number> {
  try {
    const call = readCall(program, args, env);
    const answer = typeof call === "string" ? call : await call.command.run(call.values as never);
    if (typeof answer === "string" && answer) console.log(answer);
    return answer === false ? 1 : 0;
  } catch (error) {
    if (error instanceof CommandError) {
      const usages = findMeant(program, args).map((name) => `  ${describeUsage(program, name)}`);
      console.error([error.message, ...usages].join("\n"));
      return 2;
    }
    console.error(error instanceof Error ? (program.explain?.(error) ?? error.message) : String(error));
    return 1;
  }
}

/** The command that is called with its values, or a help text. @throws {CommandError} */
export function readCall(program: Program, args: readonly string[], env = process.env) {
  const [first = "--help", second = ""] = args;
  const group = findGroup(program, first);
  if (asksHelp(first)) return describeProgram(program, Object.keys(program.commands));
  if (group.length > 0 && asksHelp(second)) return describeProgram(program, group);
  const name = findName(program, args);
  const command = program.commands[name ?? ""];
  if (name === undefined || !command) {
    if (group.length > 0 && (second === "" || isOption(second)))
      throw new CommandError(`"${first}" needs one word more.`);
    const [typed, names] = group.length > 0 ? [`${first} ${second}`, group] : [first, Object.keys(program.commands)];
    throw new CommandError(`There is no command "${typed}".${suggest(typed, names)}`);
  }
  const rest = args.slice(name === `${first} ${second}` ? 2 : 1);
  if (rest.some(asksHelp)) return describeCommand(program, name);
  refuseTaken(name, Object.keys(command.options ?? {}), env);
  return { command, values: readValues(command, rest) };
}

/** The name of the command that is called. A group alone means its `list`. */
function findName({ commands }: Program, [first = "", second = ""]: readonly string[]): string | undefined {
  const list = second === "" || isOption(second) ? [`${first} list`] : [];
  return [`${first} ${second}`, first, ...list].find((name) => Object.hasOwn(commands, name));
}

const findGroup = ({ commands }: Program, first = ""): string[] =>
  Object.keys(commands).filter((name) => name.startsWith(`${first} `));

/** The commands whose usage helps with a mistyped call: the one, those of its group, or all. */
function findMeant(program: Program, args: readonly string[]): string[] {
  const name = findName(program, args);
  if (name !== undefined) return [name];
  const group = findGroup(program, args[0]);
  return group.length > 0 ? group : Object.keys(program.commands);
}

function suggest(name: string, names: readonly string[]): string {
  const meant = nearest(name, names);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

/** `npm run publish-products --from 2027-01-01` gives the option to npm, and to the command a word alone. */
function refuseTaken(name: string, options: readonly string[], env: NodeJS.ProcessEnv): void {
  const taken = options.find((option) => env[`npm_config_${option.replaceAll("-", "_")}`]);
  if (taken === undefined) return;
  throw new CommandError(
    `npm took --${taken} for itself. Write -- before the options: ${nameNpm(`${name} --${taken}`)} …`,
  );
}

function readValues(command: Command, args: readonly string[]): Record<string, unknown> {
  const words = Object.entries(command.words ?? {});
  const options = Object.entries(command.options ?? {});
  const { values, positionals } = parse(options, args);
  const surplus = positionals[words.length];
  if (surplus !== undefined)
    throw new CommandError(`"${surplus}" is a word too many. A name of several words needs quotes.`);
  return Object.fromEntries([
    ...options.map(([name, option]) => [name, readOption(name, option, values[name])]),
    ...words.map(([name, word], index) => {
      const value = positionals[index];
      if (value === undefined && !word.optional) throw new CommandError(`<${word.placeholder}> is missing.`);
      return [name, value === undefined ? undefined : readKind(word, `<${word.placeholder}>`, value)];
    }),
  ]);
}

function parse(options: readonly [string, Option][], args: readonly string[]) {
  const types = options.map(([name, { kind }]) => [name, { type: kind ? "string" : "boolean" }] as const);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(types), allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw new CommandError(message.split("\n")[0]!.replace(/\.?$/, "."));
    const [, unknown = ""] = /'(.+?)'/.exec(message) ?? [];
    const names = options.map(([name]) => `--${name}`);
    const existing = names.length > 0 ? `There is ${names.join(", ")}.` : "This command has no options.";
    throw new CommandError(`Unknown option "${unknown}".${suggest(unknown, [...names, "--help"]) || ` ${existing}`}`);
  }
}

function readOption(name: string, option: Option, value: unknown): unknown {
  if (!option.kind) return value === true;
  if (value === undefined && option.required) throw new CommandError(`--${name} is missing.`);
  return value === undefined ? option.default : readKind(option.kind, `--${name}`, String(value));
}

function readKind(kind: Kind<unknown>, name: string, value: string): unknown {
  const read = kind.read(value);
  if (read === undefined) throw new CommandError(`${name} needs ${kind.expected}${value && `, not "${value}"`}.`);
  return read;
}

const nameOption = (name: string, { kind }: Option): string => `--${name}${kind ? ` <${kind.placeholder}>` : ""}`;

/** A call with its words and the options that it needs. */
function describeUsage({ commands, nameCall }: Program, name: string): string {
  const { words = {}, options = {} } = commands[name] as Command;
  const needed = Object.entries(options).filter(([, { required }]) => required);
  const parts = [
    name,
    ...Object.values(words).map((word) => (word.optional ? `[${word.placeholder}]` : `<${word.placeholder}>`)),
    ...needed.map(([option, definition]) => nameOption(option, definition)),
    ...(Object.keys(options).length > needed.length ? ["[options]"] : []),
  ];
  return nameCall(parts.join(" "));
}

function align(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function describeCommand(program: Program, name: string): string {
  const { summary, options = {}, example } = program.commands[name] as Command;
  const rows = Object.entries(options).map(([option, definition]): [string, string] => {
    const standard = definition.default === undefined ? "" : `, default ${definition.default}`;
    return [nameOption(option, definition), `${definition.summary}${standard}`];
  });
  return [
    `Usage: ${describeUsage(program, name)}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(rows.length > 0 ? ["", ...align(rows)] : []),
    ...(example === undefined ? [] : ["", `Example: ${program.nameCall(`${name} ${example}`.trim())}`]),
  ].join("\n");
}

const describeProgram = (program: Program, names: readonly string[]): string =>
  [
    `Usage: ${program.nameCall("<command> [words] [options]")}`,
    ...align(names.map((name) => [name, program.commands[name]?.summary ?? ""])),
    `Words, options and an example of one: ${program.nameCall("<command> --help")}`,
  ].join("\n");
