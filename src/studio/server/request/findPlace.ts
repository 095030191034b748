// Finds for whom a request is begun in the sample data: a relation or quotation, its office, and a user of that office.
import { sql } from "kysely";
import type { WholeJourney } from "#content/cases/journeys/play.ts";
import { FROM_QUOTATION } from "#content/cases/journeys/shared.ts";
import { t } from "#content/read/findings/translate.ts";
import type { StudioPortal } from "./portal.ts";
import type { ProductFixtures } from "./previewRequests.ts";

export interface Place {
  intermediary: number;
  /** Absent for a temporary request. */
  relation?: number;
  quotation?: number;
}

/** The request cannot be begun. The message is shown on the page. */
export class RequestStartError extends Error {}

/** Without a relation or quotation in the order: one of the sample data that no request of the product has used yet. */
export async function findPlace(
  { db }: StudioPortal,
  { journeys }: ProductFixtures,
  journey: WholeJourney,
): Promise<Place> {
  const used = db.selectFrom("requests").where("product", "=", journey.product);
  // The request may be recorded as a journey, and journeys of a product should not share relations or quotations, so those that
  // journeys use come last.
  const ofJourneys = (name: "relation" | "quotation") => [
    0,
    ...[...journeys.values()].flatMap((each) => each[name] ?? []),
  ];
  if (journey.flow === "newTempRequest") return { intermediary: FIRST_OFFICE };
  const { relation, quotation } = journey;
  if (FROM_QUOTATION.includes(journey.flow)) {
    const quotations = db
      .selectFrom("quotations as q")
      .innerJoin("quotation_answers as a", "a.number", "q.number")
      .select(["q.number as quotation", "q.relation_number as relation", "q.intermediary_number as intermediary"])
      .where("a.product_key", "=", journey.product)
      .orderBy((make) => make("q.number", "in", ofJourneys("quotation")))
      .orderBy("q.number");
    const place = await (quotation === undefined
      ? quotations
          .where("q.status", "=", "O")
          // Quotations made in the studio are not in the sample data, on which journeys run.
          .where(sql<string>`q.number::text`, "not in", db.selectFrom("submissions").select("number"))
          .where("q.number", "not in", used.select("quotation_number").where("quotation_number", "is not", null))
      : quotations.where("q.number", "=", quotation)
    ).executeTakeFirst();
    const none = t`Every quotation of the sample data was used: begin with fresh sample data.`;
    return (
      place ??
      refuse(quotation === undefined ? none : t`The sample data has no quotation ${quotation} of this product.`)
    );
  }
  const relations = db
    .selectFrom("relations")
    .select(["relation_number as relation", "intermediary_number as intermediary"])
    .orderBy((make) => make("relation_number", "in", ofJourneys("relation")))
    .orderBy("relation_number");
  const place = await (relation === undefined
    ? relations
        .where("intermediary_number", "=", FIRST_OFFICE)
        .where("kvk_number", "is not", null)
        .where("kvk_number", "not in", db.selectFrom("watchlist").select("kvk").where("kvk", "is not", null))
        .where("relation_number", "not in", used.select("address_number"))
    : relations.where("relation_number", "=", relation)
  ).executeTakeFirst();
  const none = t`Every relation of the sample data was used: begin with fresh sample data.`;
  return place ?? refuse(relation === undefined ? none : t`The sample data has no relation ${relation}.`);
}

/** An office of the sample data whose administrator may do everything. */
const FIRST_OFFICE = 100245;

function refuse(message: string): never {
  throw new RequestStartError(message);
}

export async function findOfficeUser({ db }: StudioPortal, office: number): Promise<string> {
  const users = db.selectFrom("users").select("login_name").where("active", "=", true).orderBy("login_name", "desc");
  const account = await users.where("intermediary_number", "=", office).executeTakeFirst();
  if (!account) throw new RequestStartError(t`Nobody of office ${office} may log in.`);
  return account.login_name;
}
