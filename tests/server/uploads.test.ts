// Uploads: which files are accepted, which are refused although their name looks right, how many, and to whom they belong. The
// files are built here, byte by byte.
import { Readable } from "node:stream";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FormsAnswer } from "#api/wireTypes.ts";
import { carriesProgram } from "#server/files/activeContent.ts";
import { fileKind } from "#server/files/fileKinds.ts";
import { expectShape } from "../support/apiShapes.ts";
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
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const JPG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.from("JFIF\0"), Buffer.alloc(40)]);
const MAIL =
  "From: a@example.com\r\nTo: b@example.com\r\nSubject: Uitleg\r\nDate: Fri, 20 Nov 2026 10:00:00 +0100\r\n\r\nHallo\r\n";
const ole = (name: string) =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(504),
    Buffer.from(`${name}\0`, "utf16le"),
    Buffer.alloc(64),
  ]);

const paper = (objects: string) => `%PDF-1.7\n1 0 obj\n<< ${objects} >>\nendobj\ntrailer\n<<>>\n%%EOF\n`;
const encrypted = (pdf: Uint8Array | string) =>
  Buffer.concat([Buffer.from(pdf), Buffer.from("trailer\n<</Encrypt 9 0 R>>\n")]);
/** Objects in an object stream; without any, bytes that cannot be unpacked. */
const packedPaper = (objects: string | undefined, filter: string, type = "/Type /ObjStm") =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< ${type} /N 1 /First 4 ${filter} >>\nstream\n`),
    objects === undefined ? Buffer.from("not packed") : deflateSync(objects),
    Buffer.from("\nendstream\nendobj\n%%EOF\n"),
  ]);
/** Begins as every Windows program does. */
function program(): Buffer {
  const bytes = Buffer.alloc(256);
  bytes.write("MZ");
  bytes.writeUInt32LE(128, 60);
  bytes.write("PE\0\0", 128);
  return bytes;
}
const attachment = (name: string, content: Uint8Array | string) =>
  [
    `Content-Type: application/octet-stream; name="${name}"`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment;\r\n filename*0="${name}"`,
    "",
    Buffer.from(content).toString("base64"),
  ].join("\r\n");
const mailInMail = (mail: string) => `Content-Type: message/rfc822\r\n\r\n${mail}`;
/** Each mail in a mail has a boundary of its own. */
const mailWith = (boundary: string, ...parts: string[]) =>
  [
    MAIL.replace("\r\n\r\nHallo", `\r\nContent-Type: multipart/mixed;\r\n boundary="${boundary}"\r\n\r\nHallo`),
    ...["Content-Type: text/plain\r\n\r\nHallo", ...parts].map((part) => `--${boundary}\r\n${part}\r\n`),
    `--${boundary}--\r\n`,
  ].join("");

