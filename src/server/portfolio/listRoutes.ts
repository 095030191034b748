// The calls that every list has: page, search, export, one. What differs stands in the description of each kind; the office
// is that of the session in all of them.
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeListCall } from "../apiSchemas.ts";
import { keepOffice } from "../db/office.ts";
import { notFound } from "../portalError.ts";
import { attachmentHeaders } from "./attachment.ts";
import { BYTE_ORDER_MARK, csvLine } from "./csv.ts";
import { type Columns, exportCells, exportHeader, exportName } from "./exportColumns.ts";
import { readLastViewed, recordView } from "./lastViewed.ts";
import { type ListDefinition, type ListRequest, type Page, readAll, readOne, readPage } from "./lists.ts";
import { buildWording, numberIn, type PortfolioContext, type Viewer } from "./viewer.ts";
import type { Wording } from "./wording.ts";

const EXPORT_LIMIT_MS = 300_000;

interface Facts {
  rows: number;
  total: number;
  page: number;
  limit: number;
}

/** They differ on purpose: the specification's lists do (portal 3), and the browser's adapters must cope. */
const META = {
  count: ({ rows }: Facts) => rows,
  current_page: ({ page }: Facts) => page,
  per_page: ({ limit }: Facts) => limit,
  items_per_page: ({ limit }: Facts) => limit,
  total: ({ total }: Facts) => total,
  total_items: ({ total }: Facts) => total,
  total_pages: ({ total, limit }: Facts) => Math.max(1, Math.ceil(total / limit)),
};

/** A kind of thing that has a list, described once. */
export interface ListKind<Row, Answer extends object> extends ListDefinition<Row> {
  /** Its calls stand under `/api/<path>`. */
  path: string;
  /** The file of schemas/api that describes its rows and answers. */
  schema: string;
  /** What a page says of itself besides its rows. */
  meta: readonly (keyof typeof META)[];
  /** Whether a page says `success` too. */
  success?: true;
  exported: Columns<Answer>;
  wire(row: Row, wording: Wording): Answer;
  /** Row of a list, where it is shorter than a single item. */
  brief?(row: Row, wording: Wording): object;
  /** Whether a call without page and limit means: last viewed. */
  lastViewedByDefault?: boolean;
  /** Whether a search shows single items, unless it is told otherwise. */
  searchInFull?: boolean;
  /** No call for a single item. */
  listOnly?: boolean;
  /** Of every office, for who works for the insurer. */
  everyOffice?: boolean;
}

interface ListQuery {
  page?: number;
  limit?: number;
  relation_id?: number;
  detail?: boolean;
  last_viewed?: boolean;
  search?: string;
  sort?: string;
}

interface Calls<Row, Answer extends object> {
  context: PortfolioContext;
  kind: ListKind<Row, Answer>;
}

export function addListRoutes<Row, Answer extends object>(app: FastifyInstance, calls: Calls<Row, Answer>): void {
  const { schema: file, listOnly } = calls.kind;
  app.get("/", { schema: describeListCall(file, "list") }, async (request) => listed(calls, request));
  app.get("/search/:term", { schema: describeListCall(file, "search") }, async (request) => searched(calls, request));
  // Sent row by row, so a long list takes its time.
  const schema = describeListCall(file, "export");
  app.get("/export", { schema, config: { audit: "all", handlerMs: EXPORT_LIMIT_MS } }, async (request, reply) =>
    exported(calls, request, reply),
  );
  if (!listOnly) app.get("/:id", { schema: describeListCall(file, "one") }, async (request) => one(calls, request));
}

const wantsLastViewed = (kind: { lastViewedByDefault?: boolean }, query: ListQuery) =>
  query.last_viewed === true ||
  (kind.lastViewedByDefault === true &&
    [query.page, query.limit, query.relation_id, query.detail, query.sort].every((one) => one === undefined));

const readListRequest = (kind: { everyOffice?: boolean }, viewer: Viewer, query: ListQuery): ListRequest => ({
  office: kind.everyOffice ? null : viewer.intermediary,
  language: viewer.language,
  sort: query.sort,
  relation: query.relation_id,
  page: query.page,
  limit: query.limit,
});

async function listed<Row, Answer extends object>({ context, kind }: Calls<Row, Answer>, request: FastifyRequest) {
  const viewer = context.viewer(request);
  const query = request.query as ListQuery;
  const page = wantsLastViewed(kind, query)
    ? await readLastViewed(context.db, kind, viewer, query)
    : await readPage(context.db, kind, readListRequest(kind, viewer, query));
  return buildListAnswer(kind, page, query.detail === true, buildWording(context, viewer));
}

async function searched<Row, Answer extends object>({ context, kind }: Calls<Row, Answer>, request: FastifyRequest) {
  const viewer = context.viewer(request);
  const query = request.query as ListQuery;
  const { term } = request.params as { term: string };
  const page = await readPage(context.db, kind, { ...readListRequest(kind, viewer, query), search: term });
  return buildListAnswer(kind, page, (query.detail ?? kind.searchInFull) === true, buildWording(context, viewer));
}

function buildListAnswer<Row, Answer extends object>(
  kind: ListKind<Row, Answer>,
  { rows, ...page }: Page<Row>,
  full: boolean,
  wording: Wording,
) {
  const shape = full ? kind.wire : (kind.brief ?? kind.wire);
  const data = rows.map((row) => shape(row, wording));
  const meta = Object.fromEntries(kind.meta.map((name) => [name, META[name]({ ...page, rows: data.length })]));
  return { ...(kind.success && { success: true }), data, meta };
}

async function one<Row, Answer extends object>({ context, kind }: Calls<Row, Answer>, request: FastifyRequest) {
  const viewer = context.viewer(request);
  const number = numberIn((request.params as { id: string }).id);
  const row = await readOne(context.db, kind, viewer.intermediary, number);
  if (!row || !belongsTo(row, request.query as ListQuery)) throw notFound();
  await recordView(context.db, viewer, kind.list, number);
  return { data: kind.wire(row, buildWording(context, viewer)) };
}

/** Under another relation's address an item is not there (decisions 84). */
const belongsTo = (row: unknown, { relation_id }: ListQuery) =>
  relation_id === undefined || (row as { relation_number?: number }).relation_number === relation_id;

async function exported<Row, Answer extends object>(
  { context, kind }: Calls<Row, Answer>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const viewer = context.viewer(request);
  const name = `${exportName(kind.list, viewer.language)}-${context.clock.today()}.csv`;
  const lines = writeCsv({ context, kind }, viewer, request.query as ListQuery);
  return reply.headers(attachmentHeaders(name, "text/csv; charset=utf-8")).send(Readable.from(keepOffice(lines)));
}

async function* writeCsv<Row, Answer extends object>(
  { context, kind }: Calls<Row, Answer>,
  viewer: Viewer,
  query: ListQuery,
): AsyncGenerator<string> {
  const wording = buildWording(context, viewer);
  yield BYTE_ORDER_MARK + csvLine(exportHeader(kind.exported, viewer.language), viewer.language);
  for await (const rows of rowsToExport({ context, kind }, viewer, query)) {
    const cells = rows.map((row) => exportCells(kind.exported, kind.wire(row, wording), viewer.language));
    yield cells.map((line) => csvLine(line, viewer.language)).join("");
  }
}

/** As filtered: the search term, the relation, or what was viewed last (decisions 50, 77). */
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
    yield* readAll(db, kind, { ...readListRequest(kind, viewer, query), search });
  }
}
