// Logout. What is typed and not sent is deleted from this device with it (decisions 37, 86): asked before that happens, because
// it cannot be restored.
import { type MouseEvent, useState } from "react";
import { hasDrafts } from "#api/drafts/store.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { deleteLocalData } from "./returnPage.ts";

const LOGOUT = "/auth/logout";

function leave(): void {
  deleteLocalData();
  location.assign(LOGOUT);
}

export function LogoutLink() {
  const text = useMessage();
  const [asks, setAsks] = useState(false);
  const click = (event: MouseEvent) => {
    event.preventDefault();
    void hasDrafts().then((some) => (some ? setAsks(true) : leave()));
  };
  return (
    <>
      <a href={LOGOUT} onClick={click}>
        <Icon name="logout" small />
        {text("portal.header.logout")}
      </a>
      {asks && (
        <Dialog title={text("portal.logout.title")} intro={text("portal.logout.text")} onClose={() => setAsks(false)}>
          <div className="actions">
            <Button kind="primary" onClick={() => setAsks(false)}>
              {text("portal.logout.stay")}
            </Button>
            <Button kind="danger" onClick={leave}>
              {text("portal.logout.go")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
