// Faults in texts, tariff, rates, questions and professions.
import { at, type Fault, product } from "./fault.ts";

export const materialFaults: Fault[] = [
  [
    "a text in one language",
    `${product}/texts.nl.json`,
    (c) => Object.assign(c, { "field.kvk.help": "Hulp" }),
    /texts\.fr\.json: \/field\.kvk\.help: the text is missing; nl has it; translate it/,
  ],
  [
    "values that differ",
    `${product}/texts.fr.json`,
    (c) => Object.assign(c, { title: "Titre {quarterly}" }),
    /texts\.fr\.json: \/title: the text uses \{quarterly\}, nl uses no values/,
  ],
  [
    "a value that nothing gives",
    `${product}/texts.nl.json`,
    (c) => Object.assign(c, { "why.liability.text": "{nothing}" }),
    /nothing gives a value for \{nothing\}|uses/,
  ],
  [
    "a value that nothing gives in a text that all products share",
    "schemas/shared/texts.nl.json",
    (c) => Object.assign(c, { "wizard.field.kvk.help": "{nothing}" }),
    /shared\/texts\.nl\.json: \/wizard\.field\.kvk\.help: nothing gives a value for \{nothing\}; add it to text_values/,
  ],
  [
    "a percentage that a shared text names and the product does not give",
    `${product}/product.json`,
    (c) => delete at(c, "text_values").quarterly,
    /shared\/texts\.nl\.json: \/wizard\.field\.pay_in_terms\.help: nothing gives a value for \{quarterly\}/,
  ],
  [
    "a text that is no message",
    `${product}/texts.nl.json`,
    (c) => Object.assign(c, { title: "Titel {" }),
    /is no valid message/,
  ],
  [
    "a choice without a factor",
    `${product}/tariff.json`,
    (c) => delete at(c, "factors.0.values")["1000"],
    /there is no factor for 1000/,
  ],
  [
    "bands that stop too early",
    `${product}/tariff.json`,
    (c) => (at(c, "factors.1").bands as unknown[]).pop(),
    /no band covers 1000000, which general-data.revenue allows/,
  ],
  [
    "a tariff on no answer",
    `${product}/tariff.json`,
    (c) => Object.assign(at(c, "main"), { answer: "coverage-choice.cover" }),
    /no step asks for "coverage-choice.cover"/,
  ],
  [
    "a rate that does not exist",
    `${product}/tariff.json`,
    (c) => Object.assign(at(c, "tax"), { rate: "vat" }),
    /rates.json has no "vat"/,
  ],
  [
    "rates out of order",
    "schemas/rates/rates.json",
    (c) => (at(c, "insurance_tax.NL.readings").standard as unknown[]).reverse(),
    /the dates are not in ascending order/,
  ],
  [
    "a text that promises another rate",
    "schemas/rates/rates.json",
    (c) => Object.assign(at(c, "instalment_surcharges"), { "3": 4 }),
    /\/text_values\/quarterly: the texts say 3 %, rates.json has 4 %/,
  ],
  [
    "a rate without a reference",
    "schemas/rates/rates.json",
    (c) => delete at(c, "insurance_tax.NL.readings.standard.0").reference,
    /"reference" is missing; add it: Where it is laid down/,
  ],
  [
    "a question number used twice",
    `${product}/questions.json`,
    (c) => Object.assign(at(c, "acceptance_questions.1"), { id: at(c, "acceptance_questions.0").id }),
    /is there twice; give the question a new number/,
  ],
  [
    "a dropout without a notice",
    `${product}/questions.json`,
    (c) => Object.assign(at(c, "acceptance_questions.0"), { effect: "decline", refusal_yes: null }),
    /an answer that ends the request has no notice/,
  ],
  [
    "a profession of no sector",
    `${product}/professions.json`,
    (c) => Object.assign(at(c, "professions.0"), { sector_id: "000" }),
    /there is no sector "000"/,
  ],
];
