// Looks a parsed body over before any code walks it: no nesting that eats the stack, no number that is none, no character
// that the database cannot hold. Judges no meaning.
import type { FastifyInstance } from "fastify";
import { badRequest, PortalError } from "./portalError.ts";

const unsupported = () =>
  new PortalError(415, "unsupported_media_type", "Dit soort inhoud wordt hier niet aangenomen.");
const MAX_DEPTH = 20;
const MAX_MEMBERS = 5_000;

export function checkBodies(app: FastifyInstance): void {
  app.addHook("preValidation", async (request) => {
    const type = request.headers["content-type"];
    const { url = "", config } = request.routeOptions;
    const isJson = type?.startsWith("application/json") === true;
    if (url.startsWith("/api/") && type !== undefined && !isJson && !config.file) throw unsupported();
    if (isJson && typeof request.body === "object") checkShape(request.body);
    if (/%00/.test(request.url)) throw badRequest("Het adres bevat een teken dat niet mag.");
  });
}

function checkShape(body: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  let members = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === "string") checkText(value);
    else if (typeof value === "number" && !Number.isFinite(value)) throw badRequest("Een getal is te groot.");
    else if (typeof value === "object" && value !== null) {
      if (depth >= MAX_DEPTH) throw badRequest("De inhoud is te diep genest.");
      for (const [key, child] of Object.entries(value)) {
        members += 1;
        if (members > MAX_MEMBERS) throw badRequest("De inhoud heeft te veel onderdelen.");
        checkText(key);
        if (key === "__proto__" || key === "constructor" || key === "prototype") throw badRequest("Een naam mag niet.");
        waiting.push({ value: child, depth: depth + 1 });
      }
    }
  }
}

function checkText(text: string): void {
  if (text.includes("\u0000") || !text.isWellFormed()) throw badRequest("Een tekst bevat een teken dat niet mag.");
}
