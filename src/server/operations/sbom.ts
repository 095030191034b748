// The bill of materials of a release (CycloneDX 1.6) and the list of licences, both from the lockfile.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
}
/** Folders of packages with their entries in the lockfile. */
type Packages = [folder: string, entry: LockedPackage][];

const readPackageName = (folder: string) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

/** The SHA-512 that npm checked when it installed the package. */
const readHashes = ({ integrity = "" }: LockedPackage) => {
  const [, base64] = /^sha512-(\S+)/.exec(integrity) ?? [];
  return base64 ? [{ alg: "SHA-512", content: Buffer.from(base64, "base64").toString("hex") }] : [];
};

function buildSbom(name: string, version: string, packages: Packages): object {
  const components = packages.map(([folder, entry]) => {
    const purl = `pkg:npm/${readPackageName(folder).replace("@", "%40")}@${entry.version}`;
    const licenses = entry.license ? [{ expression: entry.license }] : [];
    // A package may be installed in several folders.
    const own = { "bom-ref": folder, purl, licenses, hashes: readHashes(entry) };
    return { type: "library", name: readPackageName(folder), version: entry.version, ...own };
  });
  const component = { type: "application", name, version };
  return { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component }, components };
}

const listLicences = (packages: Packages): string =>
  packages
    .map(
      ([folder, { version, license }]) =>
        `${readPackageName(folder)} ${version}: ${license ?? "see the LICENSE in its folder"}\n`,
    )
    .join("");

/** Folders of the production dependencies; of the optional ones those that npm took for this machine. */
export function listDependencies(root: string): Packages {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = (path: string, { optional }: LockedPackage) => !optional || existsSync(join(root, path));
  return Object.entries(packages).filter(([path, one]) => path !== "" && !one.dev && installed(path, one));
}

export function writeBills(folder: string, name: string, version: string, packages: Packages): void {
  writeFileSync(join(folder, "sbom.json"), JSON.stringify(buildSbom(name, version, packages), null, 2));
  writeFileSync(join(folder, "licences.txt"), listLicences(packages));
}
