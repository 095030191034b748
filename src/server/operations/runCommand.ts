// How a command of operators ends: a sentence and exit code 0, or the reason without a stack and exit code 1.
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
