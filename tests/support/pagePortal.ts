// The real application behind the page of a test in a browser: it answers the calls that come to vitest's own server, for a
// broker who is logged in, or for the user whom the cookie `user` names. It starts with the first call.
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { Client, TestServer } from "./server.ts";
import { temporaryFolder } from "./temporary.ts";

/** Loaded when it is needed, and not bundled into the configuration. */
const load = <Module>(name: string): Promise<Module> => import(pathToFileURL(join(import.meta.dirname, name)).href);

const BROKER = "v.voorbeeld";

interface Running {
  server: TestServer;
  /** The client of a user, who is logged in once. */
  find(login: string): Promise<Client>;
}

async function start(dataDir: string): Promise<Running> {
  const { PORTAL_MODEL: made } = process.env;
  if (made) cpSync(made, dataDir, { recursive: true });
  else await (await load<typeof import("./setup.ts")>("setup.ts")).makeModel(dataDir);
  const { loginAs, startServer } = await load<typeof import("./server.ts")>("server.ts");
  const server = await startServer({ dataDir, env: { SESSION_IDLE_MIN: "60" } });
  const clients = new Map<string, Promise<Client>>();
  const find = (login: string) => {
    const client = clients.get(login) ?? loginAs(server, login);
    clients.set(login, client);
    return client;
  };
  await find(BROKER);
  // For the screen that ends sessions: these sessions make no calls, however long the tests before it take.
  for (const login of ["v.voorbeeld", "p.proef"]) await loginAs(server, login, { consent: false });
  return { server, find };
}

export function pagePortal(): Plugin {
  let folder: Promise<string> | undefined;
  let running: Promise<Running> | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    folder ??= mkdtemp(join(temporaryFolder(), "portal-page-"));
    running ??= folder.then(start);
    const { server, find } = await running;
    const cookies = request.headers.cookie ?? "";
    const client = await find(/user=([\w.]+)/.exec(cookies)?.[1] ?? BROKER);
    const language = /language=\w+/.exec(cookies)?.[0] ?? "";
    Object.assign(request.headers, { cookie: `${client.cookie}; ${language}`, "x-csrf-token": client.csrf });
    server.app.routing(request, response);
  }

  return {
    name: "page-portal",
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (/^\/(api|products)\//.test(request.url ?? "")) answer(request, response).catch(next);
        else next();
      });
    },
    async closeBundle() {
      await (await running)?.server.stop();
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}
