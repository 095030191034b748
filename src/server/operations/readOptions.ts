// Reads a program's command line options. An unknown option ends the program with a message and exit code 2.
import type { ParseArgsConfig } from "node:util";
import { readCommandLine } from "#content/commandLine.ts";

export function readOptions<const Known extends NonNullable<ParseArgsConfig["options"]>>(options: Known, words = 0) {
  try {
    return readCommandLine(options, { words });
  } catch (error) {
    return refuseStart((error as Error).message);
  }
}

export function refuseStart(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
