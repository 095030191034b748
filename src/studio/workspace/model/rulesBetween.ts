// Rules between answers: each an expression under a name at the field, with a level, and a text in both languages that the layout
// names.
import type { Expression } from "#engine/schema/schema.ts";
import { LANGUAGES, type Language } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { makeName } from "./choiceActs.ts";
import type { Content } from "./content.ts";
import { setAt, writeTexts } from "./fieldActs.ts";
import type { Words } from "./members.ts";
import { effective, type FieldPlace, objectIn } from "./places.ts";

export const LEVELS = ["error", "warning"] as const;
export type Level = (typeof LEVELS)[number];

export interface RuleBetween {
  name: string;
  level: Level;
  expression: Expression;
  /** Undefined: the layout names no text. */
  key: string | undefined;
  texts: Partial<Words>;
}

export function listRules(content: Content, field: FieldPlace): RuleBetween[] {
  const rules = effective(field.rules, field.shared);
  const errors = objectIn(effective(field.layout, field.sharedLayout)["ui:errors"]);
  return Object.entries(objectIn(rules.rules)).map(([name, written]): RuleBetween => {
    const { level, ...expression } = objectIn(written);
    const { message } = objectIn(errors[name]);
    const key = typeof message === "string" ? message : undefined;
    const texts = key ? content.textsOf(key) : {};
    return { name, level: level === "warning" ? level : "error", expression: expression as Expression, key, texts };
  });
}

export function setRule(
  field: FieldPlace,
  { name, level }: Pick<RuleBetween, "name" | "level">,
  expression: Expression | undefined,
): Edit[] {
  const isWarning = level === "warning" && expression !== undefined;
  return setAt(field.rules, ["rules", name], isWarning ? { ...Object(expression), level } : expression);
}

export const setLevel = (field: FieldPlace, { name, expression }: RuleBetween, level: Level): Edit[] =>
  setRule(field, { name, level }, expression);

export const setRuleText = (content: Content, { key }: RuleBetween, language: Language, text: string): Edit[] =>
  key === undefined ? [] : setTextOf(content, key, language, text);

/** A rule, its place in the layout and its texts are one act. Its name follows from the field and the operator. */
export function addRule(
  content: Content,
  field: FieldPlace,
  { level, expression, texts }: { level: Level; expression: Expression; texts: Words },
): Edit[] {
  const [operator = "rule"] = Object.keys(Object(expression));
  const taken = Object.keys(content.read(content.textFiles("nl").own) ?? {}).map((key) => key.replace(/^error\./, ""));
  const plain = operator.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const name = makeName(`${field.names.at(-1)}_${plain}`, [
    ...taken,
    ...listRules(content, field).map((rule) => rule.name),
  ]);
  const key = `error.${name}`;
  return [
    ...setRule(field, { name, level }, expression),
    ...setAt(field.stepLayout, [...field.names, "ui:errors", name], { message: key }),
    ...LANGUAGES.flatMap((language) => setTextOf(content, key, language, texts[language])),
  ];
}

/** Its texts go with it unless something else names them. */
export function removeRule(content: Content, field: FieldPlace, rule: RuleBetween): Edit[] {
  const uses = Object.values(content.texts).reduce((count, text) => count + text.split(`"${rule.key}"`).length - 1, 0);
  const isAlone = uses <= LANGUAGES.length + 1;
  return [
    ...setRule(field, rule, undefined),
    ...setAt(field.stepLayout, [...field.names, "ui:errors", rule.name], undefined),
    ...(isAlone ? LANGUAGES.flatMap((language) => setTextOf(content, rule.key ?? "", language, undefined)) : []),
  ];
}

/** A message is in the texts of the product. */
function setTextOf(content: Content, key: string, language: Language, value: string | undefined): Edit[] {
  return writeTexts(content, [{ place: content.part(content.textFiles(language).own), path: [key], value }]);
}
