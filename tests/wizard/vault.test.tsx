// Drafts on the device: readable only with the key of the same user, past their time gone, never in plain text.
import { clear, entries, set } from "idb-keyval";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type DraftRecord, drafts, wipeDrafts } from "#api/drafts/store.ts";
import { deleteDataAfterLogout } from "#app/frame/returnPage.ts";
import { memory } from "./support/memory.ts";
import { buildDraft, openBrowser, secretKey } from "./support/tabs.ts";

const secret = buildDraft("Proef & Fictie Administraties V.O.F., één €");
const lifetime = 8 * 3600 * 1000;
const records = () => entries<string, DraftRecord>(drafts);

beforeEach(() => clear(drafts));
afterEach(() => vi.restoreAllMocks());

describe("vault", () => {
  test("gives back to the same key what was written", async () => {
    const key = secretKey();
    expect(await (await openBrowser().openTab().open(key)).write(secret)).toBe(true);
    expect(await (await openBrowser().openTab().open(key)).read()).toEqual(secret);
  });

  test("holds nothing readable, neither the answers nor whose they are", async () => {
    const vault = await openBrowser().openTab().open(secretKey());
    await vault.write(secret);
    const [[name, { data }]] = (await records()) as [[string, DraftRecord]];
    const bytes = new TextDecoder("latin1").decode(data);
    expect(bytes.length).toBeGreaterThan(50);
    expect(name + bytes).not.toMatch(/Fictie|company|voorbeeld|newRequest/);
  });

  test("commits with the request: a page that goes away before it is answered takes nothing back", async () => {
    const commit = vi.spyOn(IDBTransaction.prototype, "commit");
    const vault = await openBrowser().openTab().open(secretKey());
    const before = commit.mock.calls.length;
    await vault.write(secret);
    expect(commit).toHaveBeenCalledTimes(before + 1);
    await vault.write(null);
    expect(commit).toHaveBeenCalledTimes(before + 2);
    expect(await records()).toEqual([]);
  });

  test("what was saved goes at once, also while a write of it is under way, and stays away", async () => {
    const vault = await openBrowser().openTab().open(secretKey());
    await vault.write(buildDraft("earlier"));
    const { encrypt } = SubtleCrypto.prototype;
    let goOn = () => {};
    const held = new Promise<void>((go) => {
      goOn = go;
    });
    const encryptSpy = vi.spyOn(SubtleCrypto.prototype, "encrypt").mockImplementation(async function (
      this: SubtleCrypto,
      ...parameters
    ) {
      await held;
      return encrypt.apply(this, parameters);
    });
    const written = vault.write(secret);
    await expect.poll(() => encryptSpy.mock.calls.length).toBe(1);
    const late = new Promise((tell) => setTimeout(tell, 20_000, "it waits for the write"));
    expect(await Promise.race([vault.write(null), late])).toBe(true);
    expect(await records()).toEqual([]);
    goOn();
    await written;
    expect(await records()).toEqual([]);
  });

  test("another user, another key and another request find nothing, nor does a record that was changed", async () => {
    const key = secretKey();
    await (await openBrowser().openTab().open(key)).write(secret);
    const read = async (...parameters: [string, { user?: string; scope?: string }?]) =>
      (
        await openBrowser()
          .openTab()
          .open(...parameters)
      ).read();
    expect(await read(key, { user: "a.ander" })).toBeNull();
    expect(await read(key, { scope: "newRequest/12" })).toBeNull();
    expect(await read(secretKey())).toBeNull();
    expect(await read(key)).toEqual(secret);
    const [[name, record]] = (await records()) as [[string, DraftRecord]];
    new Uint8Array(record.data)[3]! ^= 1;
    await set(name, record, drafts);
    expect(await read(key)).toBeNull();
    await set(name, { until: Number.MAX_SAFE_INTEGER, foreign: true }, drafts);
    expect(await read(key)).toBeNull();
  });

  test("without a key of the server this tab alone reads it", async () => {
    const session = memory();
    await (await openBrowser().openTab(session).open(null)).write(secret);
    expect(await (await openBrowser().openTab().open(null)).read()).toBeNull();
    expect(await (await openBrowser().openTab(session).open(null)).read()).toEqual(secret);
  });

  test("what is kept is not written again before it has aged, and again after it was let go of", async () => {
    const browser = openBrowser();
    const vault = await browser.openTab().open(secretKey());
    const until = async () => (await records()).map(([, record]) => record.until);
    await vault.write(secret);
    const [first] = await until();
    browser.pass(1000);
    expect(await vault.write({ ...secret })).toBe(true);
    expect(await until()).toEqual([first]);
    browser.pass(60_000);
    await vault.write(secret);
    expect(await until()).toEqual([first! + 61_000]);
    await vault.clear();
    await vault.write(secret);
    expect(await until()).toEqual([first! + 61_000]);
    await vault.write(null);
    expect(await until()).toEqual([]);
  });

  test("of writes in quick succession the last one stays, and a read waits for it", async () => {
    const tab = openBrowser().openTab();
    const key = secretKey();
    const vault = await tab.open(key);
    const again = await tab.open(key);
    const long = "é".repeat(200_000);
    for (const turn of ["first", "second", "last"]) void vault.write(buildDraft(turn + long));
    expect(await again.read()).toEqual(buildDraft(`last${long}`));
    void vault.write(buildDraft("more"));
    void vault.write(null);
    expect(await vault.read()).toBeNull();
    void vault.write(buildDraft("more"));
    await vault.clear();
    expect(await records()).toEqual([]);
  });

  test("long drafts fit too, and no two records are encrypted alike", async () => {
    const browser = openBrowser();
    const vault = await browser.openTab().open(secretKey());
    const long = buildDraft("é".repeat(200_000));
    const seen = new Set<string>();
    for (let turn = 0; turn < 3; turn += 1) {
      browser.pass(60_000);
      await vault.write(long);
      seen.add(String((await records())[0]?.[1].iv));
    }
    expect(await vault.read()).toEqual(long);
    expect(seen.size).toBe(3);
  });

  test("is gone after eight hours", async () => {
    const { openTab, pass } = openBrowser();
    const vault = await openTab().open(secretKey());
    await vault.write(secret);
    pass(lifetime + 1);
    expect(await vault.read()).toBeNull();
    await openTab().open(secretKey(), { scope: "any other request" });
    expect(await records()).toEqual([]);
  });

  test("a device that is full reports it, one that forbids all has no vault", async () => {
    const tab = openBrowser().openTab();
    const vault = await tab.open(secretKey());
    const refuse = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(refuse);
    expect(await vault.write(secret)).toBe(false);
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(refuse);
    await expect(openBrowser().openTab().open(secretKey())).rejects.toThrow("nothing is kept here");
  });

  test("a device that did not answer once is not waited for again until it answers", async () => {
    const vault = await openBrowser().openTab().open(secretKey());
    await vault.write(secret);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const request = new EventTarget() as IDBRequest;
    const get = vi.spyOn(IDBObjectStore.prototype, "get").mockReturnValue(request);
    const first = vault.read();
    await vi.waitFor(() => expect(get).toHaveBeenCalledOnce());
    vi.advanceTimersByTime(5000);
    expect(await first).toBeNull();
    expect(await vault.read()).toBeNull();
    expect(await vault.write(buildDraft("later"))).toBe(false);
    expect(get).toHaveBeenCalledOnce();
    request.onsuccess?.(new Event("success"));
    vi.restoreAllMocks();
    vi.useRealTimers();
    await expect.poll(() => vault.read()).toEqual(secret);
  });

  test("what an earlier version kept in localStorage is removed", async () => {
    localStorage.setItem("draft.old", "{}");
    localStorage.setItem("other", "stays");
    await openBrowser().openTab().open(secretKey());
    expect([localStorage.getItem("draft.old"), localStorage.getItem("other")]).toEqual([null, "stays"]);
    localStorage.removeItem("other");
  });

  test("a logout wipes all of it, and what the page would write on its way out", async () => {
    const vault = await openBrowser().openTab().open(secretKey());
    await vault.write(secret);
    void vault.write(buildDraft("on its way"));
    await wipeDrafts();
    await vault.write(buildDraft("on the way out"));
    expect(await records()).toEqual([]);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    await vault.write(secret);
    expect(await records()).toHaveLength(1);
  });

  test("the page after a logout by address wipes it too, the page after a login does not", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000); // the test before may have wiped
    const vault = await openBrowser().openTab().open(secretKey());
    await vault.write(secret);
    deleteDataAfterLogout();
    expect(await records()).toHaveLength(1);
    // biome-ignore lint/suspicious/noDocumentCookie: the mark that the server sets
    document.cookie = "logged_out=1";
    onTestFinished(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the mark that the server sets
      document.cookie = "logged_out=; max-age=0";
    });
    deleteDataAfterLogout();
    await expect.poll(records).toEqual([]);
  });
});
