// The dialect beyond what a meta-schema can say: every text has a longest length, a lowest value lies below the highest,
// nothing answers a question or ticks a box by itself, conditions name the fields they need, required fields exist.
import { dateAt } from "#engine/dates.ts";
import type { Keyword, Schema } from "#engine/schema.ts";
import { isObject, memberList, propertySchemas } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { error, type Finding } from "./finding.ts";

type Report = (place: string, sentence: string, hint: string) => void;

/** Checks a file as its author wrote it. */
export function dialectFindings(file: string, schema: Schema): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (place, sentence, hint) => findings.push(error(file, place, sentence, hint));
  visitRules(schema, "", (rule, place) => {
    checkText(rule, place, report);
    checkBounds(rule, place, report);
    checkCondition(rule, place, report);
    if (isField(place) && rule.type === undefined && rule.$ref === undefined) {
      report(place, "the field has no type", 'add "type": string, integer, number, boolean, array or object');
    }
  });
  return findings;
}

/** Checks the schema written out in full, where a remark about a shared part belongs to the step that uses it. */
export function writtenOutFindings(file: string, schema: Schema): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (place, sentence, hint) => findings.push(error(file, place, sentence, hint));
  visitRules(schema, "", (rule, place) => {
    checkBounds(rule, place, report);
    checkDefault(rule, place, report);
    checkClosed(rule, place, report);
  });
  checkRequired(schema, schema, "", report);
  return findings;
}

function isField(place: string): boolean {
  return /\/(properties|definitions)\/[^/]+$/.test(place) || place.endsWith("/items");
}

/** Every rule in the schema, conditions left out. */
export function visitRules(rule: Schema, place: string, visit: (rule: Schema, place: string) => void): void {
  visit(rule, place);
  for (const key of ["properties", "definitions"] as const) {
    for (const [name, sub] of Object.entries(isObject(rule[key]) ? rule[key] : {})) {
      if (isObject(sub)) visitRules(sub, `${place}/${key}/${name}`, visit);
    }
  }
  for (const key of ["items", "then", "else", "additionalProperties"] as const) {
    const sub = rule[key];
    if (isObject(sub)) visitRules(sub, `${place}/${key}`, visit);
  }
  const all = Array.isArray(rule.allOf) ? rule.allOf : [];
  for (const [index, sub] of all.entries()) if (isObject(sub)) visitRules(sub, `${place}/allOf/${index}`, visit);
}

function checkText(rule: Schema, place: string, report: Report): void {
  const text = rule.type === "string" || rule.pattern !== undefined || rule.format !== undefined;
  if (!text || rule.maxLength !== undefined || rule.enum !== undefined || rule.const !== undefined || rule.$ref) return;
  report(place, "the text has no longest length", 'add "maxLength" with the most characters that make sense');
}

const BOUNDS: [Keyword, Keyword][] = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
];

/** Any day: windows move with it. */
const SOME_DAY = "2026-01-15";

/** A field whose lowest value lies above its highest can never be filled in. */
function checkBounds(rule: Schema, place: string, report: Report): void {
  for (const [low, high] of BOUNDS) {
    const [from, to] = [rule[low], rule[high]];
    if (typeof from !== "number" || typeof to !== "number" || from <= to) continue;
    report(
      `${place}/${low}`,
      `${low} ${from} lies above ${high} ${to}, so nothing can be filled in`,
      "swap or correct them",
    );
  }
  if (!isObject(rule.dateWindow)) return;
  const { from, to } = rule.dateWindow;
  for (const bound of [from, to]) {
    if (typeof bound === "string" && dayOf(bound) === null)
      report(`${place}/dateWindow`, `"${bound}" is no day that exists`, "correct it");
  }
  if (String(dayOf(from) ?? "") <= String(dayOf(to) ?? "9999")) return;
  report(`${place}/dateWindow`, `from ${from} lies after to ${to}, so no day can be filled in`, "swap or correct them");
}

function dayOf(bound: unknown): string | null {
  try {
    return typeof bound === "string" ? dateAt(SOME_DAY, bound) : null;
  } catch {
    return null;
  }
}

/** A keyword of a condition, and the kind of value it is about. */
const ABOUT: Record<string, string> = {
  ...Object.fromEntries(
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map((name) => [name, "number"]),
  ),
  ...Object.fromEntries(["minLength", "maxLength", "pattern"].map((name) => [name, "string"])),
  ...Object.fromEntries(["items", "contains", "minItems", "maxItems", "uniqueItems"].map((name) => [name, "array"])),
  ...Object.fromEntries(["properties", "required"].map((name) => [name, "object"])),
};

