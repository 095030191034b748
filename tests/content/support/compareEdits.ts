// Edits of the real content, each of one kind, whose sentences are held in `compareSaid.md`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SCHEMAS } from "./content.ts";

type Change = ((value: never) => unknown) | string | number | boolean | null | object | undefined;
/**
 * File, path in it, and the new value. `undefined` removes it. A file without `/` is in shared or rates. An empty path
 * is the whole file.
 */
export type Edit = [file: string, path: string, to: Change];

const cyber = (file: string) => `products/cyber/${file}.json`;
const professional = (file: string) => `products/beroepsaansprakelijkheid/${file}.json`;
const directors = (file: string) => `products/bestuurdersaansprakelijkheid/${file}.json`;
const staff = (file: string) => `products/schadeverzekering_werknemers/${file}.json`;
const last = <T>(list: T[]): T[] => [...list.slice(1), list[0]!];
const added =
  (...items: unknown[]) =>
  (list: unknown[]) => [...list, ...items];
const without = (item: unknown) => (list: unknown[]) => list.filter((one) => one !== item);
const rule = (condition: object, rules: object) =>
  JSON.parse(JSON.stringify({ if: condition, rules }).replace('"rules"', '"then"'));
const when = (field: string, value: unknown) => ({ properties: { [field]: { const: value } }, required: [field] });

const plainText = { text: "plain.company.text" };
const plainTerms = { document: "insurance_map", title: "name", when: "in_terms" };

const general = cyber("general-data.schema");
const layout = cyber("general-data.ui");
const company = cyber("company-data.schema");
const cover = cyber("coverage-choice.schema");
const request = cyber("request.schema");
const manifest = cyber("product");
const tariff = cyber("tariff");
const questions = cyber("questions");
const NL = cyber("texts.nl");
const FR = cyber("texts.fr");
const sector = professional("general-data.schema");
const rates = "rates/rates.json";
const tax = "insurance_tax.NL.readings.standard";
const question = {
  id: 4199,
  question_text: { nl: "Is er een nieuwe vraag?", fr: "Y a-t-il une nouvelle question ?" },
  expected_answer: "no",
  effect: "decline",
};

/** Edits of content between fields, of which each side has some. */
export const PLAIN_EDITS: Record<string, [before: Edit[], after: Edit[]]> = {
  "in another place": [
    [[layout, "ui:options.sections.0.fields", ["kvk", plainText, "turnover"]]],
    [[layout, "ui:options.sections.0.fields", ["kvk", "turnover", plainText]]],
  ],
  "for another answer": [
    [[layout, "ui:options.sections.0.fields", ["kvk", plainText, "turnover"]]],
    [[layout, "ui:options.sections.0.fields", ["kvk", { ...plainText, if: when("kvk", "12345678") }, "turnover"]]],
  ],
  "in other words": [
    [
      [NL, "plain.company.text", "Het nummer staat op een brief."],
      [layout, "ui:options.sections.0.fields", ["kvk", plainText, "turnover"]],
    ],
    [
      [NL, "plain.company.text", "Het nummer staat op de brief van de KVK."],
      [layout, "ui:options.sections.0.fields", ["kvk", plainText, "turnover"]],
    ],
  ],
};

