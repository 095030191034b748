// What the portal knows of the user. Read only: the details are kept by the login environment.
import { type Profile, profileDetailsQuery } from "#api/profile.ts";
import { useMessage } from "#widgets/text.ts";
import { Page } from "../kit/Page.tsx";
import { Loaded } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";
import { PersonPanel } from "./PersonPanel.tsx";

export default function AccountDetails() {
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
