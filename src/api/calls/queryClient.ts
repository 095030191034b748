// The query cache of the app. Reads are tried again when the way there failed, never when the server judged.
import { QueryClient } from "@tanstack/react-query";
import { followChanges } from "./changes.ts";
import { PortalError } from "./errors.ts";

/** 1, 2, 4, 8 s, with jitter so that many brokers do not come back in step. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(8000, 1000 * 2 ** attempt) * (0.75 + random() / 2);
}

const KNOWN_MS = 30_000;

/** A resource that was just reported missing is not requested again by other parts of the screen. */
const knownMissing = ({ error, errorUpdatedAt }: { error: unknown; errorUpdatedAt: number }): boolean =>
  error instanceof PortalError && error.status === 404 && Date.now() - errorUpdatedAt < KNOWN_MS;

/** Calls are made even if the browser reports that it is offline. A paused call would wait silently and be sent later. */
const networkMode = "always";

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: KNOWN_MS,
        retryOnMount: ({ state }) => !knownMissing(state),
        retry: (failures, error) => error instanceof PortalError && error.temporary && failures < 2,
        retryDelay: (attempt) => backoff(attempt),
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode, retry: false },
    },
  });
  followChanges(client);
  return client;
}
