// How the app is built and how the unit tests run; the server starts its development mode from the same file.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig(async () => ({
  root: import.meta.dirname,
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // Only vitest asks for a browser: a build must not.
  test: process.env.VITEST ? await (await import("./tests/support/projects.ts")).testProjects() : undefined,
}));
