// A retry that works is announced, and the focus goes to the title, on the screens that focusBack.test.tsx leaves out.
import { describe } from "vitest";
import { LISTS } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { awaitPortal, becomeUser, tellRetries } from "./support/focus.tsx";

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
  "a damage that is not there": to.damage(81003),
  "an invoice": to.openInvoice(90030004),
  sessions: to.sessions(),
  staff: to.staff(),
});

describe("an underwriter's", () => {
  becomeUser("o.oordeel");
  tellRetries({ referrals: to.list("referrals"), "a referral": to.item("referrals", 50010546) });
});
