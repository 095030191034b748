// The pages of one person: the user, and one of the staff. Read only: the details are kept by the login environment.
import { type Employee, employeeQuery } from "#api/portfolio/employees.ts";
import { type Profile, profileDetailsQuery } from "#api/profile.ts";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import type { KvItem } from "../kit/Kv.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { FactPanel } from "../kit/Panel.tsx";
import { Loaded } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";
import styles from "./Account.module.css";

export function AccountDetails() {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<Profile>(profileDetailsQuery());
  return (
    <Page title={text("portal.account_details.title")} icon="user" sub={item.data ? item.data.intermediaryName : null}>
      <Loaded query={item} back={{ to: to.account(), label: text("portal.account.title") }} rows={8} alone>
        {(profile) => (
          <PersonPanel
            title={profile.fullName || text("portal.account_details.title")}
            facts={[
              { label: "portal.account_details.field.first_name", value: profile.firstName },
              { label: "portal.account_details.field.last_name", value: profile.lastName },
              { label: "portal.account_details.field.email", value: profile.email },
            ]}
            of="account_details"
            person={profile}
          />
        )}
      </Loaded>
    </Page>
  );
}

export function StaffMember({ employee: login }: { employee: string }) {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<Employee>(employeeQuery(login));
  const back = { to: to.staff(), label: text("portal.staff.title") };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={text("portal.staff_member.title", { name: item.data?.name ?? "" }).trim()}
      icon="user"
    >
      <Loaded query={item} back={back} rows={8} alone>
        {(member) => (
          <PersonPanel
            title={member.name}
            facts={[
              { label: "portal.staff_member.field.name", value: member.name },
              { label: "portal.staff_member.field.email", value: member.email },
            ]}
            of="staff_member"
            person={member}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface PersonPanelProps {
  title: string;
  facts: readonly KvItem[];
  of: "account_details" | "staff_member";
  person: { insuranceTypes: readonly string[]; profiles: readonly string[] };
}

function PersonPanel({ title, facts, of, person }: PersonPanelProps) {
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
      <FactPanel title={title} items={[...facts, ...tags]} />
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
