// A portal whose products a test changes: a copy of the content, and a broker who is logged in.
import { join } from "node:path";
import { publish } from "#content/publish/publish.ts";
import type { ContentCopy } from "../content/support/content.ts";
import { type Client, loginAs, startServer, type TestServer } from "./server.ts";

export interface ChangedProduct {
  server: TestServer;
  vera: Client;
  copy: ContentCopy;
  /** Publishes the copy as it is now. */
  publish(): ReturnType<typeof publish>;
  end(): Promise<void>;
}

/** Starts the portal with its own products. `publish` puts the copy, which gets the portal's forms too, in their place. */
export async function startChanged(
  copy: ContentCopy,
  options?: Parameters<typeof startServer>[0],
): Promise<ChangedProduct> {
  const server = await startServer(options);
  copy.addPortalForms();
  return {
    server,
    vera: await loginAs(server, "v.voorbeeld"),
    copy,
    publish: () => publish(copy.schemas, join(server.config.dataDir, "products")),
    async end() {
      copy.remove();
      await server.stop();
    },
  };
}
