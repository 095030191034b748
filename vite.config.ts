// The build of the app: one page under src/app, sent as small hashed files. It compiles texts at build time so that no
// message parser ships, inlines nothing (the content security policy allows no inline code), and refuses to know a product.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { parse } from "@formatjs/icu-messageformat-parser";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { fileOf, firstFiles } from "./src/buildFiles.ts";

const root = import.meta.dirname;
const outDir = join(root, "dist/app");

/** ICU texts become syntax trees here; the browser only walks them. */
function compiledMessages(): Plugin {
  return {
    name: "compiled-messages",
    enforce: "pre",
    transform(code, id) {
      if (!/\/src\/app\/messages\/(nl|fr)\.json$/.test(id)) return null;
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      const trees = texts.map(([key, text]) => [key, parse(text, { captureLocation: false })]);
      return { code: JSON.stringify(Object.fromEntries(trees)), map: null };
    },
  };
}

/** Writes .br and .gz next to every text file, so that the server compresses nothing while it serves. */
function precompressed(): Plugin {
  let written = outDir;
  return {
    name: "precompressed",
    apply: "build",
    configResolved(config) {
      written = config.build.outDir;
    },
    async closeBundle() {
      const entries = await readdir(written, { recursive: true, withFileTypes: true });
      const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|json|html)$/.test(entry.name));
      await Promise.all(texts.filter((entry) => entry.name !== "index.html").map(compress));
    },
  };
}

async function compress(entry: { parentPath: string; name: string }): Promise<void> {
  const file = join(entry.parentPath, entry.name);
  const content = await readFile(file);
  if (content.length < 1024) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  await Promise.all([
    writeFile(`${file}.br`, brotliCompressSync(content, { params: quality })),
    writeFile(`${file}.gz`, gzipSync(content, { level: 9 })),
  ]);
}

/** The page asks for its font before its style sheet does. Build only: the development server names no font in advance. */
function preloadedFont(): Plugin {
  return {
    name: "preloaded-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
        const link = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true };
        return fonts.map((name) => ({ tag: "link", attrs: { ...link, href: `/${name}` }, injectTo: "head" }));
      },
    },
  };
}

/** Contracts of the forms that /bench opens, compiled ahead as a publish compiles them. Nothing else asks for this module. */
function benchContracts(): Plugin {
  const id = "\0bench-contracts";
  return {
    name: "bench-contracts",
    resolveId: (source) => (source === "virtual:bench-contracts" ? id : null),
    async load(source) {
      if (source !== id) return null;
      const { standaloneModuleOf } = await import("./src/content/standalone.ts");
      const { flatSchema, SIZES } = await import("./src/app/bench/flat.ts");
      return standaloneModuleOf(new Map(SIZES.map((count) => [`flat${count}`, flatSchema(count)])));
    },
  };
}

/**
 * rjsf brings a markdown parser to draw one message, about an order without "*"; present() never leaves such an order, and rjsf
 * itself drops the parser in its next version.
 */
function withoutMarkdown(): Plugin {
  const id = "\0no-markdown";
  return {
    name: "without-markdown",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (source.startsWith("markdown-to-jsx") ? id : null),
    load: (source) => (source === id ? "export const Markdown = ({ children }) => children;" : null),
  };
}

/** In the browser no text is parsed: the parser is replaced by one that throws. Build only; tests may use plain texts. */
const withoutParser = {
  "@formatjs/icu-messageformat-parser": resolve(root, "node_modules/@formatjs/icu-messageformat-parser/no-parser.js"),
};

const underTest = Boolean(process.env.VITEST);

export default defineConfig(async ({ command }) => ({
  root: underTest ? root : join(root, "src/app"),
  publicDir: join(root, "src/app/public"),
  cacheDir: join(root, "node_modules/.vite"),
  plugins: [
    compiledMessages(),
    withoutMarkdown(),
    locales.vite({ locales: ["nl-NL", "fr-FR"] }),
    react(),
    preloadedFont(),
    firstFiles(),
    benchContracts(),
    precompressed(),
  ],
  resolve: { alias: command === "build" ? withoutParser : {} },
  server: { fs: { allow: [root] } },
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The portal's screens come as one file instead of twenty small ones; not what draws a form, which brings much more.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: fileOf(root), debugName: "by static reach" },
            { name: "screens", test: /\/src\/portal\/(?!.*(usePortalForm|RelationForm|useRelationSave)\.)/ },
          ],
        },
      },
    },
  },
  // Only vitest asks for a browser: a build must not.
  test: underTest ? await (await import("./tests/support/projects.ts")).testProjects() : undefined,
}));