export const FIELD_EDITS: Record<string, Edit[]> = {
  "a field that has to be filled in": [
    [general, "properties.website", { type: "string", maxLength: 80 }],
    [general, "required", added("website")],
    [layout, "website", { "ui:widget": "text" }],
    [NL, "field.website.label", "Website"],
    [FR, "field.website.label", "Site internet"],
  ],
  "a field that may stay empty, under a condition": [
    [company, "allOf.0.then.properties.finance_name", { type: "string", maxLength: 80 }],
    [NL, "field.finance_name.label", "Naam van de boekhouder"],
    [FR, "field.finance_name.label", "Nom du comptable"],
  ],
  "a field less": [
    [company, "properties.city", undefined],
    [company, "required", without("city")],
  ],
  "a field in another step": [
    [general, "properties.turnover", undefined],
    [general, "required", without("turnover")],
    [company, "properties.turnover", { $ref: "../../shared/fields.schema.json#/definitions/turnover" }],
    [company, "required", added("turnover")],
  ],
  "a computed field": [
    [
      general,
      "properties.share",
      {
        type: "number",
        computed: { round: 2, divide: [{ sum: [".turnover", { of: "company-data.housenumber", empty: 0 }] }, 4] },
      },
    ],
    [NL, "field.share.label", "Aandeel"],
    [FR, "field.share.label", "Part"],
  ],
  "a field that starts with another answer": [
    [
      general,
      "properties.turnover",
      {
        $ref: "../../shared/fields.schema.json#/definitions/turnover",
        startsWith: { times: ["company-data.housenumber", 1000] },
      },
    ],
  ],
  "a rule between answers, and one that may be confirmed": [
    [
      general,
      "properties.turnover",
      {
        $ref: "../../shared/fields.schema.json#/definitions/turnover",
        holds: { enough: { atLeast: [{ minus: [".turnover", { times: [".turnover", 0.5] }] }, 1000] } },
        expects: { usual: { any: [{ not: { known: ".turnover" } }, { less: [".turnover", { max: [1, 2000000] }] }] } },
      },
    ],
  ],
  required: [[cover, "required", added("pay_in_terms")]],
  "no longer required": [[company, "required", without("housenumber")]],
  "required under a condition": [[company, "allOf.0.then.required", ["email_finance"]]],
  "a highest value up": [[sector, "properties.revenue.maximum", 1250000]],
  "a lowest value down": [[sector, "properties.revenue.exclusiveMinimum", -1]],
  "a bound more": [[sector, "properties.revenue.multipleOf", 1000]],
  "a bound less": [[sector, "properties.revenue.maximum", undefined]],
  "a bound that all products share": [["shared/fields.schema.json", "definitions.turnover.maximum", 5000000]],
  "a longer text": [[sector, "properties.sector.maxLength", 20]],
  "fewer entries": [[sector, "properties.professions.maxItems", 2]],
  "entries twice": [[sector, "properties.professions.uniqueItems", undefined]],
  "a choice more and one less": [
    [sector, "allOf.1.then.properties.terms_of_delivery_option.enum", ["DNR-2005", "both", "other", "DNR-2026"]],
  ],
  "choices in another order": [[sector, "allOf.1.then.properties.terms_of_delivery_option.enum", last]],
  "a condition with another answer": [[company, "allOf.0.if", when("finance_separate", false)]],
  "a field that was there always, under a condition": [
    [company, "properties.email_customer", undefined],
    [company, "required", without("email_customer")],
    [
      company,
      "allOf",
      added(
        rule(when("legalform", "BV"), {
          properties: { email_customer: { $ref: "../../shared/fields.schema.json#/definitions/email" } },
        }),
      ),
    ],
  ],
  "a condition with a bound": [
    [
      general,
      "allOf",
      [
        rule(
          { properties: { turnover: { type: "integer", minimum: 1000000 } } },
          { required: ["kvk"], properties: { kvk: { minLength: 8 } } },
        ),
      ],
    ],
  ],
  "a field under one condition more": [
    [
      company,
      "allOf",
      added(
        rule(when("legalform", "BV"), {
          properties: { email_finance: { $ref: "../../shared/fields.schema.json#/definitions/email" } },
        }),
      ),
    ],
  ],
  "required and a rule under another condition": [
    [sector, "allOf.0.then", { properties: { terms_of_delivery: {} } }],
    [
      sector,
      "allOf",
      added(
        rule(when("revenue", 5000), {
          required: ["terms_of_delivery"],
          properties: { terms_of_delivery: { type: "boolean" } },
        }),
      ),
    ],
  ],
  "another format": [[cyber("request.schema"), "properties.effective_date.format", "email"]],
  "a pattern": [[company, "properties.city.pattern", "^[A-Z]"]],
  "another type": [[company, "properties.finance_separate.type", "string"]],
  "a default": [[cover, "properties.pay_in_terms.default", true]],
  "a default less": [[professional("coverage-choice.schema"), "properties.double_year_limit.default", undefined]],
  "a default more": [[company, "properties.legalform.default", "BV"]],
  "a field that the server no longer locks": [
    ["shared/fields.schema.json", "definitions.company.prefill.locked", undefined],
  ],
  "a later last day": [[request, "properties.effective_date.dateWindow.to", "+3m"]],
  "no first day": [[request, "properties.effective_date.dateWindow.from", undefined]],
  "a feature less": [[directors("coverage-choice.schema"), "properties.extended_in_advance.featureFlag", undefined]],
  "another list": [[sector, "properties.sector.enumFrom", "branches"]],
  "other data allowed": [[general, "additionalProperties", true]],
  "a rule that nobody has words for": [[general, "properties.turnover.shiny", { much: 3 }]],
};

