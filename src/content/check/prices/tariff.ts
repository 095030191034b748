// The tariff's names: answers, choices, codes and rates that exist, each code of the product given to some request.
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { isCalendarDay } from "#engine/values/dates.ts";
import { INSTALMENT_MONTHS } from "#engine/values/instalments.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { error, type Finding, formatCount } from "../../read/findings/finding.ts";
import { member, membersOf, objects, type Report, repeated, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { listNames, t } from "../../read/findings/translate.ts";
import { TARIFF } from "../../read/productReader.ts";
import { answerExists, listAnswers, type Steps } from "../../read/steps/stepIndex.ts";
import { checkSeveral } from "./several.ts";
import { checkTariffAnswers, offeredMonths } from "./tariffAnswers.ts";

type PricedProduct = ProductFiles & { tariff: JsonFile };

export function checkTariff(product: ProductFiles, steps: Steps, rates: JsonFile | null): Finding[] {
  const inManifest = product.manifest.file;
  if (!product.tariff) {
    const file = inManifest.replace(/product\.json$/, "tariff.json");
    return [error(file, "", t`the tariff is missing`, t`add it: the back end prices by it`)];
  }
  const all = [product.tariff, ...product.tariffs.map(({ file }) => file)];
  const repeated = all.flatMap((file, index) => checkRepeated(file, all[index - 1]));
  const versions = all.flatMap((file) => checkVersions({ ...product, tariff: file }, steps, rates));
  return [...versions, ...repeated];
}

/** A copy with unchanged prices. */
function checkRepeated(file: JsonFile, before: JsonFile | undefined): Finding[] {
  if (!before || !isDeepStrictEqual(findPriced(file), findPriced(before))) return [];
  const sentence = t`it prices as ${basename(before.path)} does, so nothing changes on its day`;
  const finding = error(file.file, "", sentence, t`change its prices, or remove the file`);
  return [finding];
}

const findPriced = ({ content }: JsonFile): JsonObject => {
  const { $schema: _kind, reference: _source, sample: _sample, ...priced } = content;
  return priced;
};

/** One tariff: that of today, or one that counts from a later day. */
function checkVersions(product: PricedProduct, steps: Steps, rates: JsonFile | null): Finding[] {
  const findings: Finding[] = [];
  const inManifest = product.manifest.file;
  const tariff = product.tariff.content;
  const report = reporter(product.tariff.file, findings);
  const day = TARIFF.exec(basename(product.tariff.path))?.[1];
  if (day !== undefined && !isCalendarDay(day)) {
    const hint = t`name the file after the day from which it counts, as tariff.2027-01-01.json`;
    report("", t`${day} is not a day that exists`, hint);
  }
  checkAnswers(tariff, steps, report);
  checkSeveral(tariff, steps, report);
  checkCodes(product, tariff, { report, inManifest: reporter(inManifest, findings) });
  checkLookup(product, tariff, report);
  checkChoices(product, tariff, report);
  checkParts(tariff, report);
  checkTariffAnswers({ product, steps, tariff, report, inManifest: reporter(inManifest, findings) });
  const months = offeredMonths(product, steps, tariff).filter((month) => INSTALMENT_MONTHS.includes(Number(month)));
  if (rates) checkRates({ tariff, months }, rates, report, reporter(rates.file, findings));
  return findings;
}

const EUROS = /\/(price|minimum)$|\/price\/(empty|values\/.*|bands\/\d+\/factor|grid\/rows\/\d+\/cells\/\d+)$/;

/** Every `answer` anywhere in the tariff names an answer that a step asks for. Fractions of a cent cannot be billed. */
function checkAnswers(tariff: JsonObject, steps: Steps, report: Report): void {
  for (const { key, value, place } of membersOf(tariff)) {
    const named = ["answer", "by", "months", "date"].includes(key) ? [value].flat() : [];
    for (const path of named.filter((path) => typeof path === "string"))
      if (!answerExists(steps, path)) reportUnknown(path, steps, report, place);
    if (EUROS.test(place) && typeof value === "number" && Number(value.toFixed(2)) !== value)
      report(place, t`${value} has more than two decimals`, t`write it in whole cents`);
  }
}

function reportUnknown(path: string, steps: Steps, report: Report, pointer: string): void {
  const [step = "", field = ""] = path.split(".");
  const hint = meantOr(listAnswers(steps), `${step}.${field}`, t`write the step, a dot and the name of its field`);
  report(pointer, steps[step] ? t`no step asks for "${path}"` : t`"${step}" is not a step`, hint, "refers");
}

/** Each code of the product can be given to a request, and no other. */
function checkCodes(
  product: ProductFiles,
  tariff: JsonObject,
  { report, inManifest }: { report: Report; inManifest: Report },
): void {
  const { codes } = readManifest(product);
  const rule = member(tariff, "product_code");
  const lookup = member(rule, "lookup");
  const list = objects(product.professions?.content[String(lookup.list)]);
  const listCodes = list.map((item) => item[String(lookup.member)]).filter((code) => typeof code === "string");
  const unknown = [...new Set(listCodes)].filter((code) => !codes.includes(String(code)));
  const isAnswered = rule.answer !== undefined && rule.lookup === undefined;
  for (const [index, code] of codes.slice(0, -1).entries()) {
    if (isAnswered || listCodes.includes(code) || unknown.length > 0) continue;
    const hint = t`let product_code in tariff.json lead to it, or remove it here`;
    inManifest(`/codes/${index}`, t`no request gets the code "${code}"`, hint);
  }
  for (const code of unknown) {
    const sentence = t`${lookup.list} have the code "${code}", which the product has not`;
    report("/product_code/lookup", sentence, t`correct it, or add it to codes in product.json`, "refers");
  }
}

/** Looked up in a list that is not there, every request gets the default code. */
function checkLookup(product: ProductFiles, tariff: JsonObject, report: Report): void {
  const { lookup } = member(tariff, "product_code");
  if (!isObject(lookup)) return;
  const lists = member({ lists: product.professions?.content }, "lists");
  const list = objects(lists[String(lookup.list)]);
  const pointer = "/product_code/lookup";
  if (list.length === 0) {
    const names = Object.keys(lists).filter((name) => Array.isArray(lists[name]));
    report(
      `${pointer}/list`,
      t`professions.json has no "${lookup.list}"`,
      meantOr(names, lookup.list, CORRECT()),
      "refers",
    );
  } else if (!list.some((item) => Object.hasOwn(item, String(lookup.member)))) {
    const names = [...new Set(list.flatMap(Object.keys))];
    const sentence = t`nothing in ${lookup.list} of professions.json has "${lookup.member}"`;
    report(`${pointer}/member`, sentence, meantOr(names, lookup.member, t`it has ${names.join(", ")}`), "refers");
  }
}

/** Parts that would have no effect, or that a finding could not distinguish. */
function checkParts(tariff: JsonObject, report: Report): void {
  const factors = objects(tariff.factors);
  checkMainParts(tariff, report);
  for (const [index, factor] of factors.entries()) checkFactorKind(factor, `/factors/${index}`, report);
  for (const [index, name] of repeated(factors.map((factor) => factor.name)))
    report(`/factors/${index}/name`, t`another factor is called "${name}"`, t`give it a name of its own`);
  for (const [index, part] of objects(tariff.per_item).entries()) checkItemParts(part, `/per_item/${index}`, report);
}

/** Without a main price there is another, and nothing that works on the main price alone. */
function checkMainParts(tariff: JsonObject, report: Report): void {
  const missing = tariff.main !== undefined && tariff.factors === undefined;
  if (missing) report("", t`"factors" is missing`, t`add what the main price is multiplied by, or []`);
  if (tariff.main !== undefined) return;
  if (tariff.per_item === undefined && tariff.per_unit === undefined)
    report("", t`nothing has a price`, t`write "main", "per_item" or "per_unit"`);
  for (const name of ["factors", "double_year_limit"].filter((member) => tariff[member] !== undefined))
    report(`/${name}`, t`"${name}" works on the main price, and there is none`, t`add "main", or remove it`);
}

/** The price of a record comes from one source. */
function checkItemParts({ price, factors, ...part }: JsonObject, pointer: string, report: Report): void {
  for (const [index, factor] of objects(factors).entries())
    checkFactorKind(factor, `${pointer}/factors/${index}`, report);
  if (isObject(price)) checkFactorKind(price, `${pointer}/price`, report, true);
  const parts = ["amount", "rate"].filter((name) => part[name] !== undefined);
  if (parts.length === (price === undefined ? 2 : 0)) return;
  const written = listNames([...parts, ...(price === undefined ? [] : ["price"])], "conjunction");
  const sentence = written === "" ? t`a record is priced by nothing` : t`a record is priced by ${written}`;
  report(pointer, sentence, t`write "amount" and "rate", or "price" alone`);
}

function checkFactorKind(factor: JsonObject, pointer: string, report: Report, isPrice = false): void {
  const kinds = ["values", "each_of", "bands", "grid"].filter((kind) => factor[kind] !== undefined);
  const what = isPrice ? t`price` : t`factor`;
  if (kinds.length !== 1)
    report(
      pointer,
      kinds.length === 0
        ? t`the ${what} "${factor.name}" has no factors`
        : t`the ${what} "${factor.name}" has ${listNames(kinds, "conjunction")}`,
      t`write "values" where the answer is a choice, "each_of" where several are ticked, "bands" where it is a number, "grid" where two answers decide`,
    );
  if (isPrice && factor.each_of !== undefined)
    report(`${pointer}/each_of`, t`prices of what is ticked would be multiplied`, t`write "each_of" in a factor`);
  if ((factor.grid === undefined) !== (factor.by === undefined))
    report(pointer, t`a grid is by two answers, and "grid" and "by" belong together`, t`write both, or neither`);
}

function checkChoices(product: ProductFiles, tariff: JsonObject, report: Report): void {
  if (tariff.main === undefined) return;
  const main = member(tariff, "main");
  for (const [index, value] of repeated(objects(main.options).map((option) => option.value)))
    report(`/main/options/${index}/value`, t`the choice ${value} is there twice`, t`remove one of the two`);
  const paths = Object.values(readManifest(product).lists).flatMap((source) => ("call" in source ? [source.path] : []));
  if (paths.includes(`premium.${main.list}`)) return;
  report("/main/list", t`no list reads premium.${main.list}`, t`make it the path of a list in product.json`, "refers");
}

function checkRates(
  { tariff, months }: { tariff: JsonObject; months: unknown[] },
  rates: JsonFile,
  report: Report,
  inRates: Report,
): void {
  const rateTables = rates.content;
  const surcharges = member(tariff, "instalments").rate;
  if (typeof surcharges === "string") {
    if (!isObject(rateTables[surcharges])) {
      const hint = meantOr(Object.keys(rateTables), surcharges, CORRECT());
      report("/instalments/rate", t`rates.json has no "${surcharges}"`, hint, "refers");
    }
    const priced = member(rateTables, surcharges);
    for (const month of months.filter(
      (candidate) => isObject(rateTables[surcharges]) && priced[String(candidate)] === undefined,
    ))
      inRates(
        `/${surcharges}`,
        t`there is no surcharge for instalments of ${formatCount(Number(month), "month")}`,
        t`add "${month}"`,
      );
  }
  const oneOff = member(tariff, "one_off").rate;
  if (typeof oneOff === "string" && !isObject(member(rateTables, "one_off")[oneOff]))
    report("/one_off/rate", t`one_off in rates.json has no "${oneOff}"`, CORRECT(), "refers");
  const tax = member(tariff, "tax").rate;
  if (typeof tax === "string" && !isObject(rateTables[tax]))
    report("/tax/rate", t`rates.json has no "${tax}"`, meantOr(Object.keys(rateTables), tax, CORRECT()), "refers");
}

const CORRECT = (): string => t`correct the name`;
