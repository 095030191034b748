// Where contents of files are stored and who scans them first: a folder and a bucket outside the database, a scanner
// with clamd's protocol. Both services are small servers of this test with the protocols of the real ones.
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { AwsV4Signer } from "aws4fetch";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createFileStore, PlaceFails } from "#server/files/fileStore.ts";
import { ANSWERS as SCANNER_ROWS } from "#server/files/scanner.ts";
import { examine } from "#server/operations/doctor/examine.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, type Opened, open, save, send } from "../support/wizard.ts";

const OFFICE = 100245;
const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
const folder = mkdtempSync(join(tmpdir(), "files-"));
const files = { url: pathToFileURL(folder).href };
const log = new PassThrough();
let server: TestServer;
let vera: Client;
let scanner: Awaited<ReturnType<typeof startScanner>>;

/** Answers as clamd does, or with the next entry of `answers` if there is one. */
async function startScanner() {
  const answers: (string | null)[] = [];
  const received: string[] = [];
  const judge = (content: Buffer) => (content.includes("WORM") ? "stream: Test.Worm FOUND\0" : "stream: OK\0");
  const talk = (socket: Socket) => {
    const parts: Buffer[] = [];
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      parts.push(part);
      if (isPing(part)) socket.end("PONG\0");
      const content = readStream(parts);
      if (content === undefined) return;
      received.push(content.toString());
      const answer = answers.length > 0 ? answers.shift() : judge(content);
      if (answer) socket.end(answer);
      else socket.destroy();
    });
  };
  const listening = createSocketServer(talk);
  const url = `clamd://127.0.0.1:${await listen(listening as Server)}`;
  return { url, answers, received, close: () => listening.close() };
}

const isPing = (input: Buffer) => input.equals(Buffer.from("zPING\0"));

/** Undefined until the part without a length has come. */
function readStream(received: Buffer[]): Buffer | undefined {
  if (!Buffer.concat(received.slice(-2)).subarray(-4).equals(Buffer.alloc(4))) return undefined;
  const input = Buffer.concat(received);
  const parts: Buffer[] = [];
  let offset = "zINSTREAM\0".length;
  if (input.subarray(0, offset).toString() !== "zINSTREAM\0") return undefined;
  while (offset + 4 <= input.length) {
    const length = input.readUInt32BE(offset);
    if (length === 0) return Buffer.concat(parts);
    parts.push(input.subarray(offset + 4, offset + 4 + length));
    offset += 4 + length;
  }
  return undefined;
}

const listen = (listening: Server) =>
  new Promise<number>((resolve) => {
    listening.listen(0, "127.0.0.1", () => resolve((listening.address() as AddressInfo).port));
  });

beforeAll(async () => {
  scanner = await startScanner();
  const env = { FILES_URL: files.url, SCANNER_URL: scanner.url, FILES_OFFICE_MB: "10", LOG_LEVEL: "warn" };
  server = await startServer({ env, log });
  vera = await loginAs(server, "v.voorbeeld");
});
afterAll(async () => {
  await server?.stop();
  scanner?.close();
  rmSync(folder, { recursive: true, force: true });
});

const upload = ({ base, exists }: Opened, name: string, content: string) =>
  vera.upload(`${base}/uploads`, name, content, { "x-draft": exists.draft_id ?? "" });
const listFiles = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).length > 36);

test("a file outside the database goes with its request into the archive, once, and is downloaded from there", async () => {
  const opened = await open(vera, OFFICE);
  const before = listFiles().length;
  const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
  await fill(vera, opened, { acceptance: { questions_of_acceptance: { ...answers, "1101": true } } });
  const { id } = (await upload(opened, "uitleg.pdf", PDF)).json();
  expect(scanner.received.at(-1)).toBe(PDF);
  const step = { explanation: "Uitleg", file: [id] };
  expect((await save(vera, opened, "additional-explanation", step)).statusCode).toBe(200);
  const sent = await send(vera, opened, "insurance-policy");
  expect(sent.statusCode, sent.body).toBe(200);
  expect(listFiles().length - before, "the file and the document of the request").toBe(2);
  expect(await server.db.selectFrom("upload_contents").select("upload_id").execute()).toEqual([]);
  const rows = await server.db
    .selectFrom("documents")
    .select(["id", "name"])
    .where("location", "is not", null)
    .execute();
  const document = rows.find(({ name }) => name === "uitleg.pdf");
  const answer = await vera.call("GET", `/api/documents/${document?.id}/download`);
  expect([answer.statusCode, answer.body]).toEqual([200, PDF]);
});

