// The panel of a part of a product, generated from its meta-schema: expressions in words, texts in both languages, choices, lists of
// rules. A member without words in the meta-schema is in the JSON only.
import type { ReactNode } from "react";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { isFormula } from "../model/conditions.ts";
import type { Words } from "../model/members.ts";
import { type MetaNode, resolveMeta } from "../model/parts.ts";
import { type Path, readAt } from "../model/places.ts";
import type { Vocabulary } from "../model/vocabulary.ts";
import { BothTexts } from "../panel/Inputs.tsx";
import { MemberField } from "../panel/MemberField.tsx";
import { TextField } from "../panel/TextField.tsx";
import { RulesCondition } from "../rules/RulesCondition.tsx";
import { RulesFormula } from "../rules/RulesValue.tsx";
import type { Outcome } from "../useActs.ts";
import workspaceStyles from "../Workspace.module.css";
import { useSay } from "../words.ts";

interface MetaProps {
  meta: MetaNode;
  value: unknown;
  /** What the value is without being written here: that of a shared question. */
  inherited?: unknown;
  label: string;
  vocabulary: Vocabulary;
  /** Sets the value at a path inside. */
  onChange(path: Path, value: unknown): Promise<Outcome>;
}

export function MetaPanel(props: MetaProps): ReactNode {
  const { meta } = props;
  const { schema, as } = meta;
  if (as === "expression") return <ExpressionField {...props} />;
  if (as === "words") return <WordsField {...props} />;
  if (isObject(schema.properties)) return <Members {...props} properties={schema.properties} />;
  if (schema.type === "array") return <Entries {...props} />;
  return <PlainField {...props} />;
}

function PlainField({ meta: { schema }, label, value, inherited, onChange }: MetaProps) {
  const say = useSay();
  const language = useLanguage();
  const words = readAt(schema.valueWords, [String(inherited), language]);
  const none = inherited === undefined ? {} : { none: say("sharedAs", { value: String(words ?? inherited) }) };
  return <MemberField {...{ label, schema, value }} {...none} onChange={(next) => onChange([], next)} />;
}

function Members({ properties, ...props }: MetaProps & { properties: JsonObject }) {
  const language = useLanguage();
  const known = Object(props.value) as JsonObject;
  const inherited = Object(props.inherited) as JsonObject;
  return (
    <div className={workspaceStyles.properties}>
      {Object.entries(properties).map(([name, member]) => {
        const meta = resolveMeta(member, props.meta.root);
        const words = meta.schema.words as Words | undefined;
        // Of several ways to write a part, such as a list, only the one that it has.
        const isOther = Object(meta.schema.panel).group === "written" && known[name] === undefined;
        if (!words || isOther) return null;
        return (
          <MetaPanel
            key={name}
            {...props}
            meta={meta}
            label={words[language]}
            value={known[name]}
            inherited={inherited[name]}
            onChange={(path, value) => props.onChange([name, ...path], value)}
          />
        );
      })}
    </div>
  );
}

function ExpressionField({ label, value, vocabulary, onChange }: MetaProps) {
  const expression = value as Expression | undefined;
  const props = { label, value: expression, vocabulary, onChange: (next: unknown) => onChange([], next) };
  return isFormula(value) ? <RulesFormula {...props} /> : <RulesCondition {...props} isOptional />;
}

function WordsField({ label, value, inherited, onChange }: MetaProps) {
  const say = useSay();
  const texts = { ...(Object(inherited) as JsonObject), ...(Object(value) as JsonObject) };
  const isOwn = isObject(value) && Object.keys(value).length > 0;
  const write = (language: Language, typed: string) => {
    const next: JsonObject = { ...texts, [language]: typed };
    return onChange([], LANGUAGES.some((each) => next[each]) ? next : undefined);
  };
  return (
    <BothTexts
      label={label}
      texts={texts as Partial<Words>}
      isLong
      hint={!isOwn && inherited !== undefined ? say("shared") : undefined}
      onChange={write}
    />
  );
}

/** Rules one below the other, or plain values that are typed with a comma between them. */
function Entries(props: MetaProps) {
  const { meta, label, value, onChange } = props;
  const entries: unknown[] = Array.isArray(value) ? value : [];
  const item = resolveMeta(meta.schema.items, meta.root);
  if (!isObject(item.schema.properties))
    return (
      <TextField
        label={label}
        value={entries.join(", ")}
        onChange={(typed) => onChange([], splitValues(typed, entries))}
      />
    );
  return (
    <section className={workspaceStyles.group} aria-label={label}>
      <h3>{label}</h3>
      {entries.map((entry, index) => (
        <MetaPanel
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name
          key={index}
          {...props}
          meta={item}
          label={`${label} ${index + 1}`}
          value={entry}
          inherited={undefined}
          onChange={(path, next) => onChange([index, ...path], next)}
        />
      ))}
    </section>
  );
}

function splitValues(typed: string, before: readonly unknown[]): unknown[] | undefined {
  const isNumbers = before.length > 0 && before.every((each) => typeof each === "number");
  const values = typed
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => (isNumbers && !Number.isNaN(Number(each)) ? Number(each) : each));
  return values.length > 0 ? values : undefined;
}
