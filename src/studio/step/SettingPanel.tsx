// Sets the context of the preview: flow, day, facts, the server's meta of fields and lists, and answers of other steps.
import { type ReactNode, useEffect, useState } from "react";
import { documentOrder, isObject } from "#engine/schema/schemaTree.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { PreviewProduct } from "../data.ts";
import { Choice } from "../Parts.tsx";
import { findFlags, findLists } from "./listUse.ts";
import type { OpenStep, Start } from "./openStep.ts";
import { FLOWS, type Setting, useSetting } from "./setting.ts";

interface Props {
  product: PreviewProduct;
  open: OpenStep;
  chosen: Start;
}

/** The settings in the address, except the answers and how they are drawn. */
const isSet = ({ today, flow, allowed, locked, absent, notes, answers }: Setting) =>
  [today, flow, ...allowed, ...locked, ...absent, ...Object.keys(notes)].some(Boolean) || answers !== null;

export function SettingPanel({ product, open, chosen }: Props) {
  const { source, context } = open;
  const [setting, change] = useSetting();
  const { flows } = product.bundle.manifest;
  return (
    <details className="card studio-setting" open={isSet(setting)}>
      <summary>The context: flow, day, facts, fields, lists, answers of other steps</summary>
      <div className="studio-row">
        <Choice
          label="Flow"
          choices={FLOWS.filter((flow) => flows[flow]).map((flow) => [flow, flow])}
          value={open.flow}
          onChange={(flow) => change({ flow: flow === chosen.flow ? "" : flow })}
        />
        <label htmlFor="studio-today">Today</label>
        <input
          id="studio-today"
          type="date"
          className={textStyles.input}
          value={setting.today || context().today}
          onChange={({ target: { value } }) => change({ today: value })}
        />
      </div>
      <Names
        legend="Facts that are true besides those of the case"
        names={findFlags(source.schema)}
        chosen={setting.allowed}
        onChange={(allowed) => change({ allowed })}
      />
      <Names
        legend="Lists that do not come"
        names={findLists(source)}
        chosen={setting.absent}
        onChange={(absent) => change({ absent })}
      />
      <FieldTable open={open} chosen={chosen} setting={setting} onChange={change} />
      <OtherAnswers key={JSON.stringify(chosen.origin)} chosen={chosen} setting={setting} onChange={change} />
    </details>
  );
}

interface NamesProps {
  legend: string;
  names: readonly string[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

const toggled = (names: readonly string[], name: string, on: boolean) =>
  on ? [...names.filter((other) => other !== name), name] : names.filter((other) => other !== name);

function Names({ legend, names, chosen, onChange }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target: { checked } }) => onChange(toggled(chosen, name, checked))}
          />
          <code>{name}</code>
        </label>
      ))}
    </fieldset>
  );
}

interface PartProps {
  chosen: Start;
  setting: Setting;
  onChange(change: Partial<Setting>): void;
}

/** Locks and notes, field by field, as in the server's meta of the step. */
function FieldTable({ open, chosen, setting, onChange }: PartProps & { open: OpenStep }) {
  const language = useLanguage();
  const stepMeta = chosen.meta[language];
  return (
    <Fold
      summary="Fields that the server locks, and its notes"
      open={setting.locked.length > 0 || Object.keys(setting.notes).length > 0}
    >
      <ul className="studio-fields">
        {documentOrder(open.source).map((name) => {
          const locked = stepMeta?.disabled?.includes(name) === true;
          return (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  disabled={locked}
                  checked={locked || setting.locked.includes(name)}
                  onChange={({ target: { checked } }) => onChange({ locked: toggled(setting.locked, name, checked) })}
                />
                <code>{name}</code>
              </label>
              <TextBox
                label={`Note at ${name}`}
                value={setting.notes[name] ?? ""}
                placeholder={stepMeta?.field_text?.[name] ?? ""}
                onChange={(note) => onChange({ notes: { ...setting.notes, [name]: note } })}
              />
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}

/** Taken over when it is left or Enter is pressed: the address follows no key. */
function TextBox(props: { label: string; value: string; placeholder: string; onChange(value: string): void }) {
  const { label, value, placeholder, onChange } = props;
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <input
      className={textStyles.input}
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => typed !== value && onChange(typed)}
      onKeyDown={({ key }) => key === "Enter" && typed !== value && onChange(typed)}
    />
  );
}

function readAnswers(text: string): RequestAnswers | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && Object.values(value).every(isObject) ? (value as RequestAnswers) : null;
  } catch {
    return null;
  }
}

/** The answers of other steps, which decide lists. Taken over as soon as they are valid JSON. */
function OtherAnswers({ chosen, setting, onChange }: PartProps) {
  const caseAnswers = JSON.stringify(chosen.context.answers ?? {}, null, 2);
  const [text, setText] = useState(setting.answers ? JSON.stringify(setting.answers, null, 2) : caseAnswers);
  const wrong = readAnswers(text) === null;
  const take = (typed: string) => {
    setText(typed);
    const answers = readAnswers(typed);
    if (answers) onChange({ answers: JSON.stringify(answers, null, 2) === caseAnswers ? null : answers });
  };
  return (
    <Fold summary="Answers of other steps" open={setting.answers !== null}>
      <textarea
        className={`${textStyles.input} studio-json`}
        aria-label="What other steps answer, as JSON"
        aria-describedby="studio-answers-state"
        aria-invalid={wrong || undefined}
        rows={Math.min(text.split("\n").length + 1, 16)}
        spellCheck={false}
        value={text}
        onChange={({ target: { value } }) => take(value)}
      />
      <p id="studio-answers-state" className={wrong ? "small pv-missing" : "small"}>
        {wrong && "Not taken over: this is not JSON with an object for each step."}
        {!wrong && (setting.answers ? "These stand in the address." : "As the case has them.")}{" "}
        {(setting.answers || wrong) && (
          <button
            className="pv-try"
            type="button"
            onClick={() => {
              setText(caseAnswers);
              onChange({ answers: null });
            }}
          >
            Back to those of the case
          </button>
        )}
      </p>
    </Fold>
  );
}

function Fold({ summary, open, children }: { summary: string; open: boolean; children: ReactNode }) {
  return (
    <details className="studio-fold" open={open}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
