// Our form alone, with session, contract compiled ahead, present() and SchemaForm, as a step opens them.
import { useState } from "react";
import { IntlProvider } from "react-intl";
import { loadTexts } from "#app/language/language.ts";
import { FormSession } from "#engine/form/session.ts";
import { type RawValidate, toContract } from "#engine/rules/contract.ts";
import type { Answers, StepSource } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import { ErrorSummary } from "#widgets/templates/ErrorSummary.tsx";
import { STEP } from "./contract.ts";
import { draw } from "./page.ts";

const TODAY = "2026-11-20";
/** The texts as the app has them, compiled: without a parser in the page, plain ones would measure thrown errors. */
const messages = await loadTexts("nl");

interface OwnForm {
  source: StepSource;
  contract: RawValidate;
  answers: Answers;
}

function open({ source, contract, answers }: OwnForm) {
  const options = { step: STEP, meta: {}, lists: {}, today: TODAY, translate: () => null };
  const presented = present(source, options);
  const session = new FormSession({
    step: STEP,
    contract: toContract(contract, STEP, source),
    context: () => ({ lists: {}, today: TODAY }),
    data: answers,
    schema: () => presented.schema,
  });
  return { presented, session };
}

function OwnPage({ form }: { form: OwnForm }) {
  const [{ presented, session }] = useState(() => open(form));
  const [attempt, setAttempt] = useState(0);
  const next = () => {
    if (session.attempt().length > 0) setAttempt(attempt + 1);
  };
  return (
    <>
      <ErrorSummary session={session} presented={presented} attempt={attempt} />
      <SchemaForm session={session} presented={presented} onNext={next}>
        <button type="submit">Next</button>
      </SchemaForm>
    </>
  );
}

export function drawOwn(form: OwnForm): void {
  draw(
    <IntlProvider locale={CONVENTIONS.nl.locale} defaultLocale={CONVENTIONS.nl.locale} messages={messages as never}>
      <OwnPage form={form} />
    </IntlProvider>,
  );
}
