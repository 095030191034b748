// Conditions, rules between answers and their texts of every field of all products: what the panel changes has the shape of its file
// and is undone to the byte.
import { describe, expect, test } from "vitest";
import { writeSchema } from "#studio/workspace/model/conditions.ts";
import {
  addRule,
  changeRule,
  LEVELS,
  listBranches,
  listRules,
  removeRule,
  setBranch,
} from "#studio/workspace/model/ruleActs.ts";
import { listFields, products, readContent, tryAct } from "./support/contentCopy.ts";

const WORDS = { nl: "Te veel.", fr: "Trop." };

describe.each(products)("the rules of %s", (product) => {
  const content = readContent(product);
  const fields = listFields(content);
  const fresh = writeSchema({ all: [".one", { is: [".two", "x"] }] }, () => undefined)!;

  test("by answers beside a field are changed and taken away", () => {
    const branches = fields.flatMap((field) => listBranches(content, field).map((branch) => ({ field, branch })));
    const own = branches.filter(({ branch }) => branch.index !== undefined);
    expect(own.length).toBeGreaterThan(0);
    for (const { field, branch } of own) {
      tryAct(setBranch(content, field, branch, undefined));
      tryAct(setBranch(content, field, branch, fresh));
    }
  });

  test("come to a field that has none", () => {
    for (const field of fields.filter((each) => listBranches(content, each).length === 0)) {
      tryAct(setBranch(content, field, { aspect: "required", index: undefined }, fresh));
      tryAct(setBranch(content, field, { aspect: "shown", index: undefined }, fresh));
    }
  });

  test("between answers get another level, are added with both texts and removed", () => {
    for (const field of fields) {
      for (const rule of listRules(content, field)) {
        tryAct(changeRule(content, field, rule, { level: LEVELS.find((level) => level !== rule.level)! }));
        tryAct(removeRule(content, field, rule));
      }
      const edits = addRule(content, field, { level: "error", expression: { atMost: [".x", 5] }, texts: WORDS });
      const isOwn = field.rules.file.startsWith(content.folder);
      const texts = ["nl", "fr"].map((language) => content.textFiles(language as "nl").own);
      expect(tryAct(edits)).toEqual(isOwn ? [field.rules.file] : expect.arrayContaining(texts));
    }
  });
});
