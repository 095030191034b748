// All lists: the routes are made from these descriptions, and the tests of all lists iterate over them.
import { policyList, quotationList } from "./contractRows.ts";
import { damageList } from "./damageRows.ts";
import { documentList } from "./documentRows.ts";
import { invoiceList } from "./invoiceRows.ts";
import type { ListKind } from "./listRoutes.ts";
import { relationList } from "./relationRows.ts";

export const listKinds: readonly ListKind<unknown, object>[] = [
  relationList,
  quotationList,
  policyList,
  damageList,
  invoiceList,
  documentList,
];
