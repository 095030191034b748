// The judgement of the current answers: which rule answered, in both languages, and whether the case gives what its
// file expects.

import type { FieldError } from "#engine/schema/types.ts";
import { LANGUAGES, type Language } from "#engine/values/languages.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { formatError, type Words } from "../language/words.ts";
import { Card } from "../Parts.tsx";
import type { OpenStep, Start } from "../step/openStep.ts";

interface Props {
  open: OpenStep;
  chosen: Start;
  words: Record<Language, Words>;
}

export function Verdict({ open, chosen, words }: Props) {
  const errors = open.session.errors();
  return (
    <div className="pv-verdict">
      <Card
        heading="h3"
        title="What the rules say"
        badge={
          <Badge tone={errors.length > 0 ? "no" : "done"}>
            {errors.length === 0 ? "valid" : errors.length === 1 ? "1 error" : `${errors.length} errors`}
          </Badge>
        }
      >
        <Expectation open={open} chosen={chosen} />
        <ol className="pv-errors">
          {errors.map((error) => (
            <ErrorFacts key={error.id} error={error} open={open} words={words} />
          ))}
        </ol>
      </Card>
      <section className="card pv-data">
        <details>
          <summary>The answers that count, as they would be saved</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
          <pre tabIndex={0}>{JSON.stringify(open.session.active(), null, 2)}</pre>
        </details>
      </section>
    </div>
  );
}

function ErrorFacts({ error, open, words }: { error: FieldError; open: OpenStep; words: Props["words"] }) {
  return (
    <li>
      <p className="pv-rule">
        <code>{error.pointer || "/"}</code> <strong>{error.keyword}</strong>{" "}
        <span className="muted">{paramsWords(error.params)}</span>
      </p>
      {LANGUAGES.map((language) => {
        const { label, text, problem } = formatError(error, open.presented(language), words[language]);
        return (
          <p key={language} className={problem ? "pv-missing" : undefined}>
            <span className="pv-lang">{language}</span>{" "}
            <span lang={language}>{label ? `${label}: ${text}` : text}</span>
            {problem && <strong> {problem}</strong>}
          </p>
        );
      })}
    </li>
  );
}

const paramsWords = (params: FieldError["params"]) =>
  Object.entries(params)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(", ");

const listErrors = (errors: readonly (readonly [string, string])[]) =>
  errors
    .map(([pointer, keyword]) => `${pointer} ${keyword}`)
    .sort()
    .join(", ") || "valid";

/** A case or a step of a journey is judged with its answers as they are in the file. The form prunes hidden answers. */
function Expectation({ open, chosen }: { open: OpenStep; chosen: Start }) {
  if (chosen.expect === null || chosen.origin.name === "empty") return null;
  const wanted = chosen.expect === "valid" ? "valid" : listErrors(chosen.expect);
  const actual = listErrors(open.judge(chosen.data).map(({ pointer, keyword }) => [pointer, keyword] as const));
  const right = wanted === actual;
  return (
    <p className={right ? "pv-expect" : "pv-expect pv-missing"}>
      <strong>{right ? `As the ${chosen.origin.kind} expects` : `Not as the ${chosen.origin.kind} expects`}</strong>:{" "}
      {wanted}
      {!right && <> and the contract gives {actual}</>}
    </p>
  );
}
