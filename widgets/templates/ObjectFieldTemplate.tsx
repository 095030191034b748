// The fields of a form in sections and rows. A section is a fieldset with its title as legend. If a section has a
// single field that is a group itself, the title is that group's name and the section is not a group, so that nothing
// is read twice.
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { type ReactNode, useId } from "react";
import type { PlainContent, Schema } from "#engine/schema/schema.ts";
import { orderedNames } from "#engine/schema/schemaTree.ts";
import { plainIn } from "#engine/texts/plain.ts";
import { Plain } from "../Plain.tsx";
import { findWidget, type WidgetEntry } from "../registry.ts";
import { fieldUi } from "../runtime/fieldUi.ts";
import { Companion, type FieldUi, MissingAround, SectionName, Totals } from "../runtime/runtime.ts";
import { useText } from "../runtime/text.ts";
import { FieldLabel } from "./FieldLabel.tsx";
import { Words } from "./FieldNotes.tsx";
import fieldTemplateStyles from "./FieldTemplate.module.css";
import styles from "./ObjectFieldTemplate.module.css";

/** What the layout needs of a field: its widget and words, and the field itself. */
interface Entry {
  id: string;
  schema: Schema;
  ui: FieldUi;
  widget: WidgetEntry | undefined;
  required: boolean;
  node: ReactNode;
}

function findEntries({ fieldPathId, properties, schema, uiSchema = {} }: ObjectFieldTemplateProps) {
  const members = (schema as Schema).properties ?? {};
  const required = new Set(schema.required);
  const entries: Record<string, Entry> = {};
  for (const { name, content } of properties) {
    const memberSchema = members[name] ?? {};
    const ui = fieldUi(uiSchema[name]);
    const id = `${fieldPathId.$id}_${name}`;
    entries[name] = {
      id,
      schema: memberSchema,
      ui,
      widget: findWidget(memberSchema, ui),
      required: required.has(name),
      node: content,
    };
  }
  return entries;
}

/** Takes fields out that another one draws (the sector of a profession pair) and hands them to it. */
function withCompanions(names: string[], entries: Record<string, Entry>): Set<string> {
  const taken = new Set<string>();
  for (const name of names) {
    const entry = entries[name];
    const other = entry?.widget?.companion?.(entry.ui);
    const companion = other === undefined ? undefined : entries[other];
    if (!entry || other === undefined || !companion) continue;
    taken.add(other);
    entry.node = (
      <Companion.Provider key={name} value={joinListErrors(companion, entry)}>
        {entry.node}
      </Companion.Provider>
    );
  }
  return taken;
}

/** Takes totals over a whole column (`{"sum": ".sites.*.sum"}`) out and hands them to their list or table. */
function withTotals(names: string[], entries: Record<string, Entry>, taken: Set<string>): void {
  for (const name of names.filter((each) => entries[each]?.widget?.nested)) {
    const totals = new Map<string, ReactNode>();
    for (const [other, { schema, node }] of Object.entries(entries)) {
      const { sum, where } = Object(schema.computed);
      const [, list, column] = (!where && /^\.(\w+)\.\*\.(\w+)$/.exec(String(sum))) || [];
      if (list === name && column !== undefined && taken.add(other)) totals.set(column, node);
    }
    // Also without any: a list inside a record does not draw the totals of the list around it.
    entries[name]!.node = (
      <Totals.Provider key={name} value={totals}>
        {entries[name]!.node}
      </Totals.Provider>
    );
  }
}

/** Lists that could not be loaded are reported once: by the widget around the companion. */
function joinListErrors(companion: Entry, { id, ui }: Entry): ReactNode {
  if (!companion.ui.listMissing || !ui.listMissing) return companion.node;
  return <MissingAround.Provider value={`${id}__missingList`}>{companion.node}</MissingAround.Provider>;
}

/** The fields side by side in one row, mostly one, or plain content. */
type Row = string[] | PlainContent;

interface Section {
  key: string;
  /** Text key, or the name of the field whose label heads the section. */
  title?: string;
  rows: Row[];
  /** The fields of all rows. */
  names: string[];
}

interface RawSection {
  title?: string;
  fields: (string | string[] | PlainContent)[];
}

/** The fields of an object and the plain content between them, in the order of the ui-schema. */
function addPlain(names: string[], { order }: FieldUi): (string | PlainContent)[] {
  const contents = plainIn(order);
  return contents.length === 0 ? names : orderedNames<string | PlainContent>([...names, ...contents], order);
}

/**
 * The layout of an object: sections and rows of the ui-schema, then the fields that they do not name, in order.
 * A section without fields to show is left out.
 */
function splitSections(names: string[], ui: FieldUi): Section[] {
  const remaining = new Set(names);
  const raw = (ui.sections as RawSection[] | undefined) ?? [];
  const take = (entry: RawSection["fields"][number]): Row =>
    typeof entry === "object" && !Array.isArray(entry)
      ? entry
      : [entry].flat().filter((name) => remaining.delete(name));
  const makeSection = (key: string, entries: RawSection["fields"], title?: string): Section => {
    const rows = entries.map(take).filter((row) => !Array.isArray(row) || row.length > 0);
    return { key, title, rows, names: rows.flatMap((row) => (Array.isArray(row) ? row : [])) };
  };
  const sections = raw.map(({ title, fields }, index) => makeSection(String(index), fields, title));
  const rest = makeSection("rest", addPlain([...remaining], ui));
  return [...sections, rest].filter((section) => section.names.length > 0);
}

