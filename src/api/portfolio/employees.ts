// Staff of the own office.
import { queryOptions } from "@tanstack/react-query";
import { call } from "../calls/call.ts";
import { toListPage } from "../calls/lists.ts";
import { itemQuery } from "../calls/resource.ts";
import { asWire, pick, text, texts, type Unread } from "../wire/wire.ts";
import type { EmployeeAnswer } from "../wire/wireTypes.ts";

export type Employee = ReturnType<typeof toEmployee>;

export function toEmployee(row: Unread<EmployeeAnswer>) {
  const user: Unread<EmployeeAnswer["userData"]> = { ...row, ...asWire(pick(row, "userData", "user_data")) };
  return {
    login: text(row, "login_name", "loginName"),
    name: text(user, "username", "name"),
    email: text(user, "email"),
    insuranceTypes: texts(user, "insurance_types", "insuranceTypes"),
    profiles: texts(user, "profiles"),
  };
}

/** The call has no page parameter (spec: portal 7). A response with all employees is paged here. */
export const employeesQuery = (request: { page: number; limit: number }) =>
  queryOptions({
    queryKey: ["employees", "list", request],
    queryFn: async ({ signal }) => toListPage(await call("GET", "/api/employees", { signal }), toEmployee, request),
  });

export const employeeQuery = itemQuery<Employee, string>("employees", toEmployee);
