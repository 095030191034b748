// The kinds of vitest tests: `*.test.ts` runs in Node, `*.test.tsx` (it renders) in a real Chromium, `firefox/` drives the
// machine's Firefox against the built app. There is no simulated DOM on purpose: focus, caret, layout and CSP are what the
// widgets' tests are about.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import type { Language } from "#engine/values/languages.ts";
import { findChromium, SHORT_LIVED_PAGES } from "./chromium.ts";
import { LongFirst } from "./longFirst.ts";
import { pagePortal } from "./pagePortal.ts";
import { SHORT_LIVED } from "./portal.ts";
import { LEFT_OUT, TOLD_IN } from "./ring.ts";
import { temporaryFolder } from "./temporary.ts";

/** Bundled before the first test: a package found during a run would reload the page. */
const packages = [
  ...[
    "react",
    "react/jsx-dev-runtime",
    "react/jsx-runtime",
    "react-dom",
    "react-dom/client",
    "react-intl",
    "react-router",
  ],
  ...[
    "@rjsf/core/lib/components/fields/ObjectField.js",
    "@rjsf/core/lib/components/fields/SchemaField.js",
    "@rjsf/utils",
    "react-aria-components",
    "@internationalized/date",
    "react-number-format",
  ],
  ...[
    "react-dropzone",
    "@tanstack/react-query",
    "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js",
    "ajv",
    "axe-core",
  ],
  ...["idb-keyval", "vitest-browser-react", "fast-check"],
];

/** Conditions that a test writes itself are compiled where it judges them. */
const COMPILER = "src/engine/rules/ajv.ts";

const slow = Number(process.env.SLOW ?? 1);
const hesitate = Number(process.env.HESITATE ?? 0);
const typing = { sequences: Number(process.env.TYPED ?? 500), seed: Number(process.env.TYPED_SEED ?? 20_261_127) };

declare module "vitest" {
  interface ProvidedContext {
    slow: number;
    toldIn: readonly Language[];
    /** How many sequences of edits `widgets/typing/shown.test.tsx` runs in all text controls together, and their seed. */
    typing: { sequences: number; seed: number };
  }
}

export async function testProjects() {
  const { executablePath, args, env } = await findChromium();
  // A poll ends as soon as its condition holds, and a test when it is done: these end what hangs, also on a machine ten times slower.
  // A press and an element that is waited for have the poll's limit: without one they would wait as long as their test may take.
  const limit = 30_000;
  const waits = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: limit } } };
  const shared = { exclude: ["tests/e2e/**", "tests/bench/**", ...LEFT_OUT], ...waits };
  return {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true as const,
        test: {
          ...shared,
          name: "node",
          environment: "node",
          include: ["tests/**/*.test.ts"],
          exclude: [...shared.exclude, "tests/firefox/**"],
          // One more than there are cores: a test waits for processes, databases and limits of time for half of its time.
          // A worker takes up to 1.7 GB.
          maxWorkers: Math.min(8, availableParallelism() + 1),
          isolate: false,
          execArgv: SHORT_LIVED,
          setupFiles: [COMPILER, "tests/support/afterFile.ts"],
          globalSetup: ["tests/support/setup.ts"],
          env: { TMPDIR: join(temporaryFolder(), `broker-portal-tests-${process.pid}`) },
        },
      },
      {
        extends: true as const,
        test: {
          ...shared,
          name: "firefox",
          environment: "node",
          include: ["tests/firefox/*.test.ts"],
        },
      },
      {
        extends: true as const,
        plugins: [pagePortal()],
        optimizeDeps: { include: packages },
        test: {
          ...shared,
          name: "browser",
          include: ["tests/**/*.test.tsx"],
          provide: { slow, typing, toldIn: TOLD_IN },
          setupFiles: [COMPILER, ...(slow > 1 ? ["tests/support/slow.ts"] : [])],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath, args: [...args, SHORT_LIVED_PAGES], env, slowMo: hesitate },
              actionTimeout: limit,
            }),
            instances: [{ browser: "chromium" as const }],
            viewport: { width: 1280, height: 900 },
          },
        },
      },
    ],
  };
}
