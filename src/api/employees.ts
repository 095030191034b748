// Staff of the own office.
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { itemQuery } from "./resource.ts";
import type { Employee } from "./shapes.ts";
import { asWire, text, texts, type Wire } from "./wire.ts";

export function toEmployee(row: Wire): Employee {
  const user = { ...row, ...asWire(row.userData ?? row.user_data) };
  return {
    login: text(row, "login_name", "loginName"),
    name: text(user, "username", "name"),
    email: text(user, "email"),
    insuranceTypes: texts(user, "insurance_types", "insuranceTypes"),
    profiles: texts(user, "profiles"),
  };
}

export const employeesQuery = () =>
  queryOptions({
    queryKey: ["employees", "list"],
    queryFn: async ({ signal }): Promise<Employee[]> => {
      const body = await call<unknown>("GET", "/api/employees", { signal });
      const rows = Array.isArray(body) ? body : asWire(body).data;
      return Array.isArray(rows) ? rows.map((row) => toEmployee(asWire(row))) : [];
    },
  });

export const employeeQuery = itemQuery<Employee, string>("employees", toEmployee);