test("what no row names any more is removed after an hour, and nothing else", async () => {
  const opened = await open(vera, OFFICE);
  const [first, other] = [await upload(opened, "a.pdf", PDF), await upload(opened, "b.pdf", PDF)];
  expect([first.statusCode, other.statusCode]).toEqual([200, 200]);
  const before = listFiles();
  await vera.call("DELETE", `${opened.base}/uploads/${first.json().id}`);
  const late = new Date(Date.now() + 7_200_000);
  expect(await createFileStore({ files }).sweep(server.db, new Date()), "just written").toBe(0);
  const foreign = join(folder, "notes.txt");
  writeFileSync(foreign, "of the operator");
  utimesSync(foreign, 0, 0);
  expect(await createFileStore({ files }).sweep(server.db, late)).toBe(1);
  expect(listFiles()).toHaveLength(before.length - 1);
  expect(readdirSync(folder)).toContain("notes.txt");
});

/** What clamd 1.4 answers instead of a result, and the row of the table that explains it. */
const SCANNER_ANSWERS: [answer: string | null, row: number][] = [
  [null, 0],
  ["INSTREAM size limit exceeded. ERROR\0", 1],
  ["UNKNOWN COMMAND\0", 2],
  ["COMMAND READ TIMED OUT\0", 3],
  ["stream: Can't allocate memory ERROR\0", 4],
  ["stream: Can't create temporary file ERROR\0", 4],
  ["stream: Broken or not a CVD file ERROR\0", 5],
];

test("each row of the scanner's answers is tried", () => {
  expect(new Set(SCANNER_ANSWERS.map(([, row]) => row))).toEqual(new Set(SCANNER_ROWS.keys()));
});

test("the scanner refuses, is away, is confused: the broker reads what to do, and nothing is stored", async () => {
  const opened = await open(vera, OFFICE);
  const before = listFiles().length;
  const worm = await upload(opened, "a.pdf", `${PDF}WORM`);
  expect([worm.statusCode, worm.json().code]).toEqual([415, "file_unsafe"]);
  expect(worm.json().message).toContain("virusscanner");
  const lines = String(log.read()).trim().split("\n");
  const finding = lines.map((line) => JSON.parse(line)).find((line) => line.found);
  expect(finding, "with the call that brought it").toMatchObject({ found: "Test.Worm", reqId: worm.json().request_id });
  for (const [answer, row] of SCANNER_ANSWERS) {
    scanner.answers.push(answer);
    const refused = await upload(opened, "a.pdf", PDF);
    const { means, mayWorkLater } = SCANNER_ROWS[row]!;
    expect([refused.statusCode, refused.json().code], String(answer)).toEqual([503, "unavailable"]);
    expect(refused.headers["retry-after"]).toBe(mayWorkLater ? "1" : undefined);
    expect(refused.json().message).toContain(
      mayWorkLater ? "Probeer het zo meteen opnieuw" : "Neem contact met ons op",
    );
    expect(String(log.read())).toContain(means);
  }
  expect(listFiles()).toHaveLength(before);
  expect((await upload(opened, "a.pdf", PDF)).statusCode).toBe(200);
});

test("an office has its limit", async () => {
  const opened = await open(vera, OFFICE);
  await upload(opened, "a.pdf", PDF);
  const sized = await server.db
    .selectFrom("requests")
    .select("request_id")
    .where("address_number", "=", opened.number)
    .execute();
  const ids = sized.map(({ request_id }) => request_id);
  await server.db.updateTable("uploads").set({ size: 2_097_152 }).where("request_id", "in", ids).execute();
  const row = await server.db
    .selectFrom("uploads")
    .selectAll()
    .where("request_id", "in", ids)
    .executeTakeFirstOrThrow();
  const copies = [1, 2, 3, 4].map(() => ({ ...row, upload_id: crypto.randomUUID() }));
  await server.db.insertInto("uploads").values(copies).execute();
  const refused = await upload(await open(vera, OFFICE, 300108), "b.pdf", PDF);
  expect([refused.statusCode, refused.json().code]).toEqual([413, "quota"]);
  expect(refused.json().message).toContain("kantoor");
});

