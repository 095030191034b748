// Whole stories in a real browser against the real server. There are no retries and no sleeps: an unreliable story is a
// fault of the product or of the story, and is mended there. `TRACE=1` keeps a trace of each failure. It is off
// otherwise, because a trace costs a third of the time. `HESITATE=600` waits that many milliseconds before each action,
// so that a story fails if it relies on being faster than what the app does by itself.
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findChromium, SHORT_LIVED_PAGES } from "../support/chromium.ts";
import { LEFT_OUT } from "../support/ring.ts";
import { temporaryFolder } from "../support/temporary.ts";

const { executablePath, args, env } = await findChromium();
// Of the workers too, which read this file: their portals write here.
process.env.TMPDIR = temporaryFolder();
const hesitate = Number(process.env.HESITATE ?? 0);

export default defineConfig({
  testDir: ".",
  testIgnore: LEFT_OUT,
  outputDir: "../../test-results/e2e",
  snapshotPathTemplate: "{testDir}/said/{arg}{ext}",
  globalSetup: "./support/model.ts",
  // Two more than there are cores: a story waits for its portal about a third of its time. Three cost less processor time, but
  // leave a core idle when the stories run alone at the end.
  workers: Math.min(8, availableParallelism() + 2),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // The limits end what hangs, also on a machine that is many times slower.
  timeout: hesitate > 0 ? 3_600_000 : 600_000,
  expect: { timeout: 30_000 },
  reporter: [["dot"], ["json"]],
  use: {
    launchOptions: { executablePath, args: [...args, SHORT_LIVED_PAGES], env, slowMo: hesitate },
    // A story finds it as new: Playwright takes away cookies, storage, cache, routes, scripts and all pages but one.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    locale: "nl-NL",
    timezoneId: "Europe/Amsterdam",
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000 + 5 * hesitate,
    navigationTimeout: 60_000,
    trace: {
      mode: process.env.TRACE ? "retain-on-failure" : "off",
      screenshots: false,
      snapshots: true,
      sources: false,
    },
    screenshot: "only-on-failure",
  },
});
