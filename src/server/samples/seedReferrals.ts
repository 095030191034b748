// Loads the sample referrals with their history.
import type { Selectable } from "kysely";
import type { QuotationAnswer, ReferralEvent, RelationAnswer } from "#api/wire/wireTypes.ts";
import { DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import type { Db } from "../db/open.ts";
import type { ReferralsTable } from "../db/tables/referralTables.ts";
import { translateWord } from "../portfolio/lists/words.ts";

interface SampleReferral extends Pick<Selectable<ReferralsTable>, "number" | "sent_by" | "status"> {
  history: { kind: ReferralEvent["kind"]; at: string; login_name: string; text: string }[];
}

/** Each sample referral has the number of its quotation. */
export async function seedReferrals(
  db: Db,
  referrals: SampleReferral[],
  find: (number: number) => { quotation: QuotationAnswer; relation: RelationAnswer },
): Promise<void> {
  const users = new Map((await db.selectFrom("users").selectAll().execute()).map((user) => [user.login_name, user]));
  for (const { number, sent_by, status, history } of referrals) {
    const { quotation, relation } = find(number);
    const { product, intermediary_name, relation_number } = quotation;
    const { company, intermediary_number } = relation;
    const [whose, [first], last] = [{ number, intermediary_number }, history, history.at(-1)];
    await db
      .insertInto("referrals")
      .values({
        ...whose,
        quotation_number: number,
        relation_number,
        relation_name: company,
        office_name: intermediary_name,
        product,
        words_translated: translateWord(product),
        status,
        ...(first && { sent_at: first.at }),
        waits_since: status === "V" ? null : (last?.at ?? null),
        sent_by,
        language: readLanguage(users.get(sent_by)?.language) ?? DEFAULT_LANGUAGE,
      })
      .execute();
    const entries = history.map((event) => ({
      ...event,
      ...whose,
      full_name: users.get(event.login_name)?.full_name ?? "",
      files: "[]",
    }));
    await db.insertInto("referral_events").values(entries).execute();
  }
}
