// Logins with every provider, and every misspelt issuer.
import { RECORDINGS, serveRecordings, tellLogins, tellMisspelt } from "./recordedLogins.ts";

serveRecordings();
RECORDINGS.forEach(tellLogins);
RECORDINGS.filter(({ misspelt }) => misspelt).forEach(tellMisspelt);
