// The real application for tests of the portal's calls, called by the name of a user. Each user logs in once.
import type { Response } from "light-my-request";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import type { Db } from "#server/db/open.ts";
import { type Client, loginAs, type StartOptions, startServer, type TestServer, TODAY } from "./server.ts";

export { TODAY };
export const PROVIDER = "Voorbeeld Verzekeraar";

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
  body: Answers;
}

export interface PortfolioServer {
  db: Db;
  /** Every call that the server has registered. */
  calls: TestServer["routes"];
  client(login: string): Promise<Client>;
  get(login: string, url: string, language?: "nl" | "fr"): Promise<Answer>;
  /** A text is sent as it is, anything else as JSON. */
  post(login: string, url: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A user who did not accept the prerequisites. */
  withoutConsent(login: string): Promise<Client>;
  close(): Promise<void>;
}

const isCall = ({ method, url }: { method: string; url: string }) =>
  url.startsWith("/api/") && method !== "HEAD" && method !== "OPTIONS";

export async function openPortfolioServer(options: StartOptions = {}): Promise<PortfolioServer> {
  const server = await startServer({ env: { PROVIDER_NAME: PROVIDER }, ...options });
  const clients = new Map<string, Promise<Client>>();
  const createClient = (login: string) => {
    const client = clients.get(login) ?? loginAs(server, login);
    clients.set(login, client);
    return client;
  };
  return {
    db: server.db,
    calls: server.routes.filter(isCall),
    client: createClient,
    async get(login, url, language = "nl") {
      const client = await createClient(login);
      client.language(language);
      return readAnswer(await client.call("GET", url));
    },
    post: async (login, url, body, headers = {}) =>
      readAnswer(await (await createClient(login)).call("POST", url, { body, headers })),
    withoutConsent: (login) => loginAs(server, login, { consent: false }),
    close: () => server.stop(),
  };
}

function readAnswer(response: Response): Answer {
  const json = String(response.headers["content-type"]).startsWith("application/json");
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    bytes: response.rawPayload,
    body: json ? (response.json() as JsonObject) : {},
  };
}
