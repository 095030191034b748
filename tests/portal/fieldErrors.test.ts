// Errors in every shape that a back end may give them (decisions 82) are read as one.
import { expect, test } from "vitest";
import { isRefused, PortalError, refusalErrors, toPortalError } from "#api/calls/errors.ts";
import { isRefusal, readFieldErrors } from "#api/calls/fieldErrors.ts";

const wrong = (pointer: string, message: string) => ({ pointer, keyword: "server", params: {}, message });
const ruled = (pointer: string, keyword: string) => ({ pointer, keyword, params: {} });

const shapes: [name: string, errors: unknown, read: unknown[]][] = [
  [
    "our list",
    [{ pointer: "/kvk", keyword: "pattern", params: { a: 1 } }],
    [{ ...ruled("/kvk", "pattern"), params: { a: 1 } }],
  ],
  [
    "a list with a step and words",
    [{ step: "a", pointer: "/kvk", message: "Onjuist" }],
    [{ ...wrong("/kvk", "Onjuist"), step: "a" }],
  ],
  ["a list that says field", [{ field: "kvk", message: "Onjuist" }], [wrong("/kvk", "Onjuist")]],
  [
    "a list with paths",
    [{ path: "professions[0].sector", rule: "required" }],
    [ruled("/professions/0/sector", "required")],
  ],
  ["a list of sentences", ["Het systeem is dicht.", " "], [wrong("", "Het systeem is dicht.")]],
  ["keyed by field, texts", { kvk: "Onjuist" }, [wrong("/kvk", "Onjuist")]],
  ["keyed by field, lists of texts", { kvk: ["Onjuist.", "Te kort."], city: [] }, [wrong("/kvk", "Onjuist. Te kort.")]],
  ["keyed with dots", { "questions_of_acceptance.1101": ["Kies"] }, [wrong("/questions_of_acceptance/1101", "Kies")]],
  ["nested", { questions_of_acceptance: { 1101: "Kies" } }, [wrong("/questions_of_acceptance/1101", "Kies")]],
  [
    "keyed, with objects",
    { kvk: [{ message: "Onjuist" }], city: { keyword: "required" } },
    [wrong("/kvk", "Onjuist"), ruled("/city", "required")],
  ],
  ["one sentence", "Het systeem is dicht.", [wrong("", "Het systeem is dicht.")]],
  ...[null, undefined, true, 5, [], {}, [null], { kvk: null }].map((none): [string, unknown, unknown[]] => [
    `nothing to read: ${JSON.stringify(none)}`,
    none,
    [],
  ]),
];

test.each(shapes)("%s", (_name, errors, read) => {
  expect(readFieldErrors(errors)).toEqual(read);
});

test.each([
  [{ success: false }, true],
  [{ success: false, errors: [] }, true],
  [{ success: true, errors: { kvk: ["Onjuist"] } }, true],
  [{ success: true, errors: [] }, false],
  [{ success: true }, false],
  [[], false],
  [null, false],
])("%j is a refusal: %s", (body, expected) => {
  expect(isRefusal(body)).toBe(expected);
});

const refusal = (status: number, body: unknown) => toPortalError(status, body, () => null);

test("a refusal is one whatever its status, and is not tried again", () => {
  for (const status of [200, 400, 409, 422, 500]) {
    const error = refusal(status, { success: false, errors: { kvk: "Onjuist" } });
    expect([isRefused(error), error.temporary]).toEqual([true, false]);
  }
  expect(isRefused(refusal(503, { success: false, message: "Even geduld" }))).toBe(false);
  expect(isRefused(new PortalError({ code: "not_json", status: 200 }))).toBe(false);
});

test("a refusal that names no field shows its own sentence, or the general one", () => {
  expect(refusalErrors(refusal(422, { message: "Vandaag niet." }))).toEqual([
    { pointer: "", keyword: "refused", params: {}, message: "Vandaag niet." },
  ]);
  for (const body of [null, {}, "<html>", { success: false }, { errors: "" }]) {
    expect(refusalErrors(refusal(422, body))).toEqual([{ pointer: "", keyword: "refused", params: {} }]);
  }
});
