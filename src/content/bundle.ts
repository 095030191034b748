// One self-contained, minified ES module per product: rolldown with two virtual modules, no file system. The result may
// be loaded under a policy that forbids eval; anything that would need it stops the publish.
import { rolldown } from "rolldown";

const ENTRY = "\0entry";
const CONTRACTS = "\0contracts";
const FORBIDDEN = /\brequire\s*\(|\bnew Function\b|\beval\s*\(/;

export async function bundle(entry: string, contracts: string): Promise<string> {
  const sources: Record<string, string> = { [ENTRY]: entry, [CONTRACTS]: contracts };
  const build = await rolldown({
    input: ENTRY,
    plugins: [
      {
        name: "content",
        resolveId: (id) => (id === "virtual:contracts" ? CONTRACTS : id === ENTRY ? ENTRY : null),
        load: (id) => sources[id] ?? null,
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  const code = output[0].code;
  const found = FORBIDDEN.exec(code);
  if (found) throw new Error(`the compiled bundle contains "${found[0]}", which the portal's security policy forbids`);
  return code;
}

/** The entry module: manifest and steps as data, contracts as code. */
export function entryModule(manifest: unknown, steps: unknown): string {
  return [
    'export { contracts } from "virtual:contracts";',
    `export const manifest = ${JSON.stringify(manifest)};`,
    `export const steps = ${JSON.stringify(steps)};`,
  ].join("\n");
}
