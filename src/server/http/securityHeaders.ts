// Security headers of every response, errors included. The content security policy (CSP) of pages allows our own files
// and nothing inline. Browsers' reports of violations are logged and counted. Other responses get a policy that allows
// nothing, and no headers that matter to pages only: on a slow connection those cost more than the response.
import type { FastifyInstance } from "fastify";

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "report-uri /csp-report",
].join("; ");

interface SecurityHeaderOptions {
  production: boolean;
  /** Development with hot reload: Vite's client adds styles and opens a web socket. */
  hotReload?: boolean;
}

export function securityHeaders(options: SecurityHeaderOptions): Record<string, string> {
  return {
    "content-security-policy": options.hotReload ? relaxed() : CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "x-frame-options": "DENY",
    ...(options.production ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** Content types that browsers do not open as a page: data, and files that a page loads. */
const NO_PAGE = /^(application\/(json|javascript)|text\/(css|javascript)|font\/)/;
const OF_PAGES = ["cross-origin-opener-policy", "permissions-policy", "x-frame-options"];
const POLICY = "content-security-policy";
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

type Headers = Record<string, string>;

const choose = (headers: Headers, ofPages: boolean): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => OF_PAGES.includes(name) === ofPages));

/** Of a response that is no page. */
export const dataHeaders = (headers: Headers): Headers => ({ ...choose(headers, false), [POLICY]: NOTHING });

/** Calls rarely respond with a page, so they start with the headers for data: removing headers costs more than adding them. */
export function addSecurityHeaders(app: FastifyInstance, headers: Headers): void {
  const ofPages = choose(headers, true);
  const ofData = dataHeaders(headers);
  app.addHook("onRequest", ({ url }, reply, done) => {
    reply.headers(url.startsWith("/api/") ? ofData : headers);
    done();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    const asPage = reply.hasHeader("x-frame-options");
    if (NO_PAGE.test(String(reply.getHeader("content-type") ?? ""))) {
      if (asPage) for (const name of OF_PAGES) reply.removeHeader(name);
      reply.header(POLICY, NOTHING);
    } else if (!asPage) {
      reply.headers(ofPages);
      // An uploaded file has its own policy (attachment.ts).
      if (reply.getHeader(POLICY) === NOTHING) reply.header(POLICY, headers[POLICY]);
    }
    done();
  });
}

function relaxed(): string {
  return CONTENT_SECURITY_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:")
    .replace("require-trusted-types-for 'script'; ", "");
}

const KEPT_REPORTS = 200;

/** Reports are untrusted, so only the rule and the blocked source are kept. */
export interface PolicyReport {
  rule: string;
  blocked: string;
}

export function collectReports(app: FastifyInstance): { reports(): PolicyReport[] } {
  const collected: PolicyReport[] = [];
  const accept = ["application/csp-report", "application/reports+json"];
  app.addContentTypeParser(accept, { parseAs: "string", bodyLimit: 16_384 }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(null, {});
    }
  });
  app.post("/csp-report", { config: { open: true } }, async (request, reply) => {
    const report = readReport(request.body);
    collected.push(report);
    if (collected.length > KEPT_REPORTS) collected.shift();
    request.log.warn({ ...report, count: collected.length }, "content security policy violated");
    return reply.code(204).send();
  });
  return { reports: () => [...collected] };
}

/** Reads both report formats: `report-uri` and the Reporting API. */
function readReport(body: unknown): PolicyReport {
  const sent = [body].flat()[0] as Record<string, Record<string, unknown> | undefined> | null | undefined;
  const report = sent?.["csp-report"] ?? sent?.body ?? {};
  const readText = (...names: string[]) =>
    names.map((name) => report[name]).find((text) => typeof text === "string") ?? "";
  const rule = /^[a-z-]{1,40}/.exec(readText("effective-directive", "violated-directive", "effectiveDirective"));
  const blocked = /^(https?:\/\/[\w.:-]{1,100}|[a-z-]{1,20}$)/.exec(readText("blocked-uri", "blockedURL"));
  return { rule: rule?.[0] ?? "unknown", blocked: blocked?.[0] ?? "unknown" };
}
