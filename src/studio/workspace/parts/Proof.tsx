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
  return (
    <>
      <p>{say("openInForm")}</p>
      {props.part.kind === "case" ? <CaseProof {...props} /> : <JourneyProof {...props} />}
    </>
  );
}

function CaseProof(props: ProofProps) {
  const start = findStart(props.product, props.step, props.part.name);
  return start && <StepProof {...props} start={start} />;
}

function JourneyProof(props: ProofProps) {
  const { product, part, check } = props;
  const { data: request } = useQuery(requestQuery(product.key, { kind: "journey", name: part.name }));
  if (!request) return null;
  const findings = (check?.findings ?? []).filter(({ file }) => file.endsWith(`/${part.name}.json`));
  const steps = stepsOf(product).filter((step) => request.errors[step] !== undefined);
  return (
    <>
      <Mark isRight={findings.every(({ level }) => level !== "error")} />
      {findings.map(({ sentence, hint, place }) => (
        <p key={`${place} ${sentence}`} lang="en">
          {sentence}; {hint}
        </p>
      ))}
      {steps.map((step) => (
        <StepProof key={step} {...props} step={step} start={startWithRequest(request, step)} />
      ))}
    </>
  );
}

const stepsOf = ({ bundle }: PreviewProduct) => Object.keys(bundle.steps);

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
