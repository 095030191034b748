// The help texts of a program and of its commands, made from their definitions.
import type { Command, Option, Program } from "./commandTable.ts";

const nameOption = (name: string, { kind }: Option): string => `--${name}${kind ? ` <${kind.placeholder}>` : ""}`;

/** A call with its words and the options that it needs. */
export function describeUsage({ commands, nameCall }: Program, name: string): string {
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

export function describeCommand(program: Program, name: string): string {
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

export const describeProgram = (program: Program, names: readonly string[]): string =>
  [
    `Usage: ${program.nameCall("<command> [words] [options]")}`,
    ...align(names.map((name) => [name, program.commands[name]?.summary ?? ""])),
    `Words, options and an example of one: ${program.nameCall("<command> --help")}`,
  ].join("\n");
