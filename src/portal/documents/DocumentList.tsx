// The archive documents of one relation, each with its download (spec: portal 2, other).
import { useMutation, useQuery } from "@tanstack/react-query";
import { documentsQuery } from "#api/documents.ts";
import { fetchFile } from "#api/files.ts";
import { relationQuery } from "#api/relations.ts";
import type { ArchiveDocument, ListPage } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import { toast } from "#widgets/ui/Toast.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { HeadCell, type HeadColumn, knownSort, SortField } from "../kit/Sort.tsx";
import { Empty, Failed, RowsToCome } from "../kit/States.tsx";
import { saveFile } from "../kit/saveFile.ts";
import { useListState } from "../kit/useListState.ts";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { Pager } from "../masterDetail/Pager.tsx";
import { usePageInAddress } from "../masterDetail/usePageInAddress.ts";

/** The size of a page where nothing else is said (spec: portal 9). */
const perPage = 15;

export default function DocumentList({ relation }: { relation: number }) {
  const text = useMessage();
  const to = usePaths();
  const state = useListState();
  const sort = knownSort({ columns, sort: state.sort });
  const owner = useQuery(relationQuery(relation));
  const company = owner.data?.company;
  const list = useQuery(documentsQuery({ relation, page: state.page, limit: perPage, sort: sort ?? undefined }));
  usePageInAddress(list.isPlaceholderData ? undefined : list.data, state);
  return (
    <Page
      missing={{ error: owner.error, back: { to: to.relations(), label: text("portal.relations.title") } }}
      title={company ? text("portal.documents.title_for_company", { company }) : text("portal.documents.title")}
      icon="file"
      relation={{ number: relation, page: "documents" }}
    >
      <section className={`card ${pageStyles.alone}`} aria-label={text("portal.documents.title")}>
        {list.data ? (
          <Documents page={list.data} sort={sort} />
        ) : list.error ? (
          <Failed error={list.error} busy={list.isFetching} retry={() => void list.refetch()} />
        ) : (
          <RowsToCome rows={8} label={text("portal.documents.loading")} />
        )}
      </section>
    </Page>
  );
}

export const columns: readonly (HeadColumn & { className?: string })[] = [
  { key: "description", header: "portal.documents.column.description", sort: "description" },
  { key: "date", header: "portal.documents.column.upload_date", sort: "upload_date" },
  { key: "type", header: "portal.documents.column.type", sort: "type" },
  { key: "size", header: "portal.documents.column.file_size", sort: "file_size", className: "end" },
  { key: "download", header: "portal.documents.column.download", className: "end" },
];

function Documents({ page, sort }: { page: ListPage<ArchiveDocument>; sort: string | null }) {
  const text = useMessage();
  if (page.rows.length === 0) return <Empty icon="file">{text("portal.empty.archives")}</Empty>;
  return (
    <>
      <SortField columns={columns} sort={sort} />
      <table className="table table-cards table-documents">
        <caption className="visually-hidden">{text("portal.documents.title")}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} className={column.className} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => (
            <DocumentRow key={row.id} document={row} />
          ))}
        </tbody>
      </table>
      <Pager page={page.page} pages={page.pages} count={text("portal.list.count.documents", { count: page.total })} />
    </>
  );
}

function useDownload({ href, description, type }: ArchiveDocument) {
  const text = useMessage();
  return useMutation({
    mutationFn: () => fetchFile(href, "*/*", `${description}.${type}`),
    onSuccess: (found) => {
      saveFile(found);
      toast(text("portal.documents.done", { name: found.name }));
    },
  });
}

const types: Record<string, "word" | "excel" | "png" | "jpeg" | "pdf" | "email"> = {
  doc: "word",
  docx: "word",
  xls: "excel",
  xlsx: "excel",
  png: "png",
  jpg: "jpeg",
  jpeg: "jpeg",
  pdf: "pdf",
  msg: "email",
  eml: "email",
};

function DocumentRow({ document }: { document: ArchiveDocument }) {
  const text = useMessage();
  const format = useFormat();
  const file = useDownload(document);
  const type = types[document.type.toLowerCase().replace(/^.*[./]/, "")];
  return (
    <tr>
      <td className="place-1 name">{document.description}</td>
      <td className="number place-3 quiet">{format.date(document.uploadDate)}</td>
      <td className="place-3 quiet">{type ? text(`common.file_type.${type}`) : document.type}</td>
      <td className="number end place-4 quiet">{format.bytes(document.size)}</td>
      <td className="end place-2">
        <a
          className="button button-quiet button-small"
          href={document.href}
          aria-label={text("portal.documents.download_label", { description: document.description })}
          aria-busy={file.isPending || undefined}
          onClick={(event) => {
            event.preventDefault();
            if (!file.isPending) file.mutate();
          }}
        >
          {file.isPending ? <Spinner /> : <Icon name="download" />}
          {text("portal.documents.download")}
        </a>
        {file.isError && (
          <Notice tone="danger" role="alert" onClose={() => file.reset()}>
            {text("portal.documents.failed", { description: document.description })}
          </Notice>
        )}
      </td>
    </tr>
  );
}
