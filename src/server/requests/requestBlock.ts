// The request block: first day of cover and agreements. The day comes as epoch seconds of local midnight (decisions 21);
// what was agreed to is kept with the hash of each document (decisions 22).
import { createHash } from "node:crypto";
import { activeData } from "#engine/activeData.ts";
import { fromEpochSeconds } from "#engine/dates.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import type { WireError } from "#engine/wire.ts";
import { contentOf } from "../auth/consents.ts";
import { badRequest } from "../portalError.ts";
import type { OpenRequest, WizardContext } from "./context.ts";
import { toWireErrors } from "./wireErrors.ts";

export interface RequestBlock {
  data: JsonObject;
  day: string | undefined;
  errors: WireError[];
}

const STEP = "request";
/** Seconds of the years 1900 to 2200: beyond them a number is no day. */
const EARLIEST = -2_208_988_800;
const LATEST = 7_258_118_400;

export function readRequestBlock(open: OpenRequest, body: unknown, today: string): RequestBlock {
  if (body !== undefined && body !== null && !isObject(body))
    throw badRequest("De waarden van het aanvraagblok zijn een object.");
  const given = (body ?? {}) as JsonObject;
  const at = given.effective_date;
  const isSeconds = typeof at === "number" && Number.isInteger(at) && at > EARLIEST && at < LATEST;
  const named = isSeconds ? { ...given, effective_date: fromEpochSeconds(at) } : given;
  const source = open.product.bundle.steps[STEP];
  const context = { lists: {}, today, features: {} };
  const data = activeData(source?.schema ?? {}, named, context);
  const errors = toWireErrors(open.product.bundle.contracts[STEP]?.(data, context) ?? [], STEP);
  const day =
    typeof data.effective_date === "string" && errors.every((one) => one.pointer !== "/effective_date")
      ? data.effective_date
      : undefined;
  return { data, day, errors };
}

export function agreementsOf(context: WizardContext, open: OpenRequest, { data }: RequestBlock): JsonObject {
  const documents = Object.entries(open.product.bundle.manifest.documents).map(([name, address]) => {
    const content = contentOf(context.documentFolders, address.replace(/^\/storage\//, ""));
    return [name, { address, sha256: content.length > 0 ? createHash("sha256").update(content).digest("hex") : null }];
  });
  return {
    ...data,
    documents: Object.fromEntries(documents),
    release: open.product.release,
    at: context.clock.now().toISOString(),
  };
}
