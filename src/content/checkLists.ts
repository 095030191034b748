// Lists and features: used ones exist, rules cover every answer, and conditions over all answers name steps and fields that
// exist.

import type { Condition } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { StepSource } from "#engine/types.ts";
import { manifestOf, type ProductFiles } from "./catalogue.ts";
import { error, type Finding, note } from "./finding.ts";
import { fieldsOf, usedNames } from "./stepIndex.ts";

type Steps = Record<string, StepSource>;

export function listFindings(product: ProductFiles, steps: Steps): Finding[] {
  const manifest = manifestOf(product);
  const findings: Finding[] = [];
  const used = new Set<string>();
  const features = isObject(product.tariff?.content.features) ? product.tariff.content.features : {};
  for (const files of product.steps) {
    const step = steps[files.key];
    if (!step) continue;
    const names = usedNames(step.schema);
    for (const { name, place } of names.lists) {
      used.add(name);
      if (Object.hasOwn(manifest.lists, name)) continue;
      findings.push(
        error(
          files.schema.file,
          place,
          `there is no list "${name}"`,
          "add it to lists in product.json, or correct the name",
        ),
      );
    }
    for (const { name, place } of names.features) {
      if (Object.hasOwn(features, name)) continue;
      findings.push(
        error(
          files.schema.file,
          place,
          `there is no feature "${name}"`,
          "add it to features in tariff.json, or correct the name",
        ),
      );
    }
  }
  for (const [name, source] of Object.entries(manifest.lists)) {
    const place = `/lists/${name}`;
    if (!used.has(name)) {
      findings.push(
        note(product.manifest.file, place, `no step uses the list "${name}"`, "remove it, or use it in a step"),
      );
    }
    if (!("rules" in source)) continue;
    for (const [index, rule] of source.rules.entries()) {
      const at = `${place}/rules/${index}`;
      if (rule.if) findings.push(...answerConditionFindings(product.manifest.file, `${at}/if`, rule.if, steps));
      if (rule.default !== undefined && !rule.values.includes(rule.default)) {
        findings.push(
          error(
            product.manifest.file,
            `${at}/default`,
            "the default is not one of the values",
            "choose one of the values",
          ),
        );
      }
    }
    if (source.rules.at(-1)?.if) {
      findings.push(
        error(product.manifest.file, place, "no rule fits when all conditions fail", 'end with a rule without "if"'),
      );
    }
  }
  return findings;
}

/** A condition over the answers of all steps: its steps and fields must exist. */
export function answerConditionFindings(file: string, place: string, condition: Condition, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  for (const [step, sub] of Object.entries(isObject(condition.properties) ? condition.properties : {})) {
    if (!steps[step]) findings.push(error(file, place, `"${step}" is no step`, "conditions here are keyed by step"));
    else findings.push(...fieldFindings(file, `${place}/properties/${step}`, isObject(sub) ? sub : {}, steps[step]));
  }
  for (const key of ["allOf", "anyOf"] as const) {
    const all = Array.isArray(condition[key]) ? condition[key] : [];
    for (const [index, sub] of all.entries()) {
      if (isObject(sub)) findings.push(...answerConditionFindings(file, `${place}/${key}/${index}`, sub, steps));
    }
  }
  if (isObject(condition.not)) findings.push(...answerConditionFindings(file, `${place}/not`, condition.not, steps));
  return findings;
}

function fieldFindings(file: string, place: string, condition: Condition, step: StepSource): Finding[] {
  const fields = fieldsOf(step);
  const parts = [condition, ...(condition.allOf ?? []), ...(condition.anyOf ?? [])];
  return parts.filter(isObject).flatMap((part) => {
    const names = Object.keys(isObject(part.properties) ? part.properties : {});
    const unknown = names.filter((name) => !fields.has(name));
    return unknown.map((name) => error(file, place, `"${name}" is no field of the step`, "correct the name"));
  });
}
