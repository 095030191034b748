// Ordinary files as the common programs write them, each with what a check could take for a trick.

import { compound } from "./compound.ts";
import { attach, HTML, mail, message, multipart, TEXT, winmail } from "./mail.ts";
import { attachment, messageStorage, officePackage, type PackageOptions, wordText, workbook } from "./office.ts";
import { packed, paper } from "./pdf.ts";
import { zip } from "./zip.ts";

export type Ordinary = [what: string, name: string, content: Uint8Array];
const DOCUMENT = "application/vnd.openxmlformats-officedocument.";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");

/** Parts by their path: content type after the last dot of its name, and content. */
const parts = (list: [path: string, type: string, content?: string | Uint8Array][]): PackageOptions => ({
  members: Object.fromEntries(list.map(([path, , content = "<x/>"]) => [path, content])),
  types: Object.fromEntries(list.map(([path, type]) => [path, type])),
});
const word = (name: string) => `${DOCUMENT}wordprocessingml.${name}+xml`;
const excel = (name: string) => `${DOCUMENT}spreadsheetml.${name}+xml`;
const field = (text: string) =>
  `<w:fldChar w:fldCharType="begin"/><w:instrText>${text}</w:instrText><w:fldChar w:fldCharType="separate"/>1<w:fldChar w:fldCharType="end"/>`;

const FIELDS = [
  " PAGE ",
  ' TOC \\o "1-3" \\h \\z \\u ',
  ' HYPERLINK \\l "_Toc1.2" ',
  ' HYPERLINK "https://a.example/a.pdf" \\o "Let op: nieuw" ',
].concat([
  " REF _Ref1 \\h ",
  " = SUM(ABOVE) ",
  ` IF ${"</w:instrText>"}${field(" MERGEFIELD naam ")}<w:instrText> = "" "a" "b" `,
  " SEQ Figuur \\* ARABIC ",
  ' INCLUDEPICTURE "cid:image001.png" \\* MERGEFORMATINET ',
]);

