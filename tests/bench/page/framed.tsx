// The form written by hand in the wizard's own screen: steps, sidebar and premium surround it as inert elements, so
// that a figure of the wizard can be distinguished from the browser's cost of a page of that size. The frame is the
// rendered wizard, written by the runner. It is served without a policy, because it is set as text.

import { HandWritten } from "./byHand.tsx";
import { drawIn, formName } from "./page.ts";

const answer = await fetch(`frame-${formName}.html`);
document.body.innerHTML = await answer.text();
drawIn(document.querySelector("[data-form]") ?? document.body, <HandWritten />);
