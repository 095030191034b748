// Asks before a form with changes is left, by whatever link or by going back. What goes with the page itself is kept (useKept.ts).
import { useBlocker } from "react-router";
import { useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";

export function LeaveGuard({ changed, onLeave }: { changed: () => boolean; onLeave: () => void }) {
  const text = useMessage();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && changed(),
  );
  if (blocker.state !== "blocked") return null;
  const leave = () => {
    onLeave();
    blocker.proceed();
  };
  return (
    <Dialog title={text("portal.leave.title")} intro={text("portal.leave.text")} onClose={() => blocker.reset()}>
      <div className="actions">
        <Button kind="primary" onClick={() => blocker.reset()}>
          {text("portal.leave.stay")}
        </Button>
        <Button onClick={leave}>{text("portal.leave.go")}</Button>
      </div>
    </Dialog>
  );
}
