// The outcomes of a request. `outcomes.long.spec.ts` has them in French, as temporary requests, and the policy that is accepted (which
// `flows.spec.ts` reaches too). Outcomes that only another back
// end gives (decisions 62), and the words of all in both languages, are in portal/said.test.tsx.
import { tellOutcome } from "./support/outcomes.ts";

const language = "nl";
const declined = "newRequest-declined-by-an-answer-that-leads-to-dropout";
const referred = "newRequest-referred-with-explanation-and-file";
tellOutcome({ journey: "newRequest-quotation", outcome: "quotation_sent", language, typed: 2 });
tellOutcome({ journey: referred, outcome: "policy_not_accepted", language, typed: 1 });
tellOutcome({ journey: declined, outcome: null, language, typed: 0 });
