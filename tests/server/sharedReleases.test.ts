// Releases are in the database, and the folder of each process is an inbox and a cache: what one process publishes or takes back is
// on offer in all, a request made with a release of one is judged by it in the other, and a folder that was deleted is written again.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { publish } from "#content/publish/publish.ts";
import type { PublishedIndex } from "#content/publish/published.ts";
import { listReleases, offeredOn, readLog, readSources, rollBack, writeLog } from "#content/publish/releases.ts";
import { createClock } from "#server/config/clock.ts";
import { createProducts } from "#server/products/products.ts";
import { fitInto, takeBundled } from "#server/products/releaseStore.ts";
import { createReleases } from "#server/products/releases.ts";
import { ContentCopy } from "../content/support/content.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let content: ContentCopy;
let today: string;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  for (const table of ["release_actions", "published_releases", "published_files"] as const)
    await server.db.deleteFrom(table).execute();
  content = new ContentCopy("cyber").writeOut();
  content.addPortalForms();
  today = "2026-11-20";
});
afterEach(() => content.remove());

const process = (folder: string) => {
  const directory = content.path(folder);
  const store = createReleases(server.db, directory);
  const products = createProducts(directory, { store, today: () => today });
  const offered = async () => {
    await products.refresh();
    return (await products.current("cyber"))?.release ?? "";
  };
  return { directory, products, offered };
};
type Process = ReturnType<typeof process>;

const publishDearer = ({ directory }: Pick<Process, "directory">, reference: string, from?: string) => {
  content.change("schemas/products/cyber/tariff.json", (tariff) => {
    tariff.reference = reference;
  });
  const made = { author: "Anna", note: reference, at: new Date(`${today}T12:00:00Z`) };
  return publish(content.schemas, directory, { ...made, from, name: reference });
};
const act = () => ({ author: "Olga", note: "back", at: new Date(`${today}T13:00:00Z`) });
const table = ({ directory }: Process) => listReleases(directory, today).map(({ name, state }) => `${name}: ${state}`);

it("has on offer in every process what one of them published", async () => {
  await publishDearer({ directory: content.path("one") }, "First");
  cpSync(content.path("one"), content.path("two"), { recursive: true });
  const [portal, other] = [process("one"), process("two")];
  const before = await other.offered();
  await portal.offered();
  expect(await readActions(), "the same folder twice is one release").toEqual(["publish First"]);

  content.change("schemas/products/cyber/texts.nl.json", (texts) => {
    texts.title = "Another title";
  });
  await publishDearer(portal, "Dearer");
  const release = await portal.offered();
  expect(release).not.toBe(before);

  const pinned = await other.products.pinned("cyber", release);
  expect(pinned?.release).toBe(release);
  expect(pinned?.back.tariff?.reference).toBe("Dearer");
  expect(pinned?.text("nl", "title")).toBe("Another title");
  const address = other.products.index().releases[release]?.texts.nl ?? "";
  const file = (directory: string) => readFileSync(join(directory, "public", address.replace("/products/", "")));
  expect(file(other.directory)).toEqual(file(portal.directory));
  expect(await other.offered()).toBe(release);

  mkdirSync(content.path("late"));
  const late = process("late");
  expect(await late.offered(), "a process with an empty folder").toBe(release);
  expect((await late.products.pinned("cyber", before))?.release).toBe(before);
  expect(readSources(late.directory, "First")).toEqual(readSources(portal.directory, "First"));
  expect(readLog(late.directory)).toEqual(readLog(portal.directory));
});

it("goes back in every process, and records in the trail who did it", async () => {
  const [portal, other] = [process("one"), process("two")];
  await publishDearer(portal, "First");
  const first = await portal.offered();
  await publishDearer(portal, "Second");
  const second = await portal.offered();
  expect(await other.offered()).toBe(second);

  writeLog(other.directory, [...readLog(other.directory), rollBack(readLog(other.directory), undefined, act())]);
  expect(await other.offered()).toBe(first);
  expect(await portal.offered()).toBe(first);
  expect(table(portal)).toEqual(["First: on offer", "Second: over"]);
  const trail = await server.db
    .selectFrom("audit")
    .select(["action", "object", "detail"])
    .where("action", "like", "release %")
    .orderBy("audit_id")
    .execute();
  expect(trail.slice(-3).map(({ action, object, detail }) => [action, object, detail?.author])).toEqual([
    ["release publish", "First", "Anna"],
    ["release publish", "Second", "Anna"],
    ["release rollback", "First", "Olga"],
  ]);
});

it("comes on offer on its first day by itself", async () => {
  const [portal, other] = [process("one"), process("two")];
  await publishDearer(portal, "Now");
  const now = await portal.offered();
  await publishDearer(portal, "January", "2027-01-01");
  for (const each of [portal, other]) expect(await each.offered()).toBe(now);
  expect(table(other)).toEqual(["Now: on offer", "January: prepared"]);
  today = "2026-12-31";
  expect((await other.products.current("cyber"))?.release).toBe(now);
  today = "2027-01-01";
  for (const each of [portal, other])
    expect((await each.products.current("cyber"))?.back.tariff?.reference).toBe("January");
});

