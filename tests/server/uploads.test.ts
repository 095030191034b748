// Files: what is taken, what is refused although its name looks right, how many, and whose they are. The files are made
// here, byte by byte.
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileKind } from "#server/requests/fileKinds.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { open, save } from "../support/wizard.ts";

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
}, 60_000);
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
])("%s is taken", async (name, content) => {
  expect(await fileKind(name, Buffer.from(content))).not.toBeNull();
});

test.each([
  ["a program called .pdf", "a.pdf", "MZ\u0090\0program"],
  ["a page called .pdf", "a.pdf", "<html><script>alert(1)</script></html>"],
  ["a picture called .pdf", "a.pdf", PNG],
  ["a document called .png", "a.png", PDF],
  ["a Word file called .xls", "a.xls", ole("WordDocument")],
  ["an old file with macros", "a.doc", Buffer.concat([ole("WordDocument"), Buffer.from("_VBA_PROJECT\0", "utf16le")])],
  ["a new file with macros", "a.docx", DOCM],
  ["an archive called .docx", "a.docx", zip({ "readme.txt": "hello" })],
  ["a page called .eml", "a.eml", "<html>From: a\nDate: b\n</html>"],
  ["a text called .eml", "a.eml", "Beste collega,\n\nHierbij de uitleg."],
  ["a drawing with script", "a.svg", "<svg onload='alert(1)'/>"],
  ["a file without a name", "pdf", PDF],
  ["two extensions", "a.pdf.exe", PDF],
  ["an empty file", "a.pdf", ""],
])("%s is refused", async (_what, name, content) => {
  expect(await fileKind(name, Buffer.from(content))).toBeNull();
});

test("a file is stored, listed by its id, used by the step, and removed", async () => {
  const at = await open(vera, OFFICE);
  const answer = await vera.upload(`${at.base}/uploads`, "../../uitleg.pdf", PDF);
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

test("2 MB is taken, a byte more is not", async () => {
  const at = await open(vera, OFFICE);
  const sized = (bytes: number) => Buffer.concat([Buffer.from(PDF), Buffer.alloc(bytes - PDF.length, 32)]);
  expect((await vera.upload(`${at.base}/uploads`, "a.pdf", sized(2_097_152))).statusCode).toBe(200);
  const tooLarge = await vera.upload(`${at.base}/uploads`, "a.pdf", sized(2_097_153));
  expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, "too_large"]);
  expectShape("error", tooLarge.json());
  const wrong = await vera.upload(`${at.base}/uploads`, "a.exe", "MZ");
  expect([wrong.statusCode, wrong.json().code]).toEqual([415, "file_type"]);
});

test("ten files and no more, also at once", async () => {
  const at = await open(vera, OFFICE);
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, n) => vera.upload(`${at.base}/uploads`, `${n}.pdf`, PDF)),
  );
  expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(10);
  expect(answers.filter((one) => one.json().code === "too_many_files")).toHaveLength(4);
});

test("a file of another request is not there", async () => {
  const [mine, other] = [await open(vera, OFFICE), await open(vera, OFFICE)];
  const { id } = (await vera.upload(`${mine.base}/uploads`, "a.pdf", PDF)).json();
  expect((await vera.call("DELETE", `${other.base}/uploads/${id}`)).statusCode).toBe(404);
  const used = await save(vera, other, "additional-explanation", { explanation: "Uitleg", file: [id] });
  expect(used.statusCode).toBe(422);
});
