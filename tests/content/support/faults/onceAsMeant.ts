// Mistakes of analysts and testers of which the way out was a wrong one, or that were silent: names that only some may be, texts
// beside a shared one, stored quotations.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { FIXTURES } from "../content.ts";
import { at, type Mistake, set } from "./fault.ts";

const cyber = "schemas/products/cyber";
const rename = (path: string, from: string, to: string) => (content: JsonObject) => {
  const holder = path === "" ? content : at(content, path);
  holder[to] = holder[from];
  delete holder[from];
};

const names: Mistake[] = [
  ["the error of a misspelt rule", `${cyber}/general-data.ui.json`, rename("turnover.ui:errors", "maximum", "maximun")],
  [
    "the error of a rule that there is not",
    `${cyber}/general-data.ui.json`,
    rename("turnover.ui:errors", "maximum", "max"),
  ],
  [
    "an answer that is handed over without its step",
    `${cyber}/handover.json`,
    (c) => Object.assign(at(c, "fields"), { turnover: "own.x" }),
  ],
  [
    "an expected error without the list around it",
    "fixtures/steps/cyber/coverage-choice.json",
    set("cases.0.expect", ["/insured_amount", "required"]),
  ],
];

const copied = "De verzekering helpt bij eigen schade en bij aanspraken van anderen.";
const texts: Mistake[] = [
  [
    "a misspelt text in one language, where a shared one takes its place",
    `${cyber}/texts.nl.json`,
    (c) => Object.assign(c, { "step.company-date.intro": "Tekst" }),
  ],
  [
    "a text that was copied and not translated",
    `${cyber}/texts.fr.json`,
    (c) => Object.assign(c, { "why.liability.text": copied }),
  ],
];

const QUOTATIONS = "fixtures/portfolio/quotations.json";
const all = JSON.parse(readFileSync(join(FIXTURES, "portfolio/quotations.json"), "utf8")) as JsonObject[];
const row = all.findIndex(({ product_key: key }) => key === "cyber");

const stored: Mistake[] = [
  ["a misspelt field of a stored quotation", QUOTATIONS, rename(`${row}.answers.general-data`, "turnover", "turnovr")],
  ["a misspelt step of a stored quotation", QUOTATIONS, rename(`${row}.answers`, "coverage-choice", "coverage-choise")],
  ["a misspelt product of a stored quotation", QUOTATIONS, set(`${row}.product_key`, "cybr")],
];

export const onceAsMeant: Mistake[] = [...names, ...texts, ...stored];
