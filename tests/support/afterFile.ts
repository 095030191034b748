// One worker runs many files, so that packages load once for all of them: clock and globals are restored after each file, and
// our own modules load again for the next one, because some of them keep state.
import { afterAll, vi } from "vitest";
import { removeDataDirectories } from "./model.ts";

afterAll(() => {
  removeDataDirectories();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});
