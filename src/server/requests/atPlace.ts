// Reads what exists at a place: the open request with its steps, the id of the latest request, and the relation. Read together,
// because nearly every call of the wizard needs them.
import { sql } from "kysely";
import { withoutMisplaced } from "#engine/answers/misplaced.ts";
import type { Db } from "../db/open.ts";
import type { RequestRow, StepRow } from "../db/tables/schema.ts";
import type { RelationRecord } from "../portfolio/portfolioPort.ts";
import type { LoadedProduct } from "../products/products.ts";
import type { Place, WizardContext } from "./context.ts";

/** A request with its steps. `lockOpen` returns the row alone: read its steps separately. */
export type FoundRequest = RequestRow & { steps: StepRow[] };

export interface PlaceState {
  open: FoundRequest | undefined;
  /** Id of the latest request begun here, whatever its status. Empty when there was none. */
  last: string;
  /** Whether any request of this office has the number. One of another office cannot be distinguished from none. */
  isUsed: boolean;
  /** Undefined when the number is not that of a relation of this office. */
  relation: RelationRecord | undefined;
}

export async function readPlace({ db, portfolio }: WizardContext, routePlace: Place): Promise<PlaceState> {
  const { office, number } = routePlace;
  const [requests, relation] = await Promise.all([
    readRequests(db, routePlace),
    number === null ? undefined : portfolio.findRelation(db, office, number),
  ]);
  return { ...requests, relation };
}

export const findOpen = async (db: Db, routePlace: Place): Promise<FoundRequest | undefined> =>
  (await readRequests(db, routePlace)).open;

/** One query, so that a request that begins meanwhile is found as the open one and not only as one that uses the number. */
async function readRequests(db: Db, routePlace: Place): Promise<Omit<PlaceState, "relation">> {
  const latest = await selectByNumber(db, routePlace)
    .select([STEPS, isHere(routePlace).as("is_here")])
    .orderBy("is_here", "desc")
    .orderBy(sql`status = 'open'`, "desc")
    .orderBy("created_at", "desc")
    .orderBy("request_id")
    .limit(1)
    .executeTakeFirst();
  if (!latest?.is_here) return { open: undefined, last: "", isUsed: latest !== undefined };
  const { is_here: _, ...request } = latest;
  return { open: request.status === "open" ? request : undefined, last: request.request_id, isUsed: true };
}

/** The open request, its row locked until the end of the transaction. */
export const lockOpen = (db: Db, routePlace: Place): Promise<RequestRow | undefined> =>
  selectByNumber(db, routePlace).where(isHere(routePlace)).where("status", "=", "open").forUpdate().executeTakeFirst();

export async function readSteps(db: Db, draft: RequestRow, product: LoadedProduct): Promise<Map<string, StepRow>> {
  const rows = db.selectFrom("request_steps").selectAll().where("request_id", "=", draft.request_id);
  return mapSteps(await rows.execute(), product);
}

/** By step. A stored value that cannot be an answer of its field is left out. */
export const mapSteps = (rows: StepRow[], { bundle }: LoadedProduct) =>
  new Map(
    rows.map((row) => [row.step, { ...row, data: withoutMisplaced(bundle.steps[row.step]?.schema ?? {}, row.data) }]),
  );

const selectByNumber = (db: Db, { office, number }: Place) =>
  db.selectFrom("requests").selectAll().where("intermediary_number", "=", office).where("address_number", "=", number);

const isHere = ({ product, quotation }: Place) =>
  sql<boolean>`(product = ${product} and coalesce(quotation_number, 0) = ${quotation?.number ?? 0}::bigint)`;

const STEPS = sql<StepRow[]>`case when status = 'open' then (select coalesce(json_agg(s), '[]') from request_steps s
  where s.request_id = requests.request_id) else '[]' end`.as("steps");
