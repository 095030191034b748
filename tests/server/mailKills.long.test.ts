// What sends mail is killed between the commit that promised it and its mark. A short form of `npm run prove -- mails`.
import { expect } from "vitest";
import { mailKills } from "../bench/portal/mailKills.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

testWithPostgres(
  "killed three times while it sends: no mail is missing, and one that comes twice says so",
  async ({ url }) => {
    const { mails, wrong } = await mailKills(url, 3);
    expect(wrong).toEqual([]);
    expect(mails).toBe(12);
  },
);
