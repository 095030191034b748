// Every kind of thing that the portal describes, with the file of schemas/api that describes its rows, so that a new one is in
// the tests of all. Found by the name of its file.

import type { ListKind } from "#portal/masterDetail/ThingKind.ts";
import { listKinds } from "#server/portfolio/lists/listKinds.ts";
import { referralList } from "#server/referrals/referralRows.ts";

type Described = ListKind<unknown> & { one?: (number: number) => { queryFn?: unknown } };

const files = import.meta.glob<Record<string, Described>>("/src/portal/*/*Kind.tsx", { eager: true });
const isKind = (value: object): value is Described => "perPage" in value;

export const portalKinds = Object.values(files).flatMap((exported) =>
  Object.values(exported)
    .filter(isKind)
    .map((kind) => {
      const [path] = kind.list({ page: 1, limit: 1 }).queryKey;
      const { schema = "" } = [...listKinds, referralList].find((listKind) => listKind.path === path) ?? {};
      return { ...kind, schema };
    }),
);
