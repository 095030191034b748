// The request block: first day of cover and agreements. The day arrives as epoch seconds of local midnight (decisions
// 21). The agreements are stored with the hash of each document (decisions 22).
import { createHash } from "node:crypto";
import type { WireError } from "#api/wire/wireTypes.ts";
import { activeData } from "#engine/answers/activeData.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { fromEpochSeconds } from "#engine/values/dates.ts";
import { toWireErrors } from "../../http/errors/wireErrors.ts";
import type { OpenRequest, WizardContext } from "../context.ts";

export interface RequestBlock {
  data: Answers;
  day: string | undefined;
  /** The broker confirmed that the request is for another company than the relation (decisions 83). */
  otherCompany: boolean;
  errors: WireError[];
}

/** Key of the block's form among those of the steps. */
export const BLOCK = "request";
/** The same for every product, so not in the product's own schema. */
const OTHER_COMPANY = "other_company";
/** Epoch seconds of the years 1900 and 2200. A number outside them is not taken for a day. */
const EARLIEST = -2_208_988_800;
const LATEST = 7_258_118_400;

export function readRequestBlock(open: Pick<OpenRequest, "product">, body: JsonObject, today: string): RequestBlock {
  const effectiveDate = body.effective_date;
  const isSeconds =
    typeof effectiveDate === "number" &&
    Number.isInteger(effectiveDate) &&
    effectiveDate > EARLIEST &&
    effectiveDate < LATEST;
  const named = isSeconds ? { ...body, effective_date: fromEpochSeconds(effectiveDate) } : body;
  const source = open.product.bundle.steps[BLOCK];
  const context = { lists: {}, today, features: {} };
  const data = activeData(source?.schema ?? {}, named, context);
  const errors = toWireErrors(open.product.bundle.contracts[BLOCK]?.(data, context) ?? [], BLOCK);
  const day =
    typeof data.effective_date === "string" && errors.every((error) => error.pointer !== "/effective_date")
      ? data.effective_date
      : undefined;
  return { data, day, otherCompany: body[OTHER_COMPANY] === true, errors };
}

/** A company number other than the relation's has to be confirmed by the broker. */
export function unconfirmedCompany(
  block: RequestBlock,
  kvk: string | undefined,
  relationKvk: string | null,
): WireError[] {
  if (block.otherCompany || !relationKvk || kvk === undefined || kvk === relationKvk) return [];
  return [{ step: BLOCK, pointer: `/${OTHER_COMPANY}`, keyword: "required", params: { kvk, relation: relationKvk } }];
}

export function findAgreements(
  context: WizardContext,
  open: OpenRequest,
  { data, otherCompany }: RequestBlock,
): JsonObject {
  const documents = Object.entries(open.product.bundle.manifest.documents).map(([name, address]) => {
    const content = context.products.document(address);
    return [name, { address, sha256: content ? createHash("sha256").update(content).digest("hex") : null }];
  });
  return {
    ...data,
    ...(otherCompany ? { [OTHER_COMPANY]: true } : {}),
    documents: Object.fromEntries(documents),
    release: open.product.release,
    at: context.clock.now().toISOString(),
  };
}
