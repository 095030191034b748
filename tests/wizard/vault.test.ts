// Drafts on the device: readable only with the key of the same user, past their time gone, never in plain text.
import { describe, expect, test } from "vitest";
import { importKey, nameOf, newKey, openVault as openSlot, wipeDrafts } from "#wizard/draft/vault.ts";
import { memory } from "./support/memory.ts";

const secret = JSON.stringify({ company: "Proef & Fictie Administraties V.O.F.", note: "één €" });
/** The one tab of these tests. */
async function openVault(key: CryptoKey, scope: string, storage: ReturnType<typeof memory>, now = Date.now) {
  const base = await nameOf(scope);
  return openSlot(key, { base, name: `${base}.tab` }, storage, { now });
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("vault", () => {
  test("gives back to the same key what was written at once", async () => {
    const storage = memory();
    const key = newKey();
    const vault = await openVault(await importKey(key), "user scope", storage);
    expect(vault.write(secret)).toBe(true);
    const again = await openVault(await importKey(key), "user scope", storage);
    expect(await again.read()).toBe(secret);
  });

  test("holds nothing readable, neither the text nor the scope", async () => {
    const storage = memory();
    const vault = await openVault(await importKey(newKey()), "v.voorbeeld scope", storage);
    vault.write(secret);
    const everything = [...storage.kept].flat().join();
    expect(everything).not.toMatch(/Fictie|company|voorbeeld/);
  });

  test("another user finds nothing", async () => {
    const storage = memory();
    const vault = await openVault(await importKey(newKey()), "one", storage);
    vault.write(secret);
    const other = await openVault(await importKey(newKey()), "two", storage);
    expect(await other.read()).toBeNull();
    const foreignKey = await openVault(await importKey(newKey()), "one", storage);
    expect(await foreignKey.read()).not.toContain("Fictie");
  });

  test("writes in quick succession: the last one stays, no key stream is used twice", async () => {
    const storage = memory();
    const key = newKey();
    const vault = await openVault(await importKey(key), "scope", storage);
    const seen = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) {
      vault.write(`${secret}${turn}`);
      await settled();
      seen.add(JSON.parse([...storage.kept.values()][0]!).counter);
    }
    vault.write("second last");
    vault.write("last");
    await settled();
    expect(await vault.read()).toBe("last");
    expect(seen.size).toBe(5);
  });

  test("long drafts fit too", async () => {
    const storage = memory();
    const vault = await openVault(await importKey(newKey()), "scope", storage);
    const long = "é".repeat(200_000);
    vault.write(long);
    await settled();
    expect(await vault.read()).toBe(long);
  });

  test("is gone after eight hours, at submit and at logout", async () => {
    const storage = memory();
    let time = 0;
    const vault = await openVault(await importKey(newKey()), "scope", storage, () => time);
    vault.write(secret);
    time = 8 * 3600 * 1000 + 1;
    expect(await vault.read()).toBeNull();
    wipeDrafts(storage, true, time);
    expect(storage.length).toBe(0);
    await settled();
    vault.write(secret);
    vault.remove();
    expect(storage.length).toBe(0);
    storage.setItem("other", "x");
    await settled();
    vault.write(secret);
    wipeDrafts(storage);
    expect([...storage.kept.keys()]).toEqual(["other"]);
    expect(vault.write(secret)).toBe(false);
  });
});
