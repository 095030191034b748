// The words of an agreement: a sentence, mostly with the name of a document in the middle. Found by the same convention as
// every text of a field.
import { fieldUi } from "./runtime/fieldUi.ts";
import type { FieldUi } from "./runtime/runtime.ts";
import { splitText, type Text } from "./runtime/text.ts";

interface AgreementText {
  before: string;
  link?: string;
  after: string;
}

interface AgreementPlace {
  name: string;
  ui: FieldUi;
  rootUi: unknown;
}

export function agreementText(
  { name, ui, rootUi }: AgreementPlace,
  text: Text,
  has: (key: string) => boolean,
): AgreementText {
  const root = fieldUi(rootUi).texts as string | undefined;
  const prefixes = [ui.texts as string | undefined, root && `${root}.${name}`, `wizard.field.${name}`];
  const base = prefixes.find((prefix) => prefix !== undefined && has(`${prefix}.link`));
  if (base === undefined) return { before: ui.title ?? name, after: "" };
  const [before, after = ""] = splitText(text, `${base}.label`, "link");
  return { before, link: text(`${base}.link`), after };
}

/** The sentence in one piece, without its full stop: for a list of errors. */
export function agreementSentence(agreementPlace: AgreementPlace, text: Text, has: (key: string) => boolean): string {
  const { before, link = "", after } = agreementText(agreementPlace, text, has);
  return `${before}${link}${after}`.replace(/\.$/, "");
}
