// What a program was started with. What it does not know ends it with a sentence that says what it takes, and exit code 2.
import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

export function readOptions<const Known extends Options, const Words extends boolean = false>(
  options: Known,
  allowPositionals: Words = false as Words,
) {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    const [said = ""] = (error as Error).message.split(". ");
    const known = Object.keys(options).map((name) => `--${name}`);
    return refuseStart(`${said}. ${known.length > 0 ? `There is ${known.join(", ")}.` : "There are no options."}`);
  }
}

export function refuseStart(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
