// One item in full. In a panel it starts from its row, so that what the list already has shows at once.
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";

type Options<T> = { queryKey: readonly unknown[]; queryFn?: unknown; readonly __shape?: T };

export function useItem<T>(options: Options<T>, row?: T) {
  const full = options as unknown as UseQueryOptions<T>;
  const result = useQuery(row === undefined ? full : { ...full, placeholderData: row as never });
  return { ...result, data: result.data ?? row, loading: result.isPlaceholderData || result.isPending };
}
