// Records a request that was made by hand as a journey for the testers, in the studio. Reads the request from
// the database and evaluates it as on sending.
import { withoutFiles } from "#content/cases/journeys/files.ts";
import { type RecordedJourney, RecordingError, recordJourney } from "#content/cases/journeys/record.ts";
import { activeData } from "#engine/answers/activeData.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { namedAmounts } from "#underwriting/amounts.ts";
import { calculate } from "#underwriting/calculate.ts";
import type { Db } from "../db/open.ts";
import type { RequestRow } from "../db/tables/schema.ts";
import type { LoadedProduct, Products } from "../products/products.ts";
import { replaceInSteps } from "../requests/drafts/namedFiles.ts";
import { type Evaluation, evaluate } from "../requests/evaluate.ts";

interface RecordingParts {
  db: Db;
  products: Products;
  fixturesDir: string;
}

export interface Recording {
  draft: string;
  /** Title of the journey: what it shows. */
  name: string;
  today: string;
  /** For a quotation that was not sent: whether it was being changed or converted. */
  flow?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function recordRequest(
  parts: RecordingParts,
  { draft, name, today, flow }: Recording,
): Promise<RecordedJourney> {
  const { db, products, fixturesDir } = parts;
  const row = UUID.test(draft)
    ? await db.selectFrom("requests").selectAll().where("request_id", "=", draft).executeTakeFirst()
    : undefined;
  const product = row && (await products.pinned(row.product, row.release));
  if (!product) throw new RecordingError("There is no such request.");
  const saved = await db.selectFrom("request_steps").selectAll().where("request_id", "=", draft).execute();
  const sent = await db.selectFrom("submissions").selectAll().where("request_id", "=", draft).executeTakeFirst();
  const block = sent ? readBlock(sent.agreements) : undefined;
  const day = typeof block?.effective_date === "string" ? { day: block.effective_date } : {};
  const judged = evaluate(product, new Map(saved.map((step) => [step.step, step])), { today, language: "nl", ...day });
  const outcome = findOutcome(sent?.answer, judged);
  const files = await db.selectFrom("uploads").selectAll().where("request_id", "=", draft).execute();
  const action = sent?.action ?? (flow === "editQuote" ? "quotation" : "insurance-policy");
  const sources = product.bundle.steps;
  return recordJourney(fixturesDir, {
    ...{ name, product: row.product, flow: findFlow(row, action), today },
    relation: row.temporary ? null : row.relation_number,
    quotation: row.quotation_number,
    steps: product.bundle.manifest.steps,
    flows: product.bundle.manifest.flows,
    questions: product.back.questions,
    answers: replaceInSteps(product, judged.answers, () => undefined),
    uploads: files.map(({ name: file, field }) => ({
      name: file,
      type: file.split(".").at(-1)?.toLowerCase() ?? "",
      ...(field === null ? {} : { field }),
    })),
    submit: { action, answers: block },
    expect: { outcome, ...findExpected(product, judged, outcome) },
    // A journey lists its files by name: their ids belong to this request only.
    prune: (step, data) => withoutFiles(sources[step], activeData(sources[step]?.schema ?? {}, data, judged.context)),
  });
}

/** The agreements without the members that the server added. */
function readBlock({ documents: _documents, release: _release, at: _at, ...block }: JsonObject): Answers {
  return block;
}

function findOutcome(answer: JsonObject | undefined, { judgement }: Evaluation): string {
  if (answer) return answer.type === "quotation" ? "quotation" : String(answer.accepted);
  if (judgement.dropout) return "declined";
  throw new RecordingError("The request has no outcome yet: send it first.");
}

function findFlow({ quotation_number, temporary }: RequestRow, action: string): string {
  if (quotation_number !== null) return action === "quotation" ? "editQuote" : "quoteToPolicy";
  return temporary ? "newTempRequest" : "newRequest";
}

const AMOUNTS = ["per_year", "per_term", "tax", "total", "one_off", "one_off_tax", "one_off_total"];

function findExpected({ bundle }: LoadedProduct, { answers, progress, underwriting }: Evaluation, outcome: string) {
  const amounts = Object.entries(namedAmounts(calculate(underwriting)));
  const premium = Object.fromEntries(amounts.filter(([name, amount]) => AMOUNTS.includes(name) && amount !== null));
  const unanswered = bundle.manifest.steps.some(
    ({ key, extra }) => extra && progress.data[key] !== undefined && !answers[key],
  );
  return {
    ...(Object.keys(premium).length > 0 && outcome !== "declined" ? { premium } : {}),
    ...(unanswered ? { extra_step: true } : {}),
  };
}
