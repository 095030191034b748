// The words on the tab of pages of every list, of two relations. `portalWays.spec.ts` has two lists of one.
import { LISTS } from "#routes/kinds.ts";
import { tellTitles } from "./support/titles.ts";

tellTitles(LISTS, [300101, 300115]);
