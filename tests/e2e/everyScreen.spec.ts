// A screen of each kind that a broker visits, and the longest outcome, in three ways (support/everyScreen.ts).
// `everyScreen.long.spec.ts` has all others.
import { tellOutcomeScreen, tellScreens } from "./support/everyScreen.ts";
import { BROKER, ONE_OF_EACH } from "./support/screens.ts";

tellScreens("a broker", { user: BROKER, walked: ONE_OF_EACH });
tellOutcomeScreen("referred-by-the-background-check-of-a-relation", "policy_not_accepted");
