// How an operator types a command, for messages: a release archive has `portal <command>`, a checkout `npm run <command> -- <words>`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { nameNpm } from "#content/commands/commandTable.ts";

export const FROM_ARCHIVE = existsSync(join(import.meta.dirname, "../../../bin/portal"));

export function nameCommand(command: string, fromArchive = FROM_ARCHIVE): string {
  return fromArchive ? `portal ${command}` : nameNpm(command);
}
