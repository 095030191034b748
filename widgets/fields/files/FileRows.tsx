// The chosen files: state, name, size or share, what is wrong, remove. The focus after a removal is never lost.

import type { FileRules } from "#engine/rules/fileRules.ts";
import { useText } from "../../runtime/text.ts";
import { ErrorText } from "../../templates/ErrorText.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./FileRows.module.css";
import { fileSize, sizeLimit } from "./fileSize.ts";
import { canRetry, type FileEntry, type UploadList } from "./uploadList.ts";

interface FileRowsProps {
  entries: readonly FileEntry[];
  uploads: UploadList;
  rules: FileRules;
  readonly: boolean;
  /** Id of the button that adds files: the focus goes there when the last row goes. */
  addButton: string;
}

export function FileRows({ entries, uploads, rules, readonly, addButton }: FileRowsProps) {
  const text = useText();
  if (entries.length === 0) return null;
  const remove = (entry: FileEntry, row: HTMLElement | null) => {
    const near = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>(
      "button:last-of-type",
    );
    uploads.remove(entry.key);
    (near ?? document.getElementById(addButton))?.focus();
  };
  return (
    <ul className={styles.files} aria-label={text("wizard.upload.list_label")}>
      {entries.map((entry) => (
        <FileRow
          key={entry.key}
          {...{ entry, rules, readonly }}
          onRetry={() => uploads.retry(entry.key)}
          onRemove={(row) => remove(entry, row)}
        />
      ))}
    </ul>
  );
}

interface FileRowProps {
  entry: FileEntry;
  rules: FileRules;
  readonly: boolean;
  onRetry: () => void;
  onRemove: (row: HTMLElement | null) => void;
}

const ICONS = { stored: ["ok", styles.ok], uploading: ["file", ""], refused: ["error", styles.bad] } as const;

function FileRow({ entry, rules, readonly, onRetry, onRemove }: FileRowProps) {
  const text = useText();
  const { name, size, state, progress } = entry;
  const [icon, tone] = ICONS[state];
  const uploading = state === "uploading";
  const percent = Math.round(progress * 100);
  const meta = uploading ? `${percent}%` : size === undefined ? "" : fileSize(size, text);
  return (
    <li className={styles.file}>
      <Icon name={icon} className={tone} />
      <span className={styles.name}>{name}</span>
      <span className={`${styles.meta} number`}>{meta}</span>
      {!readonly && (
        <IconButton
          icon={uploading ? "close" : "trash"}
          label={text("wizard.upload.remove", { name })}
          onClick={(event) => onRemove(event.currentTarget.closest("li"))}
        />
      )}
      {uploading && <progress max="100" value={percent} aria-label={name} />}
      {entry.fault && (
        <div className={styles.fault} role="alert">
          <ErrorText>{faultText(entry, rules, text)}</ErrorText>
          {canRetry(entry) && (
            <Button
              kind="quiet"
              small
              icon="refresh"
              onClick={(event) => {
                // It goes at the press. The button that takes the file out stays.
                event.currentTarget.closest("li")?.querySelector("button")?.focus();
                onRetry();
              }}
            >
              {text("common.action.retry")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function faultText({ fault, name, said }: FileEntry, rules: FileRules, text: ReturnType<typeof useText>): string {
  if (fault === "too_large") return text("error.file.too_large", { name, max: sizeLimit(rules.maxSize, text) });
  if (fault === "type_not_allowed")
    return text("error.file.type_not_allowed", { name, extensions: rules.extensions.join(", ") });
  if (fault === "too_many") return text("wizard.upload.max_files", { max: rules.maxFiles });
  if (fault === "too_slow") return text("error.file.too_slow", { name });
  if (fault === "too_large_on_the_way") return text("error.file.too_large_on_the_way", { name });
  return said ?? text("error.file.upload_failed");
}
