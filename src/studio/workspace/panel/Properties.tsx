// The properties of a field, generated from the meta-schemas. Each change is one act. Of what products share, the panel asks for whom.
import { controlFor, namesFor } from "#engine/fields/controls.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { isRequired, makeAct, setHandover, setMember, setRequired } from "../model/fieldActs.ts";
import { GROUPS, listMembers, type Member, type Words } from "../model/members.ts";
import { effective, type FieldPlace, readAt } from "../model/places.ts";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { Choices } from "./Choices.tsx";
import { Ask, FieldTexts } from "./FieldTexts.tsx";
import { Group, YesNo } from "./Inputs.tsx";
import { MemberField } from "./MemberField.tsx";
import { type FieldProps, useFieldActs } from "./useFieldActs.ts";

export function Properties({ field }: { field: FieldPlace }) {
  const say = useSay();
  const { metas } = useWorkspace();
  const fieldActs = useFieldActs(field);
  const rules = effective(field.rules, field.shared);
  const layout = effective(field.layout, field.sharedLayout);
  const named = layout["ui:widget"] ?? layout["ui:field"] ?? controlFor(rules as Schema);
  const members = listMembers(metas, rules, typeof named === "string" ? named : undefined);
  const isOfShared = field.rules.file.startsWith("schemas/shared/");
  return (
    <div className={styles.properties}>
      {fieldActs.question && <Ask {...fieldActs.question} />}
      {isOfShared && <p className="small">{say("sharedStep")}</p>}
      {GROUPS.map((group) => {
        const inGroup = members.filter((member) => member.group === group);
        if (inGroup.length === 0 && group !== "answer") return null;
        return (
          <Group key={group} title={say(`group_${group}`)}>
            {group === "answer" && <Required fieldActs={fieldActs} />}
            {inGroup.map((member) => (
              <Row key={member.path.join("/")} {...{ member, rules, layout, fieldActs }} />
            ))}
          </Group>
        );
      })}
    </div>
  );
}

function Required({ fieldActs: { field, run, label } }: FieldProps) {
  const say = useSay();
  const change = (on: boolean) => {
    const sentence = inBoth(on ? "setRequired" : "setOptional", { field: label });
    void run((place) => makeAct(sentence, setRequired(place, on)), false);
  };
  return <YesNo label={say("required")} value={isRequired(field)} onChange={change} />;
}

interface RowProps extends FieldProps {
  member: Member;
  rules: JsonObject;
  layout: JsonObject;
}

function Row({ member, rules, layout, fieldActs }: RowProps) {
  const say = useSay();
  const { content } = useWorkspace();
  const language = useLanguage();
  const { words } = member;
  if (member.source === "texts")
    return (
      <FieldTexts
        fieldActs={fieldActs}
        kind={member.path[0] ?? ""}
        label={words[language]}
        name={words}
        isLong={member.as === "long"}
      />
    );
  if (member.as === "choices") return <Choices fieldActs={fieldActs} />;
  const isHandover = member.source === "handover";
  const { field } = fieldActs;
  const value = isHandover
    ? content.handover.node[content.addressOf(field.step, field.names).join(".")]
    : readAt(member.source === "rules" ? rules : layout, member.path);
  const change = (next: unknown, shown: Words | string) => {
    const sentence = inBoth("setMember", { field: fieldActs.label, member: words, value: shown });
    const merge = `${field.step} ${field.names} ${member.path}`;
    if (isHandover)
      return fieldActs.run((place, content) => makeAct(sentence, setHandover(content, place, next), merge), false);
    return fieldActs.run((place, _, scope) => makeAct(sentence, setMember(place, member, next, scope), merge));
  };
  const choices = member.as === "control" ? namesFor(rules as Schema) : undefined;
  const { schema } = member;
  return (
    <MemberField
      {...{ schema, value, choices }}
      {...(choices && { none: say("asRules") })}
      label={words[language]}
      onChange={change}
    />
  );
}
