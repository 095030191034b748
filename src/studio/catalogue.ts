// Every error a step can show, with its sentence in both languages, what is wrong with a sentence, and the testers' cases
// that provoke it.
import { fieldId, fieldSegments, pointerSegments } from "#engine/fieldPath.ts";
import { inEachLanguage, type Language } from "#engine/languages.ts";
import { documentOrder } from "#engine/schemaTree.ts";
import type { PreviewCase } from "./data.ts";
import type { OpenStep } from "./openStep.ts";
import { type PossibleError, possibleErrors } from "./rules.ts";
import { formatError, type Sentence, type Words } from "./words.ts";

export interface CatalogueRow extends PossibleError {
  key: string;
  sentences: Record<Language, Sentence>;
  /** Stops the request, by the ui-schema. */
  blocking: boolean;
  cases: string[];
}

/** What a rule's place and a case's expectation have in common: the field, how deep in it, and the rule. */
function sameError(id: string, pointer: string, keyword: string): string {
  const depth = pointerSegments(pointer).length;
  return `${id} ${depth} ${keyword}`;
}

export function errorCatalogue(open: OpenStep, words: Record<Language, Words>, cases: PreviewCase[]): CatalogueRow[] {
  const { step, source } = open;
  const order = documentOrder(source);
  const place = ({ error }: PossibleError) => order.indexOf(pointerSegments(error.pointer)[0] ?? "");
  const provoking = casesByError(step, cases);
  const found = possibleErrors(step, source.schema, open.context()).sort((left, right) => place(left) - place(right));
  return found.map((one, index) => {
    const { error } = one;
    const say = (language: Language) => formatError(error, open.presented(language), words[language]);
    return {
      ...one,
      key: `${index} ${error.pointer} ${error.keyword}`,
      sentences: inEachLanguage(say),
      blocking: blocks(open, one),
      cases: provoking.get(sameError(error.id, error.pointer, error.keyword)) ?? [],
    };
  });
}

function casesByError(step: string, cases: PreviewCase[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, data, expect } of cases) {
    for (const [pointer, keyword] of expect === "valid" ? [] : expect) {
      const segments = fieldSegments(pointerSegments(pointer), data);
      // A member that no list offers may have any name; its rule stands at the group.
      const field = keyword === "propertiesFrom" ? segments.slice(0, -1) : segments;
      const key = sameError(fieldId(step, field), pointer, keyword);
      found.set(key, [...(found.get(key) ?? []), name]);
    }
  }
  return found;
}

function blocks({ source }: OpenStep, { error }: PossibleError): boolean {
  let ui: unknown = source.ui;
  for (const name of pointerSegments(error.pointer)) ui = (ui as Record<string, unknown> | undefined)?.[name];
  const shown = (ui as { "ui:errors"?: Record<string, { severity?: string }> } | undefined)?.["ui:errors"];
  return shown?.[error.keyword]?.severity === "blocking";
}
