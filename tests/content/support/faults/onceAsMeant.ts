// Mistakes of analysts and testers of which the way out was a wrong one, or that were silent: names that only some may be, texts
// beside a shared one, stored quotations.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#engine/types.ts";
import { FIXTURES } from "../content.ts";
import { at, type Mistake, row, set } from "./fault.ts";

const cyber = "schemas/products/cyber";
const rename = (path: string, from: string, to: string) => (content: JsonObject) => {
  const holder = path === "" ? content : at(content, path);
  holder[to] = holder[from];
  delete holder[from];
};

const names: Mistake[] = [
  row(
    [
      "the error of a misspelt rule",
      `${cyber}/general-data.ui.json`,
      rename("turnover.ui:errors", "maximum", "maximun"),
    ],
    "/turnover/ui:errors/maximun",
    "error",
    '"maximun" is not a possible name here; did you mean "maximum"?',
  ),
  row(
    [
      "the error of a rule that there is not",
      `${cyber}/general-data.ui.json`,
      rename("turnover.ui:errors", "maximum", "max"),
    ],
    "/turnover/ui:errors/max",
    "error",
    '"max" is not a possible name here; choose from: required, type, const, enum, format, pattern, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minItems, maxItems, uniqueItems, enumFrom, pairFrom, propertiesFrom, dateWindow, listUnavailable',
  ),
  row(
    [
      "an answer that is handed over without its step",
      `${cyber}/handover.json`,
      (c) => Object.assign(at(c, "fields"), { turnover: "own.x" }),
    ],
    "/fields/turnover",
    "error",
    '"turnover" is not a possible name here; write a step, a dot and one of its fields, such as company-data.city',
  ),
  row(
    [
      "an expected error without the list around it",
      "fixtures/steps/cyber/coverage-choice.json",
      set("cases.0.expect", ["/insured_amount", "required"]),
    ],
    "/cases/0/expect/0",
    "error",
    '"/insured_amount" is the wrong kind of value; write a list [ ... ]',
  ),
];

const copied = "De verzekering helpt bij eigen schade en bij aanspraken van anderen.";
const texts: Mistake[] = [
  row(
    [
      "a misspelt text in one language, where a shared one takes its place",
      `${cyber}/texts.nl.json`,
      (c) => Object.assign(c, { "step.company-date.intro": "Tekst" }),
    ],
    "/step.company-date.intro",
    "note",
    'nothing uses this text; did you mean "step.company-data.intro"?',
  ),
  row(
    [
      "a text that was copied and not translated",
      `${cyber}/texts.fr.json`,
      (c) => Object.assign(c, { "why.liability.text": copied }),
    ],
    "/why.liability.text",
    "note",
    "the text is that of the language nl; translate it",
  ),
];

const QUOTATIONS = "fixtures/portfolio/quotations.json";
const all = JSON.parse(readFileSync(join(FIXTURES, "portfolio/quotations.json"), "utf8")) as JsonObject[];
const one = all.findIndex(({ product_key: key }) => key === "cyber");

const stored: Mistake[] = [
  row(
    [
      "a misspelt field of a stored quotation",
      QUOTATIONS,
      rename(`${one}.answers.general-data`, "turnover", "turnovr"),
    ],
    `/${one}/answers/general-data/turnovr`,
    "error",
    '"turnovr" is no field of general-data; did you mean "turnover"?',
  ),
  row(
    [
      "a misspelt step of a stored quotation",
      QUOTATIONS,
      rename(`${one}.answers`, "coverage-choice", "coverage-choise"),
    ],
    `/${one}/answers/coverage-choise`,
    "error",
    'there is no step "coverage-choise"; did you mean "coverage-choice"?',
  ),
  row(
    ["a misspelt product of a stored quotation", QUOTATIONS, set(`${one}.product_key`, "cybr")],
    `/${one}/product_key`,
    "error",
    'there is no product "cybr"; did you mean "cyber"?',
  ),
];

export const onceAsMeant: Mistake[] = [...names, ...texts, ...stored];
