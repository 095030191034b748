// `account export|erase --user <login>`: exports the data of one account into a folder, or erases it except in the audit trail. With
// the embedded database the portal must be stopped.
import { createClock } from "../../config/clock.ts";
import { type AccountErasure, eraseAccount } from "../../privacy/eraseAccount.ts";
import { exportAccount } from "../../privacy/exportAccount.ts";
import { type Erasure, type Export, tellErased, tellRows } from "../personalData.ts";
import type { Data } from "../withData.ts";

const LAST: Record<string, (office: number) => string> = {
  administrator: (office) =>
    `Office ${office} has no other administrator: nobody there can end sessions of colleagues.`,
  underwriter: () => "There is no other underwriter: nobody can decide about referrals.",
  auditor: () => "There is no other auditor: nobody reads the trail in the portal.",
};

function tellErasure({ erased, unsent, nameless, trail, soleRole }: AccountErasure, dryRun: boolean): string {
  const named = tellRows(nameless);
  const keeps = `Kept: ${trail.lines} lines of the trail with this login name, as evidence of who did what`;
  const last = soleRole && LAST[soleRole.role]?.(soleRole.office);
  return [
    ...tellErased(erased, dryRun),
    ...(unsent > 0 ? [`Of the mails, ${unsent} had not been sent: nobody gets them.`] : []),
    ...(named.length > 0 ? ["Stays with the office's relations, without the name, in rows:", ...named] : []),
    ...(trail.lines > 0 ? [`${keeps}; until ${trail.until}, line by line.`] : []),
    ...(last ? [last] : []),
    "Who logs in with it afterwards reads that it has no access. An account that is entered for him again is a new one, without any of this.",
    'Older backups still contain it: see "One account\'s data" in operations/retention.md.',
  ].join("\n");
}

interface Account {
  user: string;
}

export async function exportOne({ db, config }: Data, { user, out, language }: Account & Export): Promise<string> {
  const { rows, lines } = await exportAccount({ db, clock: createClock(config.today), language }, user, out);
  return `Wrote ${rows} rows and ${lines} lines of the trail to ${out}.`;
}

export async function eraseOne({ db, config }: Data, { user, "dry-run": dryRun }: Account & Erasure): Promise<string> {
  return tellErasure(await eraseAccount({ db, config }, user, dryRun), dryRun);
}
