// The screens that `everyScreen.spec.ts` leaves out.
import { tellOutcomeScreen, tellScreens } from "./support/everyScreen.ts";
import { OTHER_WALKS } from "./support/screens.ts";

for (const [who, walk] of Object.entries(OTHER_WALKS)) tellScreens(who, walk);
tellOutcomeScreen("quotation", "quotation_sent");
