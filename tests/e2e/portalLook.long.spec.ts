// The pages of a portal in a narrow window that `portalLook.spec.ts` leaves out.
import { paths } from "#routes/paths.ts";
import { LONG_WORD, tellLongWords, tellZoom } from "./support/narrow.ts";

const to = paths("nl");
const relation = 300101;
const details = [
  to.insurance(70020011),
  to.damage(81020),
  to.openInvoice(90030004),
  to.relationData(relation),
  to.documents(300171),
  to.accountDetails(),
  to.employee("f.fictief"),
  to.settings(),
];
const lists = (["relations", "insurances", "damages", "open_invoices"] as const).flatMap((kind) => [
  to.list(kind),
  to.list(kind, { search: LONG_WORD }),
]);

tellZoom([...details, to.relations(), to.damages(), to.staff()]);
tellLongWords([...lists, to.quotes({ relation }), ...details]);