export const LOOK_EDITS: Record<string, Edit[]> = {
  "another control": [[layout, "turnover.ui:widget", "integer"]],
  "another look": [[layout, "kvk.ui:options.size", "long"]],
  "an error that no longer stops the request": [[layout, "turnover.ui:errors.maximum.severity", undefined]],
  "an error that stops the request": [[layout, "kvk.ui:errors.format.severity", "blocking"]],
  "another error message": [[layout, "kvk.ui:errors.format.message", "wizard.notice.dropout.title"]],
  "another link in an error": [[layout, "turnover.ui:errors.maximum.link.href", "links.other"]],
  "fields in another order": [[layout, "ui:order", ["turnover", "kvk", "*"]]],
  "fields in other rows": [
    [cyber("company-data.ui"), "ui:options.sections.1.fields", [["street"], ["housenumber"], ["postalcode", "city"]]],
  ],
  "a field in another section": [
    [cyber("coverage-choice.ui"), "ui:options.sections.1.fields", []],
    [cyber("coverage-choice.ui"), "ui:options.sections.0.fields", ["insured_amount", "deductible_amount"]],
  ],
  "a section more": [[layout, "ui:options.sections", added({ title: "wizard.section.staff", fields: [] })]],
  "a section less": [[cyber("coverage-choice.ui"), "ui:options.sections.2", undefined]],
  "sections in another order": [[cyber("coverage-choice.ui"), "ui:options.sections", last]],
  "a text, a picture and a document between fields": [
    [NL, "plain.company.text", "Het nummer staat op de brief van de KVK."],
    [FR, "plain.company.text", "Le numéro figure sur la lettre du registre."],
    [
      layout,
      "ui:options.sections.0.fields",
      ["kvk", plainText, { picture: "kvk.png", alt: "field.kvk.help" }, "turnover"],
    ],
    [cyber("company-data.ui"), "ui:options.sections.0.fields", (fields: unknown[]) => [plainTerms, ...fields]],
  ],
  "a text between fields only for an answer": [
    [layout, "ui:options.sections.0.fields", ["kvk", { ...plainText, if: when("turnover", 0) }, "turnover"]],
  ],
  "a label of the product": [[NL, "field.turnover.label", "Omzet per jaar"]],
  "a label of all products": [["shared/texts.nl.json", "wizard.field.turnover.label", "Omzet per jaar"]],
  "a help text": [[FR, "field.pay_in_terms.help", "Votre client peut payer par trimestre."]],
  "a choice's words": [["shared/texts.nl.json", "wizard.field.terms_of_delivery_option.option.both", "Beide"]],
  "an introduction": [[NL, "step.general-data.intro", "Vul alles in."]],
  "a title less": [["shared/texts.nl.json", "wizard.section.payment", undefined]],
  "a notice": [["shared/texts.nl.json", "wizard.notice.ubo.text", "Wij controleren iedereen."]],
  "the product's name": [[NL, "name", "Cyber en data"]],
  "a reason": [[NL, "why.coverage.title", "Dekking op maat"]],
  "a word of the portal": [["portal/statuses.nl.json", "quotation.O", "Nog open"]],
  "a file of the portal less": [["portal/papers.json", "blocks.0.rows", undefined]],
};

