// Tabs and their slots: what one tab saves leaves another's copy alone, what a closed tab left is found again, and a request
// that is over leaves nothing.
import { clear, keys } from "idb-keyval";
import { beforeEach, expect, test } from "vitest";
import { drafts } from "#api/drafts/store.ts";
import { buildDraft, openBrowser, secretKey } from "./support/tabs.ts";

const key = secretKey();

beforeEach(() => clear(drafts));

test("a tab that saved everything takes nothing from the other", async () => {
  const { openTab } = openBrowser();
  const first = await openTab().open(key);
  const other = await openTab().open(key);
  await first.write(buildDraft("typed here"));
  expect(await other.read()).toBeNull();
  await other.write(buildDraft("typed there"));
  await other.write(null);
  expect(await first.read()).toEqual(buildDraft("typed here"));
});

test("a closed tab's newest draft comes back in the next one, a living tab's does not", async () => {
  const { openTab, pass } = openBrowser();
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await (await first.open(key)).write(buildDraft("older"));
  pass(1000);
  await (await second.open(key)).write(buildDraft("newer"));
  pass(1000);
  await (await third.open(key)).write(buildDraft("still open"));
  first.end();
  second.end();
  expect(await (await openTab().open(key)).read()).toEqual(buildDraft("newer"));
  expect(await (await openTab().open(key)).read()).toEqual(buildDraft("older"));
  expect(await (await openTab().open(key)).read()).toBeNull();
});

test("a reload finds its own, not a newer one of a closed tab", async () => {
  const { openTab, pass } = openBrowser();
  const [mine, other] = [openTab(), openTab()];
  await (await mine.open(key)).write(buildDraft("mine"));
  pass(1000);
  await (await other.open(key)).write(buildDraft("newer"));
  other.end();
  setTimeout(() => mine.end(), 5); // the page that goes away lets go a moment later
  expect(await (await openTab(mine.session).open(key)).read()).toEqual(buildDraft("mine"));
});

test("a tab that was duplicated gets a slot of its own", async () => {
  const { openTab } = openBrowser();
  const original = openTab();
  await (await original.open(key)).write(buildDraft("original"));
  const copy = await openTab(original.session).open(key);
  expect(await copy.read()).toBeNull();
  await copy.write(buildDraft("copy"));
  expect(await (await original.open(key)).read()).toEqual(buildDraft("original"));
});

test("what is past its time, of another user or another request is not taken over", async () => {
  const { openTab, pass } = openBrowser();
  const gone = openTab();
  await (await gone.open(key)).write(buildDraft("mine"));
  gone.end();
  expect(await (await openTab().open(key, { user: "a.ander" })).read()).toBeNull();
  expect(await (await openTab().open(key, { scope: "newRequest/12" })).read()).toBeNull();
  pass(9 * 3600 * 1000);
  expect(await (await openTab().open(key)).read()).toBeNull();
});

test("when the request is over nothing of it is left; of temporary requests only this one goes", async () => {
  const { openTab } = openBrowser();
  await (await openTab().open(key)).write(buildDraft("left behind"));
  const last = await openTab().open(key);
  await last.write(buildDraft("here"));
  const temporary = (part: string) => ({ scope: "temporary", part });
  const [first, second] = [await openTab().open(key, temporary("1")), await openTab().open(key, temporary("2"))];
  for (const vault of [first, second]) await vault.write(buildDraft("other request"));
  await last.clear();
  expect(await keys(drafts)).toHaveLength(2);
  await first.clear();
  expect(await keys(drafts)).toHaveLength(1);
});

test("of temporary requests those that were left are found, newest first, not those open in another tab", async () => {
  const { openTab, pass } = openBrowser();
  const [left, open] = [openTab(), openTab()];
  for (const part of ["1", "2"]) {
    await (await left.open(key, { scope: "temporary", part })).write(buildDraft(`customer ${part}`));
    pass(1000);
  }
  await (await open.open(key, { scope: "temporary", part: "3" })).write(buildDraft("customer 3"));
  left.end();
  const remaining = (await openTab().left(key)).map(({ part, draft }) => [part, draft]);
  expect(remaining).toEqual(["2", "1"].map((part) => [part, buildDraft(`customer ${part}`)]));
  expect(await (await openTab().open(key, { scope: "temporary", part: "4" })).read()).toBeNull();
  expect(await openTab().left(secretKey()), "of another user").toEqual([]);
});
