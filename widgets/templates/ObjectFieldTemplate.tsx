// The fields of a form in sections and rows. A section is a fieldset with its title as legend; where a section holds
// one field that is a group itself, its title is that group's name, so that nothing is said twice.
import { type ReactNode, useId } from "react";
import type { JsonObject } from "#engine/types.ts";
import { fieldUi } from "../fieldUi.ts";
import { widgetOf } from "../registry.ts";
import { Companion, SectionName } from "../runtime.ts";
import { useText } from "../text.ts";
import { type Section, sectionsOf } from "./layout.ts";

export interface ObjectTemplateProps {
  path: readonly string[];
  ui: JsonObject;
  names: string[];
  properties: Record<string, JsonObject>;
  required: string[];
  fields: Record<string, ReactNode>;
}

/** Which fields are drawn by another one: `{ sector: "professions" }`. */
function companions({ names, ui, properties }: ObjectTemplateProps): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of names) {
    const options = fieldUi(ui[name]);
    const other = widgetOf(properties[name] ?? {}, options)?.companion?.(options);
    if (other && names.includes(other)) found.set(other, name);
  }
  return found;
}

export function ObjectFieldTemplate(props: ObjectTemplateProps) {
  const { path, ui, names, properties, fields } = props;
  const drawnElsewhere = companions(props);
  const drawn = { ...fields };
  for (const [companion, host] of drawnElsewhere) {
    drawn[host] = (
      <Companion.Provider key={host} value={fields[companion]}>
        {fields[host]}
      </Companion.Provider>
    );
  }
  const visible = names.filter((name) => !drawnElsewhere.has(name) && fieldUi(ui[name]).widget !== "hidden");
  const starred = props.required.some(
    (name) => names.includes(name) && widgetOf(properties[name] ?? {}, fieldUi(ui[name]))?.star,
  );
  const groups = (section: Section) =>
    section.rows.flat().filter((name) => widgetOf(properties[name] ?? {}, fieldUi(ui[name]))?.kind === "group");
  return (
    <>
      {path.length === 0 && starred && fieldUi(ui).requiredNote !== false && <RequiredNote />}
      {sectionsOf(visible, ui).map((section) => (
        <SectionView key={section.key} section={section} fields={drawn} named={groups(section)} />
      ))}
    </>
  );
}

function RequiredNote() {
  return <p className="help required-note">{useText()("common.required_explanation")}</p>;
}

function SectionView({
  section,
  fields,
  named,
}: {
  section: Section;
  fields: Record<string, ReactNode>;
  named: string[];
}) {
  const text = useText();
  const legend = useId();
  const rows = section.rows.map((row) => <Row key={row.join()} names={row} fields={fields} />);
  if (!section.title) return <div className="sect sect-fields">{rows}</div>;
  const names = named.length === 1 && section.rows.length === 1 ? legend : null;
  return (
    <fieldset className="sect">
      <legend className="sect-title" id={legend}>
        {text(section.title)}
      </legend>
      <SectionName.Provider value={names}>
        <div className="sect-fields">{rows}</div>
      </SectionName.Provider>
    </fieldset>
  );
}

function Row({ names, fields }: { names: string[]; fields: Record<string, ReactNode> }) {
  if (names.length === 1) return fields[names[0] ?? ""];
  return <div className={`row row-${names.length}`}>{names.map((name) => fields[name])}</div>;
}
