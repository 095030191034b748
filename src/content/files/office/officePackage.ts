// Judges Office packages (.docx, .xlsx) by their content types and relationships, which decide what Office loads whatever the names
// are, and by the fields and formulas in their parts.
import { readZip, type ZipMember } from "../containers/zipFile.ts";
import { type Effort, Refused, TooComplex } from "../effort.ts";
import { isElsewhere, isSafeOfficeLink } from "../links.ts";
import { isProgram } from "../signatures.ts";
import { createFields, type Fields, judgeText, readFieldTag } from "./formulas.ts";
import {
  CHART_TYPES,
  DATA_PART,
  DATA_TYPES,
  MAIN_TYPES,
  PART_TYPES,
  RELATIONS,
  SHEET_TYPE,
  TYPES_BY_EXTENSION,
} from "./officeParts.ts";
import { readTags, readXml, type Tag } from "./xml.ts";

type Extension = keyof typeof PART_TYPES;
interface Part {
  /** In lower case. */
  path: string;
  type: string;
  read(): Buffer;
}

const TYPES = "[content_types].xml";

/** @throws {Refused} */
export async function judgePackage(extension: Extension, bytes: Buffer, effort: Effort): Promise<void> {
  const members = ((await readZip(bytes, effort)) ?? []).filter(({ name }) => !name.endsWith("/"));
  const types = members.find(({ name }) => name.toLowerCase() === TYPES);
  if (!types) throw new Refused("file_content");
  if (members.some(({ isEncrypted }) => isEncrypted)) throw new Refused("file_unsafe.encrypted");
  const parts = listParts(
    members.filter((member) => member !== types),
    readTags(types.read()),
    extension,
  );
  const fields = createFields();
  for (const part of parts) {
    if (part.path.endsWith(".rels")) for (const tag of readTags(part.read())) judgeRelation(tag, part.path, parts);
    else if (part.type === SHEET_TYPE.toLowerCase())
      await effort.enter(part.path, () => judgePackage("xlsx", part.read(), effort));
    else if (DATA_TYPES.has(part.type) || !/^application\/.*(?:\+xml|vmldrawing)$/.test(part.type)) judgeData(part);
    else readPart(part, fields, effort);
  }
  fields.judge();
}

function readPart({ type, read }: Part, fields: Fields, effort: Effort): void {
  const open = (tag: Tag) => {
    judgeTag(tag);
    readFieldTag(fields, tag.name, tag.attributes);
  };
  const close = (name: string, text: string) =>
    name === "instrText" || name === "delInstrText" ? fields.add(text) : judgeText(name, text);
  const content = read();
  // Reading it takes longer than unpacking it.
  effort.spend({ bytes: content.length >> 1 });
  // Excel itself writes older drawings with tags that do not end.
  readXml(content, { open, close, isLenient: type.endsWith("vmldrawing") });
}

/** The parts with their types, all of which are on the list. @throws {Refused} */
function listParts(members: ZipMember[], tags: Tag[], extension: Extension): Part[] {
  const types = readTypes(tags);
  const endings = new Set(members.map(({ name }) => `*.${readExtension(name)}`));
  // Even of a part that is not there under this name: a program may read the name in another way.
  const listed = [...types].filter(([path]) => !path.startsWith("*") || endings.has(path));
  if (!listed.some(([, type]) => MAIN_TYPES[extension].test(type))) throw new Refused("file_content");
  const parts = members.map(({ name, read }) => {
    const [path, ending] = [name.toLowerCase(), readExtension(name)];
    return { path, type: types.get(path) ?? types.get(`*.${ending}`) ?? TYPES_BY_EXTENSION[ending] ?? "", read };
  });
  const refused =
    listed.find(([, type]) => !PART_TYPES[extension].has(type))?.[0] ??
    parts.find((part) => !isAllowed(part, extension))?.path;
  if (refused !== undefined) throw new Refused("file_unsafe", refused);
  return parts;
}

