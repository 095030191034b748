// Every error the step can ever show, in both languages, and the testers' cases that give it: reviewers read the texts without
// provoking them, and a missing text is marked. One press loads such a case.

import { useMemo } from "react";
import { fieldId, fieldSegments, pointerSegments } from "#engine/fields/fieldPath.ts";
import { conditionWords } from "#engine/schema/conditionWords.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { documentOrder } from "#engine/schema/schemaTree.ts";
import { inEachLanguage, LANGUAGES, type Language, nameLanguage } from "#engine/values/languages.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import type { PreviewProduct } from "../data.ts";
import { formatError, type Sentence, type Words } from "../language/words.ts";
import { Card, Table } from "../Parts.tsx";
import type { PreviewCase } from "../server/previewCases.ts";
import { findFlags } from "../step/listUse.ts";
import { type OpenStep, openStep, type Start } from "../step/openStep.ts";
import { findBase } from "../step/useOpenStep.ts";
import { type PossibleError, possibleErrors } from "./rules.ts";

interface Props {
  product: PreviewProduct;
  words: Record<Language, Words>;
  step: string;
  onTry(name: string): void;
}

/** Fields that the server may switch on have errors too. */
function withEveryFeature(base: Start, schema: Schema | undefined): Start {
  const facts = Object.fromEntries(findFlags(schema).map((name) => [name, true]));
  return { ...base, context: { ...base.context, facts } };
}

export function ErrorCatalogue({ product, words, step, onTry }: Props) {
  const rows = useMemo(() => {
    const base = withEveryFeature(findBase(product, step), product.bundle.steps[step]?.schema);
    return errorCatalogue(openStep(product, words, step, base), words, product.cases[step] ?? []);
  }, [product, words, step]);
  const faults = rows.filter(({ sentences }) => sentences.nl.problem || sentences.fr.problem).length;
  const tryCase = (name: string) => {
    onTry(name);
    document.getElementById("pv-step")?.focus();
  };
  return (
    <Card
      className="pv-table"
      title="Every error this step can show"
      badge={
        <Badge tone={faults > 0 ? "no" : "done"}>
          {faults > 0 ? `${faults} with a text missing` : `${rows.length}, all with texts`}
        </Badge>
      }
    >
      <Table className="pv-catalogue" heads={["Field and rule", ...LANGUAGES.map(nameLanguage), "Case"]}>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <RuleCell row={row} />
            </th>
            {LANGUAGES.map((language) => (
              <SentenceCell key={language} row={row} language={language} />
            ))}
            <td data-label="Case">
              <CaseCell cases={row.cases} onTry={tryCase} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function RuleCell({ row }: { row: CatalogueRow }) {
  return (
    <>
      <code>{row.error.pointer}</code>
      <span className="subline">
        <strong>{row.error.keyword}</strong>
        {row.rule !== row.error.keyword && <> ({row.rule})</>}
      </span>
      {row.when.map((condition) => (
        <span className="subline" key={JSON.stringify(condition)}>
          when {conditionWords(condition)}
        </span>
      ))}
      {row.blocking && <Badge tone="busy">stops the request</Badge>}
    </>
  );
}

function SentenceCell({ row, language }: { row: CatalogueRow; language: Language }) {
  const { label, text, key, problem } = row.sentences[language];
  return (
    <td data-label={nameLanguage(language)} className={problem ? "pv-missing" : undefined}>
      <span lang={language}>
        {label && <span className="muted">{label}: </span>}
        {text}
      </span>
      {key && <code className="subline">{key}</code>}
      {problem && <strong className="subline">{problem}</strong>}
    </td>
  );
}

function CaseCell({ cases, onTry }: { cases: string[]; onTry(name: string): void }) {
  const [first, ...others] = cases;
  if (!first) return <span className="muted">none on its own</span>;
  const button = (name: string) => (
    <button key={name} className="pv-try" type="button" onClick={() => onTry(name)}>
      {name}
    </button>
  );
  return (
    <>
      {button(first)}
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          {others.map(button)}
        </details>
      )}
    </>
  );
}

interface CatalogueRow extends PossibleError {
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

function errorCatalogue(open: OpenStep, words: Record<Language, Words>, cases: PreviewCase[]): CatalogueRow[] {
  const { step, source } = open;
  const order = documentOrder(source);
  const findRank = ({ error }: PossibleError) => order.indexOf(pointerSegments(error.pointer)[0] ?? "");
  const provoking = casesByError(step, cases);
  const errors = possibleErrors(step, source.schema, open.context()).sort(
    (left, right) => findRank(left) - findRank(right),
  );
  return errors.map((possible, index) => {
    const { error } = possible;
    const say = (language: Language) => formatError(error, open.presented(language), words[language]);
    return {
      ...possible,
      key: `${index} ${error.pointer} ${error.keyword}`,
      sentences: inEachLanguage(say),
      blocking: blocks(open, possible),
      cases: provoking.get(sameError(error.id, error.pointer, error.keyword)) ?? [],
    };
  });
}

function casesByError(step: string, cases: PreviewCase[]): Map<string, string[]> {
  const namesByError = new Map<string, string[]>();
  for (const { name, data, expect } of cases) {
    for (const [pointer, keyword] of expect === "valid" ? [] : expect) {
      const segments = fieldSegments(pointerSegments(pointer), data);
      // A member that no list offers may have any name. Its rule is the group's.
      const field = keyword === "propertiesFrom" ? segments.slice(0, -1) : segments;
      const key = sameError(fieldId(step, field), pointer, keyword);
      namesByError.set(key, [...(namesByError.get(key) ?? []), name]);
    }
  }
  return namesByError;
}

function blocks({ source }: OpenStep, { error }: PossibleError): boolean {
  let ui: unknown = source.ui;
  for (const name of pointerSegments(error.pointer)) ui = (ui as Record<string, unknown> | undefined)?.[name];
  const shown = (ui as { "ui:errors"?: Record<string, { severity?: string }> } | undefined)?.["ui:errors"];
  return shown?.[error.keyword]?.severity === "blocking";
}
