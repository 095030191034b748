// `SLOW=6 npx vitest run --project browser`: the page has a processor six times slower, so that a test that counts on time fails here.
import { inject } from "vitest";
import { cdp } from "vitest/browser";

await (cdp() as unknown as { send(method: string, params: object): Promise<unknown> }).send(
  "Emulation.setCPUThrottlingRate",
  { rate: inject("slow") },
);
