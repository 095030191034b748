// Finds environment variables that look like settings of this server and are not.
import { closestMatch } from "leven";

/** Prefixes that only settings of this server have. */
const FAMILIES =
  /^(APP|CUSTOM_WORK|DATABASE|DB|FILES|HANDOVER|MAIL|METRICS|MIGRATE|OIDC|PROVIDER|RATE_LIMIT|REGISTER|RETENTION|SAMPLE|SCANNER|SCREENING|SESSION|SHUTDOWN|SMTP|SUPPORT|TRUST|UNDERWRITERS)_/;
/** Set by desktops, and by orchestrators for services with names such as `db`, `app` or `mail`. */
const FOREIGN = /^SESSION_MANAGER$|_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/;
const MAX_DISTANCE = 2;

/**
 * Returns one sentence per unknown variable that looks like a setting: a misspelt setting would otherwise silently keep its default.
 * Ignores variables of the system, npm and others.
 */
export function findUnknown(names: string[], settings: string[]): string[] {
  // Names of one word, such as HOST, are too similar to variables of other programs.
  const distinct = settings.filter((setting) => setting.includes("_"));
  return names.flatMap((name) => {
    if (settings.includes(name) || name.startsWith("npm_") || FOREIGN.test(name)) return [];
    const upper = name.toUpperCase();
    const similar = closestMatch(upper, distinct, { maxDistance: MAX_DISTANCE });
    const longer = distinct.find((setting) => upper.startsWith(setting));
    if (!similar && !longer && !FAMILIES.test(upper)) return [];
    const nearest = similar ?? longer ?? closestMatch(upper, settings);
    return [`${name} is not a setting of this server${nearest ? `; did you mean ${nearest}?` : "."}`];
  });
}
