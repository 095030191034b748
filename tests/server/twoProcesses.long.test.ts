// Two portals on one PostgreSQL, each with its own folder of published products: what one publishes, or an operator
// takes back, the other offers too, and the other finishes what a killed one had begun. Real processes over HTTP.
// sharedReleases.test.ts tests the products alone, `npm run prove -- processes` kills many times.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import type { ExistsAnswer, FormsAnswer, SessionsAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { Comparison } from "#content/compare/compare.ts";
import type { PublishedIndex } from "#content/publish/published.ts";
import { LOG, listReleases } from "#content/publish/releases.ts";
import { withReleases } from "#server/operations/withReleases.ts";
import { Connection } from "../bench/portal/connection.ts";
import { type PortalProcess, startPortal } from "../bench/portal/portalProcess.ts";
import { publishStricter } from "../journeys/support/republish.ts";
import { diff } from "../support/comparing.ts";
import { startEventReceiver } from "../support/eventReceiver.ts";
import { dataDirectory } from "../support/model.ts";
import { testWithPostgres } from "../support/withPostgres.ts";
import { ANSWERS, BLOCK, PRODUCT } from "../support/wizard.ts";

type Receiver = Awaited<ReturnType<typeof startEventReceiver>>;
const CLI = join(import.meta.dirname, "../../src/server/cli.ts");
const basePath = (relation: number) => `/api/aanvraag/${PRODUCT}/100245/${relation}`;

async function startOn(databaseUrl: string, settings: Record<string, string>, dataDir = dataDirectory()) {
  const portal = await startPortal(dataDir, { databaseUrl, settings });
  onTestFinished(() => void portal.end("SIGKILL"));
  return portal;
}

testWithPostgres(
  "a request that begins with what one portal published goes on by it in the other, also after it was taken back",
  async ({ url }) => {
    const folder = dataDirectory();
    const receiver = await startEventReceiver();
    onTestFinished(receiver.close);
    const portal = await startOn(url, receiver.settings("/one"), folder);
    const other = await startOn(url, receiver.settings("/two"));
    const broker = await new Connection(portal.address).enter("v.voorbeeld");
    onTestFinished(() => broker.close());
    const read = async <T>(method: string, path: string, body?: unknown) =>
      JSON.parse((await broker.ok(method, path, body === undefined ? {} : { body })).text) as T;
    const openedWith = async (relation: number) => {
      const path = `/api/aanvraag/${PRODUCT}/100245/prerequisites/exists/?relation=${relation}`;
      return (await read<ExistsAnswer>("GET", path)).data.product_version ?? "";
    };
    const revenue = (amount: number) =>
      broker.call("POST", `${basePath(300101)}/wizard/step/general-data/save?action=next`, {
        body: { ...ANSWERS["general-data"], revenue: amount },
      });

    const before = await openedWith(300108);
    await publishStricter(join(folder, "products"), PRODUCT);
    const release = await openedWith(300101);
    expect(release).not.toBe(before);
    expect((await revenue(90_000)).status).toBe(200);

    broker.moveTo(other.address);
    expect(await openedWith(300101)).toBe(release);
    const forms = await read<FormsAnswer>("POST", `${basePath(300101)}/wizard/steps/forms`, {});
    expect(forms.data["general-data"]?.data).toMatchObject({ revenue: 90_000 });
    const refused = await revenue(100_001);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('"maximum"')]);
    const { releases } = await read<PublishedIndex>("GET", "/products/index.json");
    expect((await broker.ok("GET", releases[release]?.bundle ?? "")).text).toContain("contracts");
    expect(await openedWith(300115), "on offer everywhere").toBe(release);
    // As an operator does on any machine: two has the message of the rollback a moment later.
    const settings = { APP_ENV: "test", DATABASE_URL: url, DATA_DIR: mkdtempSync(join(tmpdir(), "operator-")) };
    mkdirSync(join(settings.DATA_DIR, "products"));
    writeFileSync(join(settings.DATA_DIR, "products", LOG), JSON.stringify([TRIED]));
    const rollback = [CLI, "releases", "rollback", "--author", "Olga", "--note", "too dear"];
    execFileSync(process.execPath, rollback, { env: { PATH: process.env.PATH, ...settings } });
    const offered = async () =>
      (await read<PublishedIndex>("GET", "/products/index.json")).products.find(({ key }) => key === PRODUCT)?.release;
    await expect.poll(offered, { timeout: 60_000 }).toBe(before);
    expect(await openedWith(300101), "a request that began keeps its contract").toBe(release);
    expect(await openedWith(300129)).toBe(before);
    await checkEnded(portal, other);
    await checkCommands(settings);
    await checkFailing(url, async () => JSON.parse((await broker.ok("GET", "/readyz")).text));
    await checkKilled(url, broker, { receiver, portals: { "/one": portal, "/two": other } });
  },
);

