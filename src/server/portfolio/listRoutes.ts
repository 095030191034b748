// The calls that every list has: page, search, export, one. They differ in their rows, their meta and what they are called
// in schemas/api; the office is that of the session in all of them.
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeCall } from "../apiSchemas.ts";
import { notFound } from "../portalError.ts";
import { attachmentHeaders } from "./attachment.ts";
import { BYTE_ORDER_MARK, csvLine } from "./csv.ts";
import { exportCells, exportHeader, exportName } from "./exportColumns.ts";
import { readLastViewed, recordView } from "./lastViewed.ts";
import { type ListDefinition, type ListRequest, type Page, readAll, readOne, readPage } from "./lists.ts";
import { listAnswer } from "./meta.ts";
import { buildWording, numberIn, type PortfolioContext, type Viewer } from "./viewer.ts";
import type { Wording } from "./wording.ts";

const EXPORT_LIMIT_MS = 300_000;

export interface ListResource<Row> {
  definition: ListDefinition<Row>;
  /** Name of its files in schemas/api: `<calls>-list`, `<calls>-search`, `<calls>-export`. */
  calls: string;
  wire(row: Row, wording: Wording): object;
  /** Row of a list, where it is shorter than a single item. */
  brief?(row: Row, wording: Wording): object;
  /** Whether a call without page and limit means: last viewed. */
  lastViewedByDefault?: boolean;
  /** No call for a single item. */
  listOnly?: boolean;
}

export interface ListQuery {
  page?: number;
  limit?: number;
  relation_id?: number;
  detail?: boolean;
  last_viewed?: boolean;
  search?: string;
  sort?: string;
}

interface Calls<Row> {
  context: PortfolioContext;
  resource: ListResource<Row>;
}

export function addListRoutes<Row>(app: FastifyInstance, calls: Calls<Row>): void {
  const { resource } = calls;
  app.get("/", { schema: describeCall(`${resource.calls}-list`) }, async (request) => listed(calls, request));
  app.get("/search/:term", { schema: describeCall(`${resource.calls}-search`) }, async (request) =>
    searched(calls, request),
  );
  // Sent row by row, so a long list takes its time.
  const schema = describeCall(`${resource.calls}-export`);
  app.get("/export", { schema, handlerTimeout: EXPORT_LIMIT_MS }, async (request, reply) =>
    exported(calls, request, reply),
  );
  if (!resource.listOnly)
    app.get("/:id", { schema: describeCall(`${resource.calls}-one`) }, async (request) => one(calls, request));
}

const wantsLastViewed = <Row>(resource: ListResource<Row>, query: ListQuery) =>
  query.last_viewed === true ||
  (resource.lastViewedByDefault === true &&
    [query.page, query.limit, query.relation_id, query.detail, query.sort].every((one) => one === undefined));

const readListRequest = (viewer: Viewer, query: ListQuery): ListRequest => ({
  office: viewer.intermediary,
  language: viewer.language,
  sort: query.sort,
  relation: query.relation_id,
  page: query.page,
  limit: query.limit,
});

async function listed<Row>({ context, resource }: Calls<Row>, request: FastifyRequest) {
  const viewer = context.viewer(request);
  const query = request.query as ListQuery;
  const page = wantsLastViewed(resource, query)
    ? await readLastViewed(context.db, resource.definition, viewer, query)
    : await readPage(context.db, resource.definition, readListRequest(viewer, query));
  return buildListAnswer(resource, page, query, buildWording(context, viewer));
}

async function searched<Row>({ context, resource }: Calls<Row>, request: FastifyRequest) {
  const viewer = context.viewer(request);
  const query = request.query as ListQuery;
  const { term } = request.params as { term: string };
  const page = await readPage(context.db, resource.definition, { ...readListRequest(viewer, query), search: term });
  return buildListAnswer(resource, page, query, buildWording(context, viewer));
}

function buildListAnswer<Row>(resource: ListResource<Row>, page: Page<Row>, query: ListQuery, wording: Wording) {
  // Only where the description of the call has it: elsewhere it is any text.
  const shape = query.detail === true ? resource.wire : (resource.brief ?? resource.wire);
  const rows = page.rows.map((row) => shape(row, wording));
  return listAnswer(resource.definition.list, rows, page);
}

async function one<Row>({ context, resource }: Calls<Row>, request: FastifyRequest) {
  const viewer = context.viewer(request);
  const number = numberIn((request.params as { id: string }).id);
  const row = await readOne(context.db, resource.definition, viewer.intermediary, number);
  if (!row || !belongsTo(row, request.query as ListQuery)) throw notFound();
  await recordView(context.db, viewer, resource.definition.list, number);
  return { data: resource.wire(row, buildWording(context, viewer)) };
}

/** Under another relation's address an item is not there (decisions 84). */
const belongsTo = (row: unknown, { relation_id }: ListQuery) =>
  relation_id === undefined || (row as { relation_number?: number }).relation_number === relation_id;

async function exported<Row>({ context, resource }: Calls<Row>, request: FastifyRequest, reply: FastifyReply) {
  const viewer = context.viewer(request);
  const { list } = resource.definition;
  const name = `${exportName(list, viewer.language)}-${context.clock.today()}.csv`;
  const lines = writeCsv({ context, resource }, viewer, request.query as ListQuery);
  return reply.headers(attachmentHeaders(name, "text/csv; charset=utf-8")).send(Readable.from(lines));
}

async function* writeCsv<Row>(
  { context, resource }: Calls<Row>,
  viewer: Viewer,
  query: ListQuery,
): AsyncGenerator<string> {
  const { list } = resource.definition;
  const wording = buildWording(context, viewer);
  yield BYTE_ORDER_MARK + csvLine(exportHeader(list, viewer.language), viewer.language);
  for await (const rows of rowsToExport({ context, resource }, viewer, query)) {
    const cells = rows.map((row) => exportCells(list, resource.wire(row, wording), viewer.language));
    yield cells.map((line) => csvLine(line, viewer.language)).join("");
  }
}

/** As filtered: the search term, the relation, or what was viewed last (decisions 50, 77). */
async function* rowsToExport<Row>(
  { context, resource }: Calls<Row>,
  viewer: Viewer,
  query: ListQuery,
): AsyncGenerator<Row[]> {
  const { db } = context;
  if (query.last_viewed) {
    yield (await readLastViewed(db, resource.definition, viewer, query)).rows;
  } else {
    const search = query.search?.trim() ? query.search : undefined;
    yield* readAll(db, resource.definition, { ...readListRequest(viewer, query), search });
  }
}
