// No file makes its check slow: pieces in turn, containers without end, and archives that unpack to more than fits.
import { expect, test } from "vitest";
import checkContent from "#server/files/content/contentCheck.ts";
import { officePackage, wordDocument } from "../../support/files/office.ts";
import { packed, paper } from "../../support/files/pdf.ts";

const judge = (name: string, content: Uint8Array | string) =>
  checkContent({ name, content: Buffer.from(content as string, "latin1") });

const MAIL = "From: a@example.com\nTo: b@example.com\n";

function nestParts(depth: number): string {
  const part = (level: number) => `content-type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`;
  return MAIL + Array.from({ length: depth }, (_, level) => part(level)).join("");
}

/** The table of sectors links each one to itself. */
function circle(): Buffer {
  const bytes = wordDocument();
  const table = (bytes.readUInt32LE(76) + 1) * 512;
  for (let sector = 0; sector < 20; sector += 1) bytes.writeUInt32LE(sector, table + sector * 4);
  return bytes;
}

const sheet = (cells: string) =>
  officePackage("xlsx", {
    members: { "xl/worksheets/sheet1.xml": `<worksheet>${cells}</worksheet>` },
    types: {
      "xl/worksheets/sheet1.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
    },
  });

const manyMembers = () =>
  Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`word/${index}.xml`, "<x/>"]));

/** The words that the check of a PDF searches for, and the characters that may be between them. */
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
  for (const piece of PIECES) {
    for (const other of PIECES) {
      const { user } = process.cpuUsage();
      await judge("a.pdf", `%PDF-1.4\n${`\nobj/ObjStm${fill(piece)}${fill(other)}`.repeat(4)}`);
      if (process.cpuUsage().user - user > 1_500_000) slow.push(JSON.stringify([piece, other]));
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
  ["strings that do not end", "a.pdf", `%PDF-1.4\n${"1 0 obj (".repeat(220_000)}`],
  ["dictionaries in dictionaries", "a.pdf", `%PDF-1.4\n${"1 0 obj <<".repeat(200_000)}`],
  ["arrays in arrays", "a.pdf", `%PDF-1.4\n1 0 obj${"[".repeat(1_900_000)}`],
  ["formulas without end", "a.xlsx", sheet(`<c><f>${"HYPERLINK(".repeat(800_000)}</f></c>`)],
  ["cells without end", "a.xlsx", sheet("<c r='A1'><f>A1</f><v>1</v></c>".repeat(1_000_000))],
  ["parts in parts", "a.eml", nestParts(30_000)],
  ["names without end", "a.eml", `${MAIL}content-type: text/plain;${' name="a"'.repeat(200_000)}\n\nx`],
  ["a chain of sectors that runs in a circle", "a.doc", circle()],
  ["an archive of many members", "a.docx", officePackage("docx", { members: manyMembers() })],
  ["a mail of parts", "a.eml", `${MAIL}content-type: multipart/mixed; boundary=a\n\n${"--a\n\nPK1\n".repeat(220_000)}`],
])("%s are judged within seconds", async (_what, name, content) => {
  const { user } = process.cpuUsage();
  await judge(name, content);
  expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(5);
});

test("an archive and objects that unpack to more than is allowed are too complex, at once", async () => {
  const large = "<x>".padEnd(60_000_000, " ");
  const bomb = officePackage("docx", { members: { "word/_rels/a.rels": large } });
  expect(await judge("a.docx", bomb)).toEqual({ refused: "file_unsafe.complex" });
  expect(await judge("a.pdf", paper(packed([large])))).toEqual({ refused: "file_unsafe.complex" });
});
