// What the device keeps of the requests that are being filled in.
import { expect, type Page } from "@playwright/test";

/** Everything typed so far is written (decisions 86): what strikes now takes nothing along. */
export const expectDraftWritten = (page: Page): Promise<void> =>
  expect(page.locator("body")).not.toHaveAttribute("data-draft-waits");

/** How many drafts lie on the device, of whatever request. */
export const countDrafts = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "drafts")) return 0;
    const awaitRequest = <T>(request: IDBRequest<T>) =>
      new Promise<T>((settle, refuse) => {
        request.onsuccess = () => settle(request.result);
        request.onerror = () => refuse(request.error);
      });
    const database = await awaitRequest(indexedDB.open("drafts"));
    const count = await awaitRequest(database.transaction("drafts").objectStore("drafts").count());
    database.close();
    return count;
  });
