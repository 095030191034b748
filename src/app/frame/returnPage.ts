// The page on which a session ended, per tab: the login page reports it, and login returns there. Also deletes local
// data after a logout, even one by address that no button handled.

import { wipeDrafts } from "#api/drafts/store.ts";
import { beforeLeaving } from "#api/login/beforeLeaving.ts";
import { openTabChannel } from "#api/login/tabChannel.ts";
import { forgetOutcomes } from "#api/wire/tabStorage.ts";

const storageKey = "way-back";
const mark = "logged_out";
const tabs = openTabChannel("logged-out");

function quietly<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise; // a browser that forbids storage has kept nothing
  }
}

export const currentAddress = (): string => location.pathname + location.search;

/** Before a 401 leads to the login page. */
export const rememberReturnPage = (): (() => void) =>
  beforeLeaving(() => quietly(() => sessionStorage.setItem(storageKey, currentAddress()), undefined));

/** Null: no session ended in this tab. */
export const readReturnPage = (): string | null => quietly(() => sessionStorage.getItem(storageKey), null);

export const forgetReturnPage = (): void => quietly(() => sessionStorage.removeItem(storageKey), undefined);

/** Typed answers on this device are deleted at logout (decisions 37, 86). */
export function deleteLocalData(): void {
  void wipeDrafts();
  quietly(forgetOutcomes, undefined);
  quietly(() => sessionStorage.removeItem("draft-key"), undefined);
  forgetReturnPage();
}

/** The server marks a logout until the next login: the next user of this browser finds no data of the one before. */
export function deleteDataAfterLogout(): void {
  if (!new RegExp(`(?:^|;\\s*)${mark}=1`).test(document.cookie)) return;
  deleteLocalData();
  tabs?.postMessage(mark);
}

/** After a logout elsewhere this tab would still show the user's screen, and keep what is typed there. Returns what ends it. */
export function leaveWithOtherTabs(): () => void {
  const leave = () => {
    deleteLocalData();
    location.assign("/");
  };
  tabs?.addEventListener("message", leave);
  return () => tabs?.removeEventListener("message", leave);
}