/** `inherited`: the kind that the place around it says already. */
function checkKinds(condition: JsonObject, place: string, inherited: unknown, report: Report): void {
  const type = condition.type ?? inherited;
  for (const [keyword, kind] of Object.entries(ABOUT)) {
    if (condition[keyword] === undefined || type === kind || (type === "integer" && kind === "number")) continue;
    const sentence =
      type === undefined
        ? `the condition does not say what kind of value "${keyword}" is about`
        : `"${keyword}" is not about ${type} values`;
    report(place, sentence, `add "type": "${kind}" beside it`);
    break;
  }
  for (const [name, sub] of Object.entries(isObject(condition.properties) ? condition.properties : {})) {
    if (isObject(sub)) checkKinds(sub, `${place}/properties/${name}`, undefined, report);
  }
  for (const key of ["items", "contains"]) {
    const sub = condition[key];
    if (isObject(sub)) checkKinds(sub, `${place}/${key}`, undefined, report);
  }
  if (isObject(condition.not)) checkKinds(condition.not, `${place}/not`, type, report);
  for (const key of ["allOf", "anyOf"]) {
    const all = Array.isArray(condition[key]) ? condition[key] : [];
    for (const [index, sub] of all.entries())
      if (isObject(sub)) checkKinds(sub, `${place}/${key}/${index}`, type, report);
  }
}

/** A condition on a field that is not required also holds while the field is empty: hardly ever what is meant. */
function checkCondition(rule: Schema, place: string, report: Report): void {
  if (rule.if === undefined) {
    if (rule.then !== undefined || rule.else !== undefined) {
      report(place, "then or else stands without if", 'add the "if" it belongs to');
    }
    return;
  }
  if (!isObject(rule.if)) return;
  checkNamed(rule.if, `${place}/if`, report);
  checkKinds(rule.if, `${place}/if`, "object", report);
}

function checkNamed(condition: JsonObject, place: string, report: Report): void {
  const required = Array.isArray(condition.required) ? condition.required : [];
  for (const [name, sub] of Object.entries(isObject(condition.properties) ? condition.properties : {})) {
    if (!required.includes(name)) {
      report(
        place,
        `the condition on "${name}" also holds while it is empty`,
        `add "required": ["${name}"] to the condition`,
      );
    }
    if (isObject(sub)) checkNamed(sub, `${place}/properties/${name}`, report);
  }
  for (const key of ["allOf", "anyOf"]) {
    const all = Array.isArray(condition[key]) ? condition[key] : [];
    for (const [index, sub] of all.entries()) if (isObject(sub)) checkNamed(sub, `${place}/${key}/${index}`, report);
  }
}

function checkDefault(rule: Schema, place: string, report: Report): void {
  if (rule.const === true && rule.default !== undefined) {
    report(place, "an agreement has a default, so it would tick itself", 'remove "default"');
  }
  const members = rule.additionalProperties;
  if (memberList(rule)?.required && isObject(members) && members.default !== undefined) {
    report(
      place,
      "the questions have a default, so they would answer themselves",
      'remove "default" from additionalProperties',
    );
  }
  if (memberList(rule)?.required && isObject(rule.default) && Object.keys(rule.default).length > 0) {
    report(place, "the questions have a default, so they would answer themselves", 'remove "default"');
  }
}

/** `additionalProperties: false` does not see the fields of then and else: it would refuse them. */
function checkClosed(rule: Schema, place: string, report: Report): void {
  if (rule.additionalProperties !== false || memberList(rule)) return;
  const own = Object.keys(isObject(rule.properties) ? rule.properties : {});
  const hidden = [...propertySchemas(rule).keys()].filter((name) => !own.includes(name));
  if (hidden.length === 0) return;
  const names = hidden.join(", ");
  report(
    place,
    `additionalProperties: false refuses ${names}, which a condition adds`,
    'remove "additionalProperties": false',
  );
}

function checkRequired(rule: Schema, owner: Schema, place: string, report: Report): void {
  const known = propertySchemas(owner);
  for (const name of Array.isArray(rule.required) ? rule.required : []) {
    if (known.has(String(name))) continue;
    report(
      `${place}/required`,
      `"${name}" is required but is no field`,
      "correct the name or add the field to properties",
    );
  }
  if (isObject(rule.if)) checkConditionFields(rule.if, known, `${place}/if`, report);
  for (const key of ["then", "else"] as const) {
    const sub = rule[key];
    if (isObject(sub)) checkRequired(sub, owner, `${place}/${key}`, report);
  }
  const all = Array.isArray(rule.allOf) ? rule.allOf : [];
  for (const [index, sub] of all.entries())
    if (isObject(sub)) checkRequired(sub, owner, `${place}/allOf/${index}`, report);
  for (const [name, sub] of Object.entries(isObject(rule.properties) ? rule.properties : {})) {
    if (isObject(sub) && isObject(sub.properties)) checkRequired(sub, sub, `${place}/properties/${name}`, report);
  }
}

function checkConditionFields(condition: JsonObject, known: Map<string, unknown>, place: string, report: Report): void {
  for (const name of Object.keys(isObject(condition.properties) ? condition.properties : {})) {
    if (!known.has(name)) report(place, `the condition asks for "${name}", which is no field`, "correct the name");
  }
}
