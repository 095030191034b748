// A link that downloads a file without leaving the page, and announces success or failure.
import type { ReactNode } from "react";
import { fetchFile } from "#api/calls/files.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import styles from "./DownloadLink.module.css";
import { useDownload } from "./useDownload.ts";

interface DownloadLinkProps {
  href: string;
  /** What it is, in words. */
  description: string;
  /** Where the server gives the file no name. */
  plainName: string;
  children: ReactNode;
}

export function DownloadLink({ href, description, plainName, children }: DownloadLinkProps) {
  const text = useMessage();
  const file = useDownload(() => fetchFile(href, "*/*", plainName), "portal.documents.done");
  return (
    <>
      <a
        className="button button-quiet button-small"
        href={href}
        aria-label={text("portal.documents.download_label", { description })}
        aria-busy={file.isPending || undefined}
        onClick={(event) => {
          event.preventDefault();
          if (!file.isPending) file.mutate();
        }}
      >
        {file.isPending ? <Spinner /> : <Icon name="download" />}
        {children}
      </a>
      {file.isError && (
        <span className={styles.failed} role="alert">
          {text("portal.documents.failed")}
        </span>
      )}
    </>
  );
}
