// The languages of a browser test about texts: Dutch, and in ring 2 French too (ring.ts).
import { inject } from "vitest";

export const TOLD_IN = inject("toldIn");
