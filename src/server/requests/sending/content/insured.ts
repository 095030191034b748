// The company that a request is for. Its name, number and address come from the answers, so that documents and mails
// name the same company (decisions 83). What was not asked comes from the relation.
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import type { RelationRecord } from "../../../portfolio/portfolioPort.ts";

type InsuredCompany = Pick<RelationRecord, "company" | "address" | "zipcode" | "city" | "kvk_number">;

/** The name of the insured company, where it is not that of the relation. */
export function nameInsured(answers: RequestAnswers, relation: RelationRecord): string | null {
  const { company } = findInsured(answers, relation);
  return company === relation.company ? null : company;
}

export function findInsured(answers: RequestAnswers, relation: RelationRecord): InsuredCompany {
  const allAnswers: JsonObject = Object.assign({}, ...Object.values(answers));
  const text = (name: string) =>
    typeof allAnswers[name] === "string" && allAnswers[name] !== "" ? allAnswers[name] : undefined;
  const street = text("street");
  const number = text("housenumber");
  return {
    company: text("company") ?? relation.company,
    address: street && number ? `${street} ${number}` : relation.address,
    zipcode: text("postalcode") ?? relation.zipcode,
    city: text("city") ?? relation.city,
    kvk_number: text("kvk") ?? relation.kvk_number,
  };
}
