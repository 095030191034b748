// Begins a request in the studio's back end as a broker would: logs in, opens it, and plays a journey, or the cases of its steps, with
// the calls of the wizard up to where it would be sent.
import type { ExistsAnswer, FormsAnswer, SaveAnswer, UploadAnswer } from "#api/wire/wireTypes.ts";
import { BASE, withAllSteps, withBases } from "#content/cases/journeys/bases.ts";
import { playOver, type Transport, type WholeJourney } from "#content/cases/journeys/play.ts";
import { FROM_QUOTATION } from "#content/cases/journeys/shared.ts";
import { buildAnswers, FIXTURE_DAY } from "#content/cases/steps/fixtures.ts";
import { t } from "#content/read/findings/translate.ts";
import { defaultFileField } from "#engine/answers/fileFields.ts";
import type { Answers, FlowName } from "#engine/schema/types.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { sampleFile } from "#server/samples/sampleFiles.ts";
import { BLOCK } from "#underwriting/sending.ts";
import { findOfficeUser, findPlace, type Place, RequestStartError } from "./findPlace.ts";
import type { StudioPortal } from "./portal.ts";
import { type ProductFixtures, readProductFixtures } from "./previewRequests.ts";

/** The request to begin, as read from the page's address: every member may be absent or wrong. */
export interface Order {
  product: string;
  flow?: string;
  journey?: string;
  /** The steps before this one are answered with their base, this one with `case`. */
  step?: string;
  case?: string;
  relation?: number;
  quotation?: number;
  today?: string;
}

export interface BegunRequest extends Place {
  flow: FlowName;
  product: string;
  /** Another number is another request, for the frame. */
  serial: number;
  /** Number of a temporary request that has answers. */
  resume?: number;
  user: string;
  today: string;
  /** Answers that the server refused: step, pointer and rule. */
  refused: string[];
}

export async function beginRequest(portal: StudioPortal, fixturesDir: string, order: Order): Promise<BegunRequest> {
  const loaded = await portal.products.current(order.product);
  if (!loaded) throw new RequestStartError(t`There is no product "${order.product}".`);
  const fixtures = readProductFixtures(fixturesDir, loaded);
  const journey = order.journey
    ? readJourney(fixtures, loaded, order)
    : fillSteps(fixtures, loaded, { ...order, today: order.today ?? "" });
  const { product, flow, today, steps } = journey;
  const place = await findPlace(portal, fixtures, journey);
  const user = await findOfficeUser(portal, place.intermediary);
  const since = new Date();
  Object.assign(portal.walk, { user, product, today, since, address: "", block: undefined, priced: undefined });
  const unfinished = order.journey ? undefined : order.step;
  const transport = createTransport(portal, { product, place, unfinished });
  const played = await playOver(journey, loaded.bundle, transport);
  const resume = played.temporary && steps.length > 0 ? { resume: Number(portal.walk.address.split("/").at(-1)) } : {};
  return {
    serial: since.getTime(),
    flow,
    product,
    user,
    today: portal.today(),
    refused: transport.refused,
    ...place,
    ...resume,
  };
}

/** A quotation has answers already, so only the steps that the journey changes are filled in. */
function readJourney({ journeys, bases }: ProductFixtures, { bundle, key }: LoadedProduct, order: Order): WholeJourney {
  const written = journeys.get(order.journey ?? "");
  if (!written) throw new RequestStartError(t`There is no journey "${order.journey}" of ${key}.`);
  const isOnQuotation = FROM_QUOTATION.includes(written.flow);
  const whole = isOnQuotation ? withBases(written, bases) : withAllSteps(written, { bases, manifest: bundle.manifest });
  const { resume_after: _left, ...journey } = whole;
  return { ...journey, today: order.today || journey.today };
}

