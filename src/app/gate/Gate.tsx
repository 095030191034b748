// What is shown before any route: a loader while unknown, the login screen only when the server reports that no user is
// logged in, a retry when it cannot be reached, the two consents until they are given (spec: portal 2).
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { PortalError } from "#api/calls/call.ts";
import { profileQuery } from "#api/profile.ts";
import statesStyles from "#portal/kit/States.module.css";
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Contact } from "../frame/Failure.tsx";
import { PageTitle } from "../frame/PageTitle.tsx";
import {
  deleteDataAfterLogout,
  forgetReturnPage,
  leaveWithOtherTabs,
  readReturnPage,
  rememberReturnPage,
} from "../frame/returnPage.ts";
import { useFollowLanguage } from "../language/LanguageProvider.tsx";

const Login = lazy(() => import("./Login.tsx"));
const Prerequisites = lazy(() => import("./Prerequisites.tsx"));

deleteDataAfterLogout();

export function Gate({ children }: { children: ReactNode }) {
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery());
  const followLanguage = useFollowLanguage();
  const spoken = profile?.loggedIn ? profile.language : null;
  useEffect(() => {
    if (spoken) followLanguage(spoken);
  }, [spoken, followLanguage]);
  useEffect(rememberReturnPage, []);
  const inside = profile?.loggedIn === true;
  useEffect(() => (inside ? leaveWithOtherTabs() : undefined), [inside]);
  const { pathname } = useLocation();
  const returnPage = profile?.loggedIn ? readReturnPage() : null;
  useEffect(() => {
    if (returnPage !== null) forgetReturnPage();
  }, [returnPage]);
  if (profile?.loggedIn === false)
    return (
      <Suspense fallback={<Waiting />}>
        <Login />
      </Suspense>
    );
  if (returnPage !== null && returnPage !== "/" && pathname === "/") return <Navigate replace to={returnPage} />;
  if (profile && !profile.acceptedCookieStatement)
    return (
      <Suspense fallback={<Waiting />}>
        <Prerequisites />
      </Suspense>
    );
  if (profile) return children;
  return error ? <Unknown error={error} busy={isFetching} retry={() => void refetch()} /> : <Waiting />;
}

function Waiting() {
  return (
    <main className="gate">
      <Loading />
    </main>
  );
}

interface UnknownProps {
  error: unknown;
  busy: boolean;
  retry: () => void;
}

/** It is unknown who is logged in: no connection, or a server that fails. */
function Unknown({ error, busy, retry }: UnknownProps) {
  const text = useMessage();
  const answered = error instanceof PortalError && error.status > 0;
  const reference = error instanceof PortalError ? error.requestId : undefined;
  return (
    <main className="gate">
      <PageTitle title={text("error.generic")} />
      <div className={`card ${statesStyles.empty}`} role="alert">
        <h1>{text("error.generic")}</h1>
        <p>{text(answered ? "error.profile" : "error.network")}</p>
        {reference && <p className="small">{text("portal.failure.reference", { reference })}</p>}
        {answered && <Contact />}
        <div className="actions">
          <Button kind="primary" icon="refresh" busy={busy} onClick={retry}>
            {text("common.action.retry")}
          </Button>
          {answered && (
            <a className="button button-secondary" href="/auth/login">
              {text("portal.login.button")}
            </a>
          )}
        </div>
      </div>
    </main>
  );
}
