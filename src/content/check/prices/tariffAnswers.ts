// The answers that a tariff prices by: of a kind that it can price, and always there or with a factor while empty. Otherwise a broker
// would get no premium, without an error.
import { memberList } from "#engine/schema/members.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { INSTALMENT_MONTHS } from "#engine/values/instalments.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { setting } from "../../read/findings/finding.ts";
import { ADDITIONAL_COVERS, member, objects } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import { tariffReads } from "../../read/steps/pricedAnswers.ts";
import { answerExists, findFields, type Steps } from "../../read/steps/stepIndex.ts";
import { findSources } from "../rules/computed.ts";
import { nameSchemaFile } from "./bands.ts";
import { checkFactor, describedBy, findChoices, isAlwaysGiven, type TariffCheck } from "./factorAnswers.ts";
import { checkItems } from "./tariffItems.ts";

export function checkTariffAnswers(parts: TariffCheck): void {
  checkMain(parts);
  for (const [index, factor] of objects(parts.tariff.factors).entries()) {
    if (answerExists(parts.steps, String(factor.answer))) checkFactor(parts, factor, `/factors/${index}`);
  }
  checkItems(parts, {
    isAlwaysGiven: (path) => isAlwaysGiven(parts.product, parts.steps, path),
    checkFactor: (factor, pointer, each) => {
      if (answerExists(parts.steps, String(factor.answer))) checkFactor(parts, factor, pointer, each);
    },
  });
  checkKinds(parts);
  checkAdditional(parts);
  checkMonths(parts);
  checkOrder(parts);
}

function checkMain({ product, tariff, steps, report }: TariffCheck): void {
  if (tariff.main === undefined) return;
  const main = member(tariff, "main");
  const answer = String(main.answer);
  if (!answerExists(steps, answer)) return;
  if (!isAlwaysGiven(product, steps, answer)) {
    const hint = t`make it required in ${nameSchemaFile(answer)}`;
    report("/main/answer", t`${answer} may stay empty, and then there is no price`, hint);
  }
  const [field] = describedBy(steps, answer);
  for (const [index, { value, insured_amount }] of objects(main.options).entries()) {
    const fits = field?.type === "string" ? typeof value === "string" : typeof value === "number";
    if (fits && typeof value === "number" && typeof insured_amount === "number" && value !== insured_amount) {
      const sentence = t`whoever chooses ${value} would be insured for ${insured_amount}`;
      report(`/main/options/${index}/insured_amount`, sentence, t`make the two equal`);
    }
    if (fits || field === undefined) continue;
    const hint =
      field.type === "string"
        ? setting(t`write "${value}" in quotes`, String(value))
        : setting(t`write ${value} without quotes`, Number(value));
    report(`/main/options/${index}/value`, t`${JSON.stringify(value)} is never equal to the answer to ${answer}`, hint);
  }
}

/** What one answer of the tariff must be, or it would count for nothing. */
function listWanted(): [path: string, wanted: { type: string; format?: string; sentence: string }][] {
  const yesOrNo = { type: "boolean", sentence: t`is not answered with yes or no, so it is never switched on` };
  return [
    ["double_year_limit", yesOrNo],
    ["instalments", yesOrNo],
    ["one_off", yesOrNo],
    ["per_unit", { type: "integer", sentence: t`is not a whole number, so nothing is counted` }],
    ["own_risk", { type: "integer", sentence: t`is not a whole number, so there is no deductible to show` }],
    ["tax", { type: "string", format: "date", sentence: t`is not a date, so it chooses no tax rate` }],
  ];
}

function checkKinds({ tariff, steps, report }: TariffCheck): void {
  for (const [name, { type, format, sentence }] of listWanted()) {
    for (const [index, part] of [tariff[name]].flat().entries()) {
      const key = name === "tax" ? "date" : "answer";
      const answer = String(member({ part }, "part")[key]);
      const wrong = describedBy(steps, answer).some(
        (field) => field.type !== type || (format && field.format !== format),
      );
      const pointer = Array.isArray(tariff[name]) ? `/${name}/${index}` : `/${name}`;
      if (wrong) report(`${pointer}/${key}`, `${answer} ${sentence}`, t`name another field, or correct its type`);
    }
  }
}

/** An additional cover is switched on by the member that the form gives it. */
function checkAdditional({ product, tariff, steps, report }: TariffCheck): void {
  const additional = objects(tariff.additional);
  for (const [index, { value, answer }] of additional.entries()) {
    const [step = "", field = "", name] = String(answer).split(".");
    const group = (findFields(steps[step]).get(field) ?? []).map(memberList).find((list) => list !== null);
    const wanted = group && `${group.prefix}${value}`;
    if (wanted && name !== wanted) {
      const hint = t`write ${[step, field, wanted].join(".")}`;
      report(`/additional/${index}/answer`, t`the cover ${value} is switched on by "${wanted}"`, hint);
    }
  }
  const paths = Object.values(readManifest(product).lists).map((source) => ("call" in source ? source.path : ""));
  if (additional.length > 0 && !paths.includes(ADDITIONAL_COVERS)) {
    const hint = t`add one with "path": "${ADDITIONAL_COVERS}" to product.json`;
    report("/additional", t`no list offers the additional covers`, hint);
  }
}

/** Months per instalment: those of which a whole number makes a year, or 10 for ten instalments. */
function checkMonths({ product, steps, tariff, report }: TariffCheck): void {
  const { months } = member(tariff, "instalments");
  const billed = INSTALMENT_MONTHS.join(", ");
  const refused = offeredMonths(product, steps, tariff).filter((month) => !INSTALMENT_MONTHS.includes(Number(month)));
  if (refused.length === 0) return;
  const sentence = t`${months} offers ${refused.join(", ")}, and no whole number of such instalments makes a year`;
  const hint = t`offer some of ${billed} in "enum" of the field in ${nameSchemaFile(String(months))}`;
  report("/instalments/months", sentence, hint);
}

/** Returns the payment terms in months that the field offers. Without such a field, all terms. */
export function offeredMonths(product: ProductFiles, steps: Steps, tariff: JsonObject): unknown[] {
  const { months, default_months } = member(tariff, "instalments");
  const fields = typeof months === "string" ? describedBy(steps, months) : [];
  const offered = fields.flatMap((field) => {
    const choices = findChoices(product, field);
    return choices === "open" ? [t`any number`] : choices;
  });
  return default_months === undefined ? offered : [...new Set([...offered, default_months])];
}

/**
 * A new price makes the broker confirm the choice of cover again. An answer in a later step that changes the price would make its
 * own step wait for the cover, and the cover for that step.
 */
function checkOrder({ product, steps, tariff, inManifest }: TariffCheck): void {
  const names = readManifest(product).steps.map(({ key }) => key);
  const [cover = ""] = String(member(tariff, "main").answer).split(".");
  const read = tariffReads(tariff).flatMap((path) => (answerExists(steps, path) ? findSources(steps, path) : []));
  const priced = new Set(read.map((path) => path.split(".")[0]));
  if (!names.includes(cover)) return;
  for (const [index, key] of names.entries()) {
    // A step that is there twice has a finding of its own.
    if (index <= names.indexOf(cover) || !priced.has(key) || names.indexOf(key) < index) continue;
    const sentence = t`${key} changes the price of ${cover}, which comes before it`;
    inManifest(`/steps/${index}`, sentence, t`move ${key} before ${cover}`);
  }
}
