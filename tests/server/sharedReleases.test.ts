// Two processes on one database, each with its own folder of published products: what one publishes or takes back is on offer
// in both, and a request made with a release of one is judged by it in the other.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { publish } from "#content/publish/publish.ts";
import type { PublishedIndex } from "#content/publish/published.ts";
import { listReleases, readLog, readSources, rollBack, writeLog } from "#content/publish/releases.ts";
import { createProducts } from "#server/products/products.ts";
import { createSharedReleases, fitInto } from "#server/products/sharedReleases.ts";
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
  const shared = createSharedReleases(server.db, directory);
  const products = createProducts(directory, { shared, today: () => today });
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

it("sees what came from others in the same turn of the event loop", async () => {
  const folder = join(content.path("same-turn"), "public");
  mkdirSync(folder, { recursive: true });
  const write = (key: string) =>
    writeFileSync(join(folder, "index.json"), JSON.stringify({ products: [{ key }], releases: {} }));
  write("one");
  const sync = async () => write("another");
  const products = createProducts(join(folder, ".."), { shared: { sync }, releases: false });
  expect(products.entry("one")).toBeDefined();
  await products.refresh();
  expect(products.entry("another")).toBeDefined();
});

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
  const release = (await portal.products.current("cyber"))?.release ?? "";
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
  const shared = createSharedReleases(server.db, content.path("one"), {
    log: { warn: note, info: note } as never,
    counts: { job: (name, result) => void lines.push(`${name} ${result}`) },
  });
  await sql`alter table release_actions rename to actions_elsewhere`.execute(server.db);
  for (const _try of [1, 2]) await expect(shared.sync()).rejects.toThrow("release_actions");
  const since = shared.failing();
  await sql`alter table actions_elsewhere rename to release_actions`.execute(server.db);
  expect(since).toBeInstanceOf(Date);
  await shared.sync();
  expect(shared.failing()).toBeNull();
  expect(lines).toEqual([
    "releases failed",
    "releases are not shared with the other processes",
    "releases failed",
    "releases done",
    "releases are shared again",
  ]);
});

it("reads the database once for all callers at the same time", async () => {
  const looks: string[] = [];
  const counts = { job: (name: string) => void looks.push(name) };
  const shared = createSharedReleases(server.db, content.path("one"), { counts });
  await Promise.all(Array.from({ length: 50 }, () => shared.sync()));
  expect(looks).toEqual(["releases"]);
});

it("puts the products of an archive on offer once, whichever process starts it and whenever", () => {
  const offer = (release: string) => ({ products: [{ release }] as PublishedIndex["products"], portal: null });
  const base = { at: "", action: "publish", from: "2026-11-20", author: "", note: "" } as const;
  const shipped = (id: string) => ({ ...base, id, release: "shipped", archive: "one", offer: offer("cyber-1") });
  const mine = { ...base, id: "2", release: "mine", offer: offer("cyber-2") };
  expect(fitInto([], [shipped("1"), shipped("3")]).map(({ id }) => id)).toEqual(["1"]);
  expect(fitInto([shipped("1"), mine], [shipped("4")])).toEqual([]);
  expect(fitInto([shipped("1"), mine], [{ ...mine, id: "5" }]), "what is on offer already").toEqual([]);
});

async function readActions(): Promise<string[]> {
  const rows = await server.db.selectFrom("release_actions").select("action").orderBy("number").execute();
  return rows.map(({ action }) => JSON.parse(action)).map(({ action, release }) => `${action} ${release}`);
}
