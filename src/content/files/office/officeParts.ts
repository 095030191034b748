// What a Word or an Excel file may consist of: content types of its parts, and types of relationships between them. What is missing
// here (macros, controls, objects, connections, merge sources, add-ins, inserted pages, …) is refused.

const expand = (prefix: string, names: string, suffix = "+xml"): string[] =>
  names.split(/\s+/).map((name) => `${prefix}${name}${suffix}`);
const [PACKAGE, DOCUMENT] = [
  "application/vnd.openxmlformats-package.",
  "application/vnd.openxmlformats-officedocument.",
];

/** Its parts are arbitrary data that Office shows in fields at most. */
export const DATA_TYPES = new Set(["application/xml", "text/xml"]);
/** Where parts of these types may be. */
export const DATA_PART = /^(?:customxml\/|xl\/xmlmaps\.xml$)/;

export const SHEET_TYPE = `${DOCUMENT}spreadsheetml.sheet`;
export const CHART_TYPES = [`${DOCUMENT}drawingml.chart+xml`, "application/vnd.ms-office.chartex+xml"];

const SHARED = [
  ...expand(PACKAGE, "relationships core-properties digital-signature-xmlsignature"),
  ...expand(PACKAGE, "digital-signature-origin digital-signature-certificate", ""),
  ...expand(DOCUMENT, "extended-properties custom-properties customXmlProperties theme themeOverride drawing"),
  ...expand(`${DOCUMENT}drawingml.`, "chart chartshapes diagramData diagramLayout diagramStyle diagramColors"),
  ...expand(
    "application/vnd.ms-office.",
    "drawingml.diagramDrawing chartex chartstyle chartcolorstyle classificationlabels",
  ),
  ...expand("image/", "png jpeg jpg pjpeg gif bmp x-ms-bmp tiff tif x-emf emf x-wmf wmf svg+xml vnd.ms-photo", ""),
  ...expand("application/", "x-fontdata x-font-ttf inkml+xml", ""),
  ...expand(DOCUMENT, "vmlDrawing obfuscatedFont", ""),
  SHEET_TYPE,
  ...DATA_TYPES,
];

const WORD = [
  ...expand(
    `${DOCUMENT}wordprocessingml.`,
    `document.main document.glossary styles settings webSettings fontTable numbering footnotes endnotes comments
    commentsExtended commentsIds commentsExtensible people header footer`,
  ),
  ...expand("application/vnd.ms-word.", "stylesWithEffects keyMapCustomizations commentsIds commentsExtensible people"),
];

const EXCEL = [
  ...expand(
    `${DOCUMENT}spreadsheetml.`,
    `sheet.main worksheet chartsheet sharedStrings styles calcChain table tableSingleCells pivotTable
    pivotCacheDefinition pivotCacheRecords comments sheetMetadata revisionHeaders revisionLog userNames`,
  ),
  ...expand(`${DOCUMENT}spreadsheetml.`, "printerSettings customProperty", ""),
  ...expand(
    "application/vnd.ms-excel.",
    `controlproperties slicer slicerCache timeline timelineCache threadedcomments person namedsheetviews
    featurepropertybag richvaluerel rdrichvalue rdrichvaluestructure rdrichvaluetypes rdarray
    rdsupportingpropertybag rdsupportingpropertybagstructure`,
  ),
];

const lower = (names: string[]) => new Set(names.map((name) => name.toLowerCase()));
export const PART_TYPES = { docx: lower([...SHARED, ...WORD]), xlsx: lower([...SHARED, ...EXCEL]) };

/** The type of the main part, by which a program opens the file. With macros it is of the same kind. */
export const MAIN_TYPES = {
  docx: /wordprocessingml\.document\.main\+xml|ms-word\.document\.macroenabled\.main\+xml/,
  xlsx: /spreadsheetml\.sheet\.main\+xml|ms-excel\.sheet\.macroenabled\.main\+xml/,
};

/** Of parts that the list of types forgets, as some writers do: nothing loads them. */
export const TYPES_BY_EXTENSION: Record<string, string> = {
  ...Object.fromEntries(
    ["png", "jpeg", "jpg", "gif", "bmp", "tiff", "emf", "wmf"].map((name) => [name, `image/${name}`]),
  ),
  rels: `${PACKAGE}relationships+xml`,
  xlsx: SHEET_TYPE,
};

/** By the last word of their types, which is the same in all editions of the standard. */
export const RELATIONS = new Set(
  `officeDocument core-properties extended-properties custom-properties thumbnail origin signature certificate
  classificationlabels hyperlink image hdphoto theme themeOverride styles settings customXml customXmlProps ink
  chart chartEx chartStyle chartColorStyle chartUserShapes drawing vmlDrawing comments
  diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing
  stylesWithEffects webSettings fontTable font numbering footnotes endnotes header footer glossaryDocument
  commentsExtended commentsIds commentsExtensible people keyMapCustomizations attachedTemplate
  worksheet chartsheet sharedStrings calcChain table tableSingleCells xmlMaps pivotTable pivotCacheDefinition
  pivotCacheRecords sheetMetadata printerSettings customProperty ctrlProp slicer slicerCache timeline timelineCache
  threadedComment person namedSheetView featurePropertyBag revisionHeaders revisionLog usernames
  richValueRel rdRichValue rdRichValueStructure rdRichValueTypes rdArray rdSupportingPropertyBag
  rdSupportingPropertyBagStructure`
    .split(/\s+/)
    .map((name) => name.toLowerCase()),
);
