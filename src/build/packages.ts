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
 * - rjsf's validator: errors of the answers, which the contracts give (widgets/formRegistry.tsx).
 * - The router: server rendering and instrumentation.
 * - TanStack Query: infinite queries.
 */
export function withoutUnused(): Plugin {
  const router = "react-router/dist/production/lib";
  const stubs: Record<string, string> = {
    "markdown-to-jsx/react": "export const Markdown = ({ children }) => children;",
    "@rjsf/validator-ajv8/lib/processRawValidationErrors.js": "export default () => ({ errors: [], errorSchema: {} });",
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
    // - A name for the browser's tools, or a call that makes it, would keep each component of these packages, also the unused ones.
    // - The browser lists all languages that it knows when it is asked for one, which takes 25 ms before the first frame. It knows ours.
    transform: {
      filter: { id: new RegExp(`/node_modules/(${router}/|(react-intl|@formatjs/intl|intl-messageformat)/index.js)`) },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replace(/^\t\t\w+: (\w+)\.bind\(null, resolvedConfig.*\n/gm, (line, name) =>
            FORMATTERS.includes(name) ? line : "",
          )
          .replace(/^\t(\}?) ?else if \(!Intl\.\w+\.supportedLocalesOf.*\n/gm, "\t$1\n")
          .replace("Intl.NumberFormat.supportedLocalesOf(locales)", "[locales].flat()")
          .replace(/= ((React\$1\.forwardRef|React\.memo|createFormatted\w+)\()/g, "= /* @__PURE__ */ $1"),
        map: null,
      }),
    },
  };
}