const WORD = officePackage("docx", {
  ...parts([
    [
      "word/document.xml",
      word("document.main"),
      `<w:document>${FIELDS.map(field).join("")}<v:shape href="https://a.example"/></w:document>`,
    ],
    ["word/styles.xml", word("styles")],
    ["word/settings.xml", word("settings")],
    ["word/webSettings.xml", word("webSettings")],
    ["word/fontTable.xml", word("fontTable")],
    ["word/numbering.xml", word("numbering")],
    ["word/footnotes.xml", word("footnotes")],
    ["word/header1.xml", word("header")],
    ["word/footer1.xml", word("footer")],
    ["word/comments.xml", word("comments")],
    ["word/commentsExtensible.xml", word("commentsExtensible")],
    ["word/people.xml", word("people")],
    ["word/stylesWithEffects.xml", "application/vnd.ms-word.stylesWithEffects+xml"],
    ["word/glossary/document.xml", word("document.glossary")],
    ["word/theme/theme1.xml", `${DOCUMENT}theme+xml`],
    ["word/fonts/font1.odttf", `${DOCUMENT}obfuscatedFont`],
    ["word/media/image1.png", "image/png", "x"],
    ["word/media/image2.svg", "image/svg+xml", '<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["word/media/image3.emf", "image/x-emf", "x"],
    ["word/diagrams/drawing1.xml", "application/vnd.ms-office.drawingml.diagramDrawing+xml"],
    ["word/charts/chart1.xml", `${DOCUMENT}drawingml.chart+xml`],
    [
      "word/charts/_rels/chart1.xml.rels",
      "application/vnd.openxmlformats-package.relationships+xml",
      `<Relationships><Relationship Id="r1" Type="${RELATIONS}/package" Target="../embeddings/Microsoft_Excel_Worksheet.xlsx"/></Relationships>`,
    ],
    ["word/embeddings/Microsoft_Excel_Worksheet.xlsx", `${DOCUMENT}spreadsheetml.sheet`, officePackage("xlsx")],
    ["docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"],
    [
      "docProps/app.xml",
      `${DOCUMENT}extended-properties+xml`,
      "<Properties><HyperlinkBase>https://a.example/</HyperlinkBase></Properties>",
    ],
    ["docProps/custom.xml", `${DOCUMENT}custom-properties+xml`],
    ["docMetadata/LabelInfo.xml", "application/vnd.ms-office.classificationlabels+xml"],
    ["customXml/item1.xml", "application/xml", '<a src="\\\\server\\a"><f>cmd|a</f></a>'],
    ["customXml/itemProps1.xml", `${DOCUMENT}customXmlProperties+xml`],
  ]),
  relations: [
    { type: "styles", target: "styles.xml" },
    { type: "http://schemas.microsoft.com/office/2011/relationships/people", target: "people.xml" },
    { type: "http://purl.oclc.org/ooxml/officeDocument/relationships/image", target: "media/image1.png" },
    { type: "customXml", target: "../customXml/item1.xml" },
    { type: "hyperlink", target: "www.verzekeraar.example", isExternal: true },
  ],
});

const FORMULAS = [
  'HYPERLINK("https://a.example/"&amp;A1,"Let op: klik")',
  'HYPERLINK("#Blad2!A1","Terug")',
  "SUM('a|b'!A1:A3)",
  '"a|b"&amp;A1',
];
const EXCEL = officePackage("xlsx", {
  ...parts([
    [
      "xl/workbook.xml",
      excel("sheet.main"),
      "<workbook><definedNames><definedName name='_xlnm.Print_Area'>Blad1!$A$1</definedName></definedNames></workbook>",
    ],
    [
      "xl/worksheets/sheet1.xml",
      excel("worksheet"),
      `<worksheet>${FORMULAS.map((text) => `<c><f>${text}</f></c>`).join("")}</worksheet>`,
    ],
    ["xl/sharedStrings.xml", excel("sharedStrings"), "<sst><si><t>=cmd|' /C calc'!A0</t></si></sst>"],
    ["xl/styles.xml", excel("styles")],
    ["xl/calcChain.xml", excel("calcChain")],
    ["xl/tables/table1.xml", excel("table")],
    ["xl/pivotTables/pivotTable1.xml", excel("pivotTable")],
    ["xl/pivotCache/pivotCacheDefinition1.xml", excel("pivotCacheDefinition")],
    ["xl/pivotCache/pivotCacheRecords1.xml", excel("pivotCacheRecords")],
    ["xl/comments1.xml", excel("comments")],
    ["xl/threadedComments/threadedComment1.xml", "application/vnd.ms-excel.threadedcomments+xml"],
    ["xl/persons/person.xml", "application/vnd.ms-excel.person+xml"],
    ["xl/ctrlProps/ctrlProp1.xml", "application/vnd.ms-excel.controlproperties+xml"],
    ["xl/printerSettings/printerSettings1.bin", `${DOCUMENT}spreadsheetml.printerSettings`, "x"],
    ["xl/drawings/drawing1.xml", `${DOCUMENT}drawing+xml`],
    ["xl/drawings/vmlDrawing1.vml", `${DOCUMENT}vmlDrawing`, "<xml><v:textbox><div>a<br>b</div></v:textbox></xml>"],
    ["xl/slicers/slicer1.xml", "application/vnd.ms-excel.slicer+xml"],
    ["xl/theme/theme1.xml", `${DOCUMENT}theme+xml`],
    ["xl/metadata.xml", excel("sheetMetadata")],
    ["xl/richData/rdrichvalue.xml", "application/vnd.ms-excel.rdrichvalue+xml"],
  ]),
});

/** As a browser, Word and a signing service write them. */
const PAPERS: Ordinary[] = [
  [
    "a page printed by a browser",
    "a.pdf",
    paper(
      "<< /Type /StructElem /S /P /P 5 0 R /A << /O /Layout /Placement /Block >> >>",
      "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A << /Type /Action /S /URI /URI (https://a.example/#a) >> >>",
      "<< /S /Transparency /Type /Group /CS /DeviceRGB >>",
      "<< /Title (a) /Dest [3 0 R /XYZ 0 0 0] >>",
    ),
  ],
  [
    "a document of Word, tagged and packed",
    "a.pdf",
    paper(
      packed([
        "<< /Type /Catalog /OpenAction << /S /GoTo /D [3 0 R /Fit] >> /Outlines 5 0 R /PageLabels << /Nums [0 << /S /D >>] >> >>",
        "<< /Type /StructElem /S /Link /K [<< /Type /OBJR /Obj 7 0 R >>] >>",
        "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (www.a.example) >> /StructParent 1 >>",
        "<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 32 >>",
        "<< /Type /OutputIntent /S /GTS_PDFA1 >>",
      ]),
    ),
  ],
  [
    "a signed form",
    "a.pdf",
    paper(
      "<< /AcroForm << /Fields [5 0 R] /SigFlags 3 /DA (/Helv 0 Tf) >> /AA << /WC << /S /GoTo /D (a) >> >> >>",
      "<< /FT /Sig /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /V 6 0 R >>",
      "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] >>",
      "<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] >>",
      "<< /S /Named /N /NextPage >>",
      "<< /URI (mailto:a@example.com) /S /URI >>",
    ),
  ],
];

const calendar =
  'Content-Type: text/calendar; method=REQUEST; name="meeting.ics"\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR';
const mailOf = (what: string, ...list: string[]): Ordinary => [
  what,
  "a.eml",
  Buffer.from(message(multipart("mixed", list))),
];
const MAILS: Ordinary[] = [
  mailOf(
    "a mail with an invitation",
    multipart("alternative", [TEXT, HTML, calendar]),
    attach({ name: "invite.ics", content: Buffer.from("BEGIN:VCALENDAR\r\n") }),
  ),
  mailOf(
    "a mail with the logo of a signature",
    multipart("related", [HTML, attach({ name: "image001.gif", content: GIF })]),
    attach({ name: "Visitekaartje.vcf", content: Buffer.from("BEGIN:VCARD\r\n") }),
  ),
  mailOf(
    "a mail of a phone by Exchange",
    TEXT,
    attach({ name: "Polis nr. 12.PDF", content: paper() }),
    attach({
      name: "ATT00001.htm",
      content: Buffer.from(
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto"><div><br></div></body></html>',
      ),
    }),
    attach({ name: "ATT00002.txt", content: Buffer.from("Groet") }),
  ),
  mailOf("a signed mail", TEXT, attach({ name: "smime.p7s", content: Buffer.from("3080", "hex") })),
  mailOf(
    "a mail that was not delivered",
    TEXT,
    "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\nAction: failed\r\n",
    "Content-Type: text/rfc822-headers\r\n\r\nFrom: a\r\n",
  ),
  mailOf(
    "a forwarded mail by its subject",
    TEXT,
    'Content-Type: message/rfc822; name="Offerte v1.2"\r\n\r\nFrom: a\r\nTo: b\r\n\r\nHallo',
  ),
  mailOf(
    "a name in both notations",
    'Content-Type: text/plain; name="=?utf-8?Q?r=C3=A9ponse.txt?="\r\nContent-Disposition: attachment; filename="reponse.txt"; filename*=utf-8\'\'r%C3%A9ponse.txt\r\n\r\nx',
  ),
  mailOf("a mail whose text begins with a file's word", "\r\nbegin 2027 start de polis\r\nend\r\n"),
  [
    "an archive of a Mac",
    "a.eml",
    mail({
      name: "a.zip",
      content: zip({
        "map/": "",
        "map/a.pdf": paper(),
        "__MACOSX/map/._a.pdf": Buffer.from("0005160700", "hex"),
        "map/.DS_Store": Buffer.from("0000000142756431", "hex"),
      }),
    }),
  ],
  [
    "a mail of Outlook with a short name",
    "a.msg",
    compound(
      messageStorage([
        {
          ...attachment({ name: "Plan van aanpak.docx", content: WORD }, 1),
          "__substg1.0_3704001E": Buffer.from("PLANVA~1.DOC"),
        },
      ]),
    ),
  ],
  [
    "an empty winmail.dat",
    "a.eml",
    mail({ name: "winmail.dat", content: Buffer.concat([winmail(), Buffer.alloc(9)]) }),
  ],
];

export const ORDINARY: Ordinary[] = [
  ["Word with all its parts", "a.docx", WORD],
  ["Excel with all its parts", "a.xlsx", EXCEL],
  ["fields of Word 97", "a.doc", wordText('a\x13 PAGE \x141\x15b\x13 HYPERLINK "https://a.example" \x14c\x15\r')],
  ["references in a workbook of Excel 97", "a.xls", workbook({ records: [[0x01_ae, Buffer.from("01000104", "hex")]] })],
  ...PAPERS,
  ...MAILS,
];
