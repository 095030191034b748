// What the chapters about the wizard's calls share: one server, a broker, unused relations.
import type { FormsAnswer, ProgressAnswer } from "#api/wire/wireTypes.ts";
import type { Client, TestServer } from "../../support/server.ts";

export const OFFICE = 100245;

export interface Asked {
  /** Server and broker are there from the first test on. */
  server(): TestServer;
  vera(): Client;
  /** A relation of the office without a request. */
  fresh(): number;
  /** One of the office's relations, used before or not. */
  first(): number;
  /** The company register answers as long as it works. */
  register: { works: boolean };
}

export const forms = (client: Client, base: string, body: object = {}) =>
  client.ok<FormsAnswer>("POST", `${base}/wizard/steps/forms`, { body });
export const readProgress = (client: Client, base: string) =>
  client.ok<ProgressAnswer>("GET", `${base}/wizard/steps/progress`);
