// The documents of a quotation or policy, the newest first. Older ones of a changed quotation say when they were replaced.
import { toDocument } from "#api/portfolio/documents.ts";
import type { DocumentAnswer } from "#api/wire/wireTypes.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import styles from "./ContractPanels.module.css";
import { DocumentDownload } from "./DocumentDownload.tsx";
import { FactPanel } from "./kit/Panel.tsx";
import { useFormat } from "./kit/usePortal.ts";

export function ContractDocuments({ documents }: { documents: readonly DocumentAnswer[] }) {
  const text = useMessage();
  const format = useFormat();
  return (
    <FactPanel title={text("portal.documents.title")}>
      {documents.length === 0 ? (
        <p className={`muted ${styles.none}`}>{text("portal.empty.documents")}</p>
      ) : (
        <ul className={styles.documents}>
          {documents.map((row) => {
            const document = toDocument({ ...row });
            const { replacedAt } = document;
            const replaced = replacedAt && text("portal.documents.replaced", { moment: format.moment(replacedAt) });
            const about = [replaced, document.fileName, format.date(document.uploadDate), format.bytes(document.size)];
            return (
              <li key={document.id}>
                <span>
                  {document.description}
                  <small>{about.filter(Boolean).join(" · ")}</small>
                </span>
                <DocumentDownload document={document} />
              </li>
            );
          })}
        </ul>
      )}
    </FactPanel>
  );
}
