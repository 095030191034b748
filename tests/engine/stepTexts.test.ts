// The product's own words of a step come before those of all products.
import { expect, test } from "vitest";
import { keyIn, noticeTextKeys, stepTextKeys } from "#engine/steps/stepTexts.ts";

const among =
  (...keys: string[]) =>
  (key: string) =>
    keys.includes(key);

test("the product's own text wins", () => {
  const has = among("step.fleet.title", "wizard.step.fleet.title", "notice.truthful.text");
  expect(keyIn(has, stepTextKeys("fleet", "title"))).toBe("step.fleet.title");
  expect(keyIn(has, noticeTextKeys("truthful", "text"))).toBe("notice.truthful.text");
});

test("without one the text of all products is used, and a missing one shows", () => {
  const has = among("wizard.step.fleet.title");
  expect(keyIn(has, stepTextKeys("fleet", "title"))).toBe("wizard.step.fleet.title");
  expect(keyIn(has, stepTextKeys("fleet", "intro"))).toBe("wizard.step.fleet.intro");
});
