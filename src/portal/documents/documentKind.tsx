// The archive documents of one relation, each with its download (spec: portal 2, other).

import { type ArchiveDocument, documentsQuery } from "#api/portfolio/documents.ts";
import { columns } from "#api/wire/columns.ts";
import { FILE_TYPES } from "#engine/rules/fileRules.ts";
import { KINDS } from "#routes/kinds.ts";
import type { ListAddress } from "#routes/paths.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { DocumentDownload } from "../DocumentDownload.tsx";
import { DataTable } from "../kit/list/DataTable.tsx";
import pageStyles from "../kit/Page.module.css";
import { Empty } from "../kit/States.tsx";
import { ListScreen, type ShownList } from "../masterDetail/ListScreen.tsx";
import { Pager } from "../masterDetail/Pager.tsx";
import type { ListKind } from "../masterDetail/ThingKind.ts";

interface RowProps {
  document: ArchiveDocument;
}

export const documents: ListKind<ArchiveDocument> = {
  kind: "documents",
  // The default size of a page (spec: portal 9).
  perPage: 15,
  columns: (format) => [
    {
      ...columns.document.description,
      value: (row) => <span className="name">{row.description}</span>,
      sub: ({ fileName }) => fileName && <span className="address">{fileName}</span>,
      place: 1,
    },
    {
      ...columns.document.upload_date,
      value: (row) => format.date(row.uploadDate),
      place: 3,
    },
    {
      ...columns.document.type,
      value: (row) => <FileType document={row} />,
      place: 3,
    },
    {
      ...columns.document.file_size,
      value: (row) => format.bytes(row.size),
      place: 4,
      end: true,
    },
    {
      key: "download",
      header: "portal.documents.column.download",
      value: (row) => <DocumentDownload document={row} />,
      place: 2,
      end: true,
    },
  ],
  list: documentsQuery,
};
export const List = (address: ListAddress) => (
  <ListScreen {...address} kind={documents}>
    {(shown) => <Documents {...shown} />}
  </ListScreen>
);

/** Rows without a page or panel: everything that can be done is in the row itself. */
function Documents({ columns, page, sort }: ShownList<ArchiveDocument>) {
  const text = useMessage();
  const title = text("portal.documents.title");
  const { rows, pages, total } = page;
  return (
    <section className={`card ${pageStyles.alone}`} aria-label={title}>
      {rows.length === 0 ? (
        <Empty icon={KINDS.documents.icon}>{text("portal.empty.documents")}</Empty>
      ) : (
        <>
          <DataTable
            look="table-documents"
            caption={title}
            columns={columns}
            sort={sort}
            rows={rows}
            rowKey={({ id }) => id}
          />
          <Pager page={page.page} pages={pages} count={text("portal.list.count.documents", { count: total })} />
        </>
      )}
    </section>
  );
}

function FileType({ document }: RowProps) {
  const text = useMessage();
  const type = FILE_TYPES[document.type.toLowerCase().replace(/^.*[./]/, "")];
  return type ? text(`common.file_type.${type}`) : document.type;
}
