// No typed answer is ever lost (decisions 36 and 37): one product, whose steps are struck in turn by each fault of the page and each
// fault of saving. `loss.long.spec.ts` strikes the others.
import { strikeProduct } from "./support/loss.ts";
import { EVERY_CONTROL } from "./support/screens.ts";

strikeProduct(EVERY_CONTROL[0] ?? "");
