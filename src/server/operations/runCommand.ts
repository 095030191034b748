// Runs a command of operators: prints its result and exits with 0, or prints the error without a stack and exits with 1.
import { explainFailure } from "./doctor/explainFailure.ts";

export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    const sentence = await command();
    if (sentence) process.stdout.write(`${sentence}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (explainFailure(error) ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
}