test("what root writes into a folder belongs to its owner, and a folder that is not there is not made", async () => {
  const [there, none] = [join(folder, "of the portal"), join(folder, "not mounted")];
  mkdirSync(there);
  if (process.getuid?.() === 0) chownSync(there, 65_534, 65_534);
  const store = createFileStore({ files: { url: pathToFileURL(there).href } });
  await store.keep(Buffer.from(PDF));
  await store.check();
  const made = readdirSync(there, { recursive: true }).map((name) => statSync(join(there, String(name))).uid);
  expect(made.length).toBeGreaterThanOrEqual(2);
  expect(new Set(made)).toEqual(new Set([statSync(there).uid]));
  const lost = createFileStore({ files: { url: pathToFileURL(none).href } });
  await expect(lost.keep(Buffer.from(PDF))).rejects.toBeInstanceOf(PlaceFails);
  expect(readdirSync(folder)).not.toContain("not mounted");
});

test("doctor tries the place of the files and the scanner", async () => {
  const env = { APP_ENV: "test", DATA_DIR: join(folder, "data"), FILES_URL: files.url, SCANNER_URL: scanner.url };
  const well = await examine(env);
  expect(well.fine).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Files: /), expect.stringMatching(/^Virus/)]),
  );
  scanner.answers.push("INSTREAM size limit exceeded. ERROR\0");
  expect((await examine(env)).problems).toContainEqual(expect.stringContaining("StreamMaxLength"));
  const ill = await examine({
    ...env,
    FILES_URL: pathToFileURL(join(folder, "notes.txt", "none")).href,
    SCANNER_URL: "clamd://127.0.0.1:1",
  });
  expect(ill.problems).toEqual(
    expect.arrayContaining([expect.stringContaining("FILES_URL"), expect.stringContaining("SCANNER_URL")]),
  );
});

type Objects = Map<string, { content: Buffer; at: Date }>;

/** A service that speaks S3: it checks the signature of every call, and answers two names a page. */
async function startBucket(keyId: string, secret: string) {
  const objects: Objects = new Map();
  const listening = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (!(await isSigned(request, url, { accessKeyId: keyId, secretAccessKey: secret })))
      return response.writeHead(403).end();
    const name = url.pathname.slice("/papers/".length);
    if (request.method === "PUT") objects.set(name, { content: Buffer.concat(parts), at: new Date() });
    if (request.method === "DELETE") objects.delete(name);
    if (request.method !== "GET") return response.end();
    const content = url.searchParams.has("list-type") ? listPage(url, objects) : objects.get(name)?.content;
    return content === undefined ? response.writeHead(404).end() : response.end(content);
  });
  return { port: await listen(listening), objects, close: () => listening.close() };
}

async function isSigned(
  { method = "GET", headers: sent }: IncomingMessage,
  url: URL,
  who: Record<"accessKeyId" | "secretAccessKey", string>,
) {
  const signed = ["x-amz-date", "x-amz-content-sha256"].flatMap((name) =>
    sent[name] ? [[name, String(sent[name])]] : [],
  );
  const headers = Object.fromEntries(signed);
  const scope = { service: "s3", region: "eu-test", datetime: headers["x-amz-date"] };
  return (
    (await new AwsV4Signer({ ...who, ...scope, url: url.href, method, headers }).authHeader()) === sent.authorization
  );
}

function listPage(url: URL, objects: Objects): string {
  const from = Number(url.searchParams.get("continuation-token") ?? 0);
  const names = [...objects].slice(from, from + 2);
  const entries = names.map(
    ([key, { at }]) => `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
  );
  const more = from + 2 < objects.size ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult>${entries.join("")}${more}</ListBucketResult>`;
}

test("a bucket stores, returns, lists page by page and deletes, and a wrong secret is reported", async () => {
  const bucket = await startBucket("portal", "geheim");
  onTestFinished(() => void bucket.close());
  const url = `s3://papers?endpoint=http://127.0.0.1:${bucket.port}&region=eu-test`;
  const store = createFileStore({ files: { url, keyId: "portal", secret: "geheim" } });
  await store.check();
  const stored = await Promise.all(["a", "b", "c", "d", "e"].map((text) => store.keep(Buffer.from(text))));
  expect((await store.read({ location: stored[2]?.location ?? null, content: null })).toString()).toBe("c");
  expect([...bucket.objects.keys()].every((name) => name.startsWith("uploads/"))).toBe(true);
  expect(await store.sweep(server.db, new Date(Date.now() + 7_200_000))).toBe(5);
  expect(bucket.objects.size).toBe(0);
  const wrong = createFileStore({ files: { url, keyId: "portal", secret: "anders" } });
  await expect(wrong.keep(Buffer.from("x"))).rejects.toThrow("403");
});
