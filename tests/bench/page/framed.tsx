// The form written by hand in the wizard's own screen: steps, sidebar and premium stand around it as dead elements, so that a figure
// of the wizard can be told from what a page of that size costs the browser anyway. The frame is the drawn wizard, written by
// the runner; it is served without a policy, because it is set as text.

import { HandWritten } from "./byHand.tsx";
import { drawIn, formName } from "./page.ts";

const answer = await fetch(`frame-${formName}.html`);
document.body.innerHTML = await answer.text();
drawIn(document.querySelector("[data-form]") ?? document.body, <HandWritten />);
