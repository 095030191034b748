// Faults in texts, tariff, rates, questions and professions.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

export const materialFaults: Mistake[] = [
  [
    "a double year limit that is worth nothing",
    `${product}/tariff.json`,
    (c) => Object.assign(at(c, "double_year_limit"), { multiple: 0 }),
  ],
  ["a text of one blank", `${product}/texts.nl.json`, (c) => Object.assign(c, { title: " " })],
  [
    "a value in straight quotes",
    `${product}/texts.nl.json`,
    (c) => Object.assign(c, { "why.liability.text": "Het aanbod van '{provider}'" }),
  ],
  [
    "a question with a value, which nothing fills in",
    `${product}/questions.json`,
    (c) => Object.assign(at(c, "acceptance_questions.0.question_text"), { nl: "Bent u klant van {provider}?" }),
  ],
  [
    "a step that asks questions of which there are none",
    `${product}/questions.json`,
    (c) => Object.assign(c, { final_questions: [] }),
  ],
  [
    "an expected answer in another language, which is no other answer misspelt",
    `${product}/questions.json`,
    (c) => Object.assign(at(c, "acceptance_questions.0"), { expected_answer: "nee" }),
  ],
  ["a text in one language", `${product}/texts.nl.json`, (c) => Object.assign(c, { "field.kvk.help": "Hulp" })],
  ["values that differ", `${product}/texts.fr.json`, (c) => Object.assign(c, { title: "Titre {quarterly}" })],
  [
    "a value that nothing gives",
    `${product}/texts.nl.json`,
    (c) => Object.assign(c, { "why.liability.text": "{nothing}" }),
  ],
  [
    "a value that nothing gives in a text that all products share",
    "schemas/shared/texts.nl.json",
    (c) => Object.assign(c, { "wizard.field.kvk.help": "{nothing}" }),
  ],
  [
    "a percentage that a shared text names and the product does not give",
    `${product}/product.json`,
    (c) => delete at(c, "text_values").quarterly,
  ],
  ["a text that is no message", `${product}/texts.nl.json`, (c) => Object.assign(c, { title: "Titel {" })],
  [
    "a French sign that may stand alone on a line",
    `${product}/texts.fr.json`,
    (c) => Object.assign(c, { title: "Une assurance ?" }),
  ],
  [
    "a French question whose sign has no space",
    `${product}/texts.fr.json`,
    (c) => Object.assign(c, { title: "Une assurance?" }),
  ],
  [
    "a French question with Dutch thousands",
    `${product}/questions.json`,
    (c) => Object.assign(at(c, "acceptance_questions.0.question_text"), { fr: "Plus de 1.000 euros" }),
  ],
  ["a choice without a factor", `${product}/tariff.json`, (c) => delete at(c, "factors.0.values")["1000"]],
  ["bands that stop too early", `${product}/tariff.json`, (c) => (at(c, "factors.1").bands as unknown[]).pop()],
  [
    "a tariff on no answer",
    `${product}/tariff.json`,
    (c) => Object.assign(at(c, "main"), { answer: "coverage-choice.cover" }),
  ],
  ["a rate that does not exist", `${product}/tariff.json`, (c) => Object.assign(at(c, "tax"), { rate: "vat" })],
  [
    "rates out of order",
    "schemas/rates/rates.json",
    (c) => (at(c, "insurance_tax.NL.readings").standard as unknown[]).reverse(),
  ],
  [
    "a text that promises another rate",
    "schemas/rates/rates.json",
    (c) => Object.assign(at(c, "instalment_surcharges"), { "3": 4 }),
  ],
  [
    "a rate without a reference",
    "schemas/rates/rates.json",
    (c) => delete at(c, "insurance_tax.NL.readings.standard.0").reference,
  ],
  [
    "a question number used twice",
    `${product}/questions.json`,
    (c) => Object.assign(at(c, "acceptance_questions.1"), { id: at(c, "acceptance_questions.0").id }),
  ],
  [
    "a dropout without a notice",
    `${product}/questions.json`,
    (c) => {
      const question = Object.assign(at(c, "acceptance_questions.0"), { effect: "decline" });
      delete question.refusal_yes;
    },
  ],
  [
    "a profession of no sector",
    `${product}/professions.json`,
    (c) => Object.assign(at(c, "professions.0"), { sector_id: "000" }),
  ],
  [
    "a field that is handed over and does not exist",
    `${product}/handover.json`,
    (c) => Object.assign(at(c, "fields"), { "general-data.revenu": "own.sales" }),
  ],
  [
    "one name of the standard for two fields",
    `${product}/handover.json`,
    (c) => Object.assign(at(c, "fields"), { "contract.premium_total": "address.city" }),
  ],
  [
    "an additional cover without a name",
    `${product}/tariff.json`,
    (c) => {
      const path = "coverage-choice.additional_coverages.coverage_306";
      (c.additional as JsonObject[]).push({ value: "306", answer: path, price: 40 });
    },
  ],
  [
    "an additional cover without an amount that its text names",
    `${product}/tariff.json`,
    (c) => delete at(c, "additional.0.amounts").perYear,
  ],
  [
    "an amount below zero",
    `${product}/tariff.json`,
    (c) => Object.assign(at(c, "additional.0.amounts"), { perYear: -5 }),
  ],
  [
    "a code that the order of codes leaves out",
    `${product}/tariff.json`,
    (c) => (at(c, "product_code").precedence as string[]).shift(),
  ],
  [
    "a part of an answer that it does not have",
    `${product}/tariff.json`,
    (c) => Object.assign(at(c, "product_code"), { answer: ["general-data.sector", "general-data.professions.*.code"] }),
  ],
  [
    "a number of the chamber of commerce of nine digits",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "prefill.0"), { length: 9 }),
  ],
  ["questions that nobody has to answer", `${product}/acceptance.schema.json`, (c) => delete c.required],
  [
    "a condition that asks nothing",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(at(c, "allOf.0.if.properties"), { pay_in_terms: {} }),
  ],
];
