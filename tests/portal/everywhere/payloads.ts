// Texts that break something where they are not escaped, typed as the name, street and town of a company that is not in
// the register: they are shown as they were typed on every screen, in the document, the mail and the exports.
import { expect } from "vitest";
import type { ExistsAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import { paths } from "#routes/paths.ts";
import type { Client, TestServer } from "../../support/server.ts";
import { ANSWERS, fill, open, send } from "../../support/wizard.ts";
import { csvRow, pdfText, plain } from "./reading.ts";
import { renderAt } from "./screens.tsx";

export const PAYLOADS = [
  ...[
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "';alert(1)//",
    "</main></td>",
    "<!-- x",
    "&lt;b&gt;",
  ],
  ...["&amp;#39;", "%3Cb%3E%00", "{{7*7}}", "$1 $& $`", "{company}", "{number, plural, other {x}}", "[object Object]"],
  ...[
    "' OR '1'='1",
    "'; drop table relations;--",
    "100% _ %s%n",
    "a\\",
    "\\n\\u0041",
    "../../etc/passwd",
    "C:\\temp\\x",
  ],
  ...["=1+1", "+31 6 12", "-1+1", "@SUM(A1)", '=cmd|"/c calc"!A1', "a;b", 'a"b""c', "a'b", "x, y", "'=1"],
  ...[
    "null",
    "undefined",
    "NaN",
    "0",
    "true",
    "__proto__",
    "constructor",
    "é à ü ß ø ñ œ Ž",
    "€ 1.000,00 – “x”",
    "a  b",
  ],
  ...["Łukasz Ștefan Ğ", "Иванов", "株式会社", "🇳🇱 👍🏽", "\u202eabc"],
];

/** What a spreadsheet would take for a formula gets an apostrophe before it (decisions 50). */
const inCells = (text: string) => (/^[\s'"]*[=+\-@]/.test(text) ? `'${text}` : text);
const inPage = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");

export async function expectTyped(server: TestServer, client: Client, payload: string, index: number): Promise<void> {
  client.language("nl");
  const opened = await open(client, 100245);
  const { number, relation } = await sendTyped(client, opened, payload, index);
  const { data } = await client.ok<{ data: { company: string } }>("GET", `/api/relations/${relation}`);
  expect(data.company).toBe(payload);

  const to = paths("nl");
  for (const address of [to.relation(relation), to.quote(number), to.quotes({ search: String(number) }), "/"])
    expect(await renderAt(client, address, "nl"), address).toContain(inPage(payload));

  const file = async (list: string, search: number) =>
    csvRow((await client.call("GET", `/api/${list}/export?search=${search}`)).payload, String(search));
  for (const row of [await file("quotations", number), await file("relations", relation)])
    expect(Object.values(row), "export").toContain(inCells(payload));

  const { db } = server;
  const mail = await db
    .selectFrom("outbox")
    .selectAll()
    .where("subject", "like", `%${number}%`)
    .executeTakeFirstOrThrow();
  expect(mail.text).toContain(payload);
  const named = db.selectFrom("documents").select("id").where("name", "like", `%-${number}.pdf`);
  const { id } = await named.executeTakeFirstOrThrow();
  const { rawPayload } = await client.call("GET", `/api/documents/${id}/download`);
  expect(pdfText(rawPayload), "document").toContain(plain(payload));
}

async function sendTyped(client: Client, opened: Awaited<ReturnType<typeof open>>, payload: string, index: number) {
  await fill(client, opened, {
    "general-data": { ...ANSWERS["general-data"], kvk: String(49_000_000 + index) },
    "company-data": { ...ANSWERS["company-data"], company: payload, street: payload, city: payload },
  });
  const answer = await send(client, opened);
  expect(answer.statusCode, answer.body).toBe(200);
  const sent = answer.json() as SubmitAnswer & { relation_number?: ExistsAnswer["data"]["relation_number"] };
  return { number: Number(sent.number), relation: sent.relation_number ?? opened.number };
}