/** A stored (not compressed) archive with these members. */
function zip(members: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(members)) {
    const [file, data] = [Buffer.from(name), Buffer.from(text)];
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc(data), 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(data.length, 8);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(file.length, 0);
    const local = Buffer.concat([
      Buffer.from("504b03041400000000000000000000", "hex").subarray(0, 14),
      sizes,
      lengths,
      file,
      data,
    ]);
    const position = Buffer.alloc(4);
    position.writeUInt32LE(offset, 0);
    central.push(
      Buffer.concat([
        Buffer.from("504b010214001400000000000000000000", "hex").subarray(0, 16),
        sizes,
        lengths,
        Buffer.alloc(10),
        position,
        file,
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  Buffer.from("504b0506", "hex").copy(end);
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
function crc(data: Buffer): number {
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
const types = (part: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/x" ContentType="${part}"/></Types>`;
const OFFICE_TYPE = "application/vnd.openxmlformats-officedocument";
const DOCX = zip({
  "[Content_Types].xml": types(`${OFFICE_TYPE}.wordprocessingml.document.main+xml`),
  "word/document.xml": "<w/>",
});
const XLSX = zip({
  "[Content_Types].xml": types(`${OFFICE_TYPE}.spreadsheetml.sheet.main+xml`),
  "xl/workbook.xml": "<x/>",
});
const withMember = (name: string) =>
  zip({
    "[Content_Types].xml": types(`${OFFICE_TYPE}.wordprocessingml.document.main+xml`),
    "word/document.xml": "<w/>",
    [name]: "x",
  });
const withStream = (name: string) => Buffer.concat([ole("WordDocument"), Buffer.from(name, "utf16le")]);
const VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");
const DOCM = zip({
  "[Content_Types].xml": types(`${OFFICE_TYPE}.wordprocessingml.document.main+xml`),
  "word/vbaProject.bin": "macro",
});

test.each([
  ["a.pdf", PDF],
  ["a.PDF", PDF],
  ["a.png", PNG],
  ["a.jpg", JPG],
  ["a.jpeg", JPG],
  ["a.eml", MAIL],
  ["a.docx", DOCX],
  ["a.xlsx", XLSX],
  ["a.doc", ole("WordDocument")],
  ["a.xls", ole("Workbook")],
  ["a.msg", ole("__properties_version1.0")],
  ["a scanner's a.pdf", `\r\n@PJL SET RESOLUTION=600\r\n${PDF}`],
  ["a marked a.eml", `\ufeff${MAIL}`],
  ["a chart in a.docx", withMember("word/embeddings/Microsoft_Excel_Sheet1.xlsx")],
])("%s is taken", async (name, content) => {
  expect(await fileKind(name, Buffer.from(content))).not.toBeNull();
});

test.each([
  ["a program called .pdf", "a.pdf", "MZ\u0090\0program"],
  ["a page called .pdf", "a.pdf", "<html><script>alert(1)</script></html>"],
  ["a picture called .pdf", "a.pdf", PNG],
  ["a document called .png", "a.png", PDF],
  ["a Word file called .xls", "a.xls", ole("WordDocument")],
  ["an archive called .docx", "a.docx", zip({ "readme.txt": "hello" })],
  ["a page called .eml", "a.eml", "<html>From: a\nDate: b\n</html>"],
  ["a text called .eml", "a.eml", "Beste collega,\n\nHierbij de uitleg."],
  ["a drawing with script", "a.svg", "<svg onload='alert(1)'/>"],
  ["a file without a name", "pdf", PDF],
  ["two extensions", "a.pdf.exe", PDF],
  ["an empty file", "a.pdf", ""],
  ["a program with a document in it", "a.pdf", `MZ\0\0${PDF}`],
  ["a document after more than a kilobyte", "a.pdf", `${" ".repeat(1100)}${PDF}`],
])("%s is refused", async (_what, name, content) => {
  expect(await fileKind(name, Buffer.from(content))).toBeNull();
});

test.each([
  ["an old file with macros", "a.doc", Buffer.concat([ole("WordDocument"), Buffer.from("_VBA_PROJECT\0", "utf16le")])],
  ["a test virus called .pdf", "a.pdf", `${PDF}${VIRUS}`],
  ["a test virus in a mail", "a.eml", `${MAIL}${VIRUS}`],
  ["an object in a new file", "a.docx", withMember("word/embeddings/oleObject1.bin")],
  ["a macro sheet in a new file", "a.docx", withMember("xl/macrosheets/sheet1.xml")],
  ["a control in a new file", "a.docx", withMember("word/activeX/activeX1.xml")],
  ["a file in an old file", "a.doc", withStream("\u0001Ole10Native\0")],
  ["a sheet in an old document", "a.doc", withStream("_1234567890\0")],
  ["a document in an old sheet", "a.doc", withStream("MBD0012ABCD\0")],
  ["a new file with macros", "a.docx", DOCM],
  ["a script in a paper", "a.pdf", paper("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>")],
  ["a script under another notation", "a.pdf", paper("/AA << /O << /S /J#61vaScript >> >>")],
  ["a program that a paper starts", "a.pdf", paper("/S /Launch /F (cmd.exe)")],
  ["a file in a paper", "a.pdf", paper("/Names << /EmbeddedFiles 5 0 R >>")],
  ["a script in packed objects", "a.pdf", packedPaper("<< /S /JavaScript >>", "/Filter /FlateDecode")],
  ["a script behind a long comment", "a.pdf", paper(`/AA << /O << /S%${"x".repeat(300)}\n/JavaScript >> >>`)],
  ["a script behind many comments", "a.pdf", paper(`/AA << /O << /S ${"%x\r".repeat(40)}/JavaScript >> >>`)],
  ["a file behind comments", "a.pdf", paper(`/Names << /EmbeddedFiles ${"%x\n".repeat(40)}5 0 R >>`)],
  [
    "a script in packed objects far from their name",
    "a.pdf",
    packedPaper("<< /S /JavaScript >>", `/Filter /FlateDecode ${" ".repeat(3_000)}`),
  ],
  [
    "packed objects too far from their name",
    "a.pdf",
    packedPaper("<< /S /JavaScript >>", `/Filter /FlateDecode ${" ".repeat(20_000)}`),
  ],
  ["encrypted objects", "a.pdf", encrypted(packedPaper(undefined, "/Filter /FlateDecode"))],
  ["a script in a paper that is encrypted", "a.pdf", encrypted(paper("/S /JavaScript"))],
  ["packed objects that nobody can read", "a.pdf", packedPaper("<< >>", "/Filter [/ASCII85Decode /FlateDecode]")],
  ["packed objects whose filter stands elsewhere", "a.pdf", packedPaper("<< /S /JavaScript >>", "/Filter 7 0 R")],
  ["packed objects behind an odd blank", "a.pdf", packedPaper("<< /S /JavaScript >>", "/Filter\0/FlateDecode")],
  [
    "packed objects of differences",
    "a.pdf",
    packedPaper("<< >>", "/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >>"),
  ],
  [
    "a script in packed objects without their type",
    "a.pdf",
    packedPaper("<< /S /JavaScript >>", "/Filter /FlateDecode", "/Type 7 0 R"),
  ],
  ["a program behind a picture", "a.png", Buffer.concat([PNG, program()])],
  ["a program in a mail", "a.eml", mailWith("a", attachment("plan.pdf", program()))],
  ["a script in a mail", "a.eml", mailWith("a", attachment("plan.js", "alert(1)"))],
  ["a script under an encoded name", "a.eml", mailWith("a", attachment("=?utf-8?B?cGxhbi5qcw==?=", "alert(1)"))],
  ["a script under a name in pieces", "a.eml", mailWith("a", attachment('pl"; filename*1="an.vbs', "x"))],
  ["a sheet with macros in a mail", "a.eml", mailWith("a", attachment("b.xls", withStream("_VBA_PROJECT\0")))],
  [
    "a script in a mail in a mail",
    "a.eml",
    mailWith("a", mailInMail(mailWith("b", attachment("b.pdf", paper("/S%\n/JavaScript"))))),
  ],
])("%s is dangerous", async (_what, name, content) => {
  const kind = await fileKind(name, Buffer.from(content));
  expect(kind, "of a kind that is taken").not.toBeNull();
  expect(await carriesProgram(kind?.extension ?? "", Buffer.from(content))).toBe(true);
});

test.each([
  [
    "a paper with a form, links and the letters JS",
    "a.pdf",
    paper("/AcroForm 3 0 R /URI (https://a.example/JS/Launch.html) /JSX 1"),
  ],
  ["a paper with packed objects", "a.pdf", packedPaper("<< /Type /Page >>", "/Filter /FlateDecode")],
  ["a paper with damaged objects", "a.pdf", packedPaper(undefined, "/Filter /FlateDecode")],
  ["a paper that is encrypted, whose objects can be read", "a.pdf", encrypted(paper("/Type /Page"))],
  [
    "a mail with a paper",
    "a.eml",
    mailWith("a", attachment("plan.pdf", PDF), mailInMail(mailWith("b", attachment("p.png", PNG)))),
  ],
  ["a mail about a program", "a.eml", `${MAIL}Zie setup.exe; filename="x.exe"`],
  ["a picture with the letters MZ", "a.png", Buffer.concat([PNG, Buffer.from(`MZ${"\0".repeat(90)}`)])],
  ["a chart in a new file", "a.docx", withMember("word/embeddings/Microsoft_Excel_Sheet1.xlsx")],
])("%s is harmless", async (_what, name, content) => {
  const kind = await fileKind(name, Buffer.from(content));
  expect(await carriesProgram(kind?.extension ?? "", Buffer.from(content))).toBe(false);
});

/** What the check of a PDF looks for, and what may stand between. */
const PIECES = [
  "/Filter",
  "/Filter[",
  "/ObjStm",
  "/First 1",
  " obj",
  "stream\n",
  "endstream",
  "/JavaScript ",
  "/EF ",
  "<<",
].concat(["1\n", "%\n", "#41", " ", "\0", "\n"]);

test("no two pieces of a PDF in turn make its check slow", async () => {
  const fill = (piece: string) => piece.repeat(8_000 / piece.length);
  const slow: string[] = [];
  for (const one of PIECES) {
    for (const other of PIECES) {
      const { user } = process.cpuUsage();
      await carriesProgram("pdf", Buffer.from(`%PDF-1.4\n${`\nobj/ObjStm${fill(one)}${fill(other)}`.repeat(4)}`));
      if (process.cpuUsage().user - user > 1_500_000) slow.push(JSON.stringify([one, other]));
    }
  }
  expect(slow).toEqual([]);
});

/** As large as a file may be, and built to take as long as can be. */
test.each([
  [
    "object streams that do not end",
    "a.pdf",
    `%PDF-1.4\n1 0 obj<</Type/ObjStm>>${"stream\n".repeat(290_000)}endstream`,
  ],
  [
    "object streams that are not packed",
    "a.pdf",
    `%PDF-1.4\n${"\nobj/ObjStm stream\n".repeat(19_000)}${"x".repeat(1_600_000)}`,
  ],
  ["streams without a dictionary", "a.pdf", `%PDF-1.4\n1 0 obj ${"stream\n".repeat(290_000)}`],
  ["streams with long dictionaries", "a.pdf", `%PDF-1.4\n${`1 0 obj<<${"#41".repeat(3_000)}>>stream\n`.repeat(200)}`],
  ["comments and names in turn", "a.pdf", `%PDF-1.4\n/Launch 1\n${"%/JavaScript\n<<\n".repeat(130_000)}`],
  ["comments without end", "a.pdf", `%PDF-1.4\n${"%/JavaScript\n/JavaScript\n".repeat(80_000)}`],
  ["lines without end", "a.pdf", `%PDF-1.4\n/Launch 1\n${"1\r".repeat(990_000)}`],
  [
    "a mail of parts",
    "a.eml",
    `${MAIL.replace("\n\n", "\ncontent-type: multipart/mixed; boundary=a\n\n")}${"--a\n\nPK1".repeat(250_000)}`,
  ],
])("%s are judged within seconds", async (_what, name, content) => {
  const kind = await fileKind(name, Buffer.from(content));
  const { user } = process.cpuUsage();
  await carriesProgram(kind?.extension ?? "", Buffer.from(content, "latin1"));
  expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(5);
});

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
  const at = await open(vera, OFFICE, relation);
  const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
  await fill(vera, at, { acceptance: { questions_of_acceptance: { ...answers, "1101": true } } });
  return at;
}

test("a file is stored, listed by its id, used by the step, and removed", async () => {
  const at = await withExplanation();
  const answer = await upload(at, "../../uitleg.pdf", PDF);
  expect(answer.statusCode, answer.body).toBe(200);
  expectShape("wizard-upload", answer.json());
  expect(answer.json()).toMatchObject({ name: "uitleg.pdf", size: PDF.length });
  const { id } = answer.json();
  const step = (file: unknown[]) => save(vera, at, "additional-explanation", { explanation: "Uitleg", file });
  expect((await step([id])).statusCode).toBe(200);
  const unknown = await step(["00000000-0000-4000-8000-000000000000"]);
  expect([unknown.statusCode, unknown.json().errors[0].keyword]).toEqual([422, "upload"]);
  expect((await vera.call("DELETE", `${at.base}/uploads/${id}`)).statusCode).toBe(204);
  expect((await vera.call("DELETE", `${at.base}/uploads/${id}`)).statusCode).toBe(404);
  expect((await vera.call("DELETE", `${at.base}/uploads/none`)).statusCode).toBe(404);
});

test("a file that comes again under its key is one file, and is removed by its key", async () => {
  const at = await open(vera, OFFICE);
  const answers = await Promise.all([1, 2, 3].map(() => upload(at, "a.pdf", PDF, "key-1")));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((one) => one.json().id)).size).toBe(1);
  expect(await readRows(at)).toHaveLength(1);
  const other = await upload(at, "b.pdf", `${PDF} `, "key-1");
  expect([other.statusCode, other.json().code]).toEqual([409, "idempotency_conflict"]);
  expect((await upload(at, "b.pdf", PDF, "key-2")).json().id).not.toBe(answers[0]?.json().id);
  expect((await vera.call("DELETE", `${at.base}/uploads/key-1`)).statusCode).toBe(204);
  expect((await vera.call("DELETE", `${at.base}/uploads/key-1`)).statusCode, "lost, and asked again").toBe(204);
  expect((await readRows(at)).map(({ name }) => name)).toEqual(["b.pdf"]);
});

test("2 MB is taken, a byte more is not", async () => {
  const at = await open(vera, OFFICE);
  const sized = (bytes: number) => Buffer.concat([Buffer.from(PDF), Buffer.alloc(bytes - PDF.length, 32)]);
  expect((await upload(at, "a.pdf", sized(2_097_152))).statusCode).toBe(200);
  const tooLarge = await upload(at, "a.pdf", sized(2_097_153));
  expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, "too_large"]);
  expectShape("error", tooLarge.json());
  const wrong = await upload(at, "a.exe", "MZ");
  expect([wrong.statusCode, wrong.json().code]).toEqual([415, "file_type"]);
  const encryptedPaper = await upload(at, "a.pdf", encrypted(packedPaper("<< >>", "/Filter /FlateDecode")));
  expect([encryptedPaper.statusCode, encryptedPaper.json().code]).toEqual([415, "file_unsafe"]);
  expect(JSON.stringify(encryptedPaper.json()), "says why and what now").toContain("zonder beveiliging");
});

test("a file above 2 MB is refused wherever the line cuts it into pieces, never stored as its beginning", async () => {
  const at = await open(vera, OFFICE);
  const limit = 2_097_152;
  const head = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  );
  const file = Buffer.concat([Buffer.from(PDF), Buffer.alloc(limit + 200_000 - PDF.length, 32)]);
  const body = Buffer.concat([head, file, Buffer.from("\r\n--b--\r\n")]);
  const headers = { cookie: vera.cookie, "x-csrf-token": vera.csrf, "x-requested-with": "XMLHttpRequest" };
  const type = { "content-type": "multipart/form-data; boundary=b", "x-draft": at.exists.draft_id ?? "" };
  for (const after of [limit - 1, limit, limit + 1, limit + 65_536]) {
    const cut = head.length + after;
    const payload = Readable.from([body.subarray(0, cut), body.subarray(cut)]);
    const url = `${at.base}/uploads`;
    const answer = await server.app.inject({ method: "POST", url, payload, headers: { ...headers, ...type } });
    expect([answer.statusCode, answer.json().code], `cut after ${after}`).toEqual([413, "too_large"]);
  }
  expect(await readRows(at)).toEqual([]);
});

