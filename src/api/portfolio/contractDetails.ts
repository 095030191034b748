// Ours: what the page of a quotation or policy shows beside its row. Not with the calls of the lists, so that only those pages load it.
import { queryOptions } from "@tanstack/react-query";
import { call, PortalError } from "../calls/call.ts";
import { unclear } from "../calls/errors.ts";
import { asWire } from "../wire/wire.ts";
import type { ContractDetails, ContractDetailsAnswer } from "../wire/wireTypes.ts";

/** Null: this back end does not have the call. */
export const contractDetailsQuery = (list: "quotations" | "policies", number: number) =>
  queryOptions({
    queryKey: [list, "details", number],
    queryFn: async ({ signal }): Promise<ContractDetails | null> => {
      try {
        const { data } = asWire(
          await call("GET", `/api/${list}/${number}/details`, { signal }),
        ) as Partial<ContractDetailsAnswer>;
        if (!Array.isArray(data?.documents) || !Array.isArray(data.answers)) throw unclear();
        return data;
      } catch (error) {
        if (error instanceof PortalError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
