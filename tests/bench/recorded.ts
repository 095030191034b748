// What the wizard's page of the bench is opened with: a product as it is published, and what the real server answers
// for a request of it whose first two steps are saved. The third step is open and replaced by the bench's form.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "#content/publish/compile.ts";
import { readCatalogue } from "#content/read/catalogue.ts";

const schemas = join(import.meta.dirname, "..", "..", "schemas");

async function answersOfServer(folder: string) {
  process.env.TMPDIR = folder;
  const { makeModel } = await import("../support/setup.ts");
  await makeModel(join(folder, "model"));
  const { loginAs, startServer } = await import("../support/server.ts");
  const { ANSWERS, open, PRODUCT, save } = await import("../support/wizard.ts");
  const { findBroker, findJourney } = await import("../journeys/support/journey.ts");
  const { relation } = findJourney(`${PRODUCT}-newRequest-policy-accepted`);
  const { office, user } = findBroker({ relation });
  const server = await startServer();
  try {
    const client = await loginAs(server, user);
    const opened = await open(client, office, relation);
    const { base, exists } = opened;
    for (const step of ["general-data", "coverage-choice"]) await save(client, opened, step, ANSWERS[step]);
    const ask = (path: string) => client.ok("GET", `${base}/${path}`);
    return {
      product: PRODUCT,
      exists,
      forms: await client.ok("POST", `${base}/wizard/steps/forms`, { body: {} }),
      progress: await ask("wizard/steps/progress"),
      premium: await client.ok("POST", `${base}/premium`, { body: ANSWERS }),
      professions: await ask("professions"),
      acceptance: await ask("acceptance"),
      "closing-questions": await ask("closing-questions"),
    };
  } finally {
    await server.stop();
  }
}

/** As the code of a module. */
export async function recordedModule(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const before = process.env.TMPDIR;
  try {
    const { product, ...answers } = await answersOfServer(folder);
    const catalogue = readCatalogue(schemas);
    const files = catalogue.products.find(({ key }) => key === product);
    if (!files) throw new Error(`no product ${product}`);
    const { bundle, texts } = await compile(files, catalogue);
    return `${bundle.code}\nexport const texts = ${texts.nl?.code};\nexport const answers = ${JSON.stringify(answers)};`;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  }
}
