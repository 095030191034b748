// One member of the staff.
import { employeeQuery } from "#api/employees.ts";
import type { Employee } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { ItemBody } from "../kit/ItemBody.tsx";
import { Kv } from "../kit/Kv.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { FactPanel } from "../kit/Panel.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";
import { Tags } from "./Tags.tsx";

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
      <ItemBody item={item} back={back}>
        {(member) => (
          <div className={pageStyles.panels}>
            <FactPanel title={member.name}>
              <Kv
                items={[
                  { label: "portal.staff_member.field.name", value: member.name },
                  { label: "portal.staff_member.field.email", value: member.email },
                  {
                    label: "portal.staff_member.field.insurance_types",
                    value: <Tags names={member.insuranceTypes} none="portal.staff_member.no_insurance_types" />,
                  },
                  {
                    label: "portal.staff_member.field.profiles",
                    value: <Tags names={member.profiles} none="portal.staff_member.no_profiles" />,
                  },
                ]}
              />
            </FactPanel>
          </div>
        )}
      </ItemBody>
    </Page>
  );
}
