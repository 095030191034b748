// The staff of the own office. Each row leads to the member.
import { useQuery } from "@tanstack/react-query";
import { type Employee, employeesQuery } from "#api/portfolio/employees.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { type Column, DataTable } from "../kit/list/DataTable.tsx";
import { useCorrectAddress, useListState } from "../kit/list/listState.ts";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { Empty, Loaded } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { Pager } from "../masterDetail/Pager.tsx";

const columns: readonly Column<Employee>[] = [
  { key: "name", header: "portal.staff.column.username", value: (row) => row.name, place: 1, full: true },
  { key: "email", header: "portal.staff.column.email", value: (row) => row.email, place: 3 },
];

/** The default size of a page (spec: portal 9). */
const perPage = 15;

export default function StaffList() {
  const text = useMessage();
  const to = usePaths();
  const state = useListState();
  const query = useQuery(employeesQuery({ page: state.page, limit: perPage }));
  useCorrectAddress(query.data);
  const back = { to: to.account(), label: text("portal.account.title") };
  return (
    <Page title={text("portal.staff.title")} icon="users">
      <section className={`card ${pageStyles.alone}`} aria-label={text("portal.staff.title")}>
        <Loaded query={query} back={back} rows={3} label={text("portal.staff.loading")}>
          {({ rows, page, pages, total }) =>
            rows.length === 0 ? (
              <Empty icon="users">{text("portal.empty.staff")}</Empty>
            ) : (
              <>
                <DataTable
                  caption={text("portal.staff.title")}
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => row.login}
                  to={(row) => to.employee(row.login)}
                />
                <Pager page={page} pages={pages} count={text("portal.list.count.staff", { count: total })} />
              </>
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}
