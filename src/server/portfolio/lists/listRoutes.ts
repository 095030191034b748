// The calls that every list has: page, search, export, one item. Differences are in the description of each kind. The
// office always comes from the session.
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#engine/schema/types.ts";
import { toEuros } from "#underwriting/decimal.ts";
import { isReadOnly } from "../../db/failures/failures.ts";
import { keepOffice } from "../../db/office.ts";
import { describeListCall } from "../../http/apiSchemas.ts";
import { notFound } from "../../http/errors/portalError.ts";
import { appTexts, serverTexts } from "../../texts/serverTexts.ts";
import { attachmentHeaders } from "../attachment.ts";
import { buildWording, numberIn, type PortfolioContext, type Viewer } from "../viewer.ts";
import { BYTE_ORDER_MARK, csvLine, exportCells, exportHeader } from "./exportColumns.ts";
import { type Choices, readChoices, wireFilters } from "./filters.ts";
import { readLastViewed, recordView } from "./lastViewed.ts";
import { countFilters, type ListDefinition, type ListRequest, type Page, readAll, readOne, readPage } from "./lists.ts";
import { readFoundRelations } from "./search.ts";
import type { Wording } from "./wording.ts";

const EXPORT_LIMIT_MS = 300_000;

interface Facts {
  rows: number;
  total: number;
  page: number;
  limit: number;
}

/**
 * Members of the paging meta. Lists name them differently because the specification does (portal 3). The browser's
 * adapters cope.
 */
const META = {
  count: ({ rows }: Facts) => rows,
  current_page: ({ page }: Facts) => page,
  per_page: ({ limit }: Facts) => limit,
  items_per_page: ({ limit }: Facts) => limit,
  total: ({ total }: Facts) => total,
  total_items: ({ total }: Facts) => total,
  total_pages: ({ total, limit }: Facts) => Math.max(1, Math.ceil(total / limit)),
};

/** The description of a list: everything in which its calls differ from those of the others. */
export interface ListKind<Row, Answer extends object> extends ListDefinition<Row> {
  /** Its routes are under `/api/<path>`. */
  path: string;
  /** Names of the paging members in a page's meta. */
  meta: readonly (keyof typeof META)[];
  /** Adds `success: true` to a page. */
  success?: true;
  wire(row: Row, wording: Wording): Answer;
  /** The other way round: the columns of a sample, which has the members of an answer. Those of its relation are added. */
  store?(answer: Answer): object;
  /** Shape of a row in lists, if it is shorter than that of a single item. */
  brief?(row: Row, wording: Wording): object;
  /** A call without parameters returns the last viewed items. */
  lastViewedByDefault?: boolean;
  /** A search returns rows in full, unless the call has `detail=false`. */
  searchInFull?: boolean;
  /** Has no call for a single item. */
  listOnly?: boolean;
  /** Lists the rows of all offices, for users who work for the insurer. */
  everyOffice?: boolean;
}

interface ListQuery extends Choices {
  page?: number;
  limit?: number;
  relation_id?: number;
  detail?: boolean;
  last_viewed?: boolean;
  search?: string;
  sort?: string;
  with_filters?: boolean;
  with_relations?: boolean;
}

interface Calls<Row, Answer extends object> {
  context: PortfolioContext;
  kind: ListKind<Row, Answer>;
}

export function addListRoutes<Row, Answer extends object>(app: FastifyInstance, calls: Calls<Row, Answer>): void {
  const { schema: file, listOnly } = calls.kind;
  app.get("/", { schema: describeListCall(file, "list") }, async (request) => listed(calls, request));
  app.get("/search/:term", { schema: describeListCall(file, "search") }, async (request) => searched(calls, request));
  // The export is streamed, so a long list may take longer than other calls.
  const schema = describeListCall(file, "export");
  app.get("/export", { schema, config: { audit: "all", handlerMs: EXPORT_LIMIT_MS } }, async (request, reply) =>
    exported(calls, request, reply),
  );
  if (listOnly) return;
  app.get("/:id", { schema: describeListCall(file, "one"), config: { audit: "all" } }, async (request) =>
    found(calls, request),
  );
}

const wantsLastViewed = (kind: { lastViewedByDefault?: boolean }, query: ListQuery) =>
  query.last_viewed === true ||
  (kind.lastViewedByDefault === true &&
    [query.page, query.limit, query.relation_id, query.detail, query.sort].every(
      (parameter) => parameter === undefined,
    ));

function readListRequest<Row, Answer extends object>(
  { context, kind }: Calls<Row, Answer>,
  viewer: Viewer,
  query: ListQuery,
): ListRequest {
  return {
    office: kind.everyOffice ? null : viewer.intermediary,
    language: viewer.language,
    sort: query.sort,
    relation: query.relation_id,
    page: query.page,
    limit: query.limit,
    choices: query,
    today: context.clock.today(),
  };
}

async function listed<Row, Answer extends object>(calls: Calls<Row, Answer>, request: FastifyRequest) {
  const { context, kind } = calls;
  const viewer = context.viewer(request);
  const query = request.query as ListQuery;
  if (!wantsLastViewed(kind, query)) return answerPage(calls, viewer, query, query.detail === true);
  const page = await readLastViewed(context.db, kind, viewer, query);
  return buildListAnswer(kind, page, query.detail === true, buildWording(context, viewer));
}