/** Content types by path, or by extension as `*.xml`. @throws {TooComplex} for two of one part, of which programs take either. */
function readTypes(tags: Tag[]): Map<string, string> {
  const types = new Map<string, string>();
  for (const { name, attributes } of tags) {
    const { ContentType: type = "", PartName: path = "", Extension: ending = "" } = attributes;
    const key = { Override: path.replace(/^\//, ""), Default: `*.${ending}` }[name]?.toLowerCase();
    if (key === undefined) continue;
    if (types.has(key)) throw new TooComplex(key);
    types.set(key, type.split(";")[0]?.trim().toLowerCase() ?? "");
  }
  return types;
}

const readExtension = (name: string): string => name.split(".").at(-1)?.toLowerCase() ?? "";
const isAllowed = ({ path, type }: Part, extension: Extension): boolean =>
  PART_TYPES[extension].has(type) && (!DATA_TYPES.has(type) || DATA_PART.test(path));

/** Pictures, fonts and data are not read, but may not be a program. */
function judgeData({ path, read }: Part): void {
  if (isProgram(read())) throw new Refused("file_unsafe", path);
}

/** Where Word notes the template of the writer, which loads nothing from elsewhere. */
const LOCAL_TEMPLATE = /^(?:file:\/\/\/)?[a-z]:[\\/]|^[^:\\/%]*$/i;
/** Relationships to a part: outside the package they are references too, but what they refer to is run. */
const RUNS = /^(?:oleobject|control|vbaproject|afchunk|package)$/;

/** @throws {Refused} for a type that is not on the list, and for all outside the package but links. */
function judgeRelation({ name, attributes }: Tag, path: string, parts: Part[]): void {
  if (name !== "Relationship") return;
  const type = (attributes["Type"] ?? "").trim().split("/").at(-1)?.toLowerCase() ?? "";
  const target = (attributes["Target"] ?? "").trim();
  const isExternal = attributes["TargetMode"] === "External";
  if (!RELATIONS.has(type) && !(type === "package" && !isExternal && isOfChart(path, parts)))
    throw new Refused(isExternal && !RUNS.test(type) ? "file_unsafe.external" : "file_unsafe", target || type);
  if (isExternal ? !isAllowedOutside(type, target) : isElsewhere(target))
    throw new Refused("file_unsafe.external", target);
}

function isAllowedOutside(type: string, target: string): boolean {
  if (type === "hyperlink") return isSafeOfficeLink(target);
  // A picture of the mail that a text was copied from.
  if (type === "image") return /^cid:/i.test(target);
  return type === "attachedtemplate" && LOCAL_TEMPLATE.test(target);
}

/** The figures of a chart are a workbook of their own. In a text the same relationship is an embedded object. */
function isOfChart(path: string, parts: Part[]): boolean {
  const source = path.replace(/_rels\/([^/]*)\.rels$/, "$1");
  const type = parts.find((part) => part.path === source)?.type;
  return CHART_TYPES.some((chart) => chart.toLowerCase() === type);
}

/** Elements that reach outside by their own words, and not by a relationship. */
const REACHES_OUT = new Set(["mailMerge", "ddeLink", "oleLink", "script"]);

/** @throws {Refused} */
function judgeTag({ name, attributes }: Tag): void {
  if (REACHES_OUT.has(name)) throw new Refused("file_unsafe.external", name);
  for (const attribute in attributes) {
    const local = REFERENCE.exec(attribute)?.[1];
    if (local === undefined) continue;
    const value = attributes[attribute] ?? "";
    if (local === "embeddedHtml") throw new Refused("file_unsafe", name);
    const isSafe = isInline(value) || (local === "href" ? isSafeOfficeLink(value) : !isElsewhere(value));
    if (!isSafe) throw new Refused("file_unsafe.external", value);
  }
}

/** Pictures of the older drawings name their source, and shapes their link. */
const REFERENCE = /^(?:\w+:)?(src|href|althref|embeddedHtml)$/;
const isInline = (value: string) => /^(?:cid|data):/i.test(value);
