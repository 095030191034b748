// The history of a referral: question, answers and decisions, in order. Entries are only added, so its length serves as revision.
import type { Selectable } from "kysely";
import type { ReferralEvent } from "#api/wire/wireTypes.ts";
import type { Db } from "../db/open.ts";
import type { Database } from "../db/tables/schema.ts";
import type { KeptFile } from "../requests/sending/referral.ts";
import type { Referral } from "./referralRows.ts";

export type HistoryEntry = Selectable<Database["referral_events"]>;

export const readHistory = (db: Db, number: number): Promise<HistoryEntry[]> =>
  db.selectFrom("referral_events").selectAll().where("number", "=", number).orderBy("event_id").execute();

interface NewHistoryEntry {
  at: Date;
  kind: HistoryEntry["kind"];
  user: { login_name: string; full_name: string };
  text: string | null;
  files?: KeptFile[];
}

export async function addToHistory(
  db: Db,
  referral: Referral,
  { user, files = [], ...said }: NewHistoryEntry,
): Promise<void> {
  const { number, intermediary_number } = referral;
  const { login_name, full_name } = user;
  const whose = { number, intermediary_number, login_name, full_name };
  await db
    .insertInto("referral_events")
    .values({ ...whose, ...said, files: JSON.stringify(files) })
    .execute();
}

const BY_BROKER: HistoryEntry["kind"][] = ["sent", "answered"];

/** `named`: includes the names of underwriters. */
export const wireHistory = (history: HistoryEntry[], named: boolean): ReferralEvent[] =>
  history.map(({ at, kind, full_name, text, files }) => ({
    at: new Date(at).toISOString(),
    kind,
    name: named || BY_BROKER.includes(kind) ? full_name : "",
    text,
    files,
  }));

/** Whether this is a retry of the latest entry, whose response was lost. */
export function isRepeat(history: HistoryEntry[], entry: Pick<HistoryEntry, "kind" | "text" | "login_name">): boolean {
  const last = history.at(-1);
  return last?.kind === entry.kind && last.login_name === entry.login_name && last.text === entry.text;
}
