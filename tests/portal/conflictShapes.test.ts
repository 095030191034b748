// A 409 in every shape: comparable data is compared, a request that was sent is recognised, and everything else is a refusal
// that a screen can show.
import { describe, expect, test } from "vitest";
import { PortalError, toPortalError } from "#api/calls/errors.ts";
import { readRelationConflict } from "#api/portfolio/relations.ts";
import { readConflict, readSent } from "#api/wizard/wizard.ts";

const refusal = (body: unknown, status = 409) => toPortalError(status, body, () => null);
const stored = { data: { kvk: "42793191" }, meta: { revision: 4 } };

const none = [null, "", [], {}, "<html>", 5, { stored: null }, { stored: "x" }, { stored: [] }, { data: null }];

describe("a step that another user saved first", () => {
  test.each([
    { code: "conflict", stored, revision: 4 },
    { success: false, stored, revision: "4" },
    { data: { stored, revision: 4 } },
    { stored: { ...stored, other: 1 }, revision: 4 },
  ])("%j is compared", (body) => {
    expect(readConflict(refusal(body))).toEqual({ success: false, code: "conflict", stored, revision: 4 });
  });

  test("one without meta is compared too", () => {
    expect(readConflict(refusal({ stored: { data: null }, revision: 0 }))?.stored).toEqual({ data: {}, meta: {} });
  });

  test.each([...none, { stored }, { stored: { kvk: "42793191" }, revision: 4 }, { revision: 4 }])(
    "%j cannot be compared, and is a refusal",
    (body) => {
      const error = refusal(body);
      expect([readConflict(error), readSent(error)]).toEqual([null, null]);
      expect(error).toMatchObject({ code: "conflict", status: 409, temporary: false });
    },
  );

  test("only a 409 is one", () => {
    expect(readConflict(refusal({ stored, revision: 4 }, 422))).toBeNull();
    expect(readConflict(new Error("409"))).toBeNull();
  });
});

describe("a request that was sent already", () => {
  const code = "already_sent";
  test.each([
    { code, sent: { type: "quotation", number: "5", accepted: "referred" } },
    { code, data: { sent: { type: "quotation", number: 5, accepted: "referred" } } },
    { code, sent: { type: "quotation", number: 5, accepted: false } },
  ])("%j says what it became", (body) => {
    expect(readSent(refusal(body))?.sent).toEqual({ type: "quotation", number: "5", accepted: "referred" });
  });

  test.each([
    { code },
    { code, sent: null },
    { code, sent: "yes" },
    { code, sent: [] },
    { code, sent: { type: "other" } },
  ])("%j says only that it was sent", (body) => {
    expect(readSent(refusal(body))).toEqual({ sent: null });
  });
});

describe("a relation that another user saved first", () => {
  test.each([
    { stored: { relation_number: 7, city: "Emmen", revision: 3 } },
    { data: { stored: { city: "Emmen", revision: "3" } } },
  ])("%j is compared", (body) => {
    expect(readRelationConflict(refusal(body), 7)).toMatchObject({ number: 7, city: "Emmen", revision: 3 });
  });

  test.each(none)("%j cannot be compared", (body) => {
    expect(readRelationConflict(refusal(body), 7)).toBeNull();
    expect(refusal(body)).toBeInstanceOf(PortalError);
  });
});
