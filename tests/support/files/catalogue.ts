// Honest and dangerous files of the common programs, and the containers that can carry them. Every file is written
// here, byte by byte. Every honest one has what looks dangerous in its text, and every dangerous one differs from an
// honest one in a single place.
import type { Danger } from "#content/files/effort.ts";
import { type Attached, forward, mail, winmail } from "./mail.ts";
import {
  lockedPackage,
  officePackage,
  outlookForward,
  outlookMessage,
  type PackageOptions,
  wordDocument,
  workbook,
} from "./office.ts";
import { ORDINARY } from "./ordinary.ts";
import { CATALOG, ENCRYPTIONS, encryptedPdf, packed, paper, pdf, scan } from "./pdf.ts";
import { TRICKS } from "./tricks.ts";
import { zip } from "./zip.ts";

export interface Sample {
  what: string;
  name: string;
  content: Uint8Array;
  /** Null for an honest file. */
  danger: Danger | null;
}

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
export const JPG = Buffer.concat([Buffer.from("ffd8ffe000104a46494600", "hex"), Buffer.alloc(40)]);

/** Begins as every Windows program does. */
export function program(): Buffer {
  const bytes = Buffer.alloc(256);
  bytes.write("MZ");
  bytes.writeUInt32LE(128, 60);
  bytes.write("PE\0\0", 128);
  return bytes;
}

const honest = (what: string, name: string, content: Uint8Array): Sample => ({ what, name, content, danger: null });
const unsafe = (what: string, name: string, content: Uint8Array): Sample => ({
  what,
  name,
  content,
  danger: "file_unsafe",
});
const external = (what: string, content: Uint8Array): Sample => ({
  what,
  name: "a.docx",
  content,
  danger: "file_unsafe.external",
});
const locked = (what: string, name: string, content: Uint8Array): Sample => ({
  what,
  name,
  content,
  danger: "file_unsafe.encrypted",
});

const outside = (type: string, target: string): PackageOptions => ({ relations: [{ type, target, isExternal: true }] });
const template = (target: string) => outside("attachedTemplate", target);

const JPEG_WITH_NAMES = Buffer.concat([JPG, Buffer.from("/EF 5 0 R /EF5 /S /JavaScript /Launch <<")]);

const pictures = [honest("a picture", "a.png", PNG), honest("a photo", "a.jpeg", JPG)];
const papers = [
  honest("a document", "a.pdf", paper("<< /URI (https://a.example/JS/Launch.html) /JSX 1 /EF5 3 0 R >>")),
  honest("a scan with names in its picture", "a.pdf", scan(JPEG_WITH_NAMES)),
  honest("names in a text", "a.pdf", paper("<< /T (\\(/S /JavaScript\\) /EF << ) >> % /S /JavaScript")),
  honest("packed objects", "a.pdf", paper(packed(["<< /Type /Page >>", "(/S /JavaScript)", "/Launcher"]))),
  honest("bytes before it", "a.pdf", Buffer.concat([Buffer.from("\r\n@PJL SET RESOLUTION=600\r\n"), paper()])),
  unsafe("a script", "a.pdf", paper("<< /S /JavaScript /JS (app.alert\\(1\\)) >>")),
  unsafe("a script in other signs", "a.pdf", paper("<< /S %\r/J#61vaScript >>")),
  unsafe("a script of the document", "a.pdf", paper("<< /Names << /JavaScript 5 0 R >> >>")),
  unsafe("a type in an object of its own", "a.pdf", paper("<< /S 5 0 R >>", "/JavaScript")),
  unsafe("a program that it starts", "a.pdf", paper("<< /Type /Action /S /Launch /F (cmd.exe) >>")),
  unsafe("a file in it", "a.pdf", paper("<< /Type /Filespec /EF\0<< /F 5 0 R >> >>")),
  unsafe("a script in packed objects", "a.pdf", paper(packed(["<< /Type /Page >>", "<< /S /JavaScript >>"]))),
  unsafe("a script behind a string without end", "a.pdf", paper(packed(["(", "<< /S /JavaScript >>"]))),
  unsafe("an object inside a picture", "a.pdf", scan(Buffer.from("x\n9 0 obj\n<< /S /JavaScript >>\nendobj\n"))),
  unsafe("an object inside a text", "a.pdf", paper("(\n9 0 obj\n<< /S /JavaScript >>\nendobj\n)")),
];
const DAMAGED = { dictionary: "/Type /ObjStm /First 5 /Filter /FlateDecode", stream: Buffer.from("789c07ff", "hex") };
const complex: Sample[] = [
  "/Filter [/ASCII85Decode /FlateDecode]",
  "/Filter 7 0 R",
  "/Filter /FlateDecode /DecodeParms << /Predictor 12 >>",
]
  .map((filter) => ({
    what: `packed objects with ${filter}`,
    name: "a.pdf",
    content: paper(packed(["<< >>"], filter)),
    danger: "file_unsafe.complex" as const,
  }))
  .concat({
    what: "packed objects that are damaged",
    name: "a.pdf",
    content: paper(DAMAGED),
    danger: "file_unsafe.complex",
  });

