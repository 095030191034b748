// Who is logged in, and the consent that the wizard needs. A failed call is an error, not a logout: only the server's
// answer may be that no user is logged in.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Answers } from "#engine/schema/types.ts";
import { readLanguage } from "#engine/values/languages.ts";
import { call, PortalError } from "./calls/call.ts";
import { confirmProfile, readLogin } from "./login/sessionUser.ts";
import { flag, item, numberOrNull, text, textOrNull, texts, type Unread, type Wire } from "./wire/wire.ts";
import type { ProfileAnswer } from "./wire/wireTypes.ts";

type Role = NonNullable<ProfileAnswer["role"]>;
const roles: readonly Role[] = ["administrator", "underwriter", "auditor"];
type EndReason = NonNullable<ProfileAnswer["ended"]>;
const endReasons: readonly EndReason[] = [
  "ended by hand",
  "one too many",
  "login environment",
  "not confirmed",
  "removed",
];

export type Profile = ReturnType<typeof toProfile>;

export function toProfile(row: Unread<ProfileAnswer>) {
  return {
    loggedIn: flag(row, "loggedIn", "logged_in"),
    acceptedCookieStatement: flag(row, "acceptedCookieStatement", "accepted_cookie_statement"),
    /** Ours. A broker if the back end does not send it. */
    role: roles.find((role) => role === row.role) ?? ("broker" as const),
    fullName: text(row, "userFullName", "user_full_name"),
    firstName: text(row, "userFirstName"),
    lastName: text(row, "userLastName"),
    email: text(row, "userEmail"),
    /** Without one, or with 0, there is no New request. */
    intermediary: numberOrNull(row, "userIntermediaryNumber", "intermediary_number"),
    intermediaryName: text(row, "userIntermediaryName", "intermediary_name"),
    profiles: texts(row, "userProfiles", "profiles"),
    insuranceTypes: texts(row, "insuranceTypes", "insurance_types"),
    language: readLanguage(text(row, "language")),
    login: readLogin(row),
    /** Ours: the key to this user's drafts on this device, never stored in the browser. */
    draftKey: textOrNull(row, "draftKey", "draft_key"),
    /** Ours: why the session ended before its time. */
    ended: endReasons.find((reason) => reason === row.ended),
    /** Ours: events of use may be kept (decisions 59). */
    analytics: row.analytics === undefined ? flag(row, "acceptedCookieStatement") : flag(row, "analytics"),
  };
}

const nobody: Wire = { loggedIn: false };

async function fetchProfile(path: string, signal?: AbortSignal): Promise<Profile> {
  try {
    const row = item(await call("GET", path, { signal }));
    // A response without it does not show whether a user is logged in.
    if (row.loggedIn === undefined && row.logged_in === undefined) throw new PortalError({ code: "unclear" });
    await confirmProfile(row);
    return toProfile(row);
  } catch (error) {
    if (error instanceof PortalError && error.status === 401) return toProfile(nobody);
    throw error;
  }
}

export const profileQuery = () =>
  queryOptions({
    queryKey: ["profile", "me"],
    queryFn: ({ signal }) => fetchProfile("/api/profile/me", signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Another response reported missing consent: the portal asks for it, whatever the cached profile contains. */
export function forgetConsent(client: QueryClient): void {
  const { queryKey } = profileQuery();
  client.setQueryData(
    queryKey,
    (profile: Profile | undefined) => profile && { ...profile, acceptedCookieStatement: false },
  );
}

/** Everything about the account. On the wire a superset of profile/me. */
export const profileDetailsQuery = () =>
  queryOptions({
    queryKey: ["profile", "details"],
    queryFn: async ({ signal }) => toProfile(item(await call("GET", "/api/profile/details", { signal }))),
  });

/** Throws a PortalError with the fields at fault when the server refuses. */
export async function acceptPrerequisites(values: Answers): Promise<void> {
  await call("POST", "/api/prerequisites", { body: { personal_data: values.personal_data, cookies: values.cookies } });
}
