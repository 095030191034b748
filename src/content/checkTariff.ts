// The tariff answers every choice and every code that a product has, and names answers and rates that exist.
import { INSTALMENT_MONTHS } from "#engine/instalments.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject, StepSource } from "#engine/types.ts";
import { type ProductFiles, readManifest } from "./catalogue.ts";
import { answerConditionFindings } from "./checkLists.ts";
import { checkTariffAnswers } from "./checkTariffAnswers.ts";
import { error, type Finding } from "./finding.ts";
import type { JsonFile } from "./readJson.ts";
import { member, objects, type Report, reporter } from "./reporting.ts";
import { answerExists, findFields } from "./stepIndex.ts";

type Steps = Record<string, StepSource>;
export function tariffFindings(product: ProductFiles, steps: Steps, rates: JsonFile | null): Finding[] {
  if (!product.tariff) {
    const file = product.manifest.file.replace(/product\.json$/, "tariff.json");
    return [error(file, "", "the tariff is missing", "add it: the back end prices by it")];
  }
  const findings: Finding[] = [];
  const tariff = product.tariff.content;
  const report = reporter(product.tariff.file, findings);
  checkAnswers(tariff, steps, report);
  checkCodes(product, tariff, report);
  checkChoices(product, tariff, report);
  checkBands(tariff, steps, report);
  checkTariffAnswers({ product, steps, tariff, report });
  checkRates(tariff, rates, report);
  for (const [name, feature] of Object.entries(member(tariff, "features"))) {
    const condition = member(feature, "if");
    findings.push(...answerConditionFindings(product.tariff.file, `/features/${name}/if`, condition, steps));
  }
  return findings;
}

/** Every `answer` anywhere in the tariff names an answer that a step asks for. */
function checkAnswers(value: unknown, steps: Steps, report: Report, place = ""): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkAnswers(item, steps, report, `${place}/${index}`);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, sub] of Object.entries(value)) {
    const named = ["answer", "months", "date"].includes(key) ? [sub].flat() : [];
    for (const path of named.filter((path) => typeof path === "string" && !answerExists(steps, path)))
      report(`${place}/${key}`, `no step asks for "${path}"`, "write it as <step>.<field>");
    checkAnswers(sub, steps, report, `${place}/${key}`);
  }
}

/** Each code of the product can be given to a request, and no other. */
function checkCodes(product: ProductFiles, tariff: JsonObject, report: Report): void {
  const { codes } = readManifest(product);
  const rule = member(tariff, "product_code");
  const lookup = member(rule, "lookup");
  const list = objects(product.professions?.content[String(lookup.list)]);
  const found = list.map((item) => item[String(lookup.member)]).filter((code) => typeof code === "string");
  const given = new Set([rule.default, ...(Array.isArray(rule.precedence) ? rule.precedence : []), ...found]);
  for (const code of codes) {
    if (!given.has(code))
      report(
        "/product_code",
        `no request gets the code "${code}"`,
        "let the tariff lead to it, or remove it from codes",
      );
  }
  for (const code of given) {
    if (!codes.includes(String(code)))
      report("/product_code", `"${code}" is no code of the product`, "add it to codes in product.json");
  }
}

function checkChoices(product: ProductFiles, tariff: JsonObject, report: Report): void {
  const main = member(tariff, "main");
  const values = objects(main.options).map((option) => option.value);
  if (new Set(values).size < values.length) report("/main/options", "a choice is there twice", "remove one");
  const paths = Object.values(readManifest(product).lists).flatMap((source) => ("call" in source ? [source.path] : []));
  if (!paths.includes(`premium.${main.list}`)) {
    report("/main/list", `no list reads premium.${main.list}`, "make it the path of a list in product.json");
  }
}

function checkBands(tariff: JsonObject, steps: Steps, report: Report): void {
  for (const [index, factor] of objects(tariff.factors).entries()) {
    const place = `/factors/${index}`;
    const answer = String(factor.answer);
    const limits = objects(factor.bands).map((band) => Number(band.up_to));
    if (limits.some((limit, at) => at > 0 && limit <= limits[at - 1]!)) {
      report(`${place}/bands`, "the bands are not in ascending order", "put the lowest first");
    }
    const maximum = findMaximum(steps, answer);
    if (limits.length > 0 && maximum !== undefined && (limits.at(-1) ?? 0) < maximum) {
      report(
        `${place}/bands`,
        `no band covers ${maximum}, which ${answer} allows`,
        "add a band up to the maximum of the field",
      );
    }
  }
}

/** Highest value that a numeric answer may have, undefined when there is none. */
function findMaximum(steps: Steps, path: string): number | undefined {
  const [step = "", field = ""] = path.split(".");
  const limits = (findFields(steps[step]).get(field) ?? []).map((schema) => schema.maximum);
  return limits.find((limit): limit is number => typeof limit === "number");
}

function checkRates(tariff: JsonObject, rates: JsonFile | null, report: Report): void {
  if (!rates) return;
  const known = rates.content;
  const surcharges = member(tariff, "instalments").rate;
  if (typeof surcharges === "string") {
    if (!isObject(known[surcharges]))
      report("/instalments/rate", `rates.json has no "${surcharges}"`, "correct the name");
    const priced = member(known, surcharges);
    for (const months of INSTALMENT_MONTHS.filter((months) => priced[String(months)] === undefined))
      report("/instalments/rate", `${surcharges} in rates.json has no surcharge for ${months} months`, "add it");
  }
  const oneOff = member(tariff, "one_off").rate;
  if (typeof oneOff === "string" && !isObject(member(known, "one_off")[oneOff])) {
    report("/one_off/rate", `rates.json has no one_off "${oneOff}"`, "correct the name");
  }
  const tax = member(tariff, "tax").rate;
  if (typeof tax === "string" && !isObject(known[tax]))
    report("/tax/rate", `rates.json has no "${tax}"`, "correct the name");
}