const DOCM = "application/vnd.ms-word.document.macroEnabled.main+xml";
const VBA = "application/vnd.ms-office.vbaProject";
const packages = [
  honest("Word", "a.docx", officePackage("docx")),
  honest("Excel", "a.xlsx", officePackage("xlsx", { isStored: true })),
  unsafe("Word with macros", "a.docx", officePackage("docx", { members: { "word/vbaProject.bin": "x" } })),
  honest("the template of the writer", "a.docx", officePackage("docx", template("file:///C:\\Users\\a\\Normal.dotm"))),
  ...["https://a.example", "mailto:a@example.com", "tel:+31612345678", "plan.docx", "#Blad1"].map((target) =>
    honest(`a link to ${target}`, "a.docx", officePackage("docx", outside("hyperlink", target))),
  ),
  honest("a picture of a mail", "a.docx", officePackage("docx", outside("image", "cid:image001.png@01DC5F3A"))),
  ...[
    template("https://a.example/t.dotm"),
    template("file:///\\\\server\\t.dotm"),
    outside("image", "http://a.example/a.png"),
    outside("externalLinkPath", "https://a.example/a.xlsx"),
    outside("hyperlink", "javascript:alert(1)"),
    outside("hyperlink", "file://server/a.exe"),
  ].map((options) => external(`a reference to ${options.relations?.[0]?.target}`, officePackage("docx", options))),
  unsafe(
    "an object elsewhere",
    "a.docx",
    officePackage("docx", { relations: [{ type: "oleObject", target: "mhtml:https://a.example", isExternal: true }] }),
  ),
  unsafe(
    "macros under another name",
    "a.docx",
    officePackage("docx", { members: { "word/data.bin": "x" }, types: { "word/data.bin": VBA } }),
  ),
  unsafe(
    "macros under another name, by their relationship",
    "a.docx",
    officePackage("docx", {
      members: { "word/data.bin": "x" },
      relations: [{ type: "http://schemas.microsoft.com/office/2006/relationships/vbaProject", target: "data.bin" }],
    }),
  ),
  unsafe("a macro file under another extension", "a.docx", officePackage("docx", { mainType: DOCM })),
  unsafe(
    "a macro file in other signs",
    "a.docx",
    officePackage("docx", { mainType: DOCM.replace("macro", "m&#97;cro") }),
  ),
  unsafe("a macro sheet", "a.xlsx", officePackage("xlsx", { members: { "xl/macrosheets/sheet1.xml": "<x/>" } })),
  unsafe("a control", "a.docx", officePackage("docx", { members: { "word/activeX/activeX1.xml": "<x/>" } })),
  unsafe("an object", "a.docx", officePackage("docx", { members: { "word/embeddings/oleObject1.bin": "x" } })),
  unsafe("a program as a picture", "a.docx", officePackage("docx", { members: { "word/media/a.png": program() } })),
  unsafe(
    "a chart with macros",
    "a.docx",
    officePackage("docx", { members: { "word/embeddings/a.xlsx": officePackage("xlsx", { types: { "xl/b": VBA } }) } }),
  ),
  locked("Word with a password", "a.docx", lockedPackage()),
  locked("Excel with a password", "a.xlsx", lockedPackage()),
];
const old = [
  honest("Word 97", "a.doc", wordDocument()),
  honest("Excel 97", "a.xls", workbook()),
  honest("a large Excel 97", "a.xls", workbook({ large: true })),
  unsafe("Word 97 with macros", "a.doc", wordDocument({}, { Macros: { VBA: { dir: Buffer.alloc(9) } } })),
  unsafe(
    "a file in Word 97",
    "a.doc",
    wordDocument({}, { ObjectPool: { _1234567890: { "\u0001Ole10Native": Buffer.alloc(9) } } }),
  ),
  unsafe("Excel 97 with macros", "a.xls", workbook({}, { _VBA_PROJECT_CUR: { VBA: { dir: Buffer.alloc(9) } } })),
  unsafe("an Excel 4 macro sheet", "a.xls", workbook({ sheet: 1 })),
  unsafe("a large Excel 4 macro sheet", "a.xls", workbook({ sheet: 1, large: true })),
  unsafe("a module", "a.xls", workbook({ sheet: 6 })),
  unsafe("a program in Word 97", "a.doc", wordDocument({}, { Data: program() })),
  locked("Word 97 with a password", "a.doc", wordDocument({ password: true })),
  locked("Excel 97 with a password", "a.xls", workbook({ password: true })),
];

