// Decides the outcome of a judged request: a quotation, a policy, or a referral to an underwriter with a reference number. Also
// draws its number and lists the wrong answers for the response.
import { sql } from "kysely";
import type { Finding } from "#underwriting/backgroundCheck.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import type { SessionUser } from "../../auth/user.ts";
import type { Db } from "../../db/open.ts";
import type { Outcome } from "../../documents/papers.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { OpenRequest, Place } from "../context.ts";
import type { Evaluation } from "../evaluate.ts";
import { findResults, listSubjects, type ScreeningResults } from "./screening.ts";
import type { SubmitOrder } from "./submitOrder.ts";

/** What a contract is made of, both when a request is sent and when an underwriter accepts it later. */
export interface ContractInput {
  open: {
    place: Pick<Place, "call" | "office" | "language" | "quotation"> & {
      /** Recipient of the mail, or undefined when none is sent. */
      user: Pick<SessionUser, "email" | "full_name"> | undefined;
    };
    product: LoadedProduct;
  };
  evaluation: Evaluation;
  relation: RelationRecord;
  day: string;
}

export interface Issue extends ContractInput {
  open: OpenRequest;
  order: SubmitOrder;
  screened: ScreeningResults;
}

export interface SubmissionResult {
  outcome: Outcome;
  number: number;
  calculation: Calculation;
  /** Names of the attached files. */
  files: string[];
  /** When an underwriter accepted it: the reference number that the broker had until then. */
  referral?: number;
  /** The underwriter's remark in the mail. */
  remark?: string | undefined;
  /** A quotation that was sent again with other answers, another first day, price or box. */
  changed?: boolean;
}

const SEQUENCE = { quotation: "quotation_numbers", policy: "policy_numbers", referral: "reference_numbers" } as const;

/** Every policy request is checked, also one that is referred for another reason. */
export const findFindings = ({ open, order, evaluation, relation, screened }: Issue): Finding[] =>
  order.action === "quotation"
    ? []
    : findResults(screened, listSubjects(evaluation, { relation, product: open.product }));

export async function nextNumber(db: Db, outcome: Outcome): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval(${SEQUENCE[outcome]}::regclass) as number`.execute(db);
  const number = rows[0]?.number;
  if (!number) throw new Error(`sequence ${SEQUENCE[outcome]} gave no number`);
  return number;
}

/** The wrong answers and their notices, as the response gives them. */
export function wrongAnswers({ acceptance, final, rules }: Evaluation["judgement"]) {
  const notices = [...acceptance, ...final].flatMap(({ notice }) => notice ?? []);
  return {
    refusal_messages: [...notices, ...rules.map(({ message }) => message)],
    wrong_acceptance_questions: acceptance,
    wrong_final_questions: final,
  };
}
