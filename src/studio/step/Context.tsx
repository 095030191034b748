// The context of the drawn form: flow, day, facts of the server, lists that do not come, fields that the server locks and its notes.
// All of it is in the address.
import { useEffect, useState } from "react";
import { documentOrder } from "#engine/schema/schemaTree.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { PreviewProduct } from "../data.ts";
import { Select } from "../workspace/Segments.tsx";
import styles from "../workspace/Workspace.module.css";
import { useSay, type WordKey } from "../workspace/words.ts";
import { findFlags, findLists } from "./listUse.ts";
import type { OpenStep, Start } from "./openStep.ts";
import { FLOWS, type Setting, useSetting } from "./setting.ts";

interface Props {
  product: PreviewProduct;
  open: OpenStep;
  chosen: Start;
}

export function Context({ product, open, chosen }: Props) {
  const say = useSay();
  const [setting, change] = useSetting();
  const { flows } = product.bundle.manifest;
  const { today, flow, allowed, locked, absent, notes } = setting;
  const isSet = [today, flow, ...allowed, ...locked, ...absent, ...Object.keys(notes)].some(Boolean);
  return (
    <details className={styles.context} open={isSet || undefined}>
      <summary>{say("context")}</summary>
      <Select
        label={say("flow")}
        choices={FLOWS.filter((name) => flows[name]).map((name) => [name, say(`flow_${name}`)] as const)}
        value={open.flow}
        onChange={(name) => change({ flow: name === chosen.flow ? "" : (FLOWS.find((each) => each === name) ?? "") })}
      />
      <label className={styles.member}>
        <span>{say("today")}</span>
        <input
          type="date"
          className={textStyles.input}
          value={today || open.context().today}
          onChange={({ target }) => change({ today: target.value })}
        />
      </label>
      <Names
        legend="serverFacts"
        names={findFlags(open.source.schema)}
        chosen={allowed}
        onChange={(next) => change({ allowed: next })}
      />
      <Names
        legend="absentLists"
        names={findLists(open.source)}
        chosen={absent}
        onChange={(next) => change({ absent: next })}
      />
      <Fields open={open} chosen={chosen} setting={setting} onChange={change} />
    </details>
  );
}

interface NamesProps {
  legend: WordKey;
  names: readonly string[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

const toggled = (names: readonly string[], name: string, on: boolean) =>
  on ? [...names.filter((other) => other !== name), name] : names.filter((other) => other !== name);

function Names({ legend, names, chosen, onChange }: NamesProps) {
  const say = useSay();
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend>{say(legend)}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target: { checked } }) => onChange(toggled(chosen, name, checked))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

interface FieldsProps {
  open: OpenStep;
  chosen: Start;
  setting: Setting;
  onChange(change: Partial<Setting>): void;
}

/** Locks and notes, field by field, as in the server's meta of the step. */
function Fields({ open, chosen, setting, onChange }: FieldsProps) {
  const say = useSay();
  const meta = chosen.meta[useLanguage()];
  return (
    <fieldset>
      <legend>{say("lockedFields")}</legend>
      {documentOrder(open.source).map((name) => {
        const isLocked = meta?.disabled?.includes(name) === true;
        return (
          <div key={name} className={styles.both}>
            <label>
              <input
                type="checkbox"
                disabled={isLocked}
                checked={isLocked || setting.locked.includes(name)}
                onChange={({ target: { checked } }) => onChange({ locked: toggled(setting.locked, name, checked) })}
              />
              {name}
            </label>
            <Note
              label={say("noteAt", { name })}
              value={setting.notes[name] ?? ""}
              placeholder={meta?.field_text?.[name] ?? ""}
              onChange={(note) => onChange({ notes: { ...setting.notes, [name]: note } })}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

/** Taken over when it is left or Enter is pressed: the address follows no key. */
function Note(props: { label: string; value: string; placeholder: string; onChange(value: string): void }) {
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
