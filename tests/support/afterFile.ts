// One worker runs many files, so that packages are loaded once for all of them: each file leaves clock and globals as they
// were, and the next one gets our own modules anew, since some of them remember.
import { afterAll, vi } from "vitest";
import { removeDataDirectories } from "./model.ts";

afterAll(() => {
  removeDataDirectories();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});
