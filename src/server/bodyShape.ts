// Looks a parsed body over before any code walks it: no nesting that eats the stack, no number that is none, no character
// that the database cannot hold. Judges no meaning.
import type { FastifyInstance } from "fastify";
import { PortalError } from "./portalError.ts";

const unsupported = () => new PortalError("unsupported_media_type");
const MAX_DEPTH = 20;
const MAX_MEMBERS = 5_000;

export function checkBodies(app: FastifyInstance): void {
  parseJsonStrictly(app);
  app.addHook("preValidation", async (request) => {
    const type = request.headers["content-type"];
    const { url = "", config } = request.routeOptions;
    const isJson = type?.startsWith("application/json") === true;
    if (url.startsWith("/api/") && type !== undefined && !isJson && !config.file) throw unsupported();
    if (isJson && typeof request.body === "object") checkShape(request.body);
    if (/%00/.test(request.url)) throw new PortalError("bad_request.address_sign");
  });
}

/** Bytes that are no UTF-8 are refused; decoding them anyway would store another text than was sent. */
function parseJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      done(new PortalError("bad_request.sign"));
      return;
    }
    parse(request, text, done);
  });
}

function checkShape(body: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  let members = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === "string") checkText(value);
    else if (typeof value === "number" && !Number.isFinite(value)) throw new PortalError("bad_request.number");
    else if (typeof value === "object" && value !== null) {
      if (depth >= MAX_DEPTH) throw new PortalError("bad_request.deep");
      for (const [key, child] of Object.entries(value)) {
        members += 1;
        if (members > MAX_MEMBERS) throw new PortalError("bad_request.members");
        checkText(key);
        if (key === "__proto__" || key === "constructor" || key === "prototype")
          throw new PortalError("bad_request.name");
        waiting.push({ value: child, depth: depth + 1 });
      }
    }
  }
}

function checkText(text: string): void {
  if (text.includes("\u0000") || !text.isWellFormed()) throw new PortalError("bad_request.sign");
}
