// Other gaps of browsers than those of `browsers.spec.ts`.
import { gaps, tellOfGap, tellOfTooOld, tooOld } from "./support/browsers.ts";

for (const gap of gaps.slice(1)) tellOfGap(gap);
for (const browser of tooOld.slice(1)) tellOfTooOld(browser);
