// Reads what exists at a place: the open request with its steps, the id of the latest request, and the relation. Read together,
// because nearly every call of the wizard needs them.
import { sql } from "kysely";
import { compileOnce } from "../db/compileOnce.ts";
import type { Db } from "../db/open.ts";
import type { RequestRow, StepRow } from "../db/schema.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { Place, WizardContext } from "./context.ts";

/** A request with its steps. `lockOpen` returns the row alone: read its steps separately. */
export type Found = RequestRow & { steps: StepRow[] };

export interface AtPlace {
  open: Found | undefined;
  /** Id of the latest request begun here, whatever its status; empty when there was none. */
  last: string;
  /** Undefined when the number is not that of a relation of this office. */
  relation: RelationRecord | undefined;
}

export async function readPlace({ db, portfolio }: WizardContext, place: Place): Promise<AtPlace> {
  const { office, number } = place;
  const [requests, relation] = await Promise.all([
    readRequests(db, place),
    number === null ? undefined : portfolio.findRelation(db, office, number),
  ]);
  return { ...requests, relation };
}

export const findOpen = async (db: Db, place: Place): Promise<Found | undefined> =>
  (await readRequests(db, place)).open;

async function readRequests(db: Db, place: Place): Promise<Pick<AtPlace, "open" | "last">> {
  const read = place.quotation ? readLast.ofQuotation : readLast.ofRelation;
  const [found] = await read(db, nameValues(place));
  return { open: found?.status === "open" ? found : undefined, last: found?.request_id ?? "" };
}

/** The open request, its row locked until the end of the transaction. */
export async function lockOpen(db: Db, place: Place): Promise<RequestRow | undefined> {
  const lock = place.quotation ? lockRequest.ofQuotation : lockRequest.ofRelation;
  return (await lock(db, nameValues(place)))[0];
}

export async function readSteps(db: Db, draft: RequestRow): Promise<Map<string, StepRow>> {
  return mapSteps(await selectSteps(db, { request: draft.request_id }));
}

export const mapSteps = (rows: StepRow[]) => new Map(rows.map((row) => [row.step, row]));

interface Values extends Pick<Place, "office" | "number" | "product"> {
  quotation: number;
}
const nameValues = ({ office, number, product, quotation }: Place): Values => ({
  ...{ office, number, product },
  quotation: quotation?.number ?? 0,
});

const selectAt = (db: Db, { office, number, product, quotation }: Values, ofQuotation: boolean) =>
  db
    .selectFrom("requests")
    .selectAll()
    .where("intermediary_number", "=", office)
    .where("address_number", "=", number)
    .where("product", "=", product)
    .where("quotation_number", ofQuotation ? "=" : "is", ofQuotation ? quotation : null);

const STEPS = sql<StepRow[]>`case when status = 'open' then (select coalesce(json_agg(s), '[]') from request_steps s
  where s.request_id = requests.request_id) else '[]' end`.as("steps");

const compileRead = (ofQuotation: boolean) =>
  compileOnce((db, values: Values) =>
    selectAt(db, values, ofQuotation)
      .select(STEPS)
      .orderBy(sql`status = 'open'`, "desc")
      .orderBy("created_at", "desc")
      .orderBy("request_id")
      .limit(1)
      .compile(),
  );
const readLast = { ofRelation: compileRead(false), ofQuotation: compileRead(true) };

const compileLock = (ofQuotation: boolean) =>
  compileOnce((db, values: Values) =>
    selectAt(db, values, ofQuotation).where("status", "=", "open").forUpdate().compile(),
  );
const lockRequest = { ofRelation: compileLock(false), ofQuotation: compileLock(true) };

const selectSteps = compileOnce((db, { request }: { request: string }) =>
  db.selectFrom("request_steps").selectAll().where("request_id", "=", request).compile(),
);
