// The office that a call works for. The guard sets it from the session; PostgreSQL's row-level security shows a call the rows of
// that office, and none where nothing is set.
import { AsyncLocalStorage } from "node:async_hooks";

/** The embedded engine's role for statements of an office; a server has one of its own (roles.ts). */
export const OFFICE_ROLE = "portal_office";

/** What the setting says for rows of every office: commands, jobs and the login work for none. */
export const ALL_OFFICES = "all";

/** One for each call. */
interface Call {
  office: number | typeof ALL_OFFICES;
}
const calls = new AsyncLocalStorage<Call>();

export const runInOffice = <T>(office: Call["office"], work: () => T): T => calls.run({ office }, work);

export const findCall = (): object | undefined => calls.getStore();

/** What the setting `portal.office` says in the transactions of this call. */
export const findOffice = (): string => String(calls.getStore()?.office ?? "");

/** For rows that are read while they are sent: a stream asks for them from outside of the call. */
export function keepOffice<T>(rows: AsyncGenerator<T>): AsyncGenerator<T> {
  const inCall = AsyncLocalStorage.snapshot();
  const kept: AsyncGenerator<T> = {
    next: () => inCall(() => rows.next()),
    return: (value) => inCall(() => rows.return(value)),
    throw: (error) => inCall(() => rows.throw(error)),
    [Symbol.asyncIterator]: () => kept,
    [Symbol.asyncDispose]: () => inCall(() => rows[Symbol.asyncDispose]()),
  };
  return kept;
}
