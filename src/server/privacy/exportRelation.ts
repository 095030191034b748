// Exports all data of one relation into a folder (articles 15 and 20 of the GDPR): as readable text (relation.json), as stored, for
// other programs (rows.json), and the files themselves.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Answers, Language } from "#engine/schema/types.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import type { Clock } from "../config/clock.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import type { FileStore } from "../files/fileStore.ts";
import { exportCells, exportHeader } from "../portfolio/lists/exportColumns.ts";
import { listKinds } from "../portfolio/lists/listKinds.ts";
import type { ListKind } from "../portfolio/lists/listRoutes.ts";
import { readAll, readOne } from "../portfolio/lists/lists.ts";
import { relationList } from "../portfolio/lists/relationRows.ts";
import type { Products } from "../products/products.ts";
import { readFileNames } from "../requests/drafts/namedFiles.ts";
import { evaluate } from "../requests/evaluate.ts";
import { listAnswers } from "../requests/sending/content/answerSections.ts";
import { type RelationKey, selectRows } from "./relationData.ts";
import { readRows } from "./rows.ts";

interface ExportParts {
  db: Db;
  files: FileStore;
  products: Products;
  clock: Clock;
  provider: string;
  language: Language;
}

type Kind = ListKind<unknown, object>;

/** Fails if the folder exists already. Returns the number of rows and files. */
export async function exportRelation(parts: ExportParts, relationKey: RelationKey, folder: string) {
  const { db, clock, language } = parts;
  const relation = await readOne(db, relationList, relationKey.office, relationKey.relation);
  if (!relation) throw new Error(`Office ${relationKey.office} has no relation ${relationKey.relation}.`);
  mkdirSync(join(folder, "files"), { recursive: true, mode: 0o700 });
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, name), content, { mode: 0o600, flag: "wx" });
  const trailed = { login: null, office: relationKey.office, object: String(relationKey.relation) };
  await writeAudit(db, { ...trailed, action: "relation exported" });
  const stored = await readRows(db, selectRows(relationKey));
  const lists: Record<string, object[]> = {};
  for (const kind of listKinds)
    lists[kind.list] =
      kind.list === relationList.list ? [exportRow(parts, kind, relation)] : await exportRows(parts, kind, relationKey);
  const made = clock.now().toISOString();
  const read = {
    made,
    language,
    ...lists,
    answers: await exportAnswers(parts, relationKey),
    referrals: await exportReferrals(db, relationKey),
  };
  write("relation.json", `${JSON.stringify(read, null, 2)}\n`);
  write("rows.json", `${JSON.stringify({ made, ...relationKey, rows: stored }, null, 2)}\n`);
  const files = await writeFiles(parts, relationKey, write);
  return { rows: Object.values(stored).flat().length, files };
}

function exportRow({ language, provider }: ExportParts, kind: Kind, row: unknown): object {
  const names = exportHeader(kind.schema, language);
  const cells = exportCells(kind.schema, kind.wire(row, { language, provider }), language);
  return Object.fromEntries(cells.map((cell, index) => [names[index], Object.values(cell)[0]]));
}

async function exportRows(parts: ExportParts, kind: Kind, { office, relation }: RelationKey): Promise<object[]> {
  const exported: object[] = [];
  for await (const rows of readAll(parts.db, kind, { office, relation, language: parts.language }))
    exported.push(...rows.map((row) => exportRow(parts, kind, row)));
  return exported;
}

interface ExportedAnswers {
  /** Number of the quotation, or null for the answers of a request. */
  quotation: number | null;
  product: string;
  release: string | null;
  day: string;
  steps: Record<string, Answers>;
}

/** Answers of quotations and requests, with their questions. Those of a product that no longer exists are in rows.json only. */
async function exportAnswers({ db, products, language }: ExportParts, relationKey: RelationKey) {
  const conditions = selectRows(relationKey);
  const { rows } = await sql<ExportedAnswers>`
    select t.number as quotation, a.product_key as product, a.release, t.date::text as day, a.answers as steps
      from quotations t join quotation_answers a using (number) where ${conditions.quotations}
    union all
    select null, t.product, t.release, coalesce(t.saved_at, t.created_at)::date::text,
      (select coalesce(jsonb_object_agg(s.step, s.data), '{}') from request_steps s where s.request_id = t.request_id)
      from requests t where ${conditions.requests}`.execute(db);
  const exported: object[] = [];
  for (const { quotation, product: key, release, day, steps } of rows) {
    const product = await (release ? products.pinned(key, release) : products.current(key));
    if (!product) continue;
    const stepEntries = Object.entries(steps).map(([step, data]) => [step, { data, finished: true }] as const);
    const evaluation = evaluate(product, new Map(stepEntries), { today: dayAtInstant(Date.parse(day)), language });
    const fileNames = await readFileNames(db, relationKey.office, product, evaluation.answers);
    exported.push({
      quotation,
      product: products.entry(key)?.name[language] ?? key,
      day,
      answers: listAnswers({ product, evaluation, language, fileNames }),
    });
  }
  return exported;
}

async function exportReferrals(db: Db, relationKey: RelationKey): Promise<object[]> {
  const { rows } = await sql<object>`select t.number, t.at, t.kind, t.full_name as name, t.text from referral_events t
    where ${selectRows(relationKey).referral_events} order by t.number, t.event_id`.execute(db);
  return rows;
}

interface StoredFile {
  id: string;
  name: string;
  location: string | null;
  content: Uint8Array | null;
}

/** Reads one file at a time, to limit memory. */
async function writeFiles(
  { db, files }: ExportParts,
  relationKey: RelationKey,
  write: (name: string, content: Buffer) => void,
): Promise<number> {
  const conditions = selectRows(relationKey);
  const { rows } = await sql<{ id: string; upload: boolean }>`
    select t.id::text as id, false as upload from documents t where ${conditions.documents}
    union all select t.upload_id::text, true from uploads t where ${conditions.uploads}`.execute(db);
  for (const { id, upload } of rows) {
    const query = upload
      ? sql<StoredFile>`select u.upload_id::text as id, u.name, u.location, coalesce(c.content, u.content) as content
          from uploads u left join upload_contents c using (upload_id) where u.upload_id = ${id}::uuid`
      : sql<StoredFile>`select d.id::text as id, d.name, d.location, c.content
          from documents d left join document_contents c using (id) where d.id = ${id}::bigint`;
    const file = (await query.execute(db)).rows[0];
    if (!file) continue;
    write(join("files", exportName(`${upload ? "upload" : "document"}-${id}-`, file.name)), await files.read(file));
  }
  return rows.length;
}

/** File systems limit a name to 255 bytes, and a letter can have four. */
const MOST_BYTES = 255;

/** Keeps the extension. */
export function exportName(begin: string, name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{M}\p{N}._ -]/gu, "_").normalize("NFC");
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? "";
  let stem = [...plain.slice(0, plain.length - extension.length)];
  while (Buffer.byteLength(begin + stem.join("") + extension) > MOST_BYTES) stem = stem.slice(0, -1);
  return begin + stem.join("") + extension;
}
