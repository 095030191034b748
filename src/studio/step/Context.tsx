// The context of the drawn form: flow, day, facts of the server, lists that do not come, and fields that the server locks.
// All of it is in the address.
import { documentOrder } from "#engine/schema/schemaTree.ts";
import type { Language, StepSource } from "#engine/schema/types.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { useLanguage } from "#widgets/runtime/text.ts";
import { findLists } from "#wizard/model/lists/listCalls.ts";
import { nameList } from "../workspace/model/parts.ts";
import { describeFact } from "../workspace/model/vocabulary.ts";
import { Name } from "../workspace/panel/Inputs.tsx";
import { Select } from "../workspace/Segments.tsx";
import { useWorkspace } from "../workspace/useWorkspace.ts";
import styles from "../workspace/Workspace.module.css";
import { useSay, type WordKey } from "../workspace/words.ts";
import { FLOWS, useSetting } from "./setting.ts";
import type { OpenedStep } from "./useOpenStep.ts";

export function Context({ open, chosen }: Pick<OpenedStep, "open" | "chosen">) {
  const say = useSay();
  const { product, content } = useWorkspace();
  const language = useLanguage();
  const [setting, change] = useSetting();
  const { flows } = product.bundle.manifest;
  const { today, flow, allowed, locked, absent } = setting;
  const isSet = [today, flow, ...allowed, ...locked, ...absent].some(Boolean);
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
        names={findServerFacts(open.source)}
        nameOf={(name) => describeFact(content, name)}
        chosen={allowed}
        onChange={(next) => change({ allowed: next })}
      />
      <Names
        legend="absentLists"
        names={Object.keys(findLists(product.bundle.manifest.lists, open.source))}
        nameOf={(name) => nameList(content, name)}
        chosen={absent}
        onChange={(next) => change({ absent: next })}
      />
      <Names
        legend="lockedFields"
        names={documentOrder(open.source)}
        nameOf={(name) => content.labelAt(open.step, [name])}
        always={chosen.meta[language]?.disabled}
        chosen={locked}
        onChange={(next) => change({ locked: next })}
      />
    </details>
  );
}

const findServerFacts = ({ schema }: StepSource): string[] => [
  ...new Set([...JSON.stringify(schema).matchAll(/"facts\.(\w+)"/g)].map(([, name = ""]) => name)),
];

interface NamesProps {
  legend: WordKey;
  names: readonly string[];
  nameOf(name: string): Record<Language, string>;
  chosen: readonly string[];
  /** Chosen by the request itself. */
  always?: readonly string[] | undefined;
  onChange(chosen: string[]): void;
}

const toggled = (names: readonly string[], name: string, on: boolean) =>
  on ? [...names.filter((other) => other !== name), name] : names.filter((other) => other !== name);

function Names({ legend, names, nameOf, chosen, always = [], onChange }: NamesProps) {
  const say = useSay();
  const language = useLanguage();
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend>{say(legend)}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            disabled={always.includes(name)}
            checked={always.includes(name) || chosen.includes(name)}
            onChange={({ target: { checked } }) => onChange(toggled(chosen, name, checked))}
          />
          <Name {...{ label: nameOf(name)[language], name }} />
        </label>
      ))}
    </fieldset>
  );
}
