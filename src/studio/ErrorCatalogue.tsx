// Every error the step can ever show, in both languages: reviewers read the texts without provoking them, and a text that
// is missing stands out. One press loads a case that gives the error.
import { useMemo } from "react";
import { LANGUAGES, type Language, nameLanguage } from "#engine/languages.ts";
import type { Schema } from "#engine/schema.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { type CatalogueRow, errorCatalogue } from "./catalogue.ts";
import type { PreviewProduct } from "./data.ts";
import { openStep, type Start } from "./openStep.ts";
import { findBase } from "./useOpenStep.ts";
import type { Words } from "./words.ts";
import { conditionWords } from "./words.ts";

interface Props {
  product: PreviewProduct;
  words: Record<Language, Words>;
  step: string;
  onTry(name: string): void;
}

/** Fields that the server may switch on have errors too. */
function withEveryFeature(base: Start, schema: Schema | undefined): Start {
  const names = [...JSON.stringify(schema ?? {}).matchAll(/"featureFlag":"([^"]+)"/g)].map(([, name]) => [name, true]);
  return { ...base, context: { ...base.context, features: Object.fromEntries(names) } };
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
    <section className="card pv-table" aria-labelledby="pv-catalogue">
      <div className="card-head">
        <h2 id="pv-catalogue">Every error this step can show</h2>
        <Badge tone={faults > 0 ? "no" : "done"}>
          {faults > 0 ? `${faults} with a text missing` : `${rows.length}, all with texts`}
        </Badge>
      </div>
      <table className="table pv-stack pv-catalogue">
        <thead>
          <tr>
            <th scope="col">Field and rule</th>
            {LANGUAGES.map((language) => (
              <th key={language} scope="col">
                {nameLanguage(language)}
              </th>
            ))}
            <th scope="col">Case</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
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
