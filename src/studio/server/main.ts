// Starts the studio: `--port` (else PORT), `--content` (a folder with schemas and fixtures) and `--data`. Refuses to start in
// production, because its pages change products without a login.
import { join } from "node:path";
import { readOptions, refuseStart } from "#server/operations/readOptions.ts";

const root = join(import.meta.dirname, "../../..");

async function main(): Promise<void> {
  const { values } = readOptions({
    port: { type: "string", default: process.env.PORT || "4100" },
    content: { type: "string", default: root },
    data: { type: "string", default: join(process.env.DATA_DIR || join(root, ".data"), "studio") },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    refuseStart(`--port ${values.port} is no port: name a number up to 65535, such as --port 4200.`);
  if ([process.env.APP_ENV, process.env.NODE_ENV].includes("production")) {
    process.stderr.write("The studio changes content files without a login: it is refused in production.\n");
    process.exit(78);
  }
  const { createStudio } = await import("./server.ts");
  const studio = await createStudio({
    content: values.content,
    dataDir: values.data,
    pagesDir: join(root, "dist/studio"),
    messagesDir: join(root, "src/app/messages"),
    today: process.env.TODAY,
    tell: (line) => process.stderr.write(`${line}\n`),
  });
  const stop = () => void studio.close().then(() => process.exit(0));
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.on(event, stop);
  const address = await studio.listen({ host: "127.0.0.1", port });
  process.send?.({ ready: address });
}

main().catch((error: unknown) => {
  const { code } = error as NodeJS.ErrnoException;
  const inUse = "Its port is in use: stop what listens there, or choose another (npm run studio -- --port 4200).";
  process.stderr.write(`${code === "EADDRINUSE" ? inUse : error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
