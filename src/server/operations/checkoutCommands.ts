// The commands of a checkout that need the server's code: publishing to a database, comparing contents, making an archive.
import { PUBLISH } from "#content/cli.ts";
import { type Command, command, DAY, text } from "#content/commands/commandTable.ts";

const FILE = text("file");
const FOLDER = text("folder");
const REVISION = text("release or git revision");

const COMPARISON = {
  to: { kind: REVISION, summary: "the new content; else the files as they are" },
  product: { kind: text("product"), summary: "only this product" },
  json: { summary: "for a program: every row with its place, and the figures" },
  samples: { summary: "the quotations of fixtures/portfolio instead of a database" },
  day: { kind: DAY, summary: "first day of cover of all requests" },
  schemas: { kind: FOLDER, default: "schemas", summary: "content" },
  fixtures: { kind: FOLDER, default: "fixtures", summary: "fixtures" },
} as const;

const compare = (summary: string, portfolioOnly: boolean): Command =>
  command({
    summary,
    words: { since: REVISION },
    options: COMPARISON,
    example: "HEAD --day 2027-01-01",
    run: async (values) => (await import("./compare.ts")).compareContents(values, process.env, portfolioOnly),
  });

export const CHECKOUT: Record<string, Command> = {
  "publish-products": {
    ...PUBLISH,
    run: async (values: Parameters<typeof PUBLISH.run>[0]) =>
      (await import("./commands/publish.ts")).publishProducts(values),
  },
  diff: compare("lists what changes in the content, and which journeys and requests end otherwise", false),
  replay: compare("lists what requests become: premiums and outcomes", true),
  package: command({
    summary: "makes a release archive with everything that a server needs",
    options: {
      app: { kind: FOLDER, summary: "an existing build of the app" },
      products: { kind: FOLDER, summary: "published products" },
      out: { kind: FILE, summary: "the archive; else in dist" },
    },
    example: "--out portal.tar.gz",
    run: async (values) => (await import("./archive/package.ts")).makeArchive(values),
  }),
  openapi: command({
    summary: "writes schemas/api/openapi.json from the routes of the server",
    run: async () => (await import("./archive/writeOpenApi.ts")).writeOpenApi(),
  }),
};