/** As a journey: the steps before the chosen one with their bases, and the chosen one with its case. */
function fillSteps(
  { fixtures, bases }: ProductFixtures,
  { bundle, key: product }: LoadedProduct,
  { step = "", relation, quotation, today, ...order }: Order & { today: string },
): WholeJourney {
  const { steps: all, flows } = bundle.manifest;
  const otherwise = quotation === undefined ? "newRequest" : "editQuote";
  const flow = order.flow && Object.hasOwn(flows, order.flow) ? (order.flow as FlowName) : otherwise;
  const keys = all.filter(({ extra }) => !extra).map(({ key }) => key);
  const index = keys.indexOf(step);
  // Before the request block, which comes after all steps, all of them are answered.
  const before = step && !FROM_QUOTATION.includes(flow) ? keys.slice(0, index < 0 ? keys.length : index) : [];
  const answers = order.case === undefined ? undefined : findCase(fixtures, step, order.case);
  const filled = before.map((key) => ({ step: key, answers: bases(key, BASE) ?? {} }));
  if (step !== BLOCK && answers) filled.push({ step, answers });
  const explains = defaultFileField(bundle)?.startsWith(`${step}.`);
  return {
    ...{ name: "", product, flow, today, ...(relation && { relation }), ...(quotation && { quotation }) },
    steps: filled.map((each) => ({ ...each, own: {}, place: "" })),
    ...(explains && { uploads: [{ name: "f-0001.pdf", type: "pdf" }] }),
    submit: { action: "quotation", answers: step === BLOCK && answers ? answers : {} },
    expect: { outcome: "" },
  };
}

function findCase(fixtures: ProductFixtures["fixtures"], step: string, name: string): Answers | undefined {
  const fixture = fixtures.find((each) => each.step === step);
  if (name === BASE) return fixture?.base;
  const fixtureCase = fixture?.cases.find((candidate) => candidate.name === name);
  return (fixture && fixtureCase && buildAnswers(fixture.base, fixtureCase)[0]) ?? undefined;
}

interface TransportParts {
  product: string;
  place: Place;
  /** This step is saved but not finished. */
  unfinished: string | undefined;
}

interface BrokerCalls extends Transport {
  refused: string[];
}

/** Makes the calls of the wizard. It does not send: it keeps the answers of the request block for its form. */
function createTransport(portal: StudioPortal, { product, place, unfinished }: TransportParts): BrokerCalls {
  const { walk } = portal;
  const { intermediary, relation, quotation } = place;
  const base = `/api/aanvraag/${product}/${intermediary}`;
  let draft = "";
  /** Returns also a 422, whose errors are reported. */
  const send = async <T>(method: "GET" | "POST", url: string, payload?: object): Promise<T> => {
    const headers = { ...(await portal.enter()), "x-draft": draft };
    const answer = await portal.app.inject({ method, url, headers, ...(payload && { payload }) });
    const body = answer.json() as T & { message?: string };
    if (answer.statusCode >= 400 && answer.statusCode !== 422)
      throw new RequestStartError(body.message ?? t`${method} ${url} answered ${answer.statusCode}.`);
    return body;
  };
  const post = <T>(path: string, payload: object, values: Record<string, string | undefined> = {}) =>
    send<T>("POST", `${walk.address}/${path}${query({ quotation, ...values })}`, payload);
  const refused: string[] = [];
  return {
    refused,
    /** An earlier request at this place is discarded. */
    async open() {
      let { data } = await send<ExistsAnswer>("GET", `${base}/prerequisites/exists/${query({ relation, quotation })}`);
      draft = data.draft_id ?? "";
      walk.address = `${base}/${data.relation_number}`;
      if (data.resumed || data.sent) ({ data } = await post<ExistsAnswer>("wizard/restart", {}));
      draft = data.draft_id ?? "";
      walk.address = `${base}/${data.relation_number}`;
      return { temporary: data.temporary_request, resumed: null };
    },
    async form(step) {
      const { data: forms } = await post<FormsAnswer>("wizard/steps/forms", {});
      const { data = {}, meta } = forms[step] ?? {};
      return { data, locked: meta?.disabled ?? [] };
    },
    async upload(files, field) {
      const ids: string[] = [];
      for (const { name, type } of files) {
        const made = await sampleFile(type, name, [name], FIXTURE_DAY).catch(() => null);
        const { mediaType, content } = made ?? (await sampleFile("pdf", name, [name], FIXTURE_DAY));
        const form = new FormData();
        form.append("file", new Blob([new Uint8Array(content)], { type: mediaType }), made ? name : `${name}.pdf`);
        ids.push((await post<UploadAnswer>("uploads", form, { field })).id);
      }
      return ids;
    },
    async save(step, answers) {
      const action = step === unfinished ? "save" : "next";
      const { errors = [] } = await post<SaveAnswer>(`wizard/step/${step}/save`, answers, { action });
      refused.push(...errors.map(({ pointer, keyword }) => `${step}${pointer} ${keyword}`));
      return [];
    },
    premium: () => ({ amounts: {} }),
    send(_action, answers) {
      if (Object.keys(answers).length > 0) walk.block = answers;
      return { outcome: "", block: [], explains: false };
    },
  };
}

function query(values: Record<string, string | number | undefined>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) written.set(name, String(value));
  return `?${written}`;
}
