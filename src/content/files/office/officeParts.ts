// What a Word or an Excel file may consist of: content types of its parts, and types of relationships between them. What is missing
// in `allowed.json` (macros, controls, objects, connections, merge sources, add-ins, inserted pages, …) is refused.
import allowed from "../allowed.json" with { type: "json" };

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

/** The types that begin with each prefix, in lower case. */
const listTypes = (...groups: Record<string, string[]>[]): Set<string> =>
  new Set(
    groups
      .flatMap(Object.entries<string[]>)
      .flatMap(([prefix, names]) => names.map((name) => (prefix + name).toLowerCase()))
      .concat(...DATA_TYPES),
  );
const { both, docx, xlsx } = allowed.parts;
export const PART_TYPES = { docx: listTypes(both, docx), xlsx: listTypes(both, xlsx) };

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
export const RELATIONS = new Set(allowed.relations.map((name) => name.toLowerCase()));
