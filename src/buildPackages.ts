// What the build makes of packages, so that less of them comes before the first form. Used by vite.config.ts only.
import { join } from "node:path";
import type { Plugin } from "vite";

/** The functions of react-intl that the app uses. The build leaves out the others. */
export const FORMATTERS = ["formatMessage", "formatDate", "formatRelativeTime", "formatList"];

/**
 * Removes code that packages import and the app never reaches:
 * - rjsf: markdown for one message about an order without "*", which present() always adds (its next version drops it).
 * - rjsf: addresses of schemas with an `$id`, which our display schemas do not have.
 * - rjsf: comparison of maps, dates and circular values when it compares schemas.
 * - The conditions' interpreter: formats, because no condition has a `format` (src/engine/rules/conditions.ts).
 * - The router: server rendering and instrumentation.
 * - TanStack Query: infinite queries.
 */
export function withoutUnused(): Plugin {
  const router = "react-router/dist/production/lib";
  const stubs: Record<string, string> = {
    "markdown-to-jsx/react": "export const Markdown = ({ children }) => children;",
    "@cfworker/json-schema/dist/esm/format.js": "export const format = {};",
    "fast-uri": "export default { equal: (one, other) => one === other, resolve: (_base, address) => address };",
    "fast-equals": `
      const plain = (value) => Array.isArray(value) || (value !== null && typeof value === "object" && value.constructor === Object);
      const same = (one, other) => Object.is(one, other) || (typeof one === "function" && typeof other === "function") ||
        (plain(one) && plain(other) && Array.isArray(one) === Array.isArray(other) &&
          Object.keys(one).length === Object.keys(other).length &&
          Object.keys(one).every((key) => Object.hasOwn(other, key) && same(one[key], other[key])));
      export const createCustomEqual = () => same;`,
    jsonpointer: `export default { get: (root, pointer) => pointer.split("/").slice(1).reduce((at, key) => at?.[key], root) };`,
    "use-sync-external-store/shim/index.js": `export { useSyncExternalStore } from "react";`,
    "@tanstack/query-core/build/modern/infiniteQueryBehavior.js":
      "export const infiniteQueryBehavior = () => undefined, hasNextPage = undefined, hasPreviousPage = undefined;",
    [`${router}/router/instrumentation.js`]: `
      export const getRouteInstrumentationUpdates = () => ({});
      export const instrumentClientSideRouter = (router) => router;
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
      export { none as instrumentHandler, none as instrumentationResultMetaContext };
      const none = undefined;`,
    [`${router}/dom/ssr/components.js`]: `
      import { createContext } from "react";
      export const FrameworkContext = createContext(undefined);
      export const PrefetchPageLinks = () => null;
      export const mergeRefs = (ref) => ref;
      export const usePrefetchBehavior = () => [false, null, {}];
      export { none as CRITICAL_CSS_DATA_ATTRIBUTE, none as Links, none as Meta, none as Scripts };
      export { none as setIsHydrated, none as useFrameworkContext };
      const none = undefined;`,
  };
  return {
    name: "without-unused",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer = "") {
      const [, inside = source] = source.startsWith(".") ? join(importer, "..", source).split("/node_modules/") : [];
      return Object.hasOwn(stubs, inside) ? `\0${inside}` : null;
    },
    load: (id) => stubs[id.slice(1)] ?? null,
    // A name for the browser's tools, or a call that makes it, would keep each component of these packages, also the unused ones.
    transform: {
      filter: { id: new RegExp(`/node_modules/(${router}/|(react-intl|@formatjs/intl)/index.js)`) },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replace(/^\t\t\w+: (\w+)\.bind\(null, resolvedConfig.*\n/gm, (line, name) =>
            FORMATTERS.includes(name) ? line : "",
          )
          .replace(/= ((React\$1\.forwardRef|React\.memo|createFormatted\w+)\()/g, "= /* @__PURE__ */ $1"),
        map: null,
      }),
    },
  };
}

/**
 * Removes formatjs' check of the browser's locales, which runs before the first text and for each text with a value. The first
 * check loads all locales, a seventh of the work up to the first form. Every browser has Dutch and French.
 */
export function localesAsGiven(): Plugin {
  return {
    name: "locales-as-given",
    apply: "build",
    transform: {
      filter: { id: /\/node_modules\/(@formatjs\/intl|intl-messageformat)\/index\.js$/ },
      handler(code, id) {
        const given = code
          .replace(/!Intl\.(?:Number|DateTime)Format\.supportedLocalesOf\(locale\)\.length/g, "false")
          .replace(/\bIntl\.(?:Number|DateTime)Format\.supportedLocalesOf\(/g, "[].concat(");
        if (given === code) throw new Error(`${id} asks for no locales any more: take localesAsGiven out.`);
        return { code: given, map: null };
      },
    },
  };
}

/**
 * Turns React's CommonJS files into modules. Its names are then minified, instead of members of an object. The build's helper
 * for CommonJS is not needed either: it would be a separate file, and a request of two seconds on a slow line.
 */
export function reactAsModules(packages: string): Plugin {
  const files: Record<string, string> = {
    react: "react/cjs/react.production.js",
    "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.js",
    "react-dom": "react-dom/cjs/react-dom.production.js",
    "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
    scheduler: "scheduler/cjs/scheduler.production.js",
  };
  return {
    name: "react-as-modules",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (Object.hasOwn(files, source) ? join(packages, files[source] ?? "") : null),
    transform(code, id) {
      if (!Object.values(files).some((file) => id === join(packages, file))) return null;
      const imports: string[] = [];
      const body = code
        .replace(
          /(\w+) = require\(("[^"]+")\)/g,
          (_all, local, name) => `needs${imports.push(`import * as ${local} from ${name};`)}`,
        )
        .replace(/\bexports\.(\w+)/g, "its_$1");
      const names = [...new Set([...code.matchAll(/\bexports\.(\w+) =/g)].map((match) => match[1]))];
      const lines = [
        ...imports,
        `let ${names.map((name) => `its_${name}`).join(", ")};`,
        body,
        `export { ${names.map((name) => `its_${name} as ${name}`).join(", ")} };`,
        `export * as default from ${JSON.stringify(id)};`,
      ];
      return { code: lines.join("\n"), map: null, moduleType: "js" };
    },
  };
}
