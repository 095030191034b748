// How a command of operators ends: a sentence, if there is one to say, and exit code 0, or the reason without a stack and exit
// code 1.
import { explainFailure } from "./explainFailure.ts";

export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    const sentence = await command();
    if (sentence) process.stdout.write(`${sentence}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (explainFailure(error) ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
}
