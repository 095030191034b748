// Decides what is shown before any route: a loader while unknown, the login screen only when the server says that nobody
// is logged in, a retry when it cannot be reached, the two consents until they are given (spec: portal 2).
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { profileQuery } from "#api/profile.ts";
import { useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Loading } from "#widgets/ui/Loading.tsx";
import { useFollowLanguage } from "./LanguageProvider.tsx";
import { Login } from "./Login.tsx";

const Prerequisites = lazy(() => import("./Prerequisites.tsx"));

export function Gate({ children }: { children: ReactNode }) {
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery());
  const followLanguage = useFollowLanguage();
  const spoken = profile?.loggedIn ? profile.language : null;
  useEffect(() => {
    if (spoken) followLanguage(spoken);
  }, [spoken, followLanguage]);
  if (profile?.loggedIn === false) return <Login />;
  if (profile && !profile.acceptedCookieStatement)
    return (
      <Suspense fallback={<Waiting />}>
        <Prerequisites />
      </Suspense>
    );
  if (profile) return children;
  return error ? <Unreachable busy={isFetching} retry={() => void refetch()} /> : <Waiting />;
}

function Waiting() {
  return (
    <main className="gate">
      <Loading />
    </main>
  );
}

function Unreachable({ busy, retry }: { busy: boolean; retry: () => void }) {
  const text = useMessage();
  return (
    <main className="gate">
      <div className="card empty" role="alert">
        <h1>{text("error.generic")}</h1>
        <p>{text("error.network")}</p>
        <Button kind="primary" icon="refresh" busy={busy} onClick={retry}>
          {text("common.action.retry")}
        </Button>
      </div>
    </main>
  );
}
