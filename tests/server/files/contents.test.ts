// What the check of contents accepts and refuses: honest and dangerous files of the common programs, alone and inside whatever can carry
// them. The reason of a refusal stays the same inside containers.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import checkContent from "#server/files/content/contentCheck.ts";
import { CARRIERS, listSamples, PNG, program, type Sample, SCRIPTS } from "../../support/files/catalogue.ts";
import { type Attached, attach, forward, mail, message, multipart } from "../../support/files/mail.ts";
import { officePackage, outlookMessage, wordDocument, workbook } from "../../support/files/office.ts";
import { paper } from "../../support/files/pdf.ts";
import { createRandom, tryRandomImages } from "../../support/files/random.ts";
import { zip } from "../../support/files/zip.ts";

const judge = (name: string, content: Uint8Array | string): string => {
  const verdict = checkContent({ name, content: Buffer.from(content) });
  return "refused" in verdict ? verdict.refused : "accepted";
};
const expected = ({ danger }: Pick<Sample, "danger">) => danger ?? "accepted";
const samples = await listSamples();

test.each(samples)("$what ($name): $danger", (sample) => {
  expect(judge(sample.name, sample.content)).toBe(expected(sample));
});

describe.each(Object.entries(CARRIERS))("in %s", (_carrier, carry) => {
  test("every file is judged as it is by itself", () => {
    const verdicts = samples.map((sample) => {
      const { name, content } = carry(sample);
      return `${sample.what}: ${judge(name, content)}`;
    });
    expect(verdicts).toEqual(samples.map((sample) => `${sample.what}: ${expected(sample)}`));
  });

  test.each(SCRIPTS)("$name is refused by its name", (script) => {
    const { name, content } = carry(script);
    // An archive has plain names.
    expect(judge(name, content)).toBe(script.name.startsWith("=?") && !isMail(content) ? "accepted" : "file_unsafe");
  });
});

/** Names are encoded in the headers of a mail only. */
const isMail = (content: Uint8Array) => Buffer.from(content).includes('filename="=?');

test("containers in containers, by seed: what is inside decides", () => {
  const random = createRandom(41);
  const carriers = Object.entries(CARRIERS);
  for (let round = 0; round < 400; round += 1) {
    const sample = random.pick(samples);
    let file: Attached = sample;
    const depth = 1 + random.below(4);
    const chain = Array.from({ length: depth }, () => random.pick(carriers));
    for (const [, carry] of chain) file = carry(file);
    const names = [sample.what, ...chain.map(([carrier]) => carrier)].join(" in ");
    expect(judge(file.name, file.content), `round ${round}: ${names}`).toBe(expected(sample));
  }
});

test("ten times forwarded is accepted, a hundred times is too complex", () => {
  let sent = mail({ name: "a.png", content: PNG });
  for (let time = 0; time < 10; time += 1) sent = forward(sent);
  expect(judge("a.eml", sent)).toBe("accepted");
  for (let time = 0; time < 90; time += 1) sent = forward(sent);
  expect(judge("a.eml", sent)).toBe("file_unsafe.complex");
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
])("a mail with %s is accepted", (_what, content) => {
  expect(judge("a.eml", content)).toBe("accepted");
});

test.each([
  ["the test virus in a mail", `${HEADERS}X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE"}!$H+H*`],
  [
    "a script as a text part",
    message(multipart("mixed", ['Content-Type: text/plain; name="plan.js"\r\n\r\nalert(1)'])),
  ],
  [
    "a name in pieces",
    message(multipart("mixed", ['Content-Disposition: attachment; filename*0="pl"; filename*1="an.vbs"\r\n\r\nx'])),
  ],
])("%s is refused", (_what, content) => {
  expect(judge("a.eml", content)).toBe("file_unsafe");
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
])("%s does not have the content of its name", (_what, name, content) => {
  expect(judge(name, content)).toBe("file_content");
});

test("bytes after the end of an archive, and other names for the same parts, do not matter", () => {
  expect(judge("a.docx", Buffer.concat([officePackage("docx"), Buffer.from("\r\n")]))).toBe("accepted");
  const types =
    '<Types><Override PartName="/x" ContentType="application/x.wordprocessingml.document.main+xml"/></Types>';
  expect(
    judge("a.docx", zip({ "[CONTENT_TYPES].XML": Buffer.from(`\ufeff${types}`, "utf16le"), "word\\document.xml": "" })),
  ).toBe("accepted");
});

const folder = join(import.meta.dirname, "found");
test.each(readdirSync(folder))("%s, as it was found, is accepted", (name) => {
  expect(judge(name, readFileSync(join(folder, name)))).toBe("accepted");
});

test("random images by seed are accepted in every file that can contain one", () => {
  expect(tryRandomImages({ seed: 7, images: 6, size: 300_000 })).toEqual([]);
});
