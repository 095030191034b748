// Words beside the field that they are about, in the rules of a product's own step and in all languages. Takes them out of the rules and
// gives them the keys that texts have, so that everything that reads rules or texts knows one form of each.
import { toPointer, valueAt } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { mapParts } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { type StepPart, stepTextKeys } from "#engine/steps/stepTexts.ts";
import { FIELD_WORDS, wordMember } from "#engine/texts/fieldTexts.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { JsonFile } from "../files/readJson.ts";
import { certainly, error, type Finding, type Hint } from "../findings/finding.ts";
import { member } from "../findings/reporting.ts";
import { t } from "../findings/translate.ts";
import type { StepFiles } from "../shared/sharedContent.ts";

/** Of the step itself. */
export const STEP_WORDS: readonly StepPart[] = ["title", "intro"];
const MEMBERS: ReadonlySet<string> = new Set([...FIELD_WORDS.flatMap(wordMember), "options", "intro"]);

export interface Word {
  step: string;
  /** The names that lead to the field, none for the step. Null: of nothing that has words. */
  path: readonly string[] | null;
  /** The end of the text's key. */
  kind: string;
  texts: JsonObject;
  file: JsonFile;
  place: string;
}

interface StepWords {
  schema: JsonFile;
  words: Word[];
}

const isWords = (value: unknown): value is JsonObject => isObject(value) && typeof Object.values(value)[0] === "string";

/** Returns the rules without the words, and the words. */
export function takeWords(step: string, file: JsonFile): StepWords {
  const words: Word[] = [];
  const add = (path: Word["path"], kind: string, texts: unknown, place: string) => {
    if (isWords(texts)) words.push({ step, path, kind, texts, file, place });
  };
  const take = (schema: Schema, path: Word["path"], place: string): Schema => {
    if (!isObject(schema)) return schema;
    const { options, ...written } = schema as JsonObject;
    for (const [value, texts] of Object.entries(isObject(options) ? options : {}))
      add(path, `option.${value}`, texts, `${place}/options${toPointer([value])}`);
    for (const kind of path?.length === 0 ? STEP_WORDS : FIELD_WORDS) {
      const member = wordMember(kind)[0]!;
      add(path, kind, written[member], `${place}/${member}`);
    }
    const rules = Object.entries(member(written, "rules")).map(([name, rule]) => {
      const { message, ...silent } = Object(rule);
      add(path, `rule.${name}`, message, `${place}/rules/${name}/message`);
      return [name, isWords(message) ? silent : rule] as const;
    });
    const plain = Object.entries(written).filter(([name]) => !MEMBERS.has(name));
    if (rules.length > 0) plain.push(["rules", Object.fromEntries(rules)]);
    return mapParts(Object.fromEntries(plain), ({ schema: inner, about, name, place: below }) =>
      take(
        inner,
        about === "nothing" || path === null ? null : about === "member" ? [...path, name] : path,
        place + below,
      ),
    );
  };
  // Most shared files have none.
  if (!/"(?:nl|fr)"/.test(file.text)) return { schema: file, words };
  return { schema: { ...file, content: take(file.content as Schema, [], "") as JsonObject }, words };
}

type Texts = Record<string, JsonFile>;

/** Returns the texts of a product with the words of its steps, and of these the messages of rules by the key of their text. */
export function joinWords(texts: Texts, words: readonly Word[]) {
  const findings: Finding[] = [];
  const placed = new Map<string, Word>();
  const ofSteps = Map.groupBy(words, commonKey);
  for (const word of words) {
    const isOfSeveral = new Set(ofSteps.get(commonKey(word))?.map(({ step }) => step)).size > 1;
    const key = isOfSeveral ? `${word.step}.${[...(word.path ?? []), word.kind].join(".")}` : commonKey(word);
    const report = (sentence: string, hint: Hint) => findings.push(error(word.file.file, word.place, sentence, hint));
    if (word.path === null) report(t`these words are beside no field`, t`write them where the field is`);
    else if (placed.has(key)) report(t`the field has these words already`, t`remove one of the two`);
    else if (Object.values(texts).some(({ content }) => key in content))
      report(t`the texts of the product have "${key}" too`, t`remove one of the two`);
    else {
      placed.set(key, word);
      for (const member of LANGUAGES.filter((language) => word.texts[language] === undefined))
        report(t`the text is missing in ${member}`, certainly(t`translate it`, { kind: "write", member }));
    }
  }
  const joined = Object.entries(texts).map(([language, file]) => {
    const content = { ...file.content };
    const beside = new Map<string, { file: JsonFile; place: string }>();
    for (const [key, word] of placed) {
      content[key] = word.texts[language] ?? Object.values(word.texts)[0];
      beside.set(key, { file: word.file, place: `${word.place}/${language}` });
    }
    return [language, { ...file, content, words: beside }] as const;
  });
  const messages = [...placed].filter(([, { kind }]) => kind.startsWith("rule."));
  return { texts: Object.fromEntries(joined) as Texts, messages, findings };
}

/** Returns a step whose layout names the messages that are beside its rules, as that of shared rules names them. */
export function layMessages(step: StepFiles, messages: readonly [key: string, Word][]) {
  const findings: Finding[] = [];
  let { content } = step.ui;
  for (const [key, { kind, path, file, place }] of messages) {
    const entry = [...(path ?? []), "ui:errors", kind.slice("rule.".length)];
    const shown = Object(valueAt(content, entry));
    if (shown.message !== undefined)
      findings.push(error(file.file, place, t`the layout names a message for this rule too`, t`remove one of the two`));
    content = withValue(content, entry, { ...shown, message: key });
  }
  return { step: { ...step, ui: { ...step.ui, content } }, findings };
}

/** The key of a text where no other step has a field of the same names. */
const commonKey = ({ step, path, kind }: Word): string =>
  path?.length === 0 ? stepTextKeys(step, kind as StepPart)[0]! : `field.${[...(path ?? []), kind].join(".")}`;

/** Reports words in rules that products share: those are texts, which all products share too. */
export function refuseWords(file: JsonFile): Finding[] {
  return takeWords("", file).words.map(({ place }) =>
    error(
      file.file,
      place,
      t`several products show this field`,
      t`write its words in schemas/shared/texts.nl.json and texts.fr.json`,
    ),
  );
}