test("a quotation mark that the browser escaped in the name of a file is no %22", async () => {
  const at = await open(vera, OFFICE);
  const answer = await upload(at, "Schade %22De Molen%22.pdf", PDF);
  expect(answer.json().name ?? answer.json().data?.name).toBe("Schade 'De Molen'.pdf");
});

test("ten files and no more, also at once", async () => {
  const at = await open(vera, OFFICE);
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => upload(at, `${n}.pdf`, PDF)));
  expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(10);
  expect(answers.filter((one) => one.json().code === "too_many_files")).toHaveLength(4);
});

test("requests that are begun and left do not fill the store without end", async () => {
  const relation = 300101;
  const first = await open(vera, OFFICE, relation);
  await upload(first, "a.pdf", PDF);
  const [row] = await readRows(first);
  await server.db
    .updateTable("uploads")
    .set({ size: 2_097_152 })
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

test("a tab that was left open after sending begins no request with its file", async () => {
  const at = await open(vera, OFFICE, 300171);
  await fill(vera, at);
  expect((await send(vera, at, "quotation", { draft: at.exists.draft_id })).statusCode).toBe(200);
  const late = await upload(at, "a.pdf", PDF);
  expect([late.statusCode, late.json().code]).toEqual([409, "already_sent"]);
  expect((await vera.upload(`${at.base}/uploads`, "a.pdf", PDF)).statusCode).toBe(404);
  const begun = server.db.selectFrom("requests").select("request_id").where("address_number", "=", at.number);
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
    const at = await withExplanation(relation);
    first = (await upload(at, "uitleg.pdf", PDF)).json().id;
    await save(vera, at, step, { explanation: "Uitleg", file: [first] });
    number = Number((await send(vera, at)).json().number);
  });

  test("takes it along when it is changed and when it is converted", async () => {
    const query = { quotation: number };
    for (const action of ["quotation", "insurance-policy"]) {
      const at = await open(vera, OFFICE, relation, query);
      const { data, meta } = (await shown(at, query))!;
      expect(meta.uploads).toEqual([{ id: expect.any(String), name: "uitleg.pdf", size: PDF.length }]);
      expect(data).toEqual({ explanation: "Uitleg", file: [meta.uploads?.[0]?.id] });
      expect(data.file, "it is a file of this request").not.toEqual([first]);
      const sent = await send(vera, at, action, { query });
      expect(sent.statusCode, sent.body).toBe(200);
      expect(await content(Number(sent.json().number))).toContainEqual({ name: "uitleg.pdf" });
    }
  });

  test("lends it to a copy, which shows it as it was", async () => {
    const at = await open(vera, OFFICE, relation);
    await vera.ok("POST", `${at.base}/wizard/copy`, { body: { quotation: number } });
    const { data, meta } = (await shown(at))!;
    expect(data.file).toEqual(meta.uploads?.map(({ id }) => id));
    const row = server.db.selectFrom("upload_contents").select("content").where("upload_id", "=", String(data.file));
    expect(Buffer.from((await row.executeTakeFirstOrThrow()).content).toString()).toBe(PDF);
    expect((await send(vera, at)).statusCode).toBe(200);
  });

  test("is changed without it once it was removed, and asks for none that is not kept any more", async () => {
    const query = { quotation: number };
    const at = await open(vera, OFFICE, relation, query);
    const id = (await shown(at, query))?.meta.uploads?.[0]?.id;
    expect((await vera.call("DELETE", `${at.base}/uploads/${id}`, { query })).statusCode).toBe(204);
    expect((await shown(at, query))?.meta.uploads).toBeUndefined();
    await vera.ok("POST", `${at.base}/wizard/restart`, { query, body: {} });
    expect((await shown(at, query))?.meta.uploads).toHaveLength(1);
    await server.db.deleteFrom("uploads").execute();
    await vera.ok("POST", `${at.base}/wizard/restart`, { query, body: {} });
    expect((await shown(at, query))?.data).toEqual({ explanation: "Uitleg" });
    expect((await send(vera, at, "quotation", { query })).statusCode).toBe(200);
  });
});
