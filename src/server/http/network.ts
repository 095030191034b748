// Who calls, for whatever is counted by where it comes from.
import { isIPv6 } from "node:net";

/** Who has one address of IPv6 has its network too, which is more addresses than could be counted. */
export function nameNetwork(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const between = Array(8 - before.length - after.length).fill("0");
  return [...before, ...between, ...after].slice(0, 4).join(":");
}
