// Whom the background check of a referral was about, with the result for each. A referral for another reason is checked too.
import { type Kysely, sql } from "kysely";

export const up = (db: Kysely<unknown>) =>
  sql
    .raw(`
alter table referrals add column screened jsonb not null default '[]';
alter table referrals drop constraint referrals_background_check;
alter table referrals add constraint referrals_background_check check (background in ('clear', 'hit', 'unknown'));
`)
    .execute(db);
