// Starts the studio: `--port` (else PORT), `--content` (a folder with schemas and fixtures), `--examples` and `--data`. Refuses to start in
// production, because its pages change products without a login.
import { join } from "node:path";
import { runProgram } from "#content/commands/commandLine.ts";
import { command, nameNpm, text, whole } from "#content/commands/commandTable.ts";

const root = join(import.meta.dirname, "../../..");

const PORT = whole("number", 65_535);

const STUDIO = command({
  summary: "starts the studio, which runs until SIGTERM",
  options: {
    port: { kind: PORT, summary: "where it listens; else PORT, else 4100" },
    content: { kind: text("folder"), summary: "a folder with schemas and fixtures; else this checkout" },
    examples: { summary: "also shows the example products of the fixtures" },
    data: { kind: text("folder"), summary: "for its data; else the folder studio in DATA_DIR" },
  },
  example: "--port 4200",
  run: async ({ port = PORT.read(process.env.PORT || "4100"), content = root, examples, data }) => {
    if (port === undefined) throw new Error(`PORT needs ${PORT.expected}, not "${process.env.PORT}".`);
    const dataDir = data ?? join(process.env.DATA_DIR || join(root, ".data"), "studio");
    await start({ port, content, examples, dataDir });
    return undefined;
  },
});

interface Start {
  port: number;
  content: string;
  examples: boolean;
  dataDir: string;
}

async function start({ port, content, examples, dataDir }: Start): Promise<void> {
  if ([process.env.APP_ENV, process.env.NODE_ENV].includes("production")) {
    process.stderr.write("The studio changes content files without a login: it is refused in production.\n");
    process.exit(78);
  }
  const { createStudio } = await import("./server.ts");
  const studio = await createStudio({
    content,
    examples,
    dataDir,
    pagesDir: join(root, "dist/studio"),
    appDir: join(root, "dist/app"),
    messagesDir: join(root, "src/app/messages"),
    today: process.env.TODAY,
    tell: (line) => process.stderr.write(`${line}\n`),
  });
  const stop = () => void studio.close().then(() => process.exit(0));
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.on(event, stop);
  const address = await studio.listen({ host: "127.0.0.1", port });
  process.send?.({ ready: address });
}

/** The message alone for an error that the caller can correct. Otherwise the stack. */
function explain(error: NodeJS.ErrnoException): string | undefined {
  const inUse = "Its port is in use: stop what listens there, or choose another (npm run studio -- --port 4200).";
  return error.code === "EADDRINUSE" ? inUse : error.stack;
}

const code = await runProgram({ commands: { studio: STUDIO }, nameCall: nameNpm, explain }, [
  "studio",
  ...process.argv.slice(2),
]);
if (code > 0) process.exit(code);
