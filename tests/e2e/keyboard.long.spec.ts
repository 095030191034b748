// Requests with the keyboard alone for the product that shows the other controls, and for edi, which is not in any list (decisions 10)
// and is opened by its address.
import { tellWithoutMouse } from "./support/keyboardRequest.ts";
import { EVERY_CONTROL } from "./support/screens.ts";

for (const product of [...EVERY_CONTROL.slice(1), "edi"]) tellWithoutMouse(product);
