// Refuses values of computed fields: the server works them out itself, so a sent one has no meaning.
import type { WireError } from "#api/wire/wireTypes.ts";
import { findComputed } from "#engine/expressions/computed.ts";
import { toPointer } from "#engine/fields/fieldPath.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, Language } from "#engine/schema/types.ts";
import { serverTexts } from "../../texts/serverTexts.ts";

export function computedErrors(schema: Schema, sent: Answers, language: Language): WireError[] {
  const message = serverTexts[language].notes.computed;
  return findComputed(schema, sent).map((path) => ({
    pointer: toPointer(path),
    keyword: "computed",
    params: {},
    message,
  }));
}