/** A session that is ended at one portal ends at the other too, before that one would look for itself. */
async function checkEnded(portal: PortalProcess, other: PortalProcess): Promise<void> {
  const [ending, ended] = [new Connection(portal.address), new Connection(other.address)];
  onTestFinished(() => {
    for (const connection of [ending, ended]) connection.close();
  });
  for (const connection of [ended, ending]) await connection.enter("d.demo");
  const { data } = JSON.parse((await ending.ok("GET", "/api/sessions/")).text) as SessionsAnswer;
  const others = data.filter(({ current }) => !current);
  expect(others).toHaveLength(1);
  const status = async () => (await ended.call("GET", "/api/relations")).status;
  expect(await status()).toBe(200);
  for (const { session_id } of others) await ending.ok("DELETE", `/api/sessions/${session_id}`);
  await expect.poll(status, { timeout: 4_000 }).toBe(401);
}

/** On the operator's machine alone. */
const TRIED = {
  ...{ id: "tried", at: "2026-11-20T12:00:00Z", action: "publish", release: "tried", from: "2027-01-01" },
  ...{ prepared: true, author: "", note: "", offer: { products: [], portal: null }, sources: null },
};

/** The command that compares finds the releases of the database, and the requests that are open in it. */
async function checkCommands(env: NodeJS.ProcessEnv): Promise<void> {
  const names = await withReleases(async (folder) => listReleases(folder).map(({ name }) => name), env);
  expect(names, "what was tried on a machine stays there").toHaveLength(2);
  const [dear = "", cheap = ""] = names.toReversed();
  const report = await diff([dear, "--to", cheap, "--product", PRODUCT, "--json"], env);
  const { rows, portfolio } = JSON.parse(report) as Comparison;
  const changes = rows.map(({ where, before, after }) => `${where}: ${before} -> ${after}`.replaceAll("\u00a0", " "));
  expect(changes).toContain("Algemene gegevens · Jaaromzet · maximum: € 100.000 -> € 1.000.000");
  const ofProduct = portfolio?.products.find(({ product }) => product === PRODUCT);
  expect(ofProduct?.premium.cheaper).toBe(ofProduct?.premium.priced);
  expect(ofProduct?.requests).toBe((ofProduct?.premium.priced ?? 0) + 1);
}

/** kill -9 of the process that is telling the insurer of a quotation: the other goes on where it was. */
async function checkKilled(
  url: string,
  broker: Connection,
  { receiver, portals }: { receiver: Receiver; portals: Record<string, PortalProcess> },
): Promise<void> {
  const sendAs = async (key: string, query = "") => {
    const again = { body: BLOCK, headers: { "idempotency-key": key } };
    const { text } = await broker.ok("POST", `${basePath(300108)}/wizard/submit/quotation${query}`, again);
    return (JSON.parse(text) as SubmitAnswer).number;
  };
  const fill = async (steps: [string, unknown][], query = "") => {
    for (const [step, body] of steps)
      await broker.ok("POST", `${basePath(300108)}/wizard/step/${step}/save?action=next${query}`, { body });
  };
  let telling = "";
  receiver.manners.answers = (path) => {
    telling = path;
    return false;
  };
  await fill(Object.entries(ANSWERS));
  const number = await sendAs("first");
  await expect.poll(() => receiver.came.length, { timeout: 60_000 }).toBe(1);
  await portals[telling]?.end("SIGKILL");
  receiver.manners.answers = () => true;
  broker.moveTo((telling === "/one" ? portals["/two"] : portals["/one"])?.address ?? "");
  expect(await sendAs("first")).toBe(number);
  const query = `quotation=${number}`;
  await broker.ok("GET", `/api/aanvraag/${PRODUCT}/100245/prerequisites/exists/?relation=300108&${query}`);
  await fill(Object.entries(ANSWERS).slice(0, 1), `&${query}`);
  expect(await sendAs("second", `?${query}`)).toBe(number);
  const admin = new pg.Client(url);
  await admin.connect();
  onTestFinished(() => admin.end());
  // As when what the dead process held is free again (jobs.test.ts, handover.test.ts).
  await admin.query("update handover_deliveries set next_attempt_at = now() where state = 'waiting'");
  await admin.query(
    "update jobs.job set state = 'retry', start_after = now() where name = 'handover' and state = 'active'",
  );
  const waiting = "select from handover_deliveries where state = 'waiting'";
  await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: 60_000 }).toBe(0);
  expect(await receiver.compare(admin)).toEqual({ events: 2, twice: 1, wrong: [] });
}

/** A process that no longer receives the notifications of the others reports it, and takes calls. */
async function checkFailing(url: string, ready: () => Promise<{ releasesFailSince?: string | null }>): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  onTestFinished(() => admin.end());
  const rename = (from: string, to: string) => admin.query(`alter table ${from} rename to ${to}`);
  const since = async () => (await ready()).releasesFailSince;
  expect(await since()).toBeNull();
  await rename("published_releases", "releases_elsewhere");
  await expect.poll(since, { timeout: 60_000 }).toMatch(/^20\d\d-/);
  await rename("releases_elsewhere", "published_releases");
  await expect.poll(since, { timeout: 60_000 }).toBeNull();
}
