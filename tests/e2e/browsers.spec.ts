// A browser that refuses storage, and one that is too old. `browsers.long.spec.ts` has the others.
import { gaps, tellOfGap, tellOfTooOld, tooOld } from "./support/browsers.ts";

for (const gap of gaps.slice(0, 1)) tellOfGap(gap);
for (const browser of tooOld.slice(0, 1)) tellOfTooOld(browser);
