// The login page: a link to the login environment, help, and reasons to choose this insurer. It asks for no password: login
// happens elsewhere (spec: portal 1).
import { useQuery } from "@tanstack/react-query";
import { FormattedMessage } from "react-intl";
import { type Profile, profileQuery } from "#api/profile.ts";
import { type MessageId, useMessage, useProvider } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { LanguageSwitch } from "#widgets/ui/text/LanguageSwitch.tsx";
import { FooterLinks } from "../frame/Footer.tsx";
import { Logo } from "../frame/Logo.tsx";
import { PageTitle } from "../frame/PageTitle.tsx";
import { currentAddress, readReturnPage } from "../frame/returnPage.ts";
import { useChangeLanguage } from "../language/LanguageProvider.tsx";
import { useSection } from "../useSection.ts";
import styles from "./Login.module.css";

const reasons = ["liability", "response_times", "premium"] as const;

const shield = "M0-120 104-82v64c0 78-44 128-104 154-60-26-104-76-104-154v-64z";

const rings = [1, 1.42, 1.84, 2.26, 2.68, 3.1, 3.52, 3.94, 4.36];

const dots = [
  { x: 360, y: 130, color: "#e8577f" },
  { x: 507.7, y: 243, color: "#9fb0c8" },
  { x: 168.6, y: 208, color: "#4cc4bb" },
  { x: 212.3, y: 310, color: "#b08be6" },
  { x: 551.4, y: 320, color: "#79cc8e" },
];

/** The illustration beside the login form: the shield, its rings and a dot in every section colour. Decoration only. */
function LoginArt() {
  return (
    <svg
      className={styles.art}
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.45" stopColor="#fff" />
          <stop offset="0.78" stopColor="#000" />
        </linearGradient>
        <mask id="faded">
          <rect width="720" height="900" fill="url(#fade)" />
        </mask>
      </defs>
      <g mask="url(#faded)" fill="none" stroke="#ffffff">
        {rings.map((scale) => (
          <path
            key={scale}
            d={shield}
            transform={`translate(360 300) scale(${scale})`}
            vectorEffect="non-scaling-stroke"
            strokeWidth="1.5"
            strokeOpacity={0.418 - scale * 0.0785}
          />
        ))}
        <path d={shield} transform="translate(360 300)" fill="#ffffff" fillOpacity="0.07" stroke="none" />
        <path d="m316 260 44 78 44-78M341 260h38" strokeWidth="11" strokeLinecap="round" strokeLinejoin="round" />
        {dots.map(({ x, y, color }) => (
          <circle key={color} cx={x} cy={y} r="7" fill={color} stroke="none" />
        ))}
      </g>
    </svg>
  );
}

const ends: Record<NonNullable<Profile["ended"]>, MessageId> = {
  "ended by hand": "error.session_ended.by_hand",
  "one too many": "error.session_ended.one_too_many",
  "login environment": "error.session_ended.login_environment",
  "not confirmed": "error.session_ended.not_confirmed",
  removed: "error.session_ended.removed",
};

export default function Login() {
  const text = useMessage();
  const ended = useQuery(profileQuery()).data?.ended;
  const changeLanguage = useChangeLanguage();
  const returnPage = readReturnPage();
  const { email } = useProvider();
  useSection();
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
          {!navigator.cookieEnabled && (
            <Notice tone="danger" role="alert">
              {text("error.cookies_blocked")}
            </Notice>
          )}
          {(returnPage !== null || ended) && (
            <Notice tone="warning" role="status">
              {ended && <p>{text(ends[ended])}</p>}
              <p>{text("error.session_expired")}</p>
            </Notice>
          )}
          <a
            className="button button-primary"
            href={`/auth/login?return=${encodeURIComponent(returnPage ?? currentAddress())}`}
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
