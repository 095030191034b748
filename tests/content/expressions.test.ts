// Rules between answers, as an analyst writes them: both sides are derived, and each mistake is a finding with its place.
import { expect, it } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import type { Expression } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const PRODUCT = "tiny";
const STEP = `schemas/products/${PRODUCT}/general-data`;
const copy = oneCopy(ContentCopy.tiny());

const day = { type: "string", format: "date", maxLength: 10, dateWindow: { from: "1900-01-01" } };
const words = (text: string) => ({ nl: `${text} nl`, fr: `${text} fr` });
const FIELDS = {
  abroad: { title: words("abroad"), type: "number", minimum: 0, maximum: 2_000_000 },
  founded: { title: words("founded"), ...day },
  moved: { title: words("moved"), ...day },
};
const RULES: Record<string, Record<string, Expression>> = {
  abroad: { within_revenue: { atMost: [".abroad", ".revenue"] } },
  moved: { after_start: { more: [".moved", ".founded"] }, not_later: { atMost: [".moved", "today"] } },
};

/** Adds three fields to the step, with rules that have a message, layout and answers. */
function addFields(rules: Record<string, Record<string, Expression>>): void {
  copy.change(`${STEP}.schema.json`, (schema) =>
    Object.entries(FIELDS).forEach(([name, field]) => {
      const own = Object.entries(rules[name] ?? {}).map(([rule, expression]) => {
        return [rule, { ...Object(expression), message: words(rule) }] as const;
      });
      at(schema, "properties")[name] = { ...field, ...(own.length > 0 && { rules: Object.fromEntries(own) }) };
    }),
  );
  copy.change(`${STEP}.ui.json`, (ui) => {
    (at(ui, "ui:options.sections.1").fields as string[]).push(...Object.keys(FIELDS));
    ui.abroad = { "ui:widget": "currency" };
  });
  copy.change(`fixtures/steps/${PRODUCT}/general-data.json`, (cases) =>
    Object.assign(at(cases, "base"), { abroad: 20_000, founded: "2020-01-15", moved: "2024-05-01" }),
  );
}

it("the check tries both sides of each rule, and is content", async () => {
  addFields(RULES);
  expect(await copy.errors()).toEqual([]);
});

it("a case that expects a rule names it", async () => {
  addFields(RULES);
  const cases = (rule: string) =>
    copy.change(`fixtures/steps/${PRODUCT}/general-data.json`, ({ cases: all }) => {
      const added = { name: "more abroad than in all", set: { "/abroad": 180_001 }, expect: [["/abroad", rule]] };
      (all as JsonObject[]).splice(0, rule === "within_revenue" ? 0 : 1, added);
    });
  cases("within_revenue");
  expect(await copy.errors()).toEqual([]);
  cases("within_turnover");
  expect(await copy.errors()).toEqual([expect.stringContaining('there is no rule "within_turnover"')]);
});

it.each<[Expression, string]>([
  [{ atMost: [".abroad", ".revenu"] }, '".revenu" is not an answer; did you mean ".revenue"'],
  [{ atMost: [".abroad", "request.effective_date"] }, "which is asked later"],
  [{ atMost: [".abroad", "generaldata.revenue"] }, '"generaldata" is not a step'],
  [{ atMost: [".abroad", ".kvk"] }, "is not a number, a day or yes or no"],
  [{ atMost: [".abroad", ".founded"] }, '"atMost" works on a number, and this is a day'],
  [{ sum: [".abroad", ".revenue"] }, "a rule is true or false, and this is a number"],
  [{ atMost: [".abroad"] }, '"atMost" has 1 operands; give it 2'],
  [{ atMost: [1, 2] }, "the rule reads no answer"],
  [{ all: [{ more: [".abroad", 5] }, ".revenue"] }, '"all" works on yes or no, and this is a number'],
  [{ not: { equal: [".abroad", 7] } }, "no test case breaks"],
  [{ under: [".abroad", 0] }, '"under" is not known here'],
  [{ atMost: [".abroad", { of: ".revenue", empty: "today" }] }, '"empty" is a day, and the answer is a number'],
])("%j is a mistake", async (rule, finding) => {
  addFields({ ...RULES, abroad: { within_revenue: rule } });
  expect((await copy.errors()).join("\n")).toMatch(new RegExp(finding));
});

it.each(["maximum", "Within"])("a rule cannot be called %s", async (name) => {
  addFields({ ...RULES, abroad: { [name]: { atMost: [".abroad", ".revenue"] } } });
  expect((await copy.errors()).length).toBeGreaterThan(0);
});

it("a rule needs one message, and a message in the layout a rule", async () => {
  addFields(RULES);
  const lay = (rule: string) =>
    copy.change(`${STEP}.ui.json`, (ui) => {
      at(ui, "abroad")["ui:errors"] = { [rule]: { message: "error.validation.house_number" } };
    });
  lay("within_revenue");
  const twice = "/abroad/rules/within_revenue/message: the layout names a message for this rule too";
  expect(await copy.errors()).toEqual([expect.stringContaining(twice)]);
  lay("within");
  expect(await copy.errors()).toEqual([expect.stringContaining('abroad has no rule "within"')]);
  copy.change(`${STEP}.schema.json`, (schema) => delete at(schema, "properties.abroad.rules.within_revenue").message);
  expect((await copy.errors()).join("\n")).toContain('the rule "within_revenue" has no message');
});

it("a renamed field is renamed in the rules that read it", async () => {
  addFields({
    ...RULES,
    moved: { after_start: { more: ["general-data.moved", ".founded"] }, not_later: RULES.moved!.not_later! },
  });
  const index = new ContentIndex(copy.schemas, copy.fixtures);
  for (const [field, to] of Object.entries({ revenue: "sales", moved: "relocated" })) {
    const plan = planRename(index, { product: PRODUCT, step: "general-data", field, to });
    if (typeof plan === "string") throw new Error(plan);
    applyRename(plan);
  }
  const { abroad, relocated } = at(copy.read(`${STEP}.schema.json`), "properties") as Record<string, JsonObject>;
  expect([abroad?.rules, relocated?.rules]).toMatchObject([
    { within_revenue: { atMost: [".abroad", ".sales"], message: words("within_revenue") } },
    { after_start: { more: ["general-data.relocated", ".founded"] } },
  ]);
});
