// Whether a request may be sent, and how it ends. The back end judges by itself: that the browser validated the request too does not
// count. See decisions 13, 28, 29, 61, 63.
import { activeData } from "#engine/answers/activeData.ts";
import { defaultFileField, fileAddress, findFiles } from "#engine/answers/fileFields.ts";
import { byIndex, toPointer } from "#engine/fields/fieldPath.ts";
import { isAccepted } from "#engine/rules/fileRules.ts";
import type {
  Answers,
  FieldUpload,
  JsonObject,
  RequestAnswers,
  SendAction,
  ServerError,
} from "#engine/schema/types.ts";
import { fromEpochSeconds } from "#engine/values/dates.ts";
import { type Finding, summarize } from "./backgroundCheck.ts";
import { numberIn } from "./company.ts";
import { type ProductRules, toServerErrors } from "./judgeRequest.ts";
import { askedAnswers, type RequestState, type StepState } from "./requestState.ts";

export interface RequestBlock {
  data: Answers;
  /** First day of cover, if it is valid. */
  day: string | undefined;
  /** The broker confirmed that the request is for another company than the relation (decisions 83). */
  otherCompany: boolean;
  errors: ServerError[];
}

/** Key of the block's form among those of the steps: first day of cover and agreements. */
export const BLOCK = "request";
/** The same for every product, so not in the product's own schema. */
export const OTHER_COMPANY = "other_company";
/** Epoch seconds of the years 1900 and 2200. A number outside them is not taken for a day. */
const EARLIEST = -2_208_988_800;
const LATEST = 7_258_118_400;

type Bundle = Pick<ProductRules, "bundle">;

/** The day arrives as epoch seconds of local midnight (decisions 21). */
export function readRequestBlock({ bundle }: Bundle, body: JsonObject, today: string): RequestBlock {
  const { effective_date: date } = body;
  const isSeconds = typeof date === "number" && Number.isInteger(date) && date > EARLIEST && date < LATEST;
  const named = isSeconds ? { ...body, effective_date: fromEpochSeconds(date) } : body;
  const context = { lists: {}, today };
  const data = activeData(bundle.steps[BLOCK]?.schema ?? {}, named, context);
  const errors = toServerErrors(bundle.contracts[BLOCK]?.(data, context) ?? [], BLOCK);
  const isDay = typeof data.effective_date === "string" && errors.every((error) => error.pointer !== "/effective_date");
  const day = isDay ? String(data.effective_date) : undefined;
  return { data, day, otherCompany: body[OTHER_COMPANY] === true, errors };
}

interface NamedFile {
  id: string;
  step: string;
  path: readonly string[];
}

/** The files that answers name, by the order of the steps and their layout. */
export const listFiles = ({ bundle }: Bundle, answers: RequestAnswers): NamedFile[] =>
  bundle.manifest.steps.flatMap(({ key: step }) =>
    findFiles(bundle.steps[step], answers[step] ?? {}).flatMap(({ path, ids }) =>
      ids.map((id) => ({ id, step, path })),
    ),
  );

/** Errors for the ids in a step that are not files of this request, or not of the field that names them. */
export function fileErrors(
  { bundle }: Bundle,
  step: string,
  data: Answers,
  uploads: readonly FieldUpload[],
): ServerError[] {
  const ofExplanation = defaultFileField(bundle);
  return findFiles(bundle.steps[step], data).flatMap(({ path, ids, rules: { extensions, maxSize } }) => {
    const judge = (id: string): Pick<ServerError, "keyword" | "params"> | undefined => {
      const upload = uploads.find((candidate) => candidate.id === id);
      if (!upload) return { keyword: "upload", params: { id } };
      const { name, size, field = ofExplanation } = upload;
      if (field !== fileAddress(step, path)) return { keyword: "upload_field", params: { id, name } };
      // A copied file may come from a release whose field took others.
      if (!isAccepted(name, extensions))
        return { keyword: "file_type", params: { id, name, allowed: extensions.join(", ") } };
      return size > maxSize ? { keyword: "file_size", params: { id, name, limit: maxSize } } : undefined;
    };
    return ids.flatMap((id, index) => {
      const error = judge(id);
      return error ? [{ pointer: toPointer(byIndex([...path, String(index)], data)), ...error }] : [];
    });
  });
}

export interface SendFacts {
  rules: Bundle;
  action: SendAction;
  steps: ReadonlyMap<string, StepState>;
  state: Pick<RequestState, "answers" | "errors" | "progress">;
  block: RequestBlock;
  /** The files of the request. */
  uploads: readonly FieldUpload[];
  /** The number of the relation that the request was begun for. */
  relationKvk: string | null | undefined;
}

/** All errors at once of a request that no answer declines. */
export function findUnsendable(facts: SendFacts): ServerError[] {
  const { rules, state, block, uploads } = facts;
  const ofFiles = Object.entries(askedAnswers(state)).flatMap(([step, data]) =>
    fileErrors(rules, step, data, uploads).map((error) => ({ step, ...error })),
  );
  return [...unfinishedSteps(facts), ...ofFiles, ...block.errors, ...unconfirmedCompany(facts)];
}

function unfinishedSteps({ rules, action, steps, state }: SendFacts): ServerError[] {
  return rules.bundle.manifest.steps.flatMap(({ key, extra }) => {
    const flags = state.progress.data[key];
    // A quotation can be sent without the explanation step, a policy request cannot.
    if (!flags || flags.completed || (extra && action === "quotation")) return [];
    const errors = toServerErrors(state.errors[key] ?? [], key);
    const isSeen = steps.get(key)?.finished === true && flags.changed !== true;
    return errors.length > 0 || isSeen ? errors : [{ step: key, pointer: "", keyword: "incomplete", params: {} }];
  });
}

/** A company number other than the relation's has to be confirmed by the broker. */
function unconfirmedCompany({ steps, block, relationKvk }: SendFacts): ServerError[] {
  const kvk = numberIn(steps.values());
  if (block.otherCompany || !relationKvk || kvk === undefined || kvk === relationKvk) return [];
  return [{ step: BLOCK, pointer: `/${OTHER_COMPANY}`, keyword: "required", params: { kvk, relation: relationKvk } }];
}

/**
 * A wrong answer or a hit of the background check makes a policy request a referral. A quotation is always given
 * (decisions 28, 42). When the check fails, its result is unknown and the request is pending at the underwriter
 * (decisions 40, 62).
 */
export function findAccepted(
  action: SendAction,
  refers: boolean,
  findings: readonly Finding[],
): "accepted" | "referred" | "pending" {
  if (action === "quotation") return "accepted";
  const background = summarize(findings);
  if (refers || background === "hit") return "referred";
  return background === "unknown" ? "pending" : "accepted";
}
