// Reads the arguments of a command. An argument that it would ignore or misread is refused in a sentence, before anything is done.
import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

interface Given {
  /** Absent: those of the program. */
  args?: string[];
  /** How many words it takes besides its options; the first may decide. */
  words: number | ((first: string | undefined) => number);
  env?: NodeJS.ProcessEnv;
}

export function readCommandLine<const Known extends Options>(
  options: Known,
  { args = process.argv.slice(2), words, env = process.env }: Given,
) {
  refuseTaken(Object.keys(options), env);
  const read = parse(options, args);
  const extra = read.positionals[typeof words === "number" ? words : words(read.positionals[0])];
  if (extra !== undefined)
    throw new Error(
      `"${extra}" is a word too many. A name of several words stands in quotes; npm keeps an option to itself where no -- stands before it.`,
    );
  return read;
}

/**
 * `npm run publish-products --from 2027-01-01` gives the option to npm, and to the command a word alone: it would publish at once.
 */
function refuseTaken(names: readonly string[], env: NodeJS.ProcessEnv): void {
  const taken = names.find((name) => env[`npm_config_${name.replaceAll("-", "_")}`]);
  if (taken === undefined) return;
  const command = env.npm_lifecycle_event ?? "<command>";
  throw new Error(`npm took --${taken} for itself. Write -- before the options: npm run ${command} -- --${taken} …`);
}

function parse<const Known extends Options>(options: Known, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [said = ""] = (error as Error).message.split(". ");
    throw new Error(`${said}. ${told(Object.keys(options))}`);
  }
}

const told = (names: readonly string[]): string =>
  names.length > 0 ? `There is ${names.map((name) => `--${name}`).join(", ")}.` : "There are no options.";
