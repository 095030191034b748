// What the check of contents accepts and refuses: honest and dangerous files of the common programs, alone and inside whatever can carry
// them. The reason of a refusal stays the same inside containers.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import checkContent from "#server/files/content/contentCheck.ts";
import { CARRIERS, listSamples, OTHER_KINDS, PNG, program, type Sample } from "../../support/files/catalogue.ts";
import { type Attached, attach, forward, mail, message, multipart } from "../../support/files/mail.ts";
import { officePackage, outlookMessage, wordDocument, workbook } from "../../support/files/office.ts";
import { paper } from "../../support/files/pdf.ts";
import { createRandom, tryRandomImages } from "../../support/files/random.ts";
import { zip } from "../../support/files/zip.ts";

const judge = async (name: string, content: Uint8Array | string): Promise<string> => {
  const verdict = await checkContent({ name, content: Buffer.from(content) });
  return "refused" in verdict ? verdict.refused : "accepted";
};
const expected = ({ danger }: Pick<Sample, "danger">) => danger ?? "accepted";
const samples = await listSamples();

test.each(samples)("$what ($name): $danger", async (sample) => {
  expect(await judge(sample.name, sample.content)).toBe(expected(sample));
});

describe.each(Object.entries(CARRIERS))("in %s", (_carrier, carry) => {
  test("every file is judged as it is by itself", async () => {
    const verdicts: string[] = [];
    for (const sample of samples) {
      const { name, content } = carry(sample);
      verdicts.push(`${sample.what}: ${await judge(name, content)}`);
    }
    expect(verdicts).toEqual(samples.map((sample) => `${sample.what}: ${expected(sample)}`));
  });

  test("no other kind is accepted", async () => {
    const verdicts = await Promise.all(
      OTHER_KINDS.map(async (other) => {
        const { name, content } = carry(other);
        return `${other.name}: ${await judge(name, content)}`;
      }),
    );
    expect(verdicts).toEqual(OTHER_KINDS.map(({ name }) => `${name}: file_unsafe.attachment`));
  });
});

test("containers in containers, by seed: what is inside decides", async () => {
  const random = createRandom(41);
  const carriers = Object.entries(CARRIERS);
  for (let round = 0; round < 400; round += 1) {
    const sample = random.pick(samples);
    let file: Attached = sample;
    const depth = 1 + random.below(4);
    const chain = Array.from({ length: depth }, () => random.pick(carriers));
    for (const [, carry] of chain) file = carry(file);
    const names = [sample.what, ...chain.map(([carrier]) => carrier)].join(" in ");
    expect(await judge(file.name, file.content), `round ${round}: ${names}`).toBe(expected(sample));
  }
});

test("ten times forwarded is accepted, a hundred times is too complex", async () => {
  let sent = mail({ name: "a.png", content: PNG });
  for (let time = 0; time < 10; time += 1) sent = forward(sent);
  expect(await judge("a.eml", sent)).toBe("accepted");
  for (let time = 0; time < 90; time += 1) sent = forward(sent);
  expect(await judge("a.eml", sent)).toBe("file_unsafe.complex");
});

const HEADERS = "From: a@example.com\r\nTo: b@example.com\r\n\r\nHallo\r\n";
test.each([
  ["a mark", `\ufeff${HEADERS}`],
  ["blank lines", `\r\n\r\n${HEADERS}`],
  ["the line of a mailbox", `From a@example.com Fri Nov 27 10:00:00 2026\r\n${HEADERS}`],
  ["bare line feeds", HEADERS.replaceAll("\r\n", "\n")],
  ["the name of a program in its text", `${HEADERS}Zie setup.exe; filename="x.exe"`],
  ["the name of a program in its subject", `Subject: filename="x.exe"\r\n${HEADERS}`],
  [
    "a boundary inside a line",
    message(multipart("mixed", ["\r\ntekst --=_ tekst", attach({ name: "a.png", content: PNG })])),
  ],
])("a mail with %s is accepted", async (_what, content) => {
  expect(await judge("a.eml", content)).toBe("accepted");
});

test.each([
  [
    "the test virus in a mail",
    "file_unsafe",
    `${HEADERS}X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE"}!$H+H*`,
  ],
  [
    "a script as a text part",
    "file_unsafe.attachment",
    message(multipart("mixed", ['Content-Type: text/plain; name="plan.js"\r\n\r\nalert(1)'])),
  ],
  [
    "a name in pieces",
    "file_unsafe.attachment",
    message(multipart("mixed", ['Content-Disposition: attachment; filename*0="pl"; filename*1="an.vbs"\r\n\r\nx'])),
  ],
])("%s is refused: %s", async (_what, danger, content) => {
  expect(await judge("a.eml", content)).toBe(danger);
});

test.each<[string, string, Uint8Array | string]>([
  ["a program called .pdf", "a.pdf", "MZ\u0090\0program"],
  ["a page called .pdf", "a.pdf", "<html><script>alert(1)</script></html>"],
  ["a picture called .pdf", "a.pdf", PNG],
  ["a document called .png", "a.png", paper()],
  ["a Word file called .xls", "a.xls", wordDocument()],
  ["an Excel file called .docx", "a.docx", officePackage("xlsx")],
  ["an old Excel file called .msg", "a.msg", workbook()],
  ["a message called .doc", "a.doc", outlookMessage()],
  ["an archive called .docx", "a.docx", zip({ "readme.txt": "hello" })],
  ["a damaged archive called .docx", "a.docx", officePackage("docx").subarray(0, 400)],
  ["a damaged Word file", "a.doc", wordDocument().subarray(0, 700)],
  ["a page called .eml", "a.eml", "<html>From: a\nDate: b\n</html>"],
  ["a text called .eml", "a.eml", "Beste collega,\n\nHierbij de uitleg."],
  ["a drawing with script", "a.svg", "<svg onload='alert(1)'/>"],
  ["a file without a name", "pdf", paper()],
  ["two extensions", "a.pdf.exe", paper()],
  ["an empty file", "a.pdf", ""],
  ["a program with a document in it", "a.pdf", Buffer.concat([program(), paper()])],
  ["a document after more than a kilobyte", "a.pdf", Buffer.concat([Buffer.alloc(1_100, 32), paper()])],
])("%s does not have the content of its name", async (_what, name, content) => {
  expect(await judge(name, content)).toBe("file_content");
});

