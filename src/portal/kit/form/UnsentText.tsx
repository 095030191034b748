// Text that can no longer be sent because a colleague was first. It can be read and copied until it is removed.
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import styles from "./UnsentText.module.css";

interface UnsentTextProps {
  said: string;
  /** Why it can no longer be sent. */
  why?: string;
  forget: () => void;
}

export function UnsentText({ said, why, forget }: UnsentTextProps) {
  const text = useMessage();
  return (
    <div className={styles.unsent}>
      <Notice tone="warning" role="alert" title={text("portal.referral.unsent.title")}>
        {why && <p>{why}</p>}
        <p className="written">{said}</p>
      </Notice>
      <div className="actions">
        <Button onClick={forget}>{text("portal.referral.unsent.remove")}</Button>
      </div>
    </div>
  );
}
