// Conditions of schemas: each field that one asks for exists, is named so that an empty answer does not fit, is compared in its own kind of
// value, and can have the answer that is asked for. Else what depends on it never comes, or always.
import { type RuleName, ruleFor, rules, type ValueKind } from "#engine/schema/rules.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { conditionParts, visitSame } from "#engine/schema/schemaVisitor.ts";
import type { ProductFiles } from "../../read/catalogue.ts";
import { wordFor } from "../../read/findings/answerKinds.ts";
import { type Finding, setting } from "../../read/findings/finding.ts";
import { type Report, reporter } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";
import { Possible } from "./possible.ts";

interface ConditionScope {
  product: ProductFiles;
  steps: Steps;
}

/** What kind of value a keyword of a condition is about: as in a rule, and that of what it holds. */
function findKind(keyword: string): ValueKind | undefined {
  if (keyword === "items") return "array";
  if (keyword === "properties") return "object";
  return Object.hasOwn(rules, keyword) ? ruleFor(keyword as RuleName).about : undefined;
}

/** `inherited`: the kind of the surrounding place. */
function checkKinds(condition: Condition, pointer: string, inherited: string | undefined, report: Report): void {
  const type = condition.type ?? inherited;
  const fits = (kind: ValueKind) => type === kind || (type === "integer" && kind === "number");
  for (const keyword of Object.keys(condition)) {
    const kind = findKind(keyword);
    if (kind === undefined || fits(kind)) continue;
    const sentence =
      type === undefined
        ? t`the condition does not say what kind of value "${keyword}" is about`
        : t`"${keyword}" says nothing about ${wordFor(type)}`;
    report(pointer, sentence, setting(t`add "type": "${kind}" beside it`, kind, "type"));
    break;
  }
  for (const part of conditionParts(condition)) {
    checkKinds(part.schema, pointer + part.place, part.about === "same" ? type : undefined, report);
  }
}

/** A condition on a field that is not required also holds while the field is empty: hardly ever what is meant. */
export function checkCondition(rule: Schema, pointer: string, report: Report): void {
  if (rule.if === undefined) {
    if (rule.then !== undefined || rule.else !== undefined) {
      report(pointer, t`"then" or "else" has no "if" beside it`, t`add the "if" it belongs to`);
    }
    return;
  }
  checkAsks(rule.if, `${pointer}/if`, report);
  checkNamed(rule.if, `${pointer}/if`, report);
  checkKinds(rule.if, `${pointer}/if`, "object", report);
}

function checkAsks(condition: Condition, pointer: string, report: Report): void {
  if (Object.keys(condition).length > 0) return;
  report(
    pointer,
    t`the condition asks nothing, so it always holds`,
    t`say what must be answered, such as "properties"`,
  );
}

/** What must not fit need not be answered, and entries are always there. */
function checkNamed(condition: Condition, pointer: string, report: Report): void {
  for (const { about, keyword, name, schema, place: partPointer } of conditionParts(condition)) {
    if (about === "entry" || keyword === "not") continue;
    if (about === "member" && !condition.required?.includes(name)) {
      const sentence = t`the condition on "${name}" also holds while it is empty`;
      report(pointer + partPointer, sentence, t`add "required": ["${name}"] to the condition`);
    }
    if (about === "member" && Object.keys(schema).length === 0) {
      const hint = t`say what it must be, such as "const": true`;
      report(pointer + partPointer, t`the condition asks nothing of "${name}"`, hint);
    }
    if (about === "same") checkAsks(schema, pointer + partPointer, report);
    checkNamed(schema, pointer + partPointer, report);
  }
}

/** The conditions of a product's steps ask for answers that can be given. */
export function checkConditions({ product, steps }: ConditionScope): Finding[] {
  const findings: Finding[] = [];
  for (const { key, schema: file } of product.steps) {
    const schema = steps[key]?.schema ?? {};
    const possible = new Possible(product, reporter(file.file, findings));
    visitSame(schema, (rule, pointer) => {
      if (rule.if) possible.check(rule.if, `${pointer}/if`, propertySchemas(schema));
    });
  }
  return findings;
}
