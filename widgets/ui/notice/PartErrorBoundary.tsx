// Error boundary of a part that is loaded when needed. After a new release an old tab finds its files missing: then that part
// alone asks to reload. Every other error goes to the boundary above.
import { Component, type ReactNode } from "react";
import { useText } from "../../runtime/text.ts";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import noticeStyles from "./Notice.module.css";

/** Messages of Chromium, Firefox and Safari for a module that could not be loaded. */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload/i;

export const isMissingPart = (error: unknown): boolean => error instanceof Error && MISSING.test(error.message);

function MissingPart() {
  const text = useText();
  return (
    <div className={noticeStyles.notice} role="alert">
      <Icon name="warn" />
      <div>
        <p>{text("common.part_missing")}</p>
        <Button small icon="refresh" onClick={() => location.reload()}>
          {text("common.action.reload")}
        </Button>
      </div>
    </div>
  );
}

export class PartErrorBoundary extends Component<{ children: ReactNode }, { failed: { error: unknown } | null }> {
  override state: { failed: { error: unknown } | null } = { failed: null };

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render() {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    if (!isMissingPart(failed.error)) throw failed.error;
    return <MissingPart />;
  }
}
