// Begins a request in the studio's back end as a broker would: logs in, opens the request, and saves the answers of a journey, a
// case or an earlier request, through the same calls as the wizard.
import { sql } from "kysely";
import type { ExistsAnswer, FormsAnswer, SaveAnswer, UploadAnswer } from "#api/wire/wireTypes.ts";
import { fillForm } from "#content/cases/journeys/play.ts";
import { readJourneys } from "#content/cases/journeys/record.ts";
import type { JourneyProduct } from "#content/cases/journeys/shared.ts";
import { defaultFileField, fileAddress } from "#engine/answers/fileFields.ts";
import { withValue } from "#engine/fields/formValues.ts";
import type { FlowName, ProductBundle } from "#engine/schema/types.ts";
import {
  type FilledStep,
  type Order,
  onQuotation,
  type Plan,
  planRequest,
  RequestStartError,
  toJourneyProduct,
} from "./planRequest.ts";
import { DAY_HEADER, type StudioPortal, toHeaders } from "./portal.ts";

export interface BegunRequest {
  flow: FlowName;
  product: string;
  intermediary: number;
  /** Absent for a temporary request. */
  relation?: number;
  quotation?: number;
  /** Number of a temporary request that holds answers. */
  resume?: number;
  user: string;
  today: string;
  /** Answers that the server refused: step, pointer and rule. */
  refused: string[];
}

export async function beginRequest(portal: StudioPortal, fixturesDir: string, order: Order): Promise<BegunRequest> {
  const product = await portal.products.current(order.product);
  if (!product) throw new RequestStartError(`There is no product "${order.product}".`);
  const plan = await planRequest(portal, fixturesDir, product, order);
  const requestPlace = await findPlaceFor(portal, fixturesDir, toJourneyProduct(product), plan);
  const user = await findOfficeUser(portal, requestPlace.intermediary);
  const ask = createAsker(portal, user, plan.today);
  const opened = await open(ask, order.product, requestPlace);
  const refused = await fill(ask, opened, requestPlace, { steps: plan.steps, bundle: product.bundle });
  const { temporary_request, relation_number } = opened;
  const address = `${order.product}/${relation_number}`;
  if (plan.block) portal.blocks.set(address, plan.block);
  else portal.blocks.delete(address);
  const resume = temporary_request && plan.steps.length > 0 ? { resume: relation_number } : {};
  return { flow: plan.flow, product: order.product, user, today: plan.today, refused, ...requestPlace, ...resume };
}

/** An earlier request at this place is discarded. */
async function open(
  ask: CallSender,
  product: string,
  { intermediary, relation, quotation }: Place,
): Promise<OpenedRequest> {
  const base = `/api/aanvraag/${product}/${intermediary}`;
  const { data } = await ask<ExistsAnswer>("GET", `${base}/prerequisites/exists/${query({ relation, quotation })}`);
  if (!data.resumed && !data.sent) return data;
  const address = `${base}/${data.relation_number}/wizard/restart${query({ quotation })}`;
  return (await ask<ExistsAnswer>("POST", address, {}, naming(data))).data;
}

/** Saves the steps. Returns what was refused: step, pointer and rule. */
async function fill(
  ask: CallSender,
  opened: OpenedRequest,
  { quotation }: Place,
  { steps, bundle }: { steps: readonly FilledStep[]; bundle: ProductBundle },
): Promise<string[]> {
  const refused: string[] = [];
  const base = `/api/aanvraag/${opened.insurance_type}/${opened.intermediary_number}/${opened.relation_number}`;
  for (const { step, answers, own: named = {}, files = [], open } of steps) {
    const forms = await ask<FormsAnswer>(
      "POST",
      `${base}/wizard/steps/forms${query({ quotation })}`,
      {},
      naming(opened),
    );
    const { data = {}, meta } = forms.data[step] ?? {};
    const form = { data, locked: meta?.disabled ?? [] };
    let body = fillForm(form, { answers, own: named }, bundle.steps[step]);
    for (const { path, files: ofField } of files) {
      const uploadAddress = `${base}/uploads${query({ quotation, field: nameField(bundle, step, path) })}`;
      body = withValue(body, path, await upload(ask, uploadAddress, opened, ofField));
    }
    const address = `${base}/wizard/step/${step}/save${query({ action: open ? "save" : "next", quotation })}`;
    const { errors } = await ask<SaveAnswer>("POST", address, body, naming(opened));
    refused.push(...(errors ?? []).map(({ pointer, keyword }) => `${step}${pointer} ${keyword}`));
  }
  return refused;
}

/** Undefined for the field of the explanation, which has no name on the wire. */
function nameField(bundle: ProductBundle, step: string, path: readonly string[]): string | undefined {
  const address = fileAddress(step, path);
  return address === defaultFileField(bundle) ? undefined : address;
}

