// Uploads: how large, how many, and to whom they belong. Which contents are accepted: `files/contents.test.ts`.
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import { expectShape } from "../support/apiShapes.ts";
import { encryptedPdf } from "../support/files/pdf.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, type Opened, open, save, send } from "../support/wizard.ts";

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
});
afterAll(() => server?.stop());

const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
/** A file from the tab that has this request open. */
const upload = ({ base, exists }: Opened, name: string, content: Uint8Array | string, key?: string) =>
  vera.upload(`${base}/uploads`, name, content, {
    "x-draft": exists.draft_id ?? "",
    ...(key === undefined ? {} : { "idempotency-key": key }),
  });
const readRows = ({ number }: Opened) =>
  server.db
    .selectFrom("uploads as u")
    .innerJoin("requests as r", "r.request_id", "u.request_id")
    .select(["u.name", "r.request_id"])
    .where("r.address_number", "=", number)
    .execute();

/** The extra step is asked for once the steps before it are there, one of them with a wrong answer. */
async function withExplanation(relation?: number): Promise<Opened> {
  const opened = await open(vera, OFFICE, relation);
  const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
  await fill(vera, opened, { acceptance: { questions_of_acceptance: { ...answers, "1101": true } } });
  return opened;
}

test("a file is stored, listed by its id, used by the step, and removed", async () => {
  const opened = await withExplanation();
  const answer = await upload(opened, "../../uitleg.pdf", PDF);
  expect(answer.statusCode, answer.body).toBe(200);
  expectShape("wizard-upload", answer.json());
  expect(answer.json()).toMatchObject({ name: "uitleg.pdf", size: PDF.length });
  const { id } = answer.json();
  const step = (file: unknown[]) => save(vera, opened, "additional-explanation", { explanation: "Uitleg", file });
  expect((await step([id])).statusCode).toBe(200);
  const unknown = await step(["00000000-0000-4000-8000-000000000000"]);
  expect([unknown.statusCode, unknown.json().errors[0].keyword]).toEqual([422, "upload"]);
  expect((await vera.call("DELETE", `${opened.base}/uploads/${id}`)).statusCode).toBe(204);
  expect((await vera.call("DELETE", `${opened.base}/uploads/${id}`)).statusCode).toBe(404);
  expect((await vera.call("DELETE", `${opened.base}/uploads/none`)).statusCode).toBe(404);
});

test("a file that comes again under its key is one file, and is removed by its key", async () => {
  const opened = await open(vera, OFFICE);
  const answers = await Promise.all([1, 2, 3].map(() => upload(opened, "a.pdf", PDF, "key-1")));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  expect(await readRows(opened)).toHaveLength(1);
  const other = await upload(opened, "b.pdf", `${PDF} `, "key-1");
  expect([other.statusCode, other.json().code]).toEqual([409, "idempotency_conflict"]);
  expect((await upload(opened, "b.pdf", PDF, "key-2")).json().id).not.toBe(answers[0]?.json().id);
  expect((await vera.call("DELETE", `${opened.base}/uploads/key-1`)).statusCode).toBe(204);
  expect((await vera.call("DELETE", `${opened.base}/uploads/key-1`)).statusCode, "lost, and asked again").toBe(204);
  expect((await readRows(opened)).map(({ name }) => name)).toEqual(["b.pdf"]);
});

test("2 MB is taken where the field names no limit, a byte more is not", async () => {
  const opened = await open(vera, OFFICE);
  const sized = (bytes: number) => Buffer.concat([Buffer.from(PDF), Buffer.alloc(bytes - PDF.length, 32)]);
  expect((await upload(opened, "a.pdf", sized(2_097_152))).statusCode).toBe(200);
  const tooLarge = await upload(opened, "a.pdf", sized(2_097_153));
  expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, "too_large"]);
  expectShape("error", tooLarge.json());
  const wrong = await upload(opened, "a.exe", "MZ");
  expect([wrong.statusCode, wrong.json().code]).toEqual([415, "file_type"]);
  const encryptedPaper = await upload(opened, "a.pdf", await encryptedPdf("1.7", "geheim"));
  expect([encryptedPaper.statusCode, encryptedPaper.json().code]).toEqual([415, "file_unsafe"]);
  expect(JSON.stringify(encryptedPaper.json()), "says why and what now").toContain("beveiligd met een wachtwoord");
});

