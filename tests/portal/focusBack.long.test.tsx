// A retry that works is announced, and the focus goes to the title, on the screens that focusBack.test.tsx leaves out.
import { describe, expect, test } from "vitest";
import { LISTS } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { announced, awaitPortal, becomeUser, focused, retryLoading, say, tellRetries } from "./support/focus.tsx";

awaitPortal();

const to = paths("nl");

tellRetries({
  ...Object.fromEntries(LISTS.map((list) => [list, to.list(list, {})])),
  "a relation": to.relation(300101),
  "data of a relation": to.relationData(300101),
  "a changed relation": to.relationChange(300101),
  documents: to.documents(300101),
  "lists of a relation": to.quotes({ relation: 300101 }),
  "a policy": to.insurance(70020570),
  "an invoice": to.openInvoice(90030004),
  sessions: to.sessions(),
  staff: to.staff(),
});

test("a retry that finds no damage moves the focus to the title, and does not announce that it was loaded", async () => {
  await retryLoading(to.damage(81003));
  await expect.poll(focused).toMatch(/^H[12]$/);
  expect(announced()).not.toContain(say("portal.failure.loaded"));
});

describe("an underwriter's", () => {
  becomeUser("o.oordeel");
  tellRetries({ referrals: to.list("referrals"), "a referral": to.item("referrals", 50010546) });
});
