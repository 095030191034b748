// One example product in Dutch. `examples.long.spec.ts` has the others, and this one in French.
import { examples, tellExample } from "./support/examples.ts";

for (const journey of examples.slice(0, 1)) tellExample(journey);
