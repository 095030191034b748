// How an operator types a command, for messages: a release archive has `portal <command>`, a checkout `npm run <command> -- <words>`,
// where npm keeps for itself what stands before `--`.
import { existsSync } from "node:fs";
import { join } from "node:path";

export const FROM_ARCHIVE = existsSync(join(import.meta.dirname, "../../../bin/portal"));

export function nameCommand(said: string, fromArchive = FROM_ARCHIVE): string {
  if (fromArchive) return `portal ${said}`;
  const [command, ...words] = said.split(" ");
  return ["npm run", command, ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
}
