// The supported browsers are listed once, in package.json: the build, the page for other browsers and README follow it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildTargets, nameBrowsers, supportedBrowsers } from "../../src/build/browsers.ts";
import { withoutUnused } from "../../src/build/packages.ts";

const root = join(import.meta.dirname, "../..");
const readText = (path: string) => readFileSync(join(root, path), "utf8");

test("the build's targets and the names for people come from browserslist", () => {
  const { browserslist } = JSON.parse(readText("package.json")) as { browserslist: string[] };
  expect(buildTargets).toEqual(browserslist.map((entry) => entry.replace("_saf", "").replace(" >= ", "")));
  expect(supportedBrowsers.split(", ").filter((name) => /\d$/.test(name))).toHaveLength(browserslist.length);
  expect(readText("vite.config.ts")).toMatch(/target: buildTargets,/);
});

test("the page and README name the supported browsers", () => {
  const { transformIndexHtml } = nameBrowsers() as unknown as { transformIndexHtml: (html: string) => string };
  expect(transformIndexHtml(readText("src/app/index.html"))).toContain(`data-browsers="${supportedBrowsers}"`);
  expect(readText("README.md")).toContain(supportedBrowsers);
});

test("the browser is not asked which languages it knows, which would delay the first frame", () => {
  const { transform } = withoutUnused() as unknown as {
    transform: { filter: { id: RegExp }; handler(code: string): { code: string } };
  };
  for (const name of ["@formatjs/intl", "intl-messageformat"]) {
    const file = `node_modules/${name}/index.js`;
    expect(`/${file}`).toMatch(transform.filter.id);
    const code = readText(file);
    const asked = /supportedLocalesOf\(locales?\)/g;
    expect(code).toMatch(asked);
    expect(transform.handler(code).code.match(asked)).toBeNull();
  }
});
