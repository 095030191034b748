// Preload hints: the files of the address, as far as the build and the published products have them.
import { expect, test } from "vitest";
import type { PublishedIndex } from "#content/publish/published.ts";
import { productFiles, withIndex, withPreloads } from "#server/pages/pageFiles.ts";

const index = {
  products: [{ key: "fiets", release: "2" }],
  releases: {
    1: { key: "fiets", bundle: "/products/fiets.1.js", texts: { nl: "/products/fiets.nl.1.json", fr: "x" } },
    2: { key: "fiets", bundle: "/products/fiets.2.js", texts: { nl: "/products/fiets.nl.2.json", fr: "y" } },
  },
} as unknown as PublishedIndex;
const html = `<head><meta name="files" content="nl=/assets/nl-1.js fr=/assets/fr-1.js wizard=/assets/wizard-1.js amounts=/assets/amounts-1.js" /></head>`;
const loadedAhead = (page: string) =>
  [...page.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(([, path]) => path);

test("the product in the address has its files of the release on offer", () => {
  const files = { bundle: "/products/fiets.2.js", texts: "/products/fiets.nl.2.json" };
  expect(productFiles(index, "/relaties/relatie_1/aanvraag/fiets/100245?x=1", "nl")).toEqual(files);
});

test.each(["/", "/relaties?zoek=fiets", "/relaties/fietsen", "/aanvraag/onbekend/1"])("%s names no product", (url) => {
  expect(productFiles(index, url, "nl")).toBeUndefined();
});

test("a page loads its language ahead, and for a product the wizard and its bundle", () => {
  expect(loadedAhead(withPreloads(html, "fr", undefined))).toEqual(["/assets/fr-1.js"]);
  const files = productFiles(index, "/aanvraag/fiets/1", "nl");
  const ahead = ["/assets/nl-1.js", "/assets/wizard-1.js", "/assets/amounts-1.js", "/products/fiets.2.js"];
  expect(loadedAhead(withPreloads(html, "nl", files))).toEqual(ahead);
});

test("a page that was not built names none of the app's files", () => {
  expect(withPreloads("<head></head>", "nl", undefined)).toBe("<head></head>");
});

test("a page requests no call ahead: a preload carries none of the headers of a call", () => {
  const files = productFiles(index, "/relaties/relatie_12/aanvraag/fiets/100245", "nl");
  expect(withPreloads(html, "nl", files)).not.toContain('as="fetch"');
});

test("the page carries what is on offer and nothing older, whatever a name contains", () => {
  const named = { ...index, products: [{ ...index.products[0], name: { nl: "$' </script><script>" } }], portal: null };
  const page = withIndex("<body><noscript>", named as unknown as PublishedIndex);
  const [, text = ""] = /<script type="application\/json" id="products">(.*)<\/script><noscript>$/.exec(page) ?? [];
  expect(text).not.toContain("<");
  const { products, releases } = JSON.parse(text) as PublishedIndex;
  expect(products).toEqual(named.products);
  expect(Object.keys(releases)).toEqual(["2"]);
});
