// The part of the table of unsafe starts that follows from the settings together, from the files of secrets and from the process. Rules
// about one setting are in settings.ts (IN_PRODUCTION), those about the database in operations/safeConfig.ts. Messages contain no values.
import { statSync } from "node:fs";
import { url as findInspector } from "node:inspector";
import { isEncryptedMail, isGuessable, isLocal, readHost } from "./settingFormats.ts";
import { SECRETS } from "./settings.ts";

export interface StartFacts {
  production: boolean;
  /** The settings as text, or for a secret the content of its file. */
  values: Record<string, string | number | undefined>;
  /** Permissions of the files that contain secrets, by setting. */
  fileModes: Record<string, number>;
  /** Of the process: NODE_TLS_REJECT_UNAUTHORIZED, the inspector's address, and flags of Node. */
  unchecked: boolean;
  inspector: string | undefined;
  flags: string;
}

export function readStartFacts(
  env: NodeJS.ProcessEnv,
): Pick<StartFacts, "fileModes" | "unchecked" | "inspector" | "flags"> {
  const fileModes: StartFacts["fileModes"] = {};
  for (const name of SECRETS) {
    const mode = statSync(env[`${name}_FILE`]?.trim() || "", { throwIfNoEntry: false })?.mode;
    if (mode !== undefined) fileModes[name] = mode & 0o777;
  }
  return {
    fileModes,
    unchecked: env.NODE_TLS_REJECT_UNAUTHORIZED === "0",
    inspector: findInspector(),
    flags: [...process.execArgv, env.NODE_OPTIONS ?? ""].join(" "),
  };
}

function readPassword(address: string | number | undefined): { user: string; password: string } | undefined {
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  return password ? { user: decodeURIComponent(username), password: decodeURIComponent(password) } : undefined;
}

const PASSWORDS = ["DATABASE_URL", "DATABASE_MIGRATE_URL", "SMTP_URL"];
/** Other users of the machine may read or change the file, or its group may change it. */
const OTHERS = 0o026;

/** Each finds what is unsafe, in sentences. All but the last apply to production only. */
export const UNSAFE_SETTINGS: Record<string, (facts: StartFacts) => string[]> = {
  guessablePassword: ({ production, values }) =>
    PASSWORDS.filter((name) => {
      const credentials = production ? readPassword(values[name]) : undefined;
      return credentials && (isGuessable(credentials.password) || credentials.password === credentials.user);
    }).map((name) => `${name} contains a password that is easy to guess: set a random one in production.`),
  openFile: ({ production, fileModes }) =>
    Object.entries(fileModes)
      .filter(([, mode]) => production && (mode & OTHERS) !== 0)
      .map(
        ([name, mode]) =>
          `${name}_FILE can be read or changed by other users of this machine (mode ${mode.toString(8)}): take that right away (chmod g-w,o=), in a container by the mode of the secret.`,
      ),
  uncheckedCertificates: ({ production, unchecked }) =>
    production && unchecked
      ? [
          "NODE_TLS_REJECT_UNAUTHORIZED must be absent in production: it switches off the check of certificates. NODE_EXTRA_CA_CERTS names a file with those of your own authority.",
        ]
      : [],
  inspector: ({ production, inspector, flags }) =>
    production && (inspector !== undefined || /--inspect/.test(flags))
      ? [
          "Node's inspector is on (--inspect): who reaches it can run any program as the portal. Leave it out in production.",
        ]
      : [],
  lenientParser: ({ production, flags }) =>
    production && /--insecure-http-parser/.test(flags)
      ? ["--insecure-http-parser must be absent in production: it lets requests be smuggled past the proxy."]
      : [],
  publicDevelopment: ({ production, values: { APP_BASE_URL: address, DATABASE_URL: database } }) =>
    !production && database && typeof address === "string" && URL.canParse(address) && !isLocal(readHost(address))
      ? ["APP_ENV must be production, because APP_BASE_URL is a public address and DATABASE_URL is set."]
      : [],
};

export const findUnsafeSettings = (facts: StartFacts): string[] =>
  Object.values(UNSAFE_SETTINGS).flatMap((find) => find(facts));

interface WeakFacts {
  env: string;
  smtpUrl?: string | undefined;
  files?: { url: string } | undefined;
}

/** What production allows and an operator should know. The start logs it, and `doctor` reports it. */
export const WEAK_SETTINGS: Record<string, (config: WeakFacts) => string | false> = {
  plainMail: ({ smtpUrl }) =>
    smtpUrl !== undefined &&
    !isEncryptedMail(smtpUrl) &&
    "SMTP_URL sends mail to this machine without TLS: make sure that its mail server alone listens there, and that it uses TLS towards others.",
  plainFiles: ({ files }) =>
    /[?&]endpoint=http(:|%3A)/i.test(files?.url ?? "") &&
    "FILES_URL sends files to this machine without TLS: make sure that their store alone listens there.",
};

export const findWeakSettings = (config: WeakFacts): string[] =>
  config.env === "production"
    ? Object.values(WEAK_SETTINGS)
        .map((find) => find(config))
        .filter((sentence) => sentence !== false)
    : [];
