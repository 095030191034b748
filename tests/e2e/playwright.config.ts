// Whole stories in a real browser against the real server. Nothing is retried and nothing sleeps: a story that is not
// reliable is a fault of the product or of the story, and is mended there.
import { defineConfig } from "@playwright/test";
import { findChromium } from "../support/chromium.ts";

const { executablePath, args, env } = await findChromium();

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/e2e",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [["dot"], ["json"]],
  use: {
    launchOptions: { executablePath, args, env },
    viewport: { width: 1440, height: 900 },
    locale: "nl-NL",
    timezoneId: "Europe/Amsterdam",
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: true, sources: false },
    screenshot: "only-on-failure",
  },
});
