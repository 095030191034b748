// What each change of a control announces in French: the mechanism is the same as in Dutch (said.test.tsx), the words are others.
import { tellChanges } from "./said/announced.ts";

tellChanges("fr");
