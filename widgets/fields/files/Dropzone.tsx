// Files to drop or choose, with a real button. Loaded with the first step that has one. Size and type are checked here
// to save the wait. The server checks again.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useDropzone } from "react-dropzone";
import { useIntl } from "react-intl";
import { fileAddress } from "#engine/answers/fileFields.ts";
import type { FormSession } from "#engine/form/session.ts";
import { FILE_RULES, FILE_TYPES, type FileRules } from "#engine/rules/fileRules.ts";
import { oncePer } from "#engine/schema/oncePer.ts";
import type { FailedFile, FieldFiles, WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { announce } from "../../ui/LiveRegion.tsx";
import styles from "./Dropzone.module.css";
import { FileRows } from "./FileRows.tsx";
import { sizeLimit } from "./fileSize.ts";
import { UploadList } from "./uploadList.ts";

const NONE: string[] = [];
const NO_FILES = { uploading: [], failed: [] };

const readFileRules = ({ ui }: WidgetProps<string[]>): FileRules => ({
  extensions: (ui.accept as string[] | undefined) ?? FILE_RULES.extensions,
  maxSize: (ui.maxSize as number | undefined) ?? FILE_RULES.maxSize,
  maxFiles: (ui.maxItems as number | undefined) ?? FILE_RULES.maxFiles,
});

/** The files of a field live as long as the session of its form: closing the step cancels no upload. */
const listsIn = oncePer((_session: FormSession) => new Map<string, UploadList>());

function findUploadList(session: FormSession, id: string, make: () => UploadList): UploadList {
  const lists = listsIn(session);
  const list = lists.get(id) ?? make();
  lists.set(id, list);
  return list;
}

function useUploads(props: WidgetProps<string[]>, rules: FileRules) {
  const { id, value = NONE, path, runtime } = props;
  const text = useText();
  const options = {
    onFailed: (name: string) => {
      // In the open step the row itself shows it.
      if (!shown.current)
        announce(text("common.named", { name, value: text("error.file.upload_failed") }), "assertive");
    },
    service: runtime.services.upload,
    rules,
    field: fileAddress(runtime.step, path),
    onIds: (ids: string[]) => {
      runtime.session.commitField(path, ids.length > 0 ? ids : undefined);
      announce(text("wizard.upload.uploaded", { count: ids.length }));
    },
    isThere: () => runtime.session.shows(path),
    onFiles: (uploading: string[], failed: FailedFile[]) =>
      report(runtime.session.shows(path) ? { uploading, failed } : NO_FILES),
  };
  const report = (files: Pick<FieldFiles, "uploading" | "failed">) =>
    runtime.services.onFiles?.(id, { step: runtime.step, path, ...files });
  const [uploads] = useState(() => findUploadList(runtime.session, id, () => new UploadList(options)));
  const shown = useRef(true);
  useEffect(() => uploads.configure(options));
  useEffect(() => uploads.adopt(value), [uploads, value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field keeps its place while it is there
  useEffect(() => {
    shown.current = true;
    uploads.report();
    return () => {
      shown.current = false;
      // An answer took the field away: its files hold nothing. Closing the step does not.
      if (!runtime.session.shows(path)) report(NO_FILES);
    };
  }, []);
  return { uploads, entries: useSyncExternalStore(uploads.subscribe, uploads.snapshot) };
}

export default function DropzoneWidget(props: WidgetProps<string[]>) {
  const { id, readonly, invalid, describedBy, labelId } = props;
  const text = useText();
  const rules = useMemo(() => readFileRules(props), [props]);
  const { uploads, entries } = useUploads(props, rules);
  const take = useCallback(
    (accepted: File[], refused: { file: File }[]) => uploads.add([...accepted, ...refused.map(({ file }) => file)]),
    [uploads],
  );
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: take,
    noClick: true,
    noKeyboard: true,
    multiple: true,
    disabled: readonly,
  });
  return (
    <>
      {!readonly && (
        <div
          {...getRootProps({
            className: isDragActive ? `${styles.drop} ${styles.over}` : styles.drop,
            role: undefined,
            tabIndex: undefined,
          })}
        >
          <input
            {...getInputProps({
              accept: rules.extensions.join(","),
              "aria-labelledby": labelId,
              tabIndex: -1,
              style: undefined,
              hidden: true,
            })}
          />
          <Icon name="upload" />
          <p data-part="help">{text("wizard.upload.drop")}</p>
          <Button
            id={`${id}__choose`}
            small
            onClick={open}
            aria-invalid={invalid || undefined}
            aria-describedby={[describedBy, `${id}__allowed`].filter(Boolean).join(" ")}
          >
            {text("wizard.upload.choose")}
          </Button>
          <p className={fieldTemplateStyles.help} data-part="help" id={`${id}__allowed`}>
            <AllowedFiles rules={rules} />
          </p>
        </div>
      )}
      <FileRows entries={entries} uploads={uploads} rules={rules} readonly={readonly} addButton={`${id}__choose`} />
    </>
  );
}

function AllowedFiles({ rules: { extensions, maxSize, maxFiles } }: { rules: FileRules }) {
  const text = useText();
  const { formatList } = useIntl();
  const types = new Set(extensions.map((extension) => FILE_TYPES[extension.slice(1)]));
  const named = formatList([...types].map((type) => text("wizard.upload.file_type", { type })));
  const max = text("wizard.upload.max_size", { max: sizeLimit(maxSize, text) });
  return [
    text("wizard.upload.allowed_types", { types: named }),
    max,
    text("wizard.upload.max_files", { max: maxFiles }),
  ].join(" ");
}
