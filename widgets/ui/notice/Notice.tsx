// A notice in place: icon, title, text, one action. Closable only where nothing is lost by closing.
import type { ReactNode, Ref } from "react";
import { useText } from "../../runtime/text.ts";
import { IconButton } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import { Unbroken } from "../text/Unbroken.tsx";
import styles from "./Notice.module.css";

type NoticeTone = "info" | "success" | "warning" | "danger";
const icons: Record<NoticeTone, string> = { info: "info", success: "ok", warning: "warn", danger: "error" };

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `status` is read out politely, `alert` at once. Leave out for text that was there from the start. */
  role?: "status" | "alert" | "note";
  id?: string;
  className?: string;
  onClose?: () => void;
  ref?: Ref<HTMLDivElement>;
}

export function Notice({ tone = "info", title, children, action, className, onClose, ...place }: NoticeProps) {
  const text = useText();
  const classes = [styles.notice, tone !== "info" && styles[tone], className].filter(Boolean).join(" ");
  return (
    <div className={classes} {...place}>
      <Icon name={icons[tone]} />
      <div>
        {title && <strong className={styles.title}>{title}</strong>}
        {typeof children === "string" ? (
          <p>
            <Unbroken>{children}</Unbroken>
          </p>
        ) : (
          children
        )}
        {action}
      </div>
      {onClose && <IconButton icon="close" label={text("common.notice.close")} onClick={onClose} />}
    </div>
  );
}