test("two files in one call are refused, and neither is stored", async () => {
  const opened = await open(vera, OFFICE);
  const part = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n${PDF}\r\n`;
  const body = `${part("a.pdf")}${part("b.pdf")}--b--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=b", "x-draft": opened.exists.draft_id ?? "" };
  const answer = await vera.call("POST", `${opened.base}/uploads`, { body, headers });
  expect([answer.statusCode, answer.json().code]).toEqual([413, "too_many_files"]);
  expect(answer.json().message).toContain("bestand tegelijk");
  expect(await readRows(opened)).toEqual([]);
});

test("a file above 10 MB is refused wherever the line cuts it into pieces, never stored as its beginning", async () => {
  const opened = await open(vera, OFFICE);
  const limit = 10_485_760;
  const head = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  );
  const file = Buffer.concat([Buffer.from(PDF), Buffer.alloc(limit + 200_000 - PDF.length, 32)]);
  const body = Buffer.concat([head, file, Buffer.from("\r\n--b--\r\n")]);
  const headers = { cookie: vera.cookie, "x-csrf-token": vera.csrf, "x-requested-with": "XMLHttpRequest" };
  const type = { "content-type": "multipart/form-data; boundary=b", "x-draft": opened.exists.draft_id ?? "" };
  for (const after of [limit - 1, limit, limit + 1, limit + 65_536]) {
    const cut = head.length + after;
    const payload = Readable.from([body.subarray(0, cut), body.subarray(cut)]);
    const url = `${opened.base}/uploads`;
    const answer = await server.app.inject({ method: "POST", url, payload, headers: { ...headers, ...type } });
    expect([answer.statusCode, answer.json().code], `cut after ${after}`).toEqual([413, "too_large"]);
  }
  expect(await readRows(opened)).toEqual([]);
});

test("a quotation mark that the browser escaped in the name of a file is no %22", async () => {
  const opened = await open(vera, OFFICE);
  const answer = await upload(opened, "Schade %22De Molen%22.pdf", PDF);
  expect(answer.json().name ?? answer.json().data?.name).toBe("Schade 'De Molen'.pdf");
});

test("ten files and no more, also at once", async () => {
  const opened = await open(vera, OFFICE);
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => upload(opened, `${n}.pdf`, PDF)));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(10);
  expect(answers.filter((answer) => answer.json().code === "too_many_files")).toHaveLength(4);
});

test("requests that are begun and left do not fill the store without end", async () => {
  const relation = 300101;
  const first = await open(vera, OFFICE, relation);
  await upload(first, "a.pdf", PDF);
  const [row] = await readRows(first);
  await server.db
    .updateTable("uploads")
    .set({ size: 10_485_760 })
    .where("request_id", "=", row?.request_id ?? "")
    .execute();
  const copies = Array.from({ length: 49 }, () => crypto.randomUUID());
  const stored = await server.db
    .selectFrom("uploads")
    .selectAll()
    .where("request_id", "=", row?.request_id ?? "")
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto("uploads")
    .values(copies.map((upload_id) => ({ ...stored, upload_id })))
    .execute();
  const { data } = await vera.ok<{ data: Opened["exists"] }>("POST", `${first.base}/wizard/restart`, { body: {} });
  const refused = await upload({ ...first, exists: data }, "b.pdf", PDF);
  expect([refused.statusCode, refused.json().code]).toEqual([413, "quota"]);
  expect((await upload(await open(vera, OFFICE, 300108), "b.pdf", PDF)).statusCode).toBe(200);
});

test("a tab that was left open after sending begins no request with its file, and removes none", async () => {
  const opened = await open(vera, OFFICE, 300171);
  await fill(vera, opened);
  expect((await send(vera, opened, "quotation", { draft: opened.exists.draft_id })).statusCode).toBe(200);
  const late = await upload(opened, "a.pdf", PDF);
  expect([late.statusCode, late.json().code]).toEqual([409, "already_sent"]);
  expect((await vera.upload(`${opened.base}/uploads`, "a.pdf", PDF)).statusCode).toBe(404);
  const headers = { "x-draft": opened.exists.draft_id };
  for (const id of ["key-1", crypto.randomUUID()]) {
    const removed = await vera.call("DELETE", `${opened.base}/uploads/${id}`, { headers });
    expect([removed.statusCode, removed.json().code], id).toEqual([409, "already_sent"]);
  }
  const begun = server.db.selectFrom("requests").select("request_id").where("address_number", "=", opened.number);
  expect(await begun.where("status", "=", "open").execute()).toEqual([]);
});

