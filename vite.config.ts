// The build of the app: one page under src/app, sent as small hashed files. It compiles texts at build time so that no
// message parser ships, inlines nothing (the content security policy allows no inline code), and refuses to know a product.
// `--mode studio` builds the analysts' studio instead, which shares no file with it.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { parse } from "@formatjs/icu-messageformat-parser";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig, type ViteUserConfig as UserConfig } from "vitest/config";
import { buildTargets, nameBrowsers } from "./src/build/browsers.ts";
import { findBuiltFile, firstFiles } from "./src/build/files.ts";
import { iconShapes } from "./src/build/icons.ts";
import { withoutUnused } from "./src/build/packages.ts";
import { toPseudo } from "./src/build/pseudoLanguage.ts";
import { LANGUAGES } from "./src/engine/values/languages.ts";

const root = import.meta.dirname;
const outDir = join(root, "dist/app");

const messageFile = new RegExp(`/src/app/messages/(${LANGUAGES.join("|")})\\.json$`);

/** ICU texts become syntax trees here; the browser only walks them. `PSEUDO_LANGUAGE=1 npm run dev` shows them in no language. */
function compiledMessages(pseudo: boolean): Plugin {
  return {
    name: "compiled-messages",
    enforce: "pre",
    transform(code, id) {
      if (!messageFile.test(id)) return null;
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      const trees = Object.fromEntries(texts.map(([key, text]) => [key, parse(text, { captureLocation: false })]));
      return { code: JSON.stringify(pseudo ? toPseudo(trees) : trees), map: null };
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
    async writeBundle() {
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

/** In the browser no text is parsed: the parser is replaced by one that throws. Build only; tests may use plain texts. */
const withoutParser = {
  "@formatjs/icu-messageformat-parser": resolve(root, "node_modules/@formatjs/icu-messageformat-parser/no-parser.js"),
};

/** `head` of Block.module.css is `Block_head`, in every build and test alike. */
const nameClass = (local: string, file: string): string => `${basename(file).split(".")[0]}_${local}`;

const underTest = Boolean(process.env.VITEST);

/** What either page is built with. */
const shared = () => [
  iconShapes(join(root, "src/app/public/images/icons")),
  locales.vite({ locales: ["nl-NL", "fr-FR"] }),
  react(),
];
const modules = { modules: { generateScopedName: nameClass } };
/** One style sheet: a second file is a second wait on a slow line, and the order of two would depend on which came first. */
const output = {
  emptyOutDir: true,
  target: buildTargets,
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  cssCodeSplit: false,
};

/** Served to the machine that built it, so nothing is split or compressed. */
const studio: UserConfig = {
  root: join(root, "src/studio"),
  publicDir: join(root, "src/app/public"),
  plugins: shared(),
  css: modules,
  build: { ...output, outDir: join(root, "dist/studio"), chunkSizeWarningLimit: 5000 },
};

const app = async (command: "build" | "serve"): Promise<UserConfig> => ({
  root: underTest ? root : join(root, "src/app"),
  publicDir: join(root, "src/app/public"),
  cacheDir: join(root, "node_modules/.vite"),
  plugins: [
    compiledMessages(command === "serve" && Boolean(process.env.PSEUDO_LANGUAGE)),
    withoutUnused(),
    ...shared(),
    nameBrowsers(),
    firstFiles(),
    precompressed(),
  ],
  resolve: { alias: command === "build" ? withoutParser : {} },
  css: modules,
  server: { fs: { allow: [root] } },
  build: {
    ...output,
    outDir,
    // Served with the app, as the licences of its packages require.
    license: { fileName: "licences.md" },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long each plugin took is no warning for those who start the portal.
      checks: { pluginTimings: false },
      output: {
        // What every screen of the portal shares comes as one file instead of twenty small ones; each screen has its own, because a
        // file that could not be fetched is not asked for again until the page is loaded anew.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: findBuiltFile(root), debugName: "by static reach" },
            {
              name: "screens",
              test: /\/src\/portal\/((kit\/(list\/|form\/(?!usePortalForm))?)?[A-Za-z]+\.tsx?$|masterDetail\/)|\/(queriesObserver|useQueries|mutationObserver|useMutation)\.js$/,
            },
          ],
        },
      },
    },
  },
  // Only vitest asks for a browser: a build must not.
  test: underTest ? await (await import("./tests/support/projects.ts")).testProjects() : undefined,
});

export default defineConfig(({ command, mode }) => (mode === "studio" ? studio : app(command)));
