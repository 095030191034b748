// What is known of one person, the user or one of the staff.
import { type MessageId, useMessage } from "#widgets/text.ts";
import { Kv, type KvItem } from "../kit/Kv.tsx";
import pageStyles from "../kit/Page.module.css";
import { FactPanel } from "../kit/Panel.tsx";
import styles from "./PersonPanel.module.css";

interface PersonPanelProps {
  title: string;
  facts: readonly KvItem[];
  of: "account_details" | "staff_member";
  person: { insuranceTypes: readonly string[]; profiles: readonly string[] };
}

export function PersonPanel({ title, facts, of, person }: PersonPanelProps) {
  const tags: KvItem[] = [
    {
      label: `portal.${of}.field.insurance_types`,
      value: <Tags names={person.insuranceTypes} none="portal.staff_member.no_insurance_types" />,
    },
    {
      label: `portal.${of}.field.profiles`,
      value: <Tags names={person.profiles} none="portal.staff_member.no_profiles" />,
    },
  ];
  return (
    <div className={pageStyles.panels}>
      <FactPanel title={title}>
        <Kv items={[...facts, ...tags]} />
      </FactPanel>
    </div>
  );
}

/** A list of names as the server gives them, or the words for none. */
function Tags({ names, none }: { names: readonly string[]; none: MessageId }) {
  const text = useMessage();
  if (names.length === 0) return <span className="muted">{text(none)}</span>;
  return (
    <ul className={styles.tags}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
