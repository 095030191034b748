// Two people changed one relation: only fields that both changed are asked about, in the words of the form.
import { expect, test } from "vitest";
import { PortalError } from "#api/calls/call.ts";
import { readRelationConflict } from "#api/portfolio/relations.ts";
import { compare, resolve } from "#engine/answers/conflict.ts";
import { conflictFields } from "#portal/relations/RelationForm.tsx";

const uiSchema = {
  city: { "ui:options": { title: "Plaats" } },
  digital_policy: { "ui:options": { title: "Digitale polis", items: [{ value: "J", label: "Ja" }] } },
};
const base = { city: "Delft", digital_policy: "N", address: "Laan 1" };
const yours = { city: "Assen", address: "Laan 1" };
const stored = { city: "Emmen", digital_policy: "J", address: "Laan 2" };

test("a field of both is asked, in words; one of the other alone is taken over", () => {
  const comparison = compare(base, yours, stored);
  expect(conflictFields({ uiSchema }, comparison)).toEqual([
    { key: "city", label: "Plaats", yours: "Assen", stored: "Emmen" },
    { key: "digital_policy", label: "Digitale polis", yours: "–", stored: "Ja" },
  ]);
  expect(resolve(comparison, { city: "stored" })).toEqual({ city: "Emmen", address: "Laan 2" });
});

test("only a 409 that contains what is stored is a conflict", () => {
  const body = { stored: { relation_number: 7, city: "Emmen", revision: 3 } };
  expect(readRelationConflict(new PortalError({ code: "conflict", status: 409, body }), 7)).toMatchObject({
    revision: 3,
  });
  expect(readRelationConflict(new PortalError({ code: "conflict", status: 409, body: null }), 7)).toBeNull();
  expect(readRelationConflict(new PortalError({ code: "invalid", status: 422, body }), 7)).toBeNull();
});
