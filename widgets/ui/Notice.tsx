// A notice in place: icon, title, text, one action. Closable only where nothing is lost by closing.
import type { ReactNode, Ref } from "react";
import { useText } from "../text.ts";
import { IconButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./Notice.module.css";

type NoticeTone = "info" | "success" | "warning" | "danger";
const icons: Record<NoticeTone, string> = { info: "info", success: "ok", warning: "warn", danger: "error" };

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  /** Level of a real heading; without it the title is bold text. */
  heading?: 2 | 3 | 4;
  children?: ReactNode;
  action?: ReactNode;
  /** `status` is read out politely, `alert` at once; leave out for text that stood there from the start. */
  role?: "status" | "alert" | "note";
  id?: string;
  className?: string;
  onClose?: () => void;
  ref?: Ref<HTMLDivElement>;
}

export function Notice({
  tone = "info",
  title,
  heading,
  children,
  action,
  role,
  id,
  className,
  onClose,
  ref,
}: NoticeProps) {
  const text = useText();
  const classes = [styles.notice, tone !== "info" && styles[tone], className].filter(Boolean).join(" ");
  return (
    <div className={classes} role={role} id={id} ref={ref}>
      <Icon name={icons[tone]} />
      <div>
        {title && <NoticeTitle heading={heading}>{title}</NoticeTitle>}
        {typeof children === "string" ? <p>{children}</p> : children}
        {action}
      </div>
      {onClose && <IconButton icon="close" label={text("common.notice.close")} onClick={onClose} />}
    </div>
  );
}

function NoticeTitle({ heading, children }: { heading: 2 | 3 | 4 | undefined; children: ReactNode }) {
  if (!heading) return <strong className={styles.title}>{children}</strong>;
  const Heading = `h${heading}` as const;
  return <Heading>{children}</Heading>;
}
