// A case or a journey: its answers are in the form, and here is what it expects of each step and what the rules say of it. Of a journey
// also what the check finds: its premium and outcome.
import { useQuery } from "@tanstack/react-query";
import type { Language } from "#engine/schema/types.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { type PreviewProduct, requestQuery } from "../../data.ts";
import type { Words } from "../../language/words.ts";
import type { CheckAnswer } from "../../server/calls.ts";
import { openStep, type Start } from "../../step/openStep.ts";
import { findStart, startWithRequest } from "../../step/useOpenStep.ts";
import { useSay } from "../words.ts";
import styles from "./Parts.module.css";
import type { PartSelection } from "./PartsOutline.tsx";

export interface ProofProps {
  product: PreviewProduct;
  words: Record<Language, Words>;
  step: string;
  check: CheckAnswer | undefined;
  part: PartSelection;
}

const listErrors = (errors: readonly (readonly [string, string])[]) =>
  errors
    .map(([pointer, keyword]) => `${pointer} ${keyword}`)
    .sort()
    .join(", ");

export function Proof(props: ProofProps) {
  const say = useSay();
  const { product, step, check, part } = props;
  const isCase = part.kind === "case";
  const origin = isCase ? null : ({ kind: "journey", name: part.name } as const);
  const { data: request } = useQuery(requestQuery(product.key, origin));
  const findings = (check?.findings ?? []).filter(({ file }) => file.endsWith(`/${part.name}.json`));
  const steps = Object.keys(product.bundle.steps).filter((each) => request?.errors[each] !== undefined);
  const ofCase = isCase ? findStart(product, step, part.name) : undefined;
  const starts = request ? steps.map((each) => [each, startWithRequest(request, each)] as const) : [];
  return (
    <>
      <p>{say("openInForm")}</p>
      {request && <Mark isRight={findings.every(({ level }) => level !== "error")} />}
      {request &&
        findings.map(({ sentence, hint, place }) => (
          <p key={`${place} ${sentence}`} lang="en">
            {sentence}; {hint}
          </p>
        ))}
      {(ofCase ? [[step, ofCase] as const] : starts).map(([each, start]) => (
        <StepProof key={each} {...props} step={each} start={start} />
      ))}
    </>
  );
}

function Mark({ isRight }: { isRight: boolean }) {
  const say = useSay();
  return (
    <p>
      <Badge tone={isRight ? "done" : "no"}>{say(isRight ? "passes" : "fails")}</Badge>
    </p>
  );
}

function StepProof({ product, words, step, start }: ProofProps & { start: Start }) {
  const say = useSay();
  const errors = openStep(product, words, step, start).judge(start.data);
  const actual = listErrors(errors.map(({ pointer, keyword }) => [pointer, keyword] as const));
  const expected = start.expect === "valid" || start.expect === null ? "" : listErrors(start.expect);
  return (
    <section aria-label={step}>
      <h3>{step}</h3>
      <Mark isRight={actual === expected} />
      <dl className={styles.verdict}>
        <dt>{say("expects")}</dt>
        <dd>{expected || say("noErrors")}</dd>
        <dt>{say("actual")}</dt>
        <dd>{actual || say("noErrors")}</dd>
      </dl>
    </section>
  );
}