export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, uiSchema: ui = {} } = props;
  const names = props.properties.map(({ name }) => name);
  const entries = findEntries(props);
  const taken = withCompanions(names, entries);
  withTotals(names, entries, taken);
  const visible = names.filter((name) => !taken.has(name) && entries[name]?.widget?.kind !== "hidden");
  const starred = Object.values(entries).some((entry) => entry.required && entry.widget?.star);
  const path = fieldPathId.path as string[];
  if (path.length > 0) {
    const rows = addPlain(visible, fieldUi(ui)).map((entry) =>
      typeof entry === "string" ? (
        entries[entry]?.node
      ) : (
        <Plain key={JSON.stringify(entry)} content={entry} path={path} />
      ),
    );
    return <FieldGroup id={fieldPathId.$id} ui={fieldUi(ui)} rows={rows} />;
  }
  return (
    <>
      {starred && fieldUi(ui).requiredNote !== false && <RequiredNote />}
      {splitSections(visible, fieldUi(ui)).map((section, index) => (
        <SectionView key={section.key} section={section} entries={entries} far={index >= NEAR} />
      ))}
    </>
  );
}

/** A named group of fields inside a form. */
function FieldGroup({ id, ui, rows }: { id: string; ui: FieldUi; rows: ReactNode[] }) {
  return (
    <fieldset className={styles.group} id={id} tabIndex={-1} aria-describedby={ui.help ? `${id}__help` : undefined}>
      <legend className={styles.title} id={`${id}__legend`}>
        {ui.title}
      </legend>
      <Words id={id} words={{ help: ui.help }} part="help" />
      <div className={styles.fields}>{rows}</div>
    </fieldset>
  );
}

function RequiredNote() {
  return <p className={`${fieldTemplateStyles.help} ${styles.note}`}>{useText()("common.required_explanation")}</p>;
}

/**
 * The number of sections that are rendered at once. Those of a longer form are rendered when they come near. Until then
 * their height is estimated from their rows.
 */
const NEAR = 4;
const ROW_REM = 5;

/** The field whose name the section takes over: its first, if that is a group and nothing else in it is. */
function namingField(section: Section, entries: Record<string, Entry>): string | undefined {
  const { names } = section;
  const [first] = names;
  const groups = names.filter((name) => entries[name]?.widget?.kind === "group" && !entries[name]?.widget?.companion);
  return groups.length === 1 && groups[0] === first ? first : undefined;
}

const ROOT: readonly string[] = [];

interface SectionProps {
  section: Section;
  entries: Record<string, Entry>;
  far: boolean;
}

function SectionView({ section, entries, far }: SectionProps) {
  const text = useText();
  const legend = useId();
  const rows = section.rows.map((row) => buildRow(row, entries));
  const [first = "", ...others] = section.names;
  const only = others.length === 0 ? entries[first] : undefined;
  // The name of a field is used as its label.
  const title = section.title && (entries[section.title]?.ui.title ?? text(section.title));
  const sectionProps = {
    className: far ? `${styles.section} ${styles.far}` : styles.section,
    style: far ? { containIntrinsicBlockSize: `auto ${section.rows.length * ROW_REM}rem` } : undefined,
  };
  if (!title || (only?.ui.title === title && only.widget?.kind === "line"))
    return (
      <div {...sectionProps} className={`${sectionProps.className} ${styles.fields}`}>
        {rows}
      </div>
    );
  const field = namingField(section, entries);
  const naming = field === undefined ? undefined : entries[field];
  return (
    <fieldset {...sectionProps} role={naming ? "none" : undefined}>
      <legend className={styles.title} id={naming ? undefined : legend}>
        {naming ? <SectionLabel entry={naming} legend={legend} fallback={title} /> : title}
      </legend>
      <SectionName.Provider value={field === undefined ? null : { id: legend, field }}>
        <div className={styles.fields}>{rows}</div>
      </SectionName.Provider>
    </fieldset>
  );
}

function SectionLabel({ entry, legend, fallback }: { entry: Entry; legend: string; fallback: string }) {
  const { ui, widget, required, id, schema } = entry;
  return (
    <FieldLabel
      group
      id={id}
      labelId={legend}
      label={ui.title ?? fallback}
      required={required}
      star={widget?.star === true}
      radios={widget?.radios?.(schema, ui) === true}
      ui={ui}
    />
  );
}

/** A field alone in its row is the row: no component is between the form and each of its fields. */
function buildRow(names: Row, entries: Record<string, Entry>): ReactNode {
  if (!Array.isArray(names)) return <Plain key={JSON.stringify(names)} content={names} path={ROOT} />;
  if (names.length === 1) return entries[names[0] ?? ""]?.node;
  return (
    <div key={names.join()} className={styles.row}>
      {names.map((name) => entries[name]?.node)}
    </div>
  );
}
