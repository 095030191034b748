// The office (tenant) of the running call, kept in an AsyncLocalStorage. The guard sets it from the session, and row-level security
// in PostgreSQL shows the call only rows of that office, and no rows if none is set.
import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The role for statements of an office in the embedded engine. On a PostgreSQL server it is the server's own
 * (roles.ts).
 */
export const OFFICE_ROLE = "portal_office";

/** Value of `portal.office` that shows the rows of all offices, for commands, jobs and the login. */
export const ALL_OFFICES = "all";

/** One object per call. */
interface Call {
  office: number | typeof ALL_OFFICES;
  /** The account that makes the call. Absent for jobs and commands. */
  login?: string;
}
const calls = new AsyncLocalStorage<Call>();

export const runInOffice = <T>(office: Call["office"], work: () => T): T => calls.run({ office }, work);
export const runForUser = <T>(user: Required<Call>, work: () => T): T => calls.run(user, work);

export const findCall = (): Readonly<Call> | undefined => calls.getStore();

/** The value of the setting `portal.office` for the transactions of this call. */
export const findOffice = (): string => String(calls.getStore()?.office ?? "");

/** Keeps the call's office for a streamed response: the stream pulls its rows after the handler has returned. */
export function keepOffice<T>(rows: AsyncGenerator<T>): AsyncGenerator<T> {
  const inCall = AsyncLocalStorage.snapshot();
  const generator: AsyncGenerator<T> = {
    next: () => inCall(() => rows.next()),
    return: (value) => inCall(() => rows.return(value)),
    throw: (error) => inCall(() => rows.throw(error)),
    [Symbol.asyncIterator]: () => generator,
    [Symbol.asyncDispose]: () => inCall(() => rows[Symbol.asyncDispose]()),
  };
  return generator;
}
