// The download of an archive document, in its list and on the page of the contract that it belongs to.
import type { ArchiveDocument } from "#api/portfolio/documents.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { DownloadLink } from "./kit/DownloadLink.tsx";

export function DocumentDownload({ document: { href, description, fileName, type } }: { document: ArchiveDocument }) {
  const text = useMessage();
  const named = fileName ? `${description} (${fileName})` : description;
  return (
    <DownloadLink href={href} description={named} plainName={`${description}.${type}`}>
      {text("portal.documents.download")}
    </DownloadLink>
  );
}
