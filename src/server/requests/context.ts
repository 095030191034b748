// The services of the wizard's calls, and the place that a call is about: the office comes from the session and all else in the
// address is checked against it. What is unknown or belongs to another office answers 404.
import type { FastifyRequest } from "fastify";
import type { FieldUpload, Language } from "#engine/schema/types.ts";
import type { BackgroundCheck } from "#underwriting/backgroundCheck.ts";
import { findLanguage, findUser, type SessionUser } from "../auth/user.ts";
import type { Clock } from "../config/clock.ts";
import type { Db } from "../db/open.ts";
import type { RequestRow, StepRow } from "../db/tables/schema.ts";
import type { CompanyRegister } from "../external/companyRegister.ts";
import type { Files } from "../files/files.ts";
import type { Handover } from "../handover/handover.ts";
import type { Counts } from "../http/counts.ts";
import { notFound, PortalError } from "../http/errors/portalError.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { UnderwriterMailer } from "../mail/underwriters.ts";
import type { PortfolioPort, StoredQuotation } from "../portfolio/port.ts";
import type { RelationRecord } from "../portfolio/portfolioPort.ts";
import type { LoadedProduct, Products } from "../products/products.ts";

export interface WizardContext {
  db: Db;
  products: Products;
  portfolio: PortfolioPort;
  clock: Clock;
  outbox: Outbox;
  mailUnderwriters: UnderwriterMailer;
  handover: Pick<Handover, "recordEvent" | "wake">;
  register: CompanyRegister;
  backgroundCheck: BackgroundCheck;
  provider: string;
  /** The public address of the portal, for what is read outside it. */
  baseUrl: string;
  counts: Counts;
  files: Files;
}

/** The user, office, product and relation or quotation of a call, before any draft is looked up. */
export interface Place {
  /** Id of the HTTP request, as in the log. */
  call: string;
  user: SessionUser;
  office: number;
  language: Language;
  product: string;
  /** The relation or temporary number in the address, else the relation of the quotation. Null for a new temporary request. */
  number: number | null;
  quotation: StoredQuotation | null;
  /** For a new request: the quotation whose answers it starts with. */
  copied?: StoredQuotation;
}

export interface OpenRequest {
  place: Place;
  draft: RequestRow;
  product: LoadedProduct;
  /** As read when the request was found. For a request that is not stored yet, the steps it would begin with. */
  steps: Map<string, StepRow>;
  /** Of a request that is not stored yet: the files that it would begin with. */
  files?: FieldUpload[];
  /** Read on first use and then kept, as few calls need it. Null for a temporary request without a relation yet. */
  relation(db: Db): Promise<RelationRecord | null>;
  /** The quotation that a new request was copied from, until it is deleted. */
  copied(db: Db): Promise<StoredQuotation | undefined>;
}

/**
 * The relation that a request was begun for. That of a temporary request was made from the broker's input: it contains
 * nothing that the broker did not enter, so it fills in no fields and decides none.
 */
export const findBegunFor = async ({ draft, relation }: OpenRequest, db: Db): Promise<RelationRecord | null> =>
  draft.temporary ? null : relation(db);

export async function findPlace(context: WizardContext, request: FastifyRequest): Promise<Place> {
  const user = findUser(request);
  const params = request.params as { product: string; intermediary: string; relation?: string };
  const query = request.query as Record<string, unknown>;
  const office = user.intermediary_number;
  if (office === 0 || readNumber(params.intermediary) !== office) throw notFound();
  if (!context.products.entry(params.product)) throw notFound();
  const inAddress = params.relation ?? query.relation;
  const number = isGiven(inAddress) ? readNumber(inAddress) : null;
  const quotation = isGiven(query.quotation) ? await findQuotation(context, office, readNumber(query.quotation)) : null;
  if (quotation && quotation.product_key !== null && quotation.product_key !== params.product) throw notFound();
  const ofQuotation = quotation?.relation_number ?? null;
  if (quotation && number !== null && ofQuotation !== number) throw notFound();
  const language = findLanguage(request);
  return {
    call: request.id,
    language,
    user,
    office,
    product: params.product,
    number: number ?? ofQuotation,
    quotation,
  };
}

/** The place of a new request that copies the answers of a quotation of the same relation and product. */
export async function copyingPlace(context: WizardContext, routePlace: Place, quotation: number): Promise<Place> {
  const copied = await findQuotation(context, routePlace.office, quotation);
  if ((copied.product_key ?? routePlace.product) !== routePlace.product) throw notFound();
  if (copied.relation_number !== routePlace.number) throw notFound();
  return { ...routePlace, quotation: null, copied };
}

async function findQuotation(context: WizardContext, office: number, number: number): Promise<StoredQuotation> {
  const quotation = await context.portfolio.findQuotation(context.db, office, number);
  if (!quotation) throw notFound();
  return quotation;
}

/** Only open quotations can be changed or converted (decisions 74). */
export function refuseClosedQuotation(quotation: Pick<StoredQuotation, "status"> | null): void {
  if (!quotation || quotation.status === "O") return;
  throw new PortalError("quotation_not_open", {
    extra: { status: quotation.status },
  });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== "" && value !== null;

function readNumber(value: unknown): number {
  if (typeof value !== "string" || !/^\d{1,12}$/.test(value)) throw notFound();
  return Number(value);
}
