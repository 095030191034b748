// Judges the dictionaries of a PDF (ISO 32000-2): its actions may go to a page or a web address, its annotations are those on paper, and
// it has no scripts, files or dynamic forms.
import { Refused } from "../effort.ts";
import { isSafeLink } from "../links.ts";
import { readString, type Token } from "./pdfSyntax.ts";

const names = (list: string) => new Set(list.split(/\s+/).map((name) => `/${name}`));

/** All types of actions (12.6.4.1), which share their key with other things, such as the parts of a tagged text. */
const ACTIONS = names(
  `GoTo GoToR GoToE GoToDp Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm ImportData JavaScript SetOCGState
  Rendition Trans GoTo3DView RichMediaExecute`,
);
const ALLOWED_ACTIONS = names("GoTo GoToDp URI Named");
const ALLOWED_PAGES = names("NextPage PrevPage FirstPage LastPage");
/** Actions that lead to another file or send something. */
const ACTIONS_OUTSIDE = names("GoToR GoToE SubmitForm ImportData Thread");
const ALLOWED_ANNOTATIONS = names(
  `Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup Widget
  PrinterMark TrapNet Watermark Redact Projection`,
);
/** Keys of scripts, embedded files, dynamic forms and media. */
const REFUSED_KEYS = names("JS JavaScript EmbeddedFiles EF XFA RichMediaContent RichMediaSettings Renditions");
const REFUSED_TYPES = names("JavaScript Launch Rendition RichMedia EmbeddedFile");

interface Place {
  /** The object has a stream. */
  isStream: boolean;
  /** Texts are encrypted. */
  hasPassword: boolean;
}

/** @throws {Refused} */
export function judgeDictionaries(value: Token[], place: Place): void {
  const [first, ...more] = value;
  // The type of an action may be an object of its own.
  if (first && more.length === 0 && (REFUSED_TYPES.has(first.text) || isRefusedAction(first.text))) refuse(first.text);
  splitDictionaries(value).forEach((tokens, index) => {
    judgeDictionary(tokens, { ...place, isStream: place.isStream && index === 0 });
  });
}

function refuse(part: string): never {
  throw new Refused(ACTIONS_OUTSIDE.has(part) ? "file_unsafe.external" : "file_unsafe", part.replace("/", ""));
}

const isRefusedAction = (name: string) => ACTIONS.has(name) && !ALLOWED_ACTIONS.has(name);

/** The tokens of each dictionary, without those of the dictionaries and arrays in it. The outermost one is the first. */
function splitDictionaries(value: Token[]): string[][] {
  const dictionaries: string[][] = [];
  const around: string[][] = [[]];
  for (const { text } of value) {
    if (text === "]" || text === ">>") {
      if (around.length > 1) around.pop();
      continue;
    }
    around.at(-1)?.push(text);
    if (text !== "<<" && text !== "[") continue;
    const inner: string[] = [];
    around.push(inner);
    if (text === "<<") dictionaries.push(inner);
  }
  return dictionaries;
}

/** A key is any name with something behind it: what is damaged is read by programs in their own ways. */
function judgeDictionary(tokens: string[], { isStream, hasPassword }: Place): void {
  const read = (key: string) => tokens.flatMap((token, index) => (token === key ? [tokens[index + 1] ?? ""] : []));
  const [types, kinds, styles] = [read("/Type"), read("/Subtype"), read("/S")];
  const key = tokens.find((token, index) => REFUSED_KEYS.has(token) && /^[^/]/.test(tokens[index + 1] ?? ""));
  const type = [...types, ...kinds, ...styles].find((name) => REFUSED_TYPES.has(name));
  const isAction = types.includes("/Action");
  const action = styles.find((name) => isRefusedAction(name) || (isAction && !ALLOWED_ACTIONS.has(name)));
  const isAnnotation = types.includes("/Annot") || tokens.includes("/Rect");
  const annotation = isAnnotation ? kinds.find((name) => !ALLOWED_ANNOTATIONS.has(name)) : undefined;
  const command = styles.includes("/Named") ? read("/N").find((name) => !ALLOWED_PAGES.has(name)) : undefined;
  const refused = key ?? type ?? action ?? annotation ?? command;
  if (refused) refuse(refused);
  const link = hasPassword
    ? undefined
    : [...read("/URI"), ...read("/Base")].map(readLink).find((to) => !isSafeLink(to));
  if (link !== undefined) throw new Refused("file_unsafe.external", link);
  const isOther =
    types.includes("/Filespec") || read("/FS").includes("/URL") || (kinds.includes("/Form") && read("/Ref").length > 0);
  // The content of a stream may be a file elsewhere.
  if (isOther || (isStream && read("/F").some((file) => /^[(<\d]/.test(file))))
    throw new Refused("file_unsafe.external", "/F");
}

/** Empty for anything but a text. */
const readLink = (token: string): string =>
  /^\(|^<(?!<)/.test(token)
    ? readString(token)
        .toString("latin1")
        .replace(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/, "")
    : "";
