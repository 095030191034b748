// Formats of settings for ajv: whether a value is valid, and whether it is safe in production. Opens no connections.
import { BlockList, isIP } from "node:net";
import { ROLES, type Role } from "./roles.ts";

const parseUrl = (value: string, ...protocols: string[]): URL | undefined => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && protocols.includes(url.protocol) ? url : undefined;
};

/** Whether a host is this machine. */
export const isLocal = (host: string): boolean =>
  host === "localhost" || /^127\.\d+\.\d+\.\d+$/.test(host) || host === "::1" || host === "[::1]";

export const readHost = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : address);

/** Also true for a Unix socket, which has no host. */
const onThisMachine = ({ hostname, searchParams }: URL): boolean =>
  isLocal(hostname) || (hostname === "" && (searchParams.get("host") ?? "/").startsWith("/"));

const isDatabase = (value: string) => parseUrl(value, "postgres:", "postgresql:") !== undefined;

/** A server elsewhere needs `verify-full` or `verify-ca`: by default `pg` does not encrypt, and `require` accepts any certificate. */
function isSafeDatabase(value: string): boolean {
  const url = parseUrl(value, "postgres:", "postgresql:");
  if (!url) return false;
  const mode = url.searchParams.get("sslmode");
  if (url.searchParams.has("ssl")) return false;
  return mode === null ? onThisMachine(url) : /^verify-(full|ca)$/.test(mode);
}

const isMail = (value: string) => Boolean(parseUrl(value, "smtp:", "smtps:")?.hostname);

/** Whether mail is sent only over TLS, to a server whose certificate is checked. */
export function isEncryptedMail(value: string): boolean {
  const { protocol, searchParams } = new URL(value);
  if (searchParams.get("ignoreTLS") === "true" || searchParams.get("tls.rejectUnauthorized") === "false") return false;
  return protocol === "smtps:" ? searchParams.get("secure") !== "false" : searchParams.get("requireTLS") === "true";
}

/** A relay on this machine may be reached without TLS (unsafeSettings.ts warns), but certificates are never left unchecked. */
function isSafeMail(value: string): boolean {
  const url = parseUrl(value, "smtp:", "smtps:");
  if (!url || /(ignoreTLS=true|tls\.rejectUnauthorized=false)/.test(url.search)) return false;
  return isEncryptedMail(value) || isLocal(url.hostname);
}

/** A folder, or a bucket with the address of its service. */
function isFiles(value: string): boolean {
  const url = parseUrl(value, "file:", "s3:");
  if (url?.protocol === "file:") return url.hostname === "" && url.pathname.length > 1;
  return Boolean(url?.hostname) && parseUrl(url?.searchParams.get("endpoint") ?? "", "http:", "https:") !== undefined;
}

function isSafeFiles(value: string): boolean {
  const endpoint = URL.canParse(value) ? new URL(value).searchParams.get("endpoint") : null;
  return isFiles(value) && (endpoint === null || endpoint.startsWith("https:") || isLocal(readHost(endpoint)));
}

function isScanner(value: string): boolean {
  const url = parseUrl(value, "clamd:", "unix:");
  return url?.protocol === "unix:" ? url.pathname.length > 1 : Boolean(url?.hostname);
}

/** Shortest prefix by IP version: enough for any private network. A list of wider ranges could cover every address. */
const WIDEST: Record<number, number> = { 4: 8, 6: 7 };

function isNetwork(range: string): boolean {
  const [address = "", bits, ...more] = range.trim().split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  const most = version === 4 ? 32 : 128;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most && Number(bits) >= (WIDEST[version] ?? most);
}

/** Parses `name=role` pairs, in which `name` is the identity provider's name of the role. */
export const readRoles = (text: string): ReadonlyMap<string, Role> =>
  new Map(text.split(",").map((pair) => pair.trim().split("=") as [string, Role]));

const areRoles = (text: string) =>
  text.split(",").every((pair) => /^[^=]+=\w+$/.test(pair.trim())) &&
  [...readRoles(text).values()].every((role) => ROLES.includes(role));

/** Receivers of events need https. `isReceiver` also allows http on this machine, for tests. */
export const isSafeReceiver = (value: string): boolean => {
  const url = parseUrl(value, "https:");
  return url !== undefined && url.username === "" && url.password === "";
};
export const isReceiver = (value: string): boolean =>
  isSafeReceiver(value) || isLocal(parseUrl(value, "http:")?.hostname ?? "");

/** A secret of Standard Webhooks, 24 to 64 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** Secrets of examples and of services that were never configured. */
const SAMPLE_WORDS =
  /^((secret|password|change-?me|client-?secret|portal|postgres|admin|minioadmin|test|example)[-_.]?)+\d*$/i;
export const isGuessable = (secret: string): boolean =>
  SAMPLE_WORDS.test(secret) || new Set(secret.replaceAll("whsec_", "")).size < 6;
const isStrongSecret = (secret: string): boolean => secret.length >= 16 && !isGuessable(secret);

const ADDRESS = /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/;

function isMailbox(value: string): boolean {
  const named = /^[^<>\r\n"]+<([^<>]+)>$/.exec(value);
  return ADDRESS.test(named?.[1] ?? value);
}

/** Parses `[::1]:9464` and `127.0.0.1:9464`. */
export function splitEndpoint(value: string): { host: string; port: number } {
  const [, host = "", port = ""] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(value) ?? [];
  return { host, port: Number(port) };
}

const internal = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  internal.addSubnet(network, bits);
internal.addAddress("::1", "ipv6");
internal.addSubnet("fc00::", 7, "ipv6");

/** An endpoint on a loopback or private address, which the internet cannot reach. */
function isInternal(value: string): boolean {
  const { host, port } = splitEndpoint(value);
  return isIP(host) !== 0 && port <= 65_535 && internal.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}

export const FORMATS: Record<string, (value: string) => boolean> = {
  host: (value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
  origin: (value) => parseUrl(value, "http:", "https:") !== undefined && /^https?:\/\/[^/?#@\s]+\/?$/.test(value),
  web: (value) => parseUrl(value, "http:", "https:") !== undefined,
  internal: isInternal,
  link: (value) => /^\/(?![/\\])/.test(value) || parseUrl(value, "http:", "https:") !== undefined,
  phone: (value) => /^\+?[\d(][\d ()./-]{4,30}$/.test(value),
  database: isDatabase,
  safeDatabase: isSafeDatabase,
  files: isFiles,
  safeFiles: isSafeFiles,
  scanner: isScanner,
  mail: isMail,
  safeMail: isSafeMail,
  mailbox: isMailbox,
  email: (value) => ADDRESS.test(value),
  receiver: isReceiver,
  safeReceiver: isSafeReceiver,
  webhookSecrets: (value) => value.split(/\s+/).every((secret) => SECRET.test(secret)),
  strongSecret: isStrongSecret,
  roles: areRoles,
  scope: (value) => value.split(" ").includes("openid"),
  networks: (value) => value.split(",").every((range) => range.trim() === "" || isNetwork(range)),
};