const TEMPLATE = officePackage("docx", {
  relations: [{ type: "attachedTemplate", target: "https://a.example/t.dotm", isExternal: true }],
});
const MACROS = officePackage("docx", { types: { "word/data.bin": "application/vnd.ms-office.vbaProject" } });
/** Ways to write the same tags, so that a reader by patterns would pass over them. */
const DISGUISES: [string, (xml: string) => string | Buffer][] = [
  ["between two instructions that contain the signs of a comment", (xml) => inside(xml, "<?a <!-- ?>", "<?b --> ?>")],
  ["between two marked sections of the same kind", (xml) => inside(xml, "<![CDATA[<!--]]>", "<![CDATA[-->]]>")],
  ["after a comment", (xml) => inside(xml, "<!-- > -->", "")],
  ["in single quotes", (xml) => xml.replaceAll('"', "'")],
  ["with a sign of a tag in front", (xml) => xml.replaceAll("<Relationship ", "<Relationship Note='&gt;/>' ")],
  ["by numbers of signs", (xml) => xml.replaceAll("https", "&#x68;ttps").replaceAll("vba", "&#118;ba")],
  ["with a prefix", (xml) => xml.replaceAll(/<(\/?)(?=[A-Z])/g, "<$1p:").replace("xmlns=", "xmlns:p=")],
  ["in UTF-16", (xml) => Buffer.from(`\ufeff${xml}`, "utf16le")],
  ["in UTF-16, the other way round", (xml) => Buffer.from(`\ufeff${xml}`, "utf16le").swap16()],
  ["in UTF-16 without a mark", (xml) => Buffer.from(xml, "utf16le")],
];
const inside = (xml: string, before: string, after: string) =>
  xml.replace(/(<(?:Types|Relationships)[^>]*>)(.*)(<\/)/s, `$1${before}$2${after}$3`);

test.each(DISGUISES)("a template elsewhere and macros are found %s", async (_way, disguise) => {
  expect(await judge("a.docx", rewrite(TEMPLATE, "word/_rels/document.xml.rels", disguise))).toBe(
    "file_unsafe.external",
  );
  expect(await judge("a.docx", rewrite(MACROS, "[Content_Types].xml", disguise))).toBe("file_unsafe");
});

test.each<[string, (xml: string) => string]>([
  ["a document type", (xml) => xml.replace("?>", '?><!DOCTYPE x [<!ENTITY e "a">]>')],
  ["an encoding that the check does not read", (xml) => xml.replace('"1.0"', '"1.0" encoding="utf-7"')],
  ["an element that does not end", (xml) => xml.slice(0, -1)],
  ["an unknown entity", (xml) => xml.replaceAll('ContentType="', 'ContentType="&e;')],
])("content types with %s cannot be checked", async (_what, damage) => {
  expect(await judge("a.docx", rewrite(officePackage("docx"), "[Content_Types].xml", damage))).toBe(
    "file_unsafe.complex",
  );
});

/** The archive with one member written differently. */
function rewrite(archive: Buffer, path: string, edit: (text: string) => string | Buffer): Buffer {
  const members = unzipSync(archive);
  return zip({ ...members, [path]: edit(Buffer.from(members[path] ?? []).toString()) });
}

test("an archive with a password, and one whose directory lists fewer members than it has, are refused", async () => {
  const locked = zip({ "a.txt": "x".repeat(99) });
  locked.writeUInt16LE(1, locked.indexOf("PK\x01\x02") + 8);
  expect(await judge("a.eml", mail({ name: "a.zip", content: locked }))).toBe("file_unsafe.encrypted");
  const short = zip({ "a.txt": "x", "b.js": "x" });
  short.writeUInt16LE(1, short.lastIndexOf("PK\x05\x06") + 10);
  expect(await judge("a.eml", mail({ name: "a.zip", content: short }))).toBe("file_unsafe.complex");
});

test("bytes after the end of an archive, and other names for the same parts, do not matter", async () => {
  expect(await judge("a.docx", Buffer.concat([officePackage("docx"), Buffer.from("\r\n")]))).toBe("accepted");
  const types =
    '<Types><Override PartName="/Word/Document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  expect(
    await judge(
      "a.docx",
      zip({ "[CONTENT_TYPES].XML": Buffer.from(`\ufeff${types}`, "utf16le"), "word\\document.xml": "<x/>" }),
    ),
  ).toBe("accepted");
});

const folder = join(import.meta.dirname, "found");
test.each(readdirSync(folder))("%s, as it was found, is accepted", async (name) => {
  expect(await judge(name, readFileSync(join(folder, name)))).toBe("accepted");
});

test("random images by seed are accepted in every file that can contain one", async () => {
  expect(await tryRandomImages({ seed: 7, images: 6, size: 300_000 })).toEqual([]);
});
