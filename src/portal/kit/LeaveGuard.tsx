// Asks before a form with changes is left, by whatever link or by going back; the browser asks in its own words when the
// page itself goes. It saves nothing.
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";

export function LeaveGuard({ changed }: { changed: () => boolean }) {
  const text = useMessage();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && changed(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changed()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [changed]);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog title={text("portal.leave.title")} intro={text("portal.leave.text")} onClose={() => blocker.reset()}>
      <div className="actions">
        <Button kind="primary" onClick={() => blocker.reset()}>
          {text("portal.leave.stay")}
        </Button>
        <Button onClick={() => blocker.proceed()}>{text("portal.leave.go")}</Button>
      </div>
    </Dialog>
  );
}
