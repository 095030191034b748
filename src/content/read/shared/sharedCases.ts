// Cases that products share: `fixtures/steps/shared/<step>.json` is tried for every product that has the step. A
// product's own file for the step adds its cases. Its base, where it has one, replaces the shared base.
import { basename, dirname, join, resolve } from "node:path";
import { Memory } from "../files/memory.ts";
import { type JsonFile, jsonFiles, readJson } from "../files/readJson.ts";
import { error, type Finding } from "../findings/finding.ts";
import { t } from "../findings/translate.ts";

interface ProductSteps {
  key: string;
  steps: readonly { key: string }[];
}

export const SHARED = "shared";

const findFolder = ({ path }: JsonFile): string => basename(dirname(path));

/** Returns the files of cases with each shared one once for every product that it is for. */
export function shareCases(files: readonly JsonFile[], products: readonly ProductSteps[], memory: Memory): JsonFile[] {
  const shared = new Map(
    files.filter((file) => findFolder(file) === SHARED).map((file) => [basename(file.path), file]),
  );
  const productFiles = files.filter((file) => findFolder(file) !== SHARED);
  const written = new Map(productFiles.map((file) => [join(findFolder(file), basename(file.path)), file]));
  const taken = products.flatMap(({ key, steps }) =>
    steps.flatMap((step): JsonFile[] => {
      const name = `${step.key}.json`;
      const common = shared.get(name);
      const special = written.get(join(key, name));
      if (!common) return [];
      written.delete(join(key, name));
      const make = () => joinCases(key, common, special);
      return [memory.recall(`shared-cases ${key} ${name}`, [common, special], make)];
    }),
  );
  const others = [...written].map(([name, file]) => memory.recall(`cases ${name}`, [file], () => completeCases(file)));
  return [...others, ...taken];
}

/** The cases of a step that is not shared: `context` and `cases` may be left out. */
function completeCases(file: JsonFile): JsonFile {
  return { ...file, content: { context: {}, cases: [], ...file.content } };
}

/** Reports shared cases of a step that no product has, and cases that a product adds to shared ones that do not exist. */
export function findUnshared(files: readonly JsonFile[], products: readonly ProductSteps[]): Finding[] {
  const findings: Finding[] = [];
  const steps = new Set(products.flatMap((product) => product.steps.map(({ key }) => `${key}.json`)));
  const names = new Set(files.filter((file) => findFolder(file) === SHARED).map(({ path }) => basename(path)));
  for (const jsonFile of files) {
    const name = basename(jsonFile.path);
    const isShared = findFolder(jsonFile) === SHARED;
    if (isShared && !steps.has(name))
      findings.push(
        error(jsonFile.file, "", t`no product has this step`, t`rename the file after its step, or remove it`),
      );
    if (isShared || jsonFile.content.base !== undefined || names.has(name)) continue;
    const hint = t`add "base", or the file ${SHARED}/${name} whose cases it adds to`;
    findings.push(error(jsonFile.file, "", t`the cases have no valid answers to start from`, hint));
  }
  return findings;
}

/** The cases of the product come first: so they keep their places in its file. */
function joinCases(product: string, shared: JsonFile, productCases: JsonFile | undefined): JsonFile {
  const context = { ...Object(shared.content.context), ...Object(productCases?.content.context) };
  const [added, common] = [productCases, shared].map((file) =>
    Array.isArray(file?.content.cases) ? file.content.cases : [],
  );
  const content = { ...shared.content, ...productCases?.content, product, context, cases: [...added!, ...common!] };
  return productCases
    ? { ...productCases, content, shared: { file: shared.file, from: added!.length } }
    : { ...shared, content };
}

/** Returns a finding about joined cases with the file that the case is written in, and its place there. */
export function locate(finding: Finding, { shared }: JsonFile): Finding {
  const [start = "", index = ""] = /^\/cases\/(\d+)/.exec(finding.place) ?? [];
  if (!shared || start === "" || Number(index) < shared.from) return finding;
  const pointer = `/cases/${Number(index) - shared.from}${finding.place.slice(start.length)}`;
  return { ...finding, file: shared.file, place: pointer };
}

/** Returns the cases of one product, those of shared steps too. Files that are not JSON are left out. */
export function readCases(fixturesDir: string, product: ProductSteps, memory = new Memory()): JsonFile[] {
  const steps = resolve(fixturesDir, "steps");
  const files = [SHARED, product.key].flatMap((folder) =>
    jsonFiles(join(steps, folder)).flatMap((path) => readJson(path, dirname(resolve(fixturesDir)), [], memory) ?? []),
  );
  return shareCases(files, [product], memory);
}
