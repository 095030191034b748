// One member of the staff.
import { type Employee, employeeQuery } from "#api/employees.ts";
import { useMessage } from "#widgets/text.ts";
import { Page } from "../kit/Page.tsx";
import { Loaded } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";
import { PersonPanel } from "./PersonPanel.tsx";

export default function StaffMember({ employee: login }: { employee: string }) {
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
