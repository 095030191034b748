// Saves a list as a file for a spreadsheet, whole and as it is filtered. The server writes it. The button fetches it and
// shows when it is busy or has failed.
import { useId, useRef } from "react";
import { type ExportRequest, type FetchedFile, fetchExport } from "#api/calls/files.ts";
import { useFocusBack } from "#widgets/runtime/focus.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { useDownload } from "../useDownload.ts";
import styles from "./ExportButton.module.css";

export function ExportButton({ of }: { of: ExportRequest }) {
  const text = useMessage();
  return <ExportFile fetch={() => fetchExport(of)} help={text("portal.dashboard.export_help")} />;
}

export function ExportFile({ fetch, help }: { fetch: () => Promise<FetchedFile>; help: string }) {
  const text = useMessage();
  const id = useId();
  const file = useDownload(fetch, "portal.export.done", "portal.export.busy");
  return (
    <>
      <Button id={id} icon="download" busy={file.isPending} title={help} onClick={() => file.mutate()}>
        {text("common.action.export")}
      </Button>
      {file.isError && <ExportFailure close={() => file.reset()} button={id} />}
    </>
  );
}

function ExportFailure({ close, button }: { close: () => void; button: string }) {
  const text = useMessage();
  const box = useRef<HTMLDivElement>(null);
  useFocusBack(box, button);
  return (
    <Notice tone="danger" role="alert" className={styles.failure} onClose={close} ref={box}>
      {text("portal.export.failed")}
    </Notice>
  );
}
