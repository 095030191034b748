// The staff of the own office; each row leads to the member.
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { employeesQuery } from "#api/employees.ts";
import type { Employee } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { readListState } from "../kit/listState.ts";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { Empty, Failed, RowsToCome } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { Pager } from "../masterDetail/Pager.tsx";
import { usePageInAddress } from "../masterDetail/usePageInAddress.ts";

const columns: readonly Column<Employee>[] = [
  { key: "name", header: "portal.staff.column.username", value: (row) => row.name, place: 1, full: true },
  { key: "email", header: "portal.staff.column.email", value: (row) => row.email, place: 3 },
];

/** The size of a page where nothing else is said (spec: portal 9). */
const perPage = 15;

export default function StaffList() {
  const text = useMessage();
  const to = usePaths();
  const state = readListState(new URLSearchParams(useLocation().search));
  const { data, error, isFetching, refetch } = useQuery(employeesQuery({ page: state.page, limit: perPage }));
  usePageInAddress(data, state);
  return (
    <Page title={text("portal.staff.title")} icon="users">
      <section className={`card ${pageStyles.alone}`} aria-label={text("portal.staff.title")}>
        {data === undefined ? (
          error ? (
            <Failed
              error={error}
              busy={isFetching}
              retry={() => void refetch()}
              back={{ to: to.account(), label: text("portal.account.title") }}
            />
          ) : (
            <RowsToCome rows={3} label={text("portal.staff.loading")} />
          )
        ) : data.rows.length === 0 ? (
          <Empty icon="users">{text("portal.empty.staff")}</Empty>
        ) : (
          <>
            <DataTable
              caption={text("portal.staff.title")}
              columns={columns}
              rows={data.rows}
              rowKey={(row) => row.login}
              to={(row) => to.employee(row.login)}
            />
            <Pager page={data.page} pages={data.pages} count={text("portal.list.count.staff", { count: data.total })} />
          </>
        )}
      </section>
    </Page>
  );
}
