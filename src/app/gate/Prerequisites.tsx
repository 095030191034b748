// The two consents that come before everything else. The statements can be read first. The button works once both
// are accepted (spec: portal 2 and 5).

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useSyncExternalStore } from "react";
import { isRefused, type PortalError, refusalErrors } from "#api/calls/call.ts";
import { acceptPrerequisites, type Profile, profileQuery } from "#api/profile.ts";
import { type PortalForm, usePortalForm } from "#portal/kit/form/usePortalForm.ts";
import { Failed, useFailureText } from "#portal/kit/States.tsx";
import { SchemaForm } from "#widgets/Form.tsx";
import { FormTexts, useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { ErrorsElsewhere } from "#widgets/templates/ErrorSummary.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { LanguageSwitch } from "#widgets/ui/text/LanguageSwitch.tsx";
import { NewWindowLink } from "#widgets/ui/text/NewWindowLink.tsx";
import { statementPath } from "../frame/Footer.tsx";
import { Logo } from "../frame/Logo.tsx";
import { PageTitle } from "../frame/PageTitle.tsx";
import { useChangeLanguage } from "../language/LanguageProvider.tsx";
import { useSection } from "../useSection.ts";
import styles from "./Prerequisites.module.css";

const statements = [
  { name: "privacy-statement", key: "privacy_statement" },
  { name: "cookie-statement", key: "cookie_statement" },
] as const;

const nothing = {};

export default function Prerequisites() {
  const text = useMessage();
  const language = useLanguage();
  const changeLanguage = useChangeLanguage();
  const { data: form, error, isFetching, refetch } = usePortalForm("prerequisites", nothing);
  useSection();
  return (
    <main className="gate">
      <PageTitle title={text("portal.prerequisites.title")} />
      <div className={styles.top}>
        <Logo />
        <LanguageSwitch light onChange={changeLanguage} />
      </div>
      <div className="card gate-card">
        <div>
          <h1>{text("portal.prerequisites.title")}</h1>
          <p className="muted">{text("portal.prerequisites.intro")}</p>
        </div>
        <ul className={styles.statements}>
          {statements.map(({ name, key }) => (
            <li key={name}>
              <Icon name="file" />
              <NewWindowLink href={statementPath(name, language)}>
                {text(`portal.prerequisites.${key}.link`)}
              </NewWindowLink>
            </li>
          ))}
        </ul>
        {form ? (
          <Consents form={form} />
        ) : error ? (
          <Failed error={error} busy={isFetching} retry={refetch} />
        ) : (
          <Loading rows={2} />
        )}
      </div>
    </main>
  );
}

function Consents({ form }: { form: PortalForm }) {
  const text = useMessage();
  const queries = useQueryClient();
  const failure = useFailureText();
  const explain = (error: unknown) => {
    const { said, status } = error as Partial<PortalError>;
    return said ?? (status === 0 ? failure(error) : text("error.prerequisites.again"));
  };
  const { session } = form;
  useSyncExternalStore(session.subscribeAll, session.version);
  const { valid } = session;
  const why = useId();
  const accept = useMutation({
    mutationFn: () => acceptPrerequisites(session.active()),
    onError: (error) => {
      if (isRefused(error)) session.setServerErrors(refusalErrors(error));
    },
    onSuccess: () =>
      queries.setQueryData(
        profileQuery().queryKey,
        (known: Profile | undefined) => known && { ...known, acceptedCookieStatement: true },
      ),
  });
  const next = () => {
    if (session.attempt().length === 0) accept.mutate();
  };
  return (
    <FormTexts value={form.translate}>
      <SchemaForm session={session} presented={form.presented} onNext={next}>
        {accept.error && (
          <Notice tone="danger" role="alert">
            {text("error.prerequisites")}
            {isRefused(accept.error) ? (
              <ErrorsElsewhere session={session} presented={form.presented} />
            ) : (
              <p>{explain(accept.error)}</p>
            )}
          </Notice>
        )}
        <div className="actions">
          <Button
            type="submit"
            kind="primary"
            unavailable={!valid}
            busy={accept.isPending}
            aria-describedby={valid ? undefined : why}
          >
            {text(accept.isPending ? "portal.prerequisites.submitting" : "portal.prerequisites.continue")}
          </Button>
          {!valid && (
            <p className="reason" id={why}>
              {text("portal.prerequisites.why")}
            </p>
          )}
        </div>
      </SchemaForm>
    </FormTexts>
  );
}