test("a file of another request is not there", async () => {
  const [mine, other] = [await open(vera, OFFICE), await withExplanation()];
  const { id } = (await upload(mine, "a.pdf", PDF)).json();
  expect((await vera.call("DELETE", `${other.base}/uploads/${id}`)).statusCode).toBe(404);
  const used = await save(vera, other, "additional-explanation", { explanation: "Uitleg", file: [id] });
  expect(used.statusCode).toBe(422);
});

describe("a quotation with a file", () => {
  const relation = 300178;
  const step = "additional-explanation";
  const shown = async ({ base }: Pick<Opened, "base">, query = {}) =>
    (await vera.ok<FormsAnswer>("POST", `${base}/wizard/steps/forms`, { query })).data[step];
  const content = (number: number) =>
    server.db.selectFrom("documents").select("name").where("contract_number", "=", number).orderBy("id").execute();
  let number: number;
  let first: string;

  beforeEach(async () => {
    const opened = await withExplanation(relation);
    first = (await upload(opened, "uitleg.pdf", PDF)).json().id;
    await save(vera, opened, step, { explanation: "Uitleg", file: [first] });
    number = Number((await send(vera, opened)).json().number);
  });

  test("takes it along when it is changed and when it is converted", async () => {
    const query = { quotation: number };
    for (const action of ["quotation", "insurance-policy"]) {
      const opened = await open(vera, OFFICE, relation, query);
      const { data, meta } = (await shown(opened, query))!;
      expect(meta.uploads).toEqual([{ id: expect.any(String), name: "uitleg.pdf", size: PDF.length }]);
      expect(data).toEqual({ explanation: "Uitleg", file: [meta.uploads?.[0]?.id] });
      expect(data.file, "it is a file of this request").not.toEqual([first]);
      const sent = await send(vera, opened, action, { query });
      expect(sent.statusCode, sent.body).toBe(200);
      expect(await content(Number(sent.json().number))).toContainEqual({ name: "uitleg.pdf" });
    }
  });

  test("lends it to a copy, which shows it as it was", async () => {
    const opened = await open(vera, OFFICE, relation);
    await vera.ok("POST", `${opened.base}/wizard/copy`, { body: { quotation: number } });
    await withExplanation(relation);
    const { data, meta } = (await shown(opened))!;
    expect(data.file).toEqual(meta.uploads?.map(({ id }) => id));
    const row = server.db.selectFrom("upload_contents").select("content").where("upload_id", "=", String(data.file));
    expect(Buffer.from((await row.executeTakeFirstOrThrow()).content).toString()).toBe(PDF);
    expect((await send(vera, opened)).statusCode).toBe(200);
  });

  test("is changed without it once it was removed, and begins again with the copy in the archive", async () => {
    const query = { quotation: number };
    const opened = await open(vera, OFFICE, relation, query);
    const id = (await shown(opened, query))?.meta.uploads?.[0]?.id;
    expect((await vera.call("DELETE", `${opened.base}/uploads/${id}`, { query })).statusCode).toBe(204);
    expect((await shown(opened, query))?.meta.uploads).toBeUndefined();
    await vera.ok("POST", `${opened.base}/wizard/restart`, { query, body: {} });
    expect((await shown(opened, query))?.meta.uploads).toHaveLength(1);
    await server.db.deleteFrom("uploads").execute();
    await vera.ok("POST", `${opened.base}/wizard/restart`, { query, body: {} });
    expect((await shown(opened, query))?.meta.uploads).toMatchObject([{ name: "uitleg.pdf", size: PDF.length }]);
    const sent = await send(vera, opened, "quotation", { query });
    expect(await content(Number(sent.json().number))).toContainEqual({ name: "uitleg.pdf" });
  });
});
