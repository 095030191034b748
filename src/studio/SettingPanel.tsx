// Sets what the step is looked at in: the day, features, locked fields, lists that do not come.
import { useSearchParams } from "react-router";
import { documentOrder } from "#engine/schemaTree.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { findLists } from "./listUse.ts";
import type { OpenStep } from "./openStep.ts";
import { readSetting, type Setting, writeSetting } from "./setting.ts";

export function SettingPanel({ open: { source, context } }: { open: OpenStep }) {
  const [search, setSearch] = useSearchParams();
  const setting = readSetting(search);
  const change = (part: Partial<Setting>) =>
    setSearch((before) => writeSetting(before, part), { replace: true, preventScrollReset: true });
  const flags = [...JSON.stringify(source.schema).matchAll(/"featureFlag":"([^"]+)"/g)].map(([, name]) => name ?? "");
  const changed =
    setting.today !== "" || [setting.allowed, setting.locked, setting.absent].some((one) => one.length > 0);
  return (
    <details className="card studio-setting" open={changed}>
      <summary>What the server says: day, features, locked fields, lists</summary>
      <div>
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
        legend="Features that are allowed besides those of the case"
        names={[...new Set(flags)]}
        chosen={setting.allowed}
        onChange={(allowed) => change({ allowed })}
      />
      <Names
        legend="Fields that are locked"
        names={documentOrder(source)}
        chosen={setting.locked}
        onChange={(locked) => change({ locked })}
      />
      <Names
        legend="Lists that do not come"
        names={findLists(source)}
        chosen={setting.absent}
        onChange={(absent) => change({ absent })}
      />
    </details>
  );
}

interface NamesProps {
  legend: string;
  names: readonly string[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

function Names({ legend, names, chosen, onChange }: NamesProps) {
  if (names.length === 0) return null;
  const others = (name: string) => chosen.filter((one) => one !== name);
  return (
    <fieldset>
      <legend>{legend}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target: { checked } }) => onChange(checked ? [...others(name), name] : others(name))}
          />
          <code>{name}</code>
        </label>
      ))}
    </fieldset>
  );
}
