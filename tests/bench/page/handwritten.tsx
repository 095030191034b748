import { HandWritten } from "./byHand.tsx";
import { draw } from "./page.ts";

draw(<HandWritten />);
