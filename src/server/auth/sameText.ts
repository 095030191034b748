// Compares secrets without telling by the time it takes how much of them was right.
import { timingSafeEqual } from "node:crypto";

export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
