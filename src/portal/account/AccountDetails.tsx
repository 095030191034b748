// Who the user is to the portal. To look at; the details are kept where one logs in.
import { profileDetailsQuery } from "#api/profile.ts";
import type { Profile } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { ItemBody } from "../kit/ItemBody.tsx";
import { Kv } from "../kit/Kv.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { FactPanel } from "../kit/Panel.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";
import { Tags } from "./Tags.tsx";

export default function AccountDetails() {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<Profile>(profileDetailsQuery());
  return (
    <Page title={text("portal.account_details.title")} icon="user" sub={item.data ? item.data.intermediaryName : null}>
      <ItemBody item={item} back={{ to: to.account(), label: text("portal.account.title") }}>
        {(profile) => (
          <div className={pageStyles.panels}>
            <FactPanel title={profile.fullName || text("portal.account_details.title")}>
              <Kv
                items={[
                  { label: "portal.account_details.field.first_name", value: profile.firstName },
                  { label: "portal.account_details.field.last_name", value: profile.lastName },
                  { label: "portal.account_details.field.email", value: profile.email },
                  {
                    label: "portal.account_details.field.insurance_types",
                    value: <Tags names={profile.insuranceTypes} none="portal.staff_member.no_insurance_types" />,
                  },
                  {
                    label: "portal.account_details.field.profiles",
                    value: <Tags names={profile.profiles} none="portal.staff_member.no_profiles" />,
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