it("writes again what is deleted of the folder", async () => {
  const portal = process("one");
  await publishDearer(portal, "First");
  const first = await portal.offered();
  const listFiles = () => readdirSync(portal.directory, { recursive: true }).sort();
  const before = { files: listFiles(), log: readLog(portal.directory) };
  const names = before.files.filter((name) => /\.\w+$/.test(String(name))).map(String);
  for (const name of ["", ...names.filter((name) => !name.endsWith(".br") || name.startsWith("sources"))]) {
    rmSync(join(portal.directory, name), { recursive: true });
    expect(await portal.offered(), name).toBe(first);
    expect({ files: listFiles(), log: readLog(portal.directory) }, name).toEqual(before);
  }
  expect(await process("one").offered(), "a new process").toBe(first);
  expect(await readActions()).toEqual(["publish First"]);
});

it("takes nothing of a version whose files are not all there, and offers the products as they were", async () => {
  const portal = process("one");
  await publishDearer(portal, "First");
  const first = await portal.offered();
  await publishDearer(portal, "Second");
  const [added = ""] = readdirSync(join(portal.directory, "back")).filter((name) => name !== `${first}.json`);
  const content = readFileSync(join(portal.directory, "back", added));
  rmSync(join(portal.directory, "back", added));
  await expect(portal.offered()).rejects.toThrow(added);
  expect(await readActions()).toEqual(["publish First"]);
  expect((await portal.products.current("cyber"))?.release).toBe(first);
  expect(await process("two").offered()).toBe(first);
  writeFileSync(join(portal.directory, "back", added), content);
  expect(await portal.offered()).toBe(added.replace(".json", ""));
});

it("gives a release of two processes that chose the same name a number", async () => {
  const [portal, other] = [process("one"), process("two")];
  await publishDearer(portal, "First");
  await portal.offered();
  content.change("schemas/products/cyber/texts.nl.json", (texts) => {
    texts.title = "Another title";
  });
  await publishDearer(other, "First");
  const renamed = await other.offered();
  expect(await portal.offered()).toBe(renamed);
  expect(table(portal)).toEqual(["First: over", "First-1: on offer"]);
});

it("counts every try that fails, and logs once that it fails and once that it is well again", async () => {
  const lines: string[] = [];
  const note = (_: unknown, sentence = "") => void lines.push(sentence);
  const shared = createReleases(server.db, content.path("one"), {
    log: { warn: note, info: note } as never,
    counts: { job: (name, result) => void lines.push(`${name} ${result}`) },
  });
  await sql`alter table release_actions rename to actions_elsewhere`.execute(server.db);
  for (const _try of [1, 2]) await expect(shared.refresh()).rejects.toThrow("release_actions");
  const since = shared.failing();
  await sql`alter table actions_elsewhere rename to release_actions`.execute(server.db);
  expect(since).toBeInstanceOf(Date);
  await shared.refresh();
  expect(shared.failing()).toBeNull();
  expect(lines).toEqual([
    "releases failed",
    "releases cannot be exchanged with the database",
    "releases failed",
    "releases done",
    "releases are exchanged again",
  ]);
});

it("reads the database once for all callers at the same time", async () => {
  const looks: string[] = [];
  const counts = { job: (name: string) => void looks.push(name) };
  const shared = createReleases(server.db, content.path("one"), { counts });
  await Promise.all(Array.from({ length: 50 }, () => shared.refresh()));
  expect(looks).toEqual(["releases"]);
});

it("offers the products of an archive once, whatever was published or taken back since", async () => {
  const archive = content.path("archive");
  const clock = { ...createClock(), today: () => today };
  const store = createReleases(server.db, content.path("one"), { bundled: { folder: archive, clock } });
  const offered = async () => {
    await store.refresh();
    return offeredOn(readLog(content.path("one")), today)?.name;
  };
  expect(await offered(), "a checkout has no archive").toBeUndefined();
  await publishDearer({ directory: archive }, "Shipped");
  await publishDearer({ directory: content.path("one") }, "Mine");
  expect(await offered(), "the archive of the new program").toBe("Shipped");
  writeLog(content.path("one"), [
    ...readLog(content.path("one")),
    rollBack(readLog(content.path("one")), undefined, act()),
  ]);
  expect(await offered(), "taken back since").toBe("Mine");
  rmSync(archive, { recursive: true });
  await publishDearer({ directory: archive }, "Next");
  expect(await offered()).toBe("Next");
  await publishDearer({ directory: content.path("one") }, "Other");
  for (const _start of [1, 2]) await takeBundled(server.db, archive, clock);
  expect(await offered(), "published since").toBe("Other");
});

it("puts the products of an archive on offer once, whichever process starts it and whenever", () => {
  const offer = (release: string) => ({ products: [{ release }] as PublishedIndex["products"], portal: null });
  const base = { at: "", action: "publish", from: "2026-11-20", author: "", note: "" } as const;
  const shipped = (id: string) => ({ ...base, id, release: "shipped", archive: "one", offer: offer("cyber-1") });
  const mine = { ...base, id: "2", release: "mine", offer: offer("cyber-2") };
  expect(fitInto([], [shipped("1"), shipped("3")]).map(({ id }) => id)).toEqual(["1"]);
  expect(fitInto([shipped("1"), mine], [shipped("4")])).toEqual([]);
  expect(fitInto([shipped("1"), mine], [{ ...mine, id: "5" }]), "what is on offer already").toEqual([]);
  const equal = { ...mine, id: "6", release: "shipped-2", archive: "two" };
  expect(fitInto([mine], [equal]), "recorded under the name that it has").toEqual([
    { ...base, id: "6", release: "mine", archive: "two" },
  ]);
});

async function readActions(): Promise<string[]> {
  const rows = await server.db.selectFrom("release_actions").select("action").orderBy("number").execute();
  return rows.map(({ action }) => JSON.parse(action)).map(({ action, release }) => `${action} ${release}`);
}
