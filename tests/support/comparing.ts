// What `npm run diff` and `npm run replay` print for these words, with other settings than those of this process.
import { readCall } from "#content/commands/commandLine.ts";
import { SERVER } from "#server/cli.ts";
import { type Comparison, compareContents } from "#server/operations/compare.ts";

const read = (name: string, args: string[]): Comparison => {
  const call = readCall(SERVER, [name, ...args]);
  if (typeof call === "string") throw new Error(call);
  return call.values as unknown as Comparison;
};

export const diff = async (args: string[], env: NodeJS.ProcessEnv): Promise<string> =>
  compareContents(read("diff", args), env);

export const replay = async (args: string[], env: NodeJS.ProcessEnv): Promise<string> =>
  compareContents(read("replay", args), env, true);
