// One worker runs many files, so that the house is loaded once for all of them: each leaves clock and globals as they were.
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
