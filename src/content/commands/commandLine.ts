// Reads a call by the table of commands and runs it. Refuses a call that cannot be meant, before anything is done. A mistyped call exits
// with 2, a failed command with 1.
import { parseArgs } from "node:util";
import { nearest } from "../read/findings/sentences.ts";
import { describeCommand, describeProgram, describeUsage } from "./commandHelp.ts";
import { type Command, type Kind, nameNpm, type Options, type Program, type Words } from "./commandTable.ts";

class Mistyped extends Error {}

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
    if (error instanceof Mistyped) {
      const usages = findMeant(program, args).map((name) => `  ${describeUsage(program, name)}`);
      console.error([error.message, ...usages].join("\n"));
      return 2;
    }
    console.error(error instanceof Error ? (program.explain?.(error) ?? error.message) : String(error));
    return 1;
  }
}

/** The name of the command that is called. A group alone means its `list`. */
function findName({ commands }: Program, [first = "", second = ""]: readonly string[]): string | undefined {
  const list = second === "" || (isOption(second) && !asksHelp(second)) ? [`${first} list`] : [];
  return [`${first} ${second}`, first, ...list].find((name) => Object.hasOwn(commands, name));
}

/** The commands whose usage helps with a mistyped call: the one, those of its group, or all. */
function findMeant(program: Program, args: readonly string[]): string[] {
  const name = findName(program, args);
  if (name !== undefined) return [name];
  const group = findGroup(program, args[0]);
  return group.length > 0 ? group : Object.keys(program.commands);
}

const findGroup = ({ commands }: Program, first: string | undefined): string[] =>
  Object.keys(commands).filter((name) => name.startsWith(`${first} `));

/** The command that is called with its values, or a help text. */
export function readCall(program: Program, args: readonly string[], env = process.env) {
  const [first = "--help", second = ""] = args;
  if (asksHelp(first)) return describeProgram(program, Object.keys(program.commands));
  const name = findName(program, args);
  const command = program.commands[name ?? ""];
  if (name === undefined || !command) return describeGroup(program, first, second);
  const rest = args.slice(name === `${first} ${second}` ? 2 : 1);
  if (rest.some(asksHelp)) return describeCommand(program, name);
  refuseTaken(name, Object.keys(command.options ?? {}), env);
  return { command, values: readValues(command, rest) };
}

/** The help text of a group of commands. @throws {Mistyped} for every other call that names no command */
function describeGroup(program: Program, first: string, second: string): string {
  const group = findGroup(program, first);
  if (group.length > 0 && asksHelp(second)) return describeProgram(program, group);
  if (group.length > 0 && (second === "" || isOption(second))) throw new Mistyped(`"${first}" needs one word more.`);
  const [name, names] = group.length > 0 ? [`${first} ${second}`, group] : [first, Object.keys(program.commands)];
  throw new Mistyped(`There is no command "${name}".${suggest(name, names)}`);
}

function suggest(name: string, names: readonly string[]): string {
  const meant = nearest(name, names);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

/** `npm run publish-products --from 2027-01-01` gives the option to npm, and to the command a word alone. */
function refuseTaken(name: string, options: readonly string[], env: NodeJS.ProcessEnv): void {
  const taken = options.find((option) => env[`npm_config_${option.replaceAll("-", "_")}`]);
  if (taken === undefined) return;
  throw new Mistyped(`npm took --${taken} for itself. Write -- before the options: ${nameNpm(`${name} --${taken}`)} …`);
}

function readValues({ words = {}, options = {}, remedy }: Command, args: readonly string[]): Record<string, unknown> {
  const types = Object.entries(options).map(
    ([name, { kind }]) => [name, { type: kind ? "string" : "boolean" }] as const,
  );
  const read = parseArgs({ args: [...args], options: Object.fromEntries(types), strict: false, tokens: true });
  const values: Record<string, unknown> = {};
  for (const token of read.tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName } = token;
    if (!Object.hasOwn(options, name)) throw new Mistyped(refuseUnknown(rawName, options, remedy));
    if (Object.hasOwn(values, name)) throw new Mistyped(`${rawName} is given twice.`);
    values[name] = readOption(options[name]?.kind, token);
  }
  refuseTogether(options, values);
  return { ...readDefaults(options), ...values, ...readWords(words, read.positionals) };
}

interface Token {
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function readOption(kind: Kind<unknown> | undefined, { rawName, value = "", inlineValue }: Token): unknown {
  if (!kind && inlineValue) throw new Mistyped(`${rawName} takes no value.`);
  const isMissing = isOption(value) && !inlineValue;
  return kind ? readKind(kind, rawName, isMissing ? "" : value) : true;
}

function refuseUnknown(rawName: string, options: Options, remedy: string | undefined): string {
  const names = Object.keys(options).map((name) => `--${name}`);
  const available = names.length > 0 ? `There is ${names.join(", ")}.` : "This command has no options.";
  return `Unknown option "${rawName}".${suggest(rawName, [...names, "--help"]) || ` ${remedy ?? available}`}`;
}

function readKind(kind: Kind<unknown>, name: string, value: string): unknown {
  const read = kind.read(value);
  if (read === undefined) throw new Mistyped(`${name} needs ${kind.expected}${value && `, not "${value}"`}.`);
  return read;
}

function refuseTogether(options: Options, values: Record<string, unknown>): void {
  for (const [name, { required, needs, excludes }] of Object.entries(options)) {
    const isGiven = Object.hasOwn(values, name);
    if (required && !isGiven) throw new Mistyped(`--${name} is missing.`);
    if (isGiven && needs !== undefined && !Object.hasOwn(values, needs))
      throw new Mistyped(`--${name} means nothing without --${needs}.`);
    if (isGiven && excludes !== undefined && Object.hasOwn(values, excludes))
      throw new Mistyped(`--${name} and --${excludes} cannot be combined.`);
  }
}

const readDefaults = (options: Options) =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.kind ? option.default : false]));

function readWords(words: Words, args: readonly string[]): Record<string, unknown> {
  const slots = Object.entries(words);
  const surplus = args[slots.length];
  if (surplus !== undefined)
    throw new Mistyped(`"${surplus}" is a word too many. A name of several words needs quotes.`);
  return Object.fromEntries(
    slots.map(([name, word], index) => {
      const value = args[index];
      if (value === undefined && !word.optional) throw new Mistyped(`<${word.placeholder}> is missing.`);
      return [name, value === undefined ? undefined : readKind(word, `<${word.placeholder}>`, value)];
    }),
  );
}
