// The browsers that the portal supports, from "browserslist" in package.json: what the build writes its code for, and what the page
// tells other browsers. Used by vite.config.ts only.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const file = join(import.meta.dirname, "../../package.json");
const { browserslist } = JSON.parse(readFileSync(file, "utf8")) as { browserslist: string[] };
const names: Record<string, string> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  safari: "Safari",
  ios_saf: "Safari (iPhone, iPad)",
};

const supported = browserslist.map((entry) => {
  const [, browser = "", version = ""] = /^(\w+) >= ([\d.]+)$/.exec(entry) ?? [];
  if (!names[browser])
    throw new Error(
      `package.json, browserslist: "${entry}" is not one of ${Object.keys(names)} with >= and a version.`,
    );
  return { browser, version };
});

export const buildTargets: string[] = supported.map(({ browser, version }) => browser.replace("_saf", "") + version);

/** "Chrome 117, Edge 117, …" */
export const supportedBrowsers: string = supported
  .map(({ browser, version }) => `${names[browser]} ${version}`)
  .join(", ");

export function nameBrowsers(): Plugin {
  return {
    name: "name-browsers",
    transformIndexHtml: (html) => html.replace('data-browsers=""', `data-browsers="${supportedBrowsers}"`),
  };
}
