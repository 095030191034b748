// Whose session this page belongs to. A login of another user in the same browser replaces the session of every open tab. An old
// tab then keeps its drafts for their owner and reloads, before it sends a change or shows an answer of the other user.
import { forgetOutcomes, tabStorage } from "../wire/tabStorage.ts";
import { flag, text, type Unread } from "../wire/wire.ts";
import type { ProfileAnswer } from "../wire/wireTypes.ts";
import { keepBeforeLeaving } from "./beforeLeaving.ts";
import { openTabChannel } from "./tabChannel.ts";

const HEADER = "x-session-user";
const MARK = "other-user";

/** The page's user: as our back end identifies it on every response, and by the login name of the profile. */
const pageUser: { id?: string; login?: string } = {};
let replaced = false;
let leave = () => globalThis.location?.reload();

const tabs = openTabChannel("session-user");
if (tabs) tabs.onmessage = ({ data }: MessageEvent<string>) => void isPageUser("login", data);

/** Replaces the reload, and forgets the user. For tests. */
export function onOtherUser(handler: () => void): void {
  leave = handler;
  replaced = false;
  delete pageUser.id;
  delete pageUser.login;
}

/** Never settles, so that no screen shows an answer or an error while the page reloads. */
const never = () => new Promise<never>(() => undefined);

function reloadForOtherUser(): void {
  replaced = true;
  keepBeforeLeaving();
  try {
    forgetOutcomes();
    tabStorage()?.setItem(MARK, "1");
  } finally {
    leave();
  }
}

/** False, and the page is left, when the session belongs to another user. The first value is the page's user. */
function isPageUser(kind: keyof typeof pageUser, value: string | null): boolean {
  // Outside a browser no page belongs to a user.
  if (!value || !globalThis.location) return !replaced;
  if (pageUser[kind] === undefined) {
    pageUser[kind] = value;
    if (kind === "login") tabs?.postMessage(value);
  }
  if (pageUser[kind] !== value && !replaced) reloadForOtherUser();
  return !replaced;
}

/** `fetch` that answers for the page's user only. It sends nothing after the session went to another user. */
export async function fetchAsUser(address: string, init: RequestInit): Promise<Response> {
  await stopForOtherUser();
  const answer = await fetch(address, init);
  await stopForOtherUser(answer.headers.get(HEADER));
  return answer;
}

/** Does not settle when the session belongs to another user, by the last known user or the response's `id`. */
export async function stopForOtherUser(id: string | null = null): Promise<void> {
  if (replaced) leave();
  if (!isPageUser("id", id)) await never();
}

export const readSessionUser = (request: XMLHttpRequest): string | null => request.getResponseHeader(HEADER);

export const readLogin = (row: Unread<ProfileAnswer>): string => text(row, "loginName", "login_name", "userEmail");

/** Does not settle for the profile of another user than the page's. */
export async function confirmProfile(row: Unread<ProfileAnswer>): Promise<void> {
  if (flag(row, "loggedIn", "logged_in") && !isPageUser("login", readLogin(row))) await never();
}

/** Whether the page was reloaded because another user had logged in. */
export const wasOtherUser = (): boolean => tabStorage()?.getItem(MARK) === "1";

export const forgetOtherUser = (): void => tabStorage()?.removeItem(MARK);
