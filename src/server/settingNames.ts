// Which names in the environment are meant for this server although it does not know them: a slip of the pen would
// otherwise leave a setting at its default without a word. The many names of the system, npm and others are not ours.
import { closestMatch } from "leven";

/** Nobody else's names begin like these. */
const FAMILIES =
  /^(APP|CUSTOM_WORK|DATABASE|DB|MAIL|MIGRATE|OIDC|PROVIDER|RATE_LIMIT|SAMPLE|SESSION|SHUTDOWN|SMTP|SUPPORT|TRUST)_/;
/** Desktops and orchestrators set these for neighbours that are called `db`, `app` or `mail`. */
const OF_OTHERS = /^SESSION_MANAGER$|_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/;
const SLIPS = 2;

/** One sentence per name that is meant for us and unknown. */
export function findUnknown(names: string[], known: string[]): string[] {
  // Short names of one word, such as HOST, are too near to those of others.
  const distinct = known.filter((one) => one.includes("_"));
  return names.flatMap((name) => {
    if (known.includes(name) || name.startsWith("npm_") || OF_OTHERS.test(name)) return [];
    const upper = name.toUpperCase();
    const similar = closestMatch(upper, distinct, { maxDistance: SLIPS });
    const longer = distinct.find((one) => upper.startsWith(one));
    if (!similar && !longer && !FAMILIES.test(upper)) return [];
    const nearest = similar ?? longer ?? closestMatch(upper, known);
    return [`${name} is not a setting of this server${nearest ? `; did you mean ${nearest}?` : "."}`];
  });
}