export const PRODUCT_EDITS: Record<string, Edit[]> = {
  "not offered": [[manifest, "offered", false]],
  "a code more and one less": [[manifest, "codes", ["CYB2"]]],
  "another icon": [[manifest, "icon", "shield"]],
  "a step less": [[manifest, "steps.4", undefined]],
  "a step in another place": [
    [manifest, "steps", (steps: unknown[]) => [steps[0], steps[2], steps[1], ...steps.slice(3)]],
  ],
  "a step that is asked only because of a fact": [
    [manifest, "facts", { in_terms: { value: { equal: ["coverage-choice.pay_in_terms", true] } } }],
    [manifest, "steps.3.when", "in_terms"],
  ],
  "facts over records and days": [
    [
      manifest,
      "facts",
      {
        many: { value: { more: [{ count: "general-data.sites.*" }, 3] } },
        soon: { value: { atMost: [{ days: ["today", "request.effective_date"] }, 30] } },
        early: {
          value: JSON.parse(
            '{"if":"facts.soon","then":{"less":["request.effective_date",{"day":"+14d"}]},"else":false}',
          ),
        },
      },
    ],
  ],
  "a notice only because of an answer": [
    [
      manifest,
      "steps.3.notices.0",
      { name: "truthful", when: { properties: { "general-data": { required: ["kvk"] } }, required: ["general-data"] } },
    ],
  ],
  "a step that is there always": [[manifest, "steps.5.extra", undefined]],
  "a step that is no longer saved by itself": [[manifest, "steps.4.autoNext", undefined]],
  "a step of another kind": [[manifest, "steps.0.kind", "questions"]],
  "an answer that changes the premium": [[manifest, "steps.0.premium", ["kvk"]]],
  "a block of the sidebar": [[manifest, "steps.0.sidebar.premium", "open"]],
  "where one can send": [[manifest, "steps.3.sidebar.send", ["quotation"]]],
  "a notice less": [[manifest, "steps.4.notices", ["truthful"]]],
  "a notice more": [[manifest, "steps.3.notices", added("ubo")]],
  "another summary": [[manifest, "steps.1.summary", ["insured_amount"]]],
  "a flow that hides a button": [[manifest, "flows.newRequest", { hide: ["continue-later"] }]],
  "a flow that shows a button, and one less": [
    [manifest, "flows.newTempRequest", {}],
    [manifest, "flows.quoteToPolicy", undefined],
  ],
  "choices of a list": [
    [manifest, "lists.deductible_amounts.rules.0", { values: [1000, 2500, 5000, 10000], default: 2500 }],
  ],
  "choices under another condition": [
    [
      professional("product"),
      "lists.deductible_amounts.rules.0.if",
      { properties: { "general-data": when("sector", "188") }, required: ["general-data"] },
    ],
  ],
  "choices under one condition more": [
    [
      professional("product"),
      "lists.deductible_amounts.rules",
      (rules: unknown[]) => [
        {
          if: { properties: { "general-data": when("sector", "188") }, required: ["general-data"] },
          values: [5000],
          default: 5000,
        },
        ...rules,
      ],
    ],
  ],
  "a list from elsewhere": [[manifest, "lists.deductible_amounts", { call: "premium", path: "premium.deductibles" }]],
  "no prefill": [[manifest, "prefill", []]],
  "a reason less": [[manifest, "why", without("premium")]],
  "reasons in another order": [[manifest, "why", last]],
  "a document less": [[manifest, "documents.insurance_map", undefined]],
  "another document": [[manifest, "documents.insurance_map", "documents/terms-and-conditions.pdf"]],
  "a value of texts": [[manifest, "text_values.quarterly", 4]],
  "something of the manifest that nobody knows": [[manifest, "shiny", true]],
  "a remark for colleagues": [[tariff, "reference", "Something else."]],
};

