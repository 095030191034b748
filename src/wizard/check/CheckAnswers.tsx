// All answers on one page, printable, to read with the customer before sending. Change goes back to where the answer
// was given, and every way back takes the focus along.

import { recordSchemas } from "#engine/fields/recordFields.ts";
import { memberList } from "#engine/schema/members.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { documentOrder, isGroup, isObject, memberOrder, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { Points } from "#widgets/ui/text/Points.tsx";
import { Unbroken } from "#widgets/ui/text/Unbroken.tsx";
import type { WizardCore } from "../model/core.ts";
import { canOpen, openKey, requestForm } from "../model/state.ts";
import { PremiumContent } from "../sidebar/PremiumBlock.tsx";
import { useFlowTitle, useStepText } from "../texts/texts.ts";
import { useWording } from "../texts/useWording.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { PageHead } from "../WizardScreen.tsx";
import styles from "./CheckAnswers.module.css";

interface Props {
  icon: string;
  onClose: () => void;
}

export function CheckAnswers({ icon, onClose }: Props) {
  const text = useText();
  const wizard = useWizard();
  const progress = useWizardState((state) => state.progress);
  const title = text("wizard.check_answers.title");
  const returnTo = (step: string | null) => {
    if (step !== null) wizard.open(step);
    wizard.core.dispatch({ type: "headed", step });
    onClose();
  };
  const { send, premium } = wizard.sidebar();
  const sends = send.length > 0;
  return (
    <>
      <title>{text("common.page_title", { page: `${title} - ${useFlowTitle()}` })}</title>
      <PageHead icon={icon} title={title} focus />
      <div className={styles.answers}>
        <p>{text("wizard.check_answers.intro")}</p>
        {Object.keys(progress).map((step) => (
          <StepAnswers
            key={step}
            step={step}
            changeable={progress[step]?.active === true || canOpen(progress, step, wizard.core.flow)}
            onChange={() => returnTo(step)}
          />
        ))}
        {premium !== "hidden" && (
          <section className={`card ${styles.step}`}>
            <div className="card-head">
              <h2>{text("wizard.sidebar.summary.title")}</h2>
            </div>
            <div className={styles.premium}>
              <PremiumContent />
            </div>
          </section>
        )}
        <StepAnswers step={requestForm} changeable={sends} onChange={() => returnTo(requestForm)} />
        <div className="actions no-print">
          <Button kind="primary" onClick={() => returnTo(sends ? requestForm : openKey(progress))}>
            {text("wizard.check_answers.back")}
          </Button>
          <Button onClick={() => window.print()}>{text("wizard.check_answers.print")}</Button>
        </div>
      </div>
    </>
  );
}

interface StepAnswersProps {
  step: string;
  changeable: boolean;
  onChange: () => void;
}

interface AnswerRow {
  path: string[];
  value: unknown;
}

/**
 * Which answers a step has to show: every field that is on its form now, in the form's order. A question is a row of
 * its own and so is a field of a group or of a row of a table, a group of switches is one row.
 */
function answerRows(core: Pick<WizardCore, "presented" | "session">, step: string): AnswerRow[] {
  const presented = core.presented(step);
  const data = core.session(step).active();
  const always = presented.schema.properties ?? {};
  const names = documentOrder({ schema: presented.schema, ui: presented.uiSchema });
  return names
    .filter((name) => data[name] !== undefined || (always[name] !== undefined && always[name].computed === undefined))
    .flatMap((name) => {
      const schema = always[name] ?? propertySchemas(presented.schema).get(name)?.[0];
      return buildRows(name, { schema, layout: presented.uiSchema[name] }, data[name]);
    });
}

interface Described {
  schema: Schema | undefined;
  layout: unknown;
}

function buildRows(name: string, { schema = {}, layout }: Described, value: unknown): AnswerRow[] {
  const [record] = recordSchemas(schema);
  if (record && Array.isArray(value) && value.length > 0)
    return value.flatMap((entry, index) =>
      buildInside(findNames(record, layout, entry), [name, String(index)], { schema: record, layout }, entry),
    );
  const members: JsonObject = isObject(value) ? value : {};
  const names = isGroup(schema)
    ? findNames(schema, layout, members)
    : memberList(schema)?.required && schema.properties
      ? (schema.required ?? Object.keys(schema.properties))
      : undefined;
  if (!names) return [{ path: [name], value }];
  return buildInside(names, [name], { schema, layout }, members);
}

/** The rows of the fields of a group, a row or a record. */
function buildInside(names: string[], path: string[], { schema = {}, layout }: Described, members: JsonObject) {
  const rows = names.flatMap((key) => {
    const member = { schema: propertySchemas(schema).get(key)?.[0], layout: Object(layout)[key] };
    return buildRows(key, member, members[key]);
  });
  return rows.map((row) => ({ ...row, path: [...path, ...row.path] }));
}

/** The fields of a group or record that show: those without a condition, and those that are answered. */
const findNames = (schema: Schema, layout: unknown, members: JsonObject): string[] =>
  memberOrder(schema, layout).filter((key) => schema.properties?.[key] || key in members);

function StepAnswers({ step, changeable, onChange }: StepAnswersProps) {
  const text = useText();
  const words = useStepText();
  const wording = useWording();
  const wizard = useWizard();
  const confirmed = wizard.core
    .session(step)
    .warnings()
    .filter(({ isConfirmed }) => isConfirmed);
  // An amount gets its words from the premium's answer, which may come later than this page.
  useWizardState(() => wizard.core.presented(step));
  const title = step === requestForm ? text("wizard.sidebar.request.title") : words.step(step, "title");
  return (
    <section className={`card ${styles.step} ${factsStyles.box}`}>
      <div className="card-head">
        <h2>{title}</h2>
        {changeable && (
          <Button kind="quiet" small icon="edit" className="no-print" onClick={onChange}>
            {text("common.action.change")}
            <span className="visually-hidden"> {title}</span>
          </Button>
        )}
      </div>
      <dl className={factsStyles.facts}>
        {answerRows(wizard.core, step).map(({ path, value }) => (
          <div key={path.join("/")}>
            <dt>
              {wording.label(step, path)}
              <Points of={wording.points(step, path)} />
            </dt>
            <dd>
              <Unbroken>{wording.value(step, path, value)}</Unbroken>
            </dd>
          </div>
        ))}
        {confirmed.map(({ error }) => (
          <div key={error.id}>
            <dt>{text("wizard.warning.confirmed")}</dt>
            <dd>
              <Unbroken>{wording.error(step, error)}</Unbroken>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
