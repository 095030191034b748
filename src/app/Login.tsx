// The login page: a link to the login environment, help, and reasons to choose this insurer. It asks for no password: login
// happens elsewhere (spec: portal 1).
import { useContext, useEffect } from "react";
import { FormattedMessage } from "react-intl";
import { TextDefaults, useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { LanguageSwitch } from "#widgets/ui/LanguageSwitch.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { FooterLinks } from "./Footer.tsx";
import { useChangeLanguage } from "./LanguageProvider.tsx";
import styles from "./Login.module.css";
import { LoginArt } from "./LoginArt.tsx";
import { Logo } from "./Logo.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { currentAddress, readReturnPage } from "./returnPage.ts";

const reasons = ["liability", "response_times", "premium"] as const;

export default function Login() {
  const text = useMessage();
  const changeLanguage = useChangeLanguage();
  const way = readReturnPage();
  const email = String(useContext(TextDefaults).email ?? "");
  useEffect(() => {
    delete document.body.dataset.section;
  }, []);
  return (
    <div className={styles.login}>
      <PageTitle title={text("portal.login.title")} />
      <main className={styles.main}>
        <div className={styles.top}>
          <Logo />
          <LanguageSwitch light onChange={changeLanguage} />
        </div>
        <div className={styles.card}>
          <h1>{text("portal.login.title")}</h1>
          <p>{text("portal.login.description")}</p>
          {way !== null && (
            <Notice tone="warning" role="status">
              {text("error.session_expired")}
            </Notice>
          )}
          <a
            className="button button-primary"
            href={`/auth/login?return=${encodeURIComponent(way ?? currentAddress())}`}
          >
            {text("portal.login.button")}
            <Icon name="arrow" />
          </a>
          <p className="small">
            <FormattedMessage
              id="portal.login.no_credentials"
              values={{ email: <a href={`mailto:${email}`}>{email}</a> }}
            />
          </p>
        </div>
        <div className={styles.foot}>
          <FooterLinks />
        </div>
      </main>
      <aside className={styles.side} aria-label={text("portal.dashboard.why.title")}>
        <LoginArt />
        <h2>{text("portal.dashboard.why.title")}</h2>
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>
              <Icon name="ok" />
              <span>
                <b>{text(`portal.dashboard.why.${reason}.title`)}.</b> {text(`portal.dashboard.why.${reason}.text`)}
              </span>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