export const MONEY_EDITS: Record<string, Edit[]> = {
  "a price up": [[tariff, "main.options.0.price", 389]],
  "another tariff from a day on": [
    [cyber("tariff.2027-01-01"), "", () => JSON.parse(readFileSync(join(SCHEMAS, tariff), "utf8"))],
    [cyber("tariff.2027-01-01"), "main.options.0.price", 401],
  ],
  "a price down, in cents": [[professional("tariff"), "main.options.0.price", 262.75]],
  "a choice more and one less": [[tariff, "main.options.3", { value: 2000000, insured_amount: 2000000, price: 990 }]],
  "another insured amount for the same code": [[professional("tariff"), "main.options.2.insured_amount", 1250000]],
  "a factor of an answer": [[tariff, "factors.0.values.500", 1.2]],
  "a factor for one answer more": [[tariff, "factors.0.values.10000", 0.75]],
  "a factor of a band": [[tariff, "factors.1.bands.2.factor", 1.7]],
  "a band that goes further": [[tariff, "factors.1.bands.1.up_to", 2500000]],
  "a band less": [[tariff, "factors.1.bands.3", undefined]],
  "a factor less": [[tariff, "factors.1", undefined]],
  "a factor that reads another answer": [[tariff, "factors.1.answer", "general-data.kvk"]],
  "a factor without an answer": [[tariff, "factors.1.default", 1.1]],
  "a fixed own risk": [[tariff, "own_risk", { fixed: 500 }]],
  "no own risk": [[tariff, "own_risk", undefined]],
  "the double year limit": [
    [professional("tariff"), "double_year_limit.rate", 0.25],
    [professional("tariff"), "double_year_limit.multiple", 3],
  ],
  "an additional cover up and marked otherwise": [
    [professional("tariff"), "additional.0.price", 75],
    [professional("tariff"), "additional.0.popular", false],
    [professional("tariff"), "additional.0.amounts.perYear", 6000000],
  ],
  "an additional cover less": [[professional("tariff"), "additional.1", undefined]],
  "an additional cover more": [
    [
      professional("tariff"),
      "additional",
      added({ value: "900", answer: "coverage-choice.additional_coverages.coverage_900", price: 12.5 }),
    ],
  ],
  "a price per unit": [[staff("tariff"), "per_unit.0.price", 5.5]],
  instalments: [[tariff, "instalments.default_months", 6]],
  "a feature for more": [
    [
      directors("tariff"),
      "features.show_extended_in_advance.if.properties.general-data.properties.legalform.enum",
      added("NV"),
    ],
  ],
  "a feature more": [[directors("tariff"), "features.more", { if: { required: ["general-data"] } }]],
  "product codes": [
    [professional("tariff"), "product_code.precedence", last],
    [professional("tariff"), "product_code.default", "188"],
  ],
  "a sector more, and one with another code": [
    [
      professional("professions"),
      "sectors",
      added({ value: "199", label: { nl: "Overig", fr: "Autres" }, product_code: "180" }),
    ],
    [professional("professions"), "sectors.0.product_code", "188"],
  ],
  "a question more": [[questions, "acceptance_questions", added(question)]],
  "a question less": [[questions, "acceptance_questions.0", undefined]],
  "questions in another order": [[questions, "acceptance_questions", last]],
  "a question in other words": [[questions, "acceptance_questions.0.question_text.fr", "Autrement ?"]],
  "another expected answer": [[questions, "acceptance_questions.1.expected_answer", "no"]],
  "another effect": [[questions, "acceptance_questions.2.effect", "refer"]],
  "a notice of a question": [[questions, "acceptance_questions.0.refusal_yes", { nl: "Let op.", fr: "Attention." }]],
  "a tooltip and a point of a question": [
    [questions, "acceptance_questions.0.tooltip", null],
    [questions, "acceptance_questions.3.list_items.1", undefined],
  ],
  "a rule about answers": [
    [professional("questions"), "answer_rules.0.effect", "decline"],
    [
      professional("questions"),
      "answer_rules.0.if",
      { properties: { "general-data": when("terms_of_delivery", false) }, required: ["general-data"] },
    ],
  ],
  "a rule about answers less, and one more": [
    [professional("questions"), "answer_rules.0.name", "no_terms"],
    [professional("questions"), "answer_rules.0.message.nl", "Anders."],
  ],
  "a tax rate more": [[rates, tax, added({ from: "2027-01-01", percentage: 22.5 })]],
  "another tax rate": [[rates, `${tax}.3.percentage`, 20]],
  "another reading of the tax": [[rates, "insurance_tax.NL.use", "nine_percent"]],
  surcharges: [
    [rates, "instalment_surcharges.3", 3.5],
    [rates, "instalment_surcharges.6", undefined],
    [rates, "instalment_surcharges.1", 4],
  ],
  "the one-off surcharge": [[rates, "one_off.extended_in_advance.percentage", 45]],
};

/** Reported in the other direction too: additions become removals. */
export const REVERSED = [
  "a text, a picture and a document between fields",
  "something of the manifest that nobody knows",
  "a field less",
  "a step less",
  "not offered",
  "a step that is there always",
  "a step that is no longer saved by itself",
  "no prefill",
  "a reason less",
  "a document less",
  "a flow that hides a button",
  "a flow that shows a button, and one less",
  "a band less",
  "a factor less",
  "no own risk",
  "where one can send",
  "an additional cover up and marked otherwise",
  "a condition with a bound",
  "a feature less",
  "surcharges",
  "a tax rate more",
  "another tariff from a day on",
  "a feature more",
  "choices under one condition more",
  "a field under one condition more",
  "a sector more, and one with another code",
];

export const RESULT_EDITS: Record<string, Edit[]> = {
  prices: [[tariff, "main.options.0.price", 389]],
  "rules and questions": [
    [general, "properties.website", { type: "string", maxLength: 80 }],
    [general, "required", added("website")],
    [general, "properties.kvk", { type: "string", maxLength: 12 }],
    [professional("general-data.schema"), "properties.kvk", { type: "string", maxLength: 13 }],
    [professional("general-data.schema"), "properties.revenue.maximum", 200000],
    [professional("questions"), "acceptance_questions.0.expected_answer", "yes"],
    [professional("questions"), "acceptance_questions.0.effect", "decline"],
    [professional("company-data.schema"), "required", without("housenumber")],
    [
      staff("questions"),
      "acceptance_questions.0.expected_answer",
      (answer: string) => (answer === "yes" ? "no" : "yes"),
    ],
    ["shared/fields.schema.json", "definitions.turnover", { type: "integer", minimum: 1, maximum: 20000000 }],
  ],
};
