// Adds preload hints to a page, so that the browser requests the files that its address needs together with the app's
// code instead of after it. On a slow connection each round trip costs seconds. A page without hints works the same.
import type { PublishedIndex } from "#content/publish/published.ts";
import type { Language } from "#engine/schema/types.ts";

interface ProductFiles {
  bundle: string;
  texts: string;
}

/** The files of the product whose key is in the address, in its current release. */
export function productFiles(index: PublishedIndex, url: string, language: Language): ProductFiles | undefined {
  const words = new Set((url.split("?")[0] ?? "").split("/"));
  const release = index.products.find(({ key }) => words.has(key))?.release;
  const files = release === undefined ? undefined : index.releases[release];
  const texts = files?.texts[language];
  return files && texts ? { bundle: files.bundle, texts } : undefined;
}

/**
 * Embeds the index of products in the page, which saves a call. Placed before the style sheet, because the browser stops parsing
 * there until it has loaded.
 */
export function withIndex(html: string, { products, releases, portal }: PublishedIndex): string {
  const offered = new Set(products.map(({ release }) => release));
  const offeredReleases = Object.fromEntries(Object.entries(releases).filter(([release]) => offered.has(release)));
  const text = JSON.stringify({ products, releases: offeredReleases, portal }).replaceAll("<", "\\u003c");
  return html.replace("<noscript>", () => `<script type="application/json" id="products">${text}</script><noscript>`);
}

/** The `name=address` pairs that the build wrote into the page: texts by language, the wizard, and the lines of a premium that it shows. */
function builtFiles(html: string): Map<string, string> {
  const written = /<meta name="files" content="([^"]*)"/.exec(html)?.[1] ?? "";
  return new Map(written.split(" ").map((pair) => pair.split("=") as [string, string]));
}

export function withPreloads(html: string, language: Language, product: ProductFiles | undefined): string {
  const built = builtFiles(html);
  const modules = [
    built.get(language),
    ...(product ? [built.get("wizard"), built.get("amounts"), product.bundle] : []),
  ];
  const links = modules.filter(Boolean).map((address) => `<link rel="modulepreload" crossorigin href="${address}" />`);
  return html.replace("</head>", `${links.join("")}</head>`);
}
