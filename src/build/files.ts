// Which files the build makes of the app, and in which order the page asks for them: a browser asks for six at a time, and on
// a slow line each costs two seconds before its first byte. Used by vite.config.ts only.
import type { Plugin } from "vite";
import { LANGUAGES } from "#engine/values/languages.ts";

/** What these modules import statically comes as one file each, in this order. */
const files = [
  { name: "begin", from: "src/app/begin.ts" },
  { name: "shell", from: "src/app/main.tsx" },
  // Small things of the portal's screens and of forms alike: elsewhere one would bring all of the other.
  { name: "shell", from: "src/engine/values/formats.ts" },
  { name: "shell", from: "src/engine/steps/stepTexts.ts" },
  { name: "shell", from: "src/engine/rules/fileRules.ts" },
  { name: "shell", from: "widgets/runtime/focus.ts" },
  { name: "shell", from: "widgets/ui/facts/Facts.module.css" },
  { name: "shell", from: "widgets/fields/choice/SelectBox.tsx" },
  { name: "shell", from: "widgets/fields/choice/Radio.module.css" },
  { name: "shell", from: "widgets/fields/choice/Checkbox.module.css" },
  { name: "shell", from: "widgets/templates/ErrorText.tsx" },
  { name: "shell", from: "widgets/ui/Badge.tsx" },
  { name: "shell", from: "widgets/ui/text/MailText.tsx" },
  { name: "shell", from: "widgets/ui/text/Points.tsx" },
  { name: "shell", from: "widgets/ui/useMedia.ts" },
  { name: "shell", from: "src/api/drafts/leaving.ts" },
  // Of the wizard and of the page of a quotation, which would bring all of the wizard.
  { name: "amounts", from: "widgets/ui/facts/premiumFacts.ts" },
  { name: "amounts", from: "widgets/ui/facts/Facts.tsx" },
  { name: "wizard", from: "src/app/WizardRoute.tsx" },
];

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const reached = new Map<string, Set<string>>();

function reachedFrom(start: string, graph: Graph): Set<string> {
  const known = reached.get(start);
  if (known) return known;
  const found = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  reached.set(start, found);
  return found;
}

export const findBuiltFile =
  (root: string) =>
  (id: string, graph: Graph): string | null =>
    /\/(queriesObserver|useQueries|mutationObserver|useMutation)\.js$/.test(id)
      ? null // reached through the index of its package, and used by screens alone
      : /node_modules\/(react|react-dom|scheduler)\//.test(id)
        ? "shell"
        : (files.find(({ from }) => reachedFrom(`${root}/${from}`, graph).has(id))?.name ?? null);

/**
 * The calls that the address needs begin with a small file that waits for no other. The page names the files that the server
 * may have it load ahead (src/server/pages/pageFiles.ts). A style sheet in the head holds back the first paint; after what index.html
 * shows by itself it holds back only the app, so that it may come in the second turn.
 */
export function firstFiles(): Plugin {
  return {
    name: "first-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const links = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? [];
        const later = (tag: string) => tag.replace(" crossorigin", ' crossorigin fetchpriority="low"');
        const without = links.reduce((text, link) => text.replace(link, ""), html);
        const begin = Object.keys(bundle).find((name) => /\/begin-[^/]+\.js$/.test(name));
        const files = [...LANGUAGES, "wizard", "amounts"].map((name) => {
          const file = Object.keys(bundle).find((each) => new RegExp(`/${name}-[^/]+\\.js$`).test(each));
          return `${name}=/${file}`;
        });
        const meta = `    <meta name="files" content="${files.join(" ")}" />\n`;
        const font = Object.keys(bundle).find((name) => name.endsWith(".woff2"));
        // Otherwise it is requested after the first layout, and the page is laid out twice.
        const ahead = `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${font}">\n`;
        const script = begin ? `    <script type="module" async crossorigin src="/${begin}"></script>\n` : "";
        return without
          .replace(/( *<script type="module")/, `${script}$1`)
          .replace("  </head>", `${meta}  </head>`)
          .replace("  </body>", `${links.map(later).join("")}    ${ahead}  </body>`);
      },
    },
  };
}
