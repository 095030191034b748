// What the build makes of packages, so that less of them comes before the first form. Used by vite.config.ts only.
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Removes code that packages import and the app never reaches, where that saves more than 3 kB of the first form, compressed:
 * - rjsf: markdown for one message about an order without "*", which present() always adds (its next version drops it).
 * - rjsf: addresses of schemas with an `$id`, which our display schemas do not have.
 * - rjsf's validator: errors of the answers, which the contracts give (widgets/formRegistry.tsx).
 */
export function withoutUnused(): Plugin {
  const stubs: Record<string, string> = {
    "markdown-to-jsx/react": "export const Markdown = ({ children }) => children;",
    "@rjsf/validator-ajv8/lib/processRawValidationErrors.js": "export default () => ({ errors: [], errorSchema: {} });",
    "fast-uri": "export default { equal: (one, other) => one === other, resolve: (_base, address) => address };",
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
      filter: {
        id: /\/node_modules\/(react-router\/dist\/production\/lib\/|(react-intl|@formatjs\/intl|intl-messageformat)\/index\.js)/,
      },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replace(/^\t(\}?) ?else if \(!Intl\.\w+\.supportedLocalesOf.*\n/gm, "\t$1\n")
          .replace("Intl.NumberFormat.supportedLocalesOf(locales)", "[locales].flat()")
          .replace(/= ((React\$1\.forwardRef|React\.memo|createFormatted\w+)\()/g, "= /* @__PURE__ */ $1"),
        map: null,
      }),
    },
  };
}
