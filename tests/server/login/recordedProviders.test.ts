// Logins with a provider that rotates its tokens strictly and with one that does not rotate them, forged tokens, and a misspelt
// issuer. `recordedProviders.long.test.ts` has the other providers.
import { RECORDINGS, serveRecordings, tellForgedTokens, tellLogins, tellMisspelt } from "./recordedLogins.ts";

serveRecordings();
for (const kind of ["strict", "none"])
  RECORDINGS.filter(({ rotation }) => rotation === kind)
    .slice(0, 1)
    .forEach(tellLogins);
RECORDINGS.slice(0, 1).forEach(tellForgedTokens);
RECORDINGS.filter(({ misspelt }) => misspelt)
  .slice(0, 1)
  .forEach(tellMisspelt);
