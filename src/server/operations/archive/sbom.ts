// The bill of materials of a release (CycloneDX 1.6) and the list of licences, both from the lockfile. Most packages
// bring the text of their licence in their folder. The list contains the text of the others. The build writes the texts
// of the app (licences.md). `npm sbom --omit dev` is not used: it leaves out each package that a development dependency needs too.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
    const details = { "bom-ref": folder, purl, licenses, hashes: readHashes(entry) };
    return { type: "library", name: readPackageName(folder), version: entry.version, ...details };
  });
  const component = { type: "application", name, version };
  return { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component }, components };
}

const listLicences = (root: string, packages: Packages): string =>
  packages
    .map(([folder, { version, license }]) => {
      const title = `${readPackageName(folder)} ${version}: ${license ?? "see the LICENSE in its folder"}\n`;
      const hasText = readdirSync(join(root, folder)).some((name) => /^(licen[cs]e|copying)/i.test(name));
      return hasText ? title : title + writeText(join(root, folder), license);
    })
    .join("");

/** @throws for a licence whose text is not in `TEXTS`: it must then be added there. */
function writeText(folder: string, license: string | undefined): string {
  const { author, contributors, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = TEXTS[license ?? ""];
  if (!text) throw new Error(`${folder} brings no text of its licence (${license}). Add the text to sbom.ts.`);
  const owner = [author, ...(contributors ?? [])].map((person) => person?.name ?? person).find(Boolean);
  const source = String(repository?.url ?? repository).replace(/^git\+/, "");
  const lines = ["", `Source: ${source}`, `Copyright (c) ${owner ?? "the contributors"}`, "", ...text, ""];
  return lines.map((line) => (line ? `    ${line}\n` : "\n")).join("");
}

const TEXTS: Record<string, readonly string[]> = {
  ISC: [
    "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided",
    "that the above copyright notice and this permission notice appear in all copies.",
    "",
    'THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED',
    "WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR",
    "CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,",
    "NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.",
  ],
  MIT: [
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation",
    'files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,',
    "modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software",
    "is furnished to do so, subject to the following conditions:",
    "",
    "The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.",
    "",
    'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES',
    "OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE",
    "LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR",
    "IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.",
  ],
};

/** Folders of the production dependencies. Of the optional ones those that npm took for this machine. */
export function listDependencies(root: string): Packages {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = (path: string, { optional }: LockedPackage) => !optional || existsSync(join(root, path));
  return Object.entries(packages).filter(([path, entry]) => path !== "" && !entry.dev && installed(path, entry));
}

/** `target`: the folder of the release. */
export function writeBills(root: string, target: string, packages: Packages): void {
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  writeFileSync(join(target, "sbom.json"), JSON.stringify(buildSbom(name, version, packages), null, 2));
  writeFileSync(join(target, "licences.txt"), listLicences(root, packages));
}
