// Relations, and the save of their edit form. The form has the names of the wire, screens have those of Relation.
import type { Answers } from "#engine/schema/types.ts";
import { call, PortalError } from "../calls/call.ts";
import { identity } from "../calls/identity.ts";
import { createCalls } from "../calls/resource.ts";
import { asWire, item, numberOrNull, text, textOrNull, type Unread } from "../wire/wire.ts";
import type { RelationAnswer } from "../wire/wireTypes.ts";

const DIGITAL = ["J", "N"] as const;

export type Relation = ReturnType<typeof toRelation>;

export function toRelation(row: Unread<RelationAnswer>, requestedId?: number) {
  const digital = text(row, "digital_policy").charAt(0).toUpperCase();
  return {
    number: identity(row, ["relation_number", "number", "id"], requestedId),
    company: text(row, "company", "company_name", "relation_name"),
    address: text(row, "address"),
    zipcode: text(row, "zipcode", "postalcode"),
    city: text(row, "city"),
    country: text(row, "country_code", "country") || "NL",
    email: text(row, "email"),
    emailFinancial: textOrNull(row, "email_financial"),
    /** `Post` or `E-mail`. */
    correspondence: text(row, "correspondence_preference"),
    digitalPolicy: DIGITAL.find((letter) => letter === digital) ?? ("" as const),
    kvk: text(row, "kvk_number", "kvk"),
    intermediary: numberOrNull(row, "intermediary_number"),
    /** Ours: what a save of the form started from. */
    revision: numberOrNull(row, "revision"),
  };
}

/** The data of the edit form: the payload of the specification (portal 3), empty answers left out. */
export function relationFormData(relation: Relation): Answers {
  const data: Answers = {
    company_name: relation.company,
    kvk: relation.kvk,
    address: relation.address,
    zipcode: relation.zipcode,
    city: relation.city,
    country: relation.country,
    email: relation.email,
    email_financial: relation.emailFinancial,
    correspondence_preference: relation.correspondence,
    digital_policy: relation.digitalPolicy,
  };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== "" && value !== null));
}

export const relationCalls = createCalls("relations", toRelation, { list: "/api/relations", query: { detail: true } });

/**
 * Throws a PortalError with the fields at fault when the server refuses. `email_financial` is null when empty (spec:
 * portal 3).
 */
export async function saveRelation(id: number, data: Answers, revision: number | null): Promise<void> {
  const body = { ...data, email_financial: data.email_financial || null };
  const headers: Record<string, string> = revision === null ? {} : { "If-Match": `"${revision}"` };
  await call("POST", `/api/relations/edit/${id}`, { body, headers });
}

/** The relation as it is stored now, when a save was refused because someone else saved first (ours, decisions 38). */
export function readRelationConflict(error: unknown, id: number): Relation | null {
  if (!(error instanceof PortalError) || error.status !== 409) return null;
  const { stored } = item(error.body);
  const row = asWire(stored);
  return Object.keys(row).length > 0 ? toRelation(row, id) : null;
}
