// Fields that start with another answer, as an analyst writes them: what may start with what, and each mistake as a finding.
import { describe, expect, it } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ask, findAsked, STEP, TINY } from "./support/asking.ts";
import { ContentCopy } from "./support/content.ts";
import { at, product } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const copy = oneCopy(ContentCopy.tiny());

const amount = { type: "integer", minimum: 0, maximum: 1000 };
const share = { type: "number", minimum: 0, maximum: 1000, multipleOf: 0.01 };
const name = { type: "string", maxLength: 40 };
const choice = { type: "string", enum: ["north", "south"] };
const several = { type: "array", uniqueItems: true, items: choice };
const day = { type: "string", format: "date", dateWindow: { from: "-5y", to: "+5y" } };
const THEN = "then";

/** Fields to start with. */
const SOURCES: Record<string, Schema> = { amount, share, name, choice, several, day, flag: { type: "boolean" } };
const OPTIONS = ["choice", "several"].flatMap((field) => [`${field}.option.north`, `${field}.option.south`]);

/** Adds the fields to start with, and fields `new_<source>` that look like them. */
function start(starting: Record<string, Schema>, more: Record<string, Schema> = {}): void {
  const properties = { ...SOURCES, ...starting, ...more };
  const options = [...OPTIONS, ...OPTIONS.map((key) => `new_${key}`)];
  const keys = [...Object.keys(properties).map((field) => `${field}.label`), ...options];
  const texts = Object.fromEntries(keys.map((key) => [`field.${key}`, `Text ${key}`]));
  ask(copy, { properties, ui: {}, texts }, TINY);
}

const findings = () => findAsked(copy);

describe("a field that starts with another answer", () => {
  it("takes over an answer of each kind, a choice and a whole number where any number fits", async () => {
    const taken = Object.entries(SOURCES).map(([field, schema]) => [
      `new_${field}`,
      { ...schema, startsWith: field === "share" ? ".amount" : `.${field}` },
    ]);
    start(Object.fromEntries(taken));
    expect(await findings()).toEqual([]);
  });

  it("takes the value of an expression, also of today", async () => {
    start({
      new_amount: { ...amount, startsWith: { times: [".share", 1.1], round: 0 } },
      new_day: { ...day, startsWith: "today" },
      new_flag: { type: "boolean", startsWith: { atLeast: [".amount", 5] } },
    });
    expect(await findings()).toEqual([]);
  });

  it("may be in a group, and start with a field beside it", async () => {
    const group: Schema = {
      type: "object",
      properties: { first: amount, next: { ...amount, startsWith: ".first" } },
      additionalProperties: false,
    };
    start({}, { group });
    for (const language of ["nl", "fr"])
      copy.change(`${product}/texts.${language}.json`, (texts) =>
        Object.assign(texts, { "field.group.first.label": "First", "field.group.next.label": "Next" }),
      );
    expect(await findings()).toEqual([]);
  });
});

describe("a mistake in a field that starts with another answer", () => {
  it.each<[Record<string, Schema>, string]>([
    [
      { new_amount: { ...amount, default: 3, startsWith: ".amount" } },
      '"startsWith" and "default" both fill the field',
    ],
    [
      { new_amount: { ...amount, startsWith: ".share" } },
      '".share" may have decimals, and the field is a whole number',
    ],
    [{ new_amount: { ...amount, startsWith: { divide: [".amount", 2] } } }, 'may have decimals; add "round": 0'],
    [{ new_share: { ...share, startsWith: { divide: [".amount", 3] } } }, 'decimals without an end; add "round": 2'],
    [{ new_amount: { ...amount, startsWith: { sum: [".amount", ".day"] } } }, '"sum" works on a number'],
    [{ new_name: { ...name, startsWith: ".choice" } }, "so the field would show its code"],
    [{ new_name: { ...name, startsWith: { sum: [".amount", 1] } } }, "the value of an expression is a number, a day"],
    [{ new_choice: { ...choice, enum: ["north"], startsWith: ".choice" } }, 'not each answer of ".choice" is a choice'],
    [{ new_day: { ...day, startsWith: ".name" } }, '".name" is not written as date'],
    [{ new_flag: { type: "boolean", const: true, startsWith: ".flag" } }, "so it would tick itself"],
    [{ new_several: { ...several, startsWith: ".choice" } }, '".choice" is a text, and the field is'],
    [
      { new_several: { ...several, items: { ...choice, startsWith: ".choice" } } },
      'items/startsWith: ".choice" is not an answer',
    ],
    [
      {
        new_amount: { ...amount, startsWith: ".new_share" },
        new_share: { ...amount, startsWith: { sum: [".new_amount", 1] } },
      },
      "the value depends on itself: new_amount needs new_share needs new_amount",
    ],
  ])("%j is reported", async (starting, finding) => {
    start(starting);
    expect((await findings()).join("\n")).toContain(finding);
  });

  it("reports two rules that start one field, and questions that would answer themselves", async () => {
    start({ new_amount: { ...amount, startsWith: ".amount" } });
    copy.change(`${product}/${STEP}.schema.json`, (schema) => {
      const condition = { properties: { flag: { const: true } }, required: ["flag"] };
      const again = { properties: { new_amount: { ...amount, startsWith: { sum: [".amount", 1] } } } };
      const answer = { type: "boolean", startsWith: ".why" };
      Object.assign(at(schema, "properties"), {
        explained: {
          type: "object",
          ask: { from: "measures", explain: { properties: { answer, why: { type: "boolean" } } } },
        },
      });
      (schema.allOf as JsonObject[]).push({ if: condition, [THEN]: again });
    });
    copy.change(`${product}/product.json`, ({ lists }) =>
      Object.assign(lists as JsonObject, { measures: { rules: [{ values: ["lock"] }] } }),
    );
    const lines = (await findings()).join("\n");
    expect(lines).toContain('another rule of the field has a "startsWith" too');
    expect(lines).toContain("so they would answer themselves");
  });
});

it("a renamed field is renamed in the fields that start with it, alone and in an expression", () => {
  start({
    new_amount: { ...amount, startsWith: ".amount" },
    new_share: { ...amount, startsWith: { sum: [".amount", ".share"] } },
  });
  const index = new ContentIndex(copy.schemas, copy.fixtures);
  const plan = planRename(index, { product: TINY, step: STEP, field: "amount", to: "total" });
  if (typeof plan === "string") throw new Error(plan);
  applyRename(plan);
  const written = copy.read(`${product}/${STEP}.schema.json`);
  const { new_amount, new_share } = at(written, "properties") as Record<string, Schema>;
  expect([new_amount?.startsWith, new_share?.startsWith]).toEqual([".total", { sum: [".total", ".share"] }]);
});