/** Returns the ids of the uploaded files. */
async function upload(
  ask: CallSender,
  address: string,
  opened: OpenedRequest,
  files: NonNullable<FilledStep["files"]>[number]["files"],
) {
  const ids: string[] = [];
  for (const { name, type, content } of files) {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(content)], { type }), name);
    ids.push((await ask<UploadAnswer>("POST", address, form, naming(opened))).id);
  }
  return ids;
}

type OpenedRequest = ExistsAnswer["data"];
const naming = ({ draft_id = "" }: OpenedRequest) => ({ "x-draft": draft_id });

function query(values: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) parameters.set(name, String(value));
  return `?${parameters}`;
}

type Place = Pick<BegunRequest, "intermediary" | "relation" | "quotation">;

/** If the plan names no relation or quotation: one of the sample data that no request of the product has used yet. */
async function findPlaceFor(
  { db }: StudioPortal,
  fixturesDir: string,
  product: JourneyProduct,
  plan: Plan,
): Promise<Place> {
  const used = db.selectFrom("requests").where("product", "=", product.key);
  // The request may be recorded as a journey, and journeys of a product should not share relations or quotations, so those that
  // journeys use come last.
  const journeys = readJourneys(fixturesDir, product).map(([, journey]) => journey);
  const ofJourneys = (name: "relation" | "quotation") => [0, ...journeys.flatMap((journey) => journey[name] ?? [])];
  if (onQuotation(plan.flow)) {
    const quotations = db
      .selectFrom("quotations as q")
      .innerJoin("quotation_answers as a", "a.number", "q.number")
      .select(["q.number as quotation", "q.relation_number as relation", "q.intermediary_number as intermediary"])
      .where("a.product_key", "=", product.key)
      .orderBy((make) => make("q.number", "in", ofJourneys("quotation")))
      .orderBy("q.number");
    const quotation = await (plan.quotation === undefined
      ? quotations
          .where("q.status", "=", "O")
          // Quotations made in the studio are not in the sample data, on which journeys run.
          .where(sql<string>`q.number::text`, "not in", db.selectFrom("submissions").select("number"))
          .where("q.number", "not in", used.select("quotation_number").where("quotation_number", "is not", null))
      : quotations.where("q.number", "=", plan.quotation)
    ).executeTakeFirst();
    if (!quotation) throw new RequestStartError(noneLeft("quotation", plan.quotation));
    return quotation;
  }
  if (plan.flow === "newTempRequest") return { intermediary: FIRST_OFFICE };
  const relations = db
    .selectFrom("relations")
    .select(["relation_number as relation", "intermediary_number as intermediary"])
    .orderBy((make) => make("relation_number", "in", ofJourneys("relation")))
    .orderBy("relation_number");
  const relation = await (plan.relation === undefined
    ? relations
        .where("intermediary_number", "=", FIRST_OFFICE)
        .where("kvk_number", "is not", null)
        .where("kvk_number", "not in", db.selectFrom("watchlist").select("kvk").where("kvk", "is not", null))
        .where("relation_number", "not in", used.select("address_number"))
    : relations.where("relation_number", "=", plan.relation)
  ).executeTakeFirst();
  if (!relation) throw new RequestStartError(noneLeft("relation", plan.relation));
  return relation;
}

/** An office of the sample data whose administrator may do everything. */
const FIRST_OFFICE = 100245;

const noneLeft = (what: string, number: number | undefined) =>
  number === undefined
    ? `Every ${what} of the sample data was used: begin with fresh sample data.`
    : `The sample data has no ${what} ${number} of this product.`;

async function findOfficeUser({ db }: StudioPortal, office: number): Promise<string> {
  const users = db.selectFrom("users").select("login_name").where("active", "=", true).orderBy("login_name", "desc");
  const account = await users.where("intermediary_number", "=", office).executeTakeFirst();
  if (!account) throw new RequestStartError(`Nobody of office ${office} may log in.`);
  return account.login_name;
}

type CallSender = <T>(
  method: "GET" | "POST",
  url: string,
  payload?: object,
  headers?: Record<string, string>,
) => Promise<T>;

/**
 * Makes calls as this user on this day. A 422 is returned, as its field errors are reported. Any other error throws.
 */
function createAsker(portal: StudioPortal, user: string, today: string): CallSender {
  return async <T>(method: "GET" | "POST", url: string, payload?: object, headers: Record<string, string> = {}) => {
    const sessionHeaders = toHeaders(await portal.enter(user));
    const call = { method, url, headers: { ...sessionHeaders, ...headers, [DAY_HEADER]: today } };
    const answer = await portal.app.inject(payload ? { ...call, payload } : call);
    const body = answer.json() as T & { message?: string };
    if (answer.statusCode >= 400 && answer.statusCode !== 422)
      throw new RequestStartError(body.message ?? `${method} ${url} answered ${answer.statusCode}.`);
    return body;
  };
}