async function searched<Row, Answer extends object>(calls: Calls<Row, Answer>, request: FastifyRequest) {
  const query = request.query as ListQuery;
  const { term } = request.params as { term: string };
  const full = (query.detail ?? calls.kind.searchInFull) === true;
  return answerPage(calls, calls.context.viewer(request), { ...query, search: term }, full);
}

async function answerPage<Row, Answer extends object>(
  calls: Calls<Row, Answer>,
  viewer: Viewer,
  query: ListQuery,
  full: boolean,
) {
  const { context, kind } = calls;
  const request = { ...readListRequest(calls, viewer, query), search: query.search };
  const page = await readPage(context.db, kind, request);
  const answer = buildListAnswer(kind, page, full, buildWording(context, viewer));
  if (query.with_relations && kind.ofRelation) {
    const relations = await readFoundRelations(context.db, viewer.intermediary, page.rows);
    Object.assign(answer.meta, { relations });
  }
  if (!query.with_filters || !kind.filters) return answer;
  const filters = wireFilters(kind.filters, await countFilters(context.db, kind, request), viewer.language);
  const sum = page.sum === undefined ? {} : { sum: toEuros(page.sum) };
  return { ...answer, meta: { ...answer.meta, ...sum, filters } };
}

function buildListAnswer<Row, Answer extends object>(
  kind: ListKind<Row, Answer>,
  { rows, ...page }: Page<Row>,
  full: boolean,
  wording: Wording,
) {
  const shape = full ? kind.wire : (kind.brief ?? kind.wire);
  const data = rows.map((row) => shape(row, wording));
  const paging = kind.meta.map((name) => [name, META[name]({ ...page, rows: data.length })]);
  const meta = Object.fromEntries(paging);
  return { ...(kind.success && { success: true }), data, meta };
}

async function found<Row, Answer extends object>({ context, kind }: Calls<Row, Answer>, request: FastifyRequest) {
  const viewer = context.viewer(request);
  const number = numberIn((request.params as { id: string }).id);
  const row = await readOne(context.db, kind, viewer.intermediary, number);
  if (!row || !belongsTo(row, request.query as ListQuery)) throw notFound();
  // A read-only database does not end reading.
  await recordView(context.db, viewer, kind.list, number).catch((error: Error) => {
    if (!isReadOnly(error)) throw error;
  });
  return { data: kind.wire(row, buildWording(context, viewer)) };
}

/** An item answers 404 under the address of another relation (decisions 84). */
const belongsTo = (row: unknown, { relation_id }: ListQuery) =>
  relation_id === undefined || (row as { relation_number?: number }).relation_number === relation_id;

async function exported<Row, Answer extends object>(
  { context, kind }: Calls<Row, Answer>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const viewer = context.viewer(request);
  const query = request.query as ListQuery;
  const name = `${nameExport(kind, viewer.language, query)}-${context.clock.today()}.csv`;
  const lines = writeCsv({ context, kind }, viewer, query);
  return reply.headers(attachmentHeaders(name, "text/csv; charset=utf-8")).send(Readable.from(keepOffice(lines)));
}

/** The list, and which of its rows the file has: of which relation, found by which words, with which filters. */
function nameExport<Row, Answer extends object>(kind: ListKind<Row, Answer>, language: Language, query: ListQuery) {
  const { file, parts } = serverTexts[language].exports;
  const chosen = readChoices(kind.filters, query);
  const filters = chosen.names.map((name, index) => {
    const value = chosen.values[index] ?? "";
    return (
      kind.filters?.[name]?.read?.(language, value) ?? appTexts[language][`portal.filter.${name}.${value}`] ?? value
    );
  });
  const words = [
    query.last_viewed && parts.last_viewed,
    query.relation_id && `${parts.relation} ${query.relation_id}`,
    query.search?.trim() && `${parts.search} ${query.search}`,
    ...filters,
  ];
  const named = words.filter((word) => typeof word === "string").map(toFileName);
  return [file[kind.list] ?? kind.list, ...named].filter(Boolean).join("-");
}

const toFileName = (words: string) =>
  words
    .normalize("NFC")
    .toLowerCase()
    .slice(0, 40)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

async function* writeCsv<Row, Answer extends object>(
  { context, kind }: Calls<Row, Answer>,
  viewer: Viewer,
  query: ListQuery,
): AsyncGenerator<string> {
  const wording = buildWording(context, viewer);
  const header = exportHeader(kind.schema, viewer.language).map((text) => ({ text }));
  yield BYTE_ORDER_MARK + csvLine(header, viewer.language);
  for await (const rows of rowsToExport({ context, kind }, viewer, query)) {
    const cells = rows.map((row) => exportCells(kind.schema, kind.wire(row, wording), viewer.language));
    yield cells.map((line) => csvLine(line, viewer.language)).join("");
  }
}

/** Exports what the screen shows: filtered by search term or relation, or the last viewed items (decisions 50, 77). */
async function* rowsToExport<Row, Answer extends object>(
  { context, kind }: Calls<Row, Answer>,
  viewer: Viewer,
  query: ListQuery,
): AsyncGenerator<Row[]> {
  const { db } = context;
  if (query.last_viewed) {
    yield (await readLastViewed(db, kind, viewer, query)).rows;
  } else {
    const search = query.search?.trim() ? query.search : undefined;
    yield* readAll(db, kind, { ...readListRequest({ context, kind }, viewer, query), search });
  }
}