/** By the list of Outlook, what it blocks; packed files, pages, pictures and texts of other kinds, and names that hide theirs. */
const OTHER_EXTENSIONS =
  `ade adp app asp bas bat cer chm cmd cnt com cpl crt csh der diagcab exe fxp gadget grp hlp hpj hta htc inf ins isp
  its jar jnlp js jse ksh lnk mad maf mag mam maq mar mas mat mau mav maw mcf mda mdb mde mdt mdw mdz msc msh msi msp mst msu ops
  osd pcd pif pl plg prf prg ps1 psc1 psd1 psdm1 pst py pyc pyo pyw pyz pyzw reg scf scr sct shb shs theme tmp url vb vbe vbp vbs vhd
  vhdx vsmacros vsw webpnp website ws wsc wsf wsh xbap xll xnk gz bz2 tar 7z rar iso img docm dotm xlsm xltm xlam xlsb pptx rtf odt
  html htm mht svg one slk iqy csv settingcontent-ms library-ms p7m uue`.split(/\s+/);
export const OTHER_KINDS: Attached[] = [
  ...OTHER_EXTENSIONS.map((extension) => `a.${extension}`),
  "a.LNK ",
  "a.pdf.exe.",
  "zonder",
  "=?utf-8?B?cGxhbi5qcw==?=",
].map((name) => ({ name, content: Buffer.from("<x/>") }));

/** Each without a container around it. */
export async function listSamples(): Promise<Sample[]> {
  const encryptions = await Promise.all(
    ENCRYPTIONS.map(async (version) => [
      honest(`a PDF that may not be printed, ${version}`, "a.pdf", await encryptedPdf(version)),
      locked(`a PDF with a password, ${version}`, "a.pdf", await encryptedPdf(version, "geheim")),
    ]),
  );
  const withCertificate = pdf(CATALOG, "<< /Filter /Adobe.PubSec /V 4 >>", "<< /Encrypt 2 0 R >>");
  return [
    ...ORDINARY.map(([what, name, content]) => honest(what, name, content)),
    ...TRICKS.map(([what, name, danger, content]) => ({ what, name, danger, content })),
    ...pictures,
    ...papers,
    ...complex,
    ...packages,
    ...old,
    ...encryptions.flat(),
    locked("a PDF for a certificate", "a.pdf", withCertificate),
  ];
}

/** What carries a file: its result is a file of an accepted kind. */
export const CARRIERS: Record<string, (file: Attached) => Attached> = {
  "a mail": (file) => ({ name: "m.eml", content: mail(file) }),
  "a forwarded mail": (file) => ({ name: "m.eml", content: forward(mail(file)) }),
  "a mail of Outlook": (file) => ({ name: "m.msg", content: outlookMessage(file) }),
  "a forwarded mail of Outlook": (file) => ({ name: "m.msg", content: outlookForward(file) }),
  "a mail with winmail.dat": (file) => ({
    name: "m.eml",
    content: mail({ name: "winmail.dat", content: winmail(file) }),
  }),
  "an archive in a mail": (file) => ({
    name: "m.eml",
    content: mail({ name: "a.zip", content: zip({ [file.name]: file.content }) }),
  }),
};
