// What the page of a request remembers of how it was begun, in this tab, through reloads.
import type { BegunRequest } from "../server/beginRequest.ts";

export interface Walk {
  /** Search of the address that it was begun at. */
  search: string;
  begun: BegunRequest;
}

const NAME = "studio/request";

export const rememberWalk = (search: string, begun: BegunRequest): void =>
  sessionStorage.setItem(NAME, JSON.stringify({ search, begun } satisfies Walk));

/** Of this product; of any without one. */
export function readWalk(product?: string): Walk | null {
  try {
    const walk = JSON.parse(sessionStorage.getItem(NAME) ?? "null") as Walk | null;
    return product === undefined || walk?.begun.product === product ? walk : null;
  } catch {
    return null;
  }
}
