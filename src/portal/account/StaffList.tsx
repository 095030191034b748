// The staff of the own office; each row leads to the member.
import { useQuery } from "@tanstack/react-query";
import { employeesQuery } from "#api/employees.ts";
import type { Employee } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { type Column, DataTable } from "../masterDetail/DataTable.tsx";
import { Page } from "../Page.tsx";
import { Empty, Failed, RowsToCome } from "../States.tsx";
import { usePaths } from "../usePortal.ts";

const columns: readonly Column<Employee>[] = [
  { key: "name", header: "portal.staff.column.username", value: (row) => row.name, place: 1, full: true },
  { key: "email", header: "portal.staff.column.email", value: (row) => row.email, place: 3 },
];

export default function StaffList() {
  const text = useMessage();
  const to = usePaths();
  const { data, error, isFetching, refetch } = useQuery(employeesQuery());
  return (
    <Page title={text("portal.staff.title")} icon="users">
      <section className="card list-alone" aria-label={text("portal.staff.title")}>
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
        ) : data.length === 0 ? (
          <Empty icon="users">{text("portal.empty.staff")}</Empty>
        ) : (
          <DataTable
            caption={text("portal.staff.title")}
            columns={columns}
            rows={data}
            rowKey={(row) => row.login}
            to={(row) => to.employee(row.login)}
          />
        )}
      </section>
    </Page>
  );
}
