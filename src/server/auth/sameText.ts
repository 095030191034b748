// Compares secrets in constant time.
import { timingSafeEqual } from "node:crypto";

export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
