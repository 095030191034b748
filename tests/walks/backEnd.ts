// What a walk meets behind the wizard: the same questions for the rules alone, kept in memory, and for the real application.

import type { ExistsAnswer, PremiumAnswer, ProgressAnswer } from "#api/wire/wireTypes.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import type { Answers, FlowName, RequestAnswers } from "#engine/schema/types.ts";
import type { RegisteredCompany } from "#server/external/companyRegister.ts";
import type { RelationRecord } from "#server/portfolio/portfolioPort.ts";
import type { LoadedProduct } from "#server/products/products.ts";

export interface Opened {
  exists: ExistsAnswer["data"];
  api: WizardApi;
}

export type Stored = Record<string, { data: Answers; revision: number }>;

/** One request of one product and flow. */
export interface BackEnd {
  product: LoadedProduct;
  flow: FlowName;
  today: string;
  /** The relation whose number the request starts with, or null for a temporary request. */
  relation: Pick<RelationRecord, "kvk_number"> | null;
  /** The quotation that is changed or converted. */
  quotation: number | null;
  register: ReadonlyMap<string, RegisteredCompany>;
  /** A window onto the request: the open draft, or a new one when it was sent. */
  open(): Promise<Opened>;
  stored(): Promise<Stored>;
  progress(): Promise<ProgressAnswer>;
  /** The price of what is stored, with what is sent over it. */
  premium(body: RequestAnswers): Promise<PremiumAnswer>;
  /** How many requests were sent. */
  sent(): Promise<number>;
}

/** Starts a request for one walk. */
export type StartBackEnd = () => Promise<BackEnd>;
