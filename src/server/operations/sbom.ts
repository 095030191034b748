// The bill of materials of a release (CycloneDX 1.6) and the list of licences, both from the lockfile.
export interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
}
/** Folders of packages with their entries in the lockfile. */
export type Packages = [folder: string, entry: LockedPackage][];

const readPackageName = (folder: string) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

/** The SHA-512 that npm checked when it installed the package. */
const readHashes = ({ integrity = "" }: LockedPackage) => {
  const [, base64] = /^sha512-(\S+)/.exec(integrity) ?? [];
  return base64 ? [{ alg: "SHA-512", content: Buffer.from(base64, "base64").toString("hex") }] : [];
};

export function buildSbom(name: string, version: string, packages: Packages): object {
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

export const listLicences = (packages: Packages): string =>
  packages
    .map(
      ([folder, { version, license }]) =>
        `${readPackageName(folder)} ${version}: ${license ?? "see the LICENSE in its folder"}\n`,
    )
    .join("");
