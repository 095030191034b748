// Rules between answers: each an expression under a name at the field, with a level, and a text in both languages that the layout
// names.
import type { Expression } from "#engine/schema/schema.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { makeName } from "./choiceActs.ts";
import type { Content } from "./content.ts";
import { setAt, writeTexts } from "./fieldActs.ts";
import type { Words } from "./members.ts";
import { effective, type FieldPlace, objectIn } from "./places.ts";

export const LEVELS = ["error", "warning"] as const;
export type Level = (typeof LEVELS)[number];

/** What an analyst changes of a rule. */
export interface RuleChange {
  level?: Level;
  expression?: Expression | undefined;
  texts?: Partial<Words>;
}

export interface RuleBetween extends Required<RuleChange> {
  name: string;
  /** Undefined: the layout names no text. */
  key: string | undefined;
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

/** A message is in the texts of the product. */
export function changeRule(content: Content, field: FieldPlace, rule: RuleBetween, change: RuleChange): Edit[] {
  const { level, expression } = { ...rule, ...change };
  const value = level === "warning" ? { ...Object(expression), level } : expression;
  const { key } = rule;
  const texts = LANGUAGES.filter((code) => key !== undefined && change.texts && code in change.texts);
  return [
    ...("level" in change || "expression" in change ? setAt(field.rules, ["rules", rule.name], value) : []),
    ...texts.flatMap((code) => {
      const place = content.part(content.textFiles(code).own);
      return writeTexts(content, [{ place, path: [key!], value: change.texts?.[code] }]);
    }),
  ];
}

/** A rule, its place in the layout and its texts are one act. Its name follows from the field and the operator. */
export function addRule(content: Content, field: FieldPlace, change: Required<RuleChange>): Edit[] {
  const [operator = "rule"] = Object.keys(Object(change.expression));
  const taken = Object.keys(content.read(content.textFiles("nl").own) ?? {}).map((key) => key.replace(/^error\./, ""));
  const plain = operator.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const listed = listRules(content, field).map((rule) => rule.name);
  const name = makeName(`${field.names.at(-1)}_${plain}`, [...taken, ...listed]);
  const key = `error.${name}`;
  return [
    ...changeRule(content, field, { ...change, name, key }, change),
    ...setAt(field.stepLayout, [...field.names, "ui:errors", name], { message: key }),
  ];
}

/** Its texts go with it unless something else names them. */
export function removeRule(content: Content, field: FieldPlace, rule: RuleBetween): Edit[] {
  const uses = Object.values(content.texts).reduce((count, text) => count + text.split(`"${rule.key}"`).length - 1, 0);
  const isAlone = uses <= LANGUAGES.length + 1;
  const texts = isAlone && { texts: { nl: undefined, fr: undefined } as Partial<Words> };
  return [
    ...changeRule(content, field, rule, { level: "error", expression: undefined, ...texts }),
    ...setAt(field.stepLayout, [...field.names, "ui:errors", rule.name], undefined),
  ];
}
