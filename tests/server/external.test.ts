// The services of others: the chamber of commerce's API by answers as its test environment gives them, the check of beneficial
// owners, and both when they are slow, away or talk nonsense.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createSharedRates } from "#server/auth/sharedRates.ts";
import { createClock } from "#server/config/clock.ts";
import { readConfig } from "#server/config/config.ts";
import { runForUser } from "#server/db/office.ts";
import { explainAnswer, isFinal, ANSWERS as ROWS, type Service } from "#server/external/answers.ts";
import { type CompanyRegister, keepAnswers } from "#server/external/companyRegister.ts";
import { createExternal, LOOKUPS, limitLookups } from "#server/external/external.ts";
import { guardService } from "#server/external/guardService.ts";
import { createKvkRegister, readProfile } from "#server/external/kvkRegister.ts";
import { createScreening } from "#server/external/screening.ts";
import { type DeliveryError, post } from "#server/handover/post.ts";
import type { PortalError } from "#server/http/errors/portalError.ts";
import { serverTexts } from "#server/texts/serverTexts.ts";
import type { BackgroundCheck, Subject } from "#underwriting/backgroundCheck.ts";
import { type Client, loginAs, startServer, type TestServer, TODAY } from "../support/server.ts";
import { ANSWERS, fill, open, save, send } from "../support/wizard.ts";
import { forms } from "./wizard/asked.ts";

const DONALD = {
  kvkNummer: "68750110",
  indNonMailing: "Ja",
  naam: "Test BV Donald",
  formeleRegistratiedatum: "20170519",
  materieleRegistratie: { datumAanvang: "20150101" },
  statutaireNaam: "Test BV Donald",
  handelsnamen: [{ naam: "Test BV Donald", volgorde: 1 }],
  sbiActiviteiten: [{ sbiCode: "86101", sbiOmschrijving: "Universitair medisch centra", indHoofdactiviteit: "Ja" }],
  _embedded: {
    hoofdvestiging: {
      vestigingsnummer: "000037178598",
      eersteHandelsnaam: "Test BV Donald",
      indHoofdvestiging: "Ja",
      adressen: [
        {
          type: "correspondentieadres",
          indAfgeschermd: "Nee",
          volledigAdres: "Postbus 200         1000AE Hollandscheveld",
          postcode: "1000AE",
          postbusnummer: 200,
          plaats: "Hollandscheveld",
          land: "Nederland",
        },
        {
          type: "bezoekadres",
          indAfgeschermd: "Nee",
          volledigAdres: "Hizzaarderlaan 3A         8823SJ Lollum",
          straatnaam: "Hizzaarderlaan",
          huisnummer: 3,
          huisletter: "A",
          postcode: "8823SJ",
          plaats: "Lollum",
          land: "Nederland",
        },
      ],
      websites: ["www.testbvdonald.nl"],
    },
    eigenaar: {
      rsin: "857587973",
      rechtsvorm: "BeslotenVennootschap",
      uitgebreideRechtsvorm: "Besloten Vennootschap met gewone structuur",
    },
  },
};

interface Asked {
  url: string;
  key: string | undefined;
  body: string;
}
let requests: Asked[] = [];
/** The answer of the service: a status with a body, or no answer until the caller disconnects. */
let answer: { status: number; body?: unknown } | "silence";
let url = "";
const counted: [string, boolean][] = [];
const lines: string[] = [];
const log = {
  error: (_: unknown, text: string) => lines.push(text),
  info: () => 0,
  warn: (...parts: [string] | [object, string]) => lines.push(String(parts.at(-1))),
};
const lookups: string[] = [];
const parts = {
  log: log as never,
  counts: {
    service: (name: string, up: boolean) => void counted.push([name, up]),
    lookup: (result: string) => void lookups.push(result),
  },
  count: () => 1,
};

/** One service and one list a test: a call that was hung up on may arrive after the next test began. */
beforeEach(async () => {
  const calls: Asked[] = [];
  const service = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    calls.push({ url: request.url ?? "", key: request.headers.apikey as string | undefined, body });
    if (answer === "silence") return;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  requests = calls;
  counted.length = 0;
  lines.length = 0;
  answer = { status: 200, body: DONALD };
  return () => {
    service.closeAllConnections();
    service.close();
  };
});

const DONALD_SUBJECT = { kvk: "68750110", name: "Test BV Donald" };

/** The result for one subject. Throws the sentence in the log when there is none. */
async function checkOne({ check }: BackgroundCheck, subject: Subject) {
  const [result] = await check([subject]);
  if (result === "unknown") throw new Error(lines.at(-1));
  return result;
}

/** One status of each row of the table, in its order. */
const STATUSES = [200, 307, 403, 410, 405, 429, 503, 418];

test("each answer of a service has its meaning and remedy in the log, and only a receiver that is gone is final", async () => {
  expect(STATUSES.map((status) => ROWS.findIndex((row) => row.status.test(String(status))))).toEqual([...ROWS.keys()]);
  const event = { id: "1" } as never;
  const { signal } = new AbortController();
  for (const status of STATUSES) {
    answer = { status, body: { headers: "none" } };
    const failures: [Service, Promise<unknown>][] = [
      ["register", createKvkRegister({ url, key: "x" }, parts).find("68750110")],
      ["screening", checkOne(createScreening({ url, token: "x" }, { ...parts, patienceMs: 0 }), DONALD_SUBJECT)],
      ["receiver", post({ name: "x", url, secrets: "whsec_eA==" }, event, signal)],
    ];
    for (const [service, failure] of failures) {
      const error = await failure.then(
        () => undefined,
        (reason: unknown) => reason as DeliveryError,
      );
      // A profile without its parts is a company without details, and a receiver need not send a body.
      if (status === 200 && service !== "screening") expect(error).toBeUndefined();
      else expect(error?.message, service).toContain(explainAnswer(service, status));
      expect(isFinal(service, status)).toBe(service === "receiver" && status === 410);
      if (error && "permanent" in error) expect(error.permanent).toBe(status === 410);
    }
  }
});

test("a company is read as the chamber of commerce has it, and asked for once", async () => {
  const register = keepAnswers(createKvkRegister({ url: `${url}/api/v1/`, key: "l7xx" }, parts));
  const expected = {
    company: "Test BV Donald",
    legalform: "BV",
    street: "Hizzaarderlaan",
    housenumber: "3A",
    postalcode: "8823 SJ",
    city: "Lollum",
    incorporation_date: "2015-01-01",
  };
  expect(await register.find("68750110")).toEqual(expected);
  expect(await register.find("68750110")).toEqual(expected);
  expect(requests).toEqual([{ url: "/api/v1/basisprofielen/68750110", key: "l7xx", body: "" }]);
  answer = { status: 404, body: { fout: [{ code: "IPD0005", omschrijving: "geen gegevens" }] } };
  expect(await register.find("12345678")).toBeUndefined();
});

test.each([
  ["Eenmanszaak", "EZ"],
  ["VennootschapOnderFirma", "VO"],
  ["Vennootschap onder firma", "VO"],
  ["CommanditaireVennootschap", "CV"],
  ["NaamlozeVennootschap", "NV"],
  ["Besloten Vennootschap", "BV"],
  ["Coöperatie", "CO"],
  ["Stichting", "ST"],
  ["Vereniging", "VE"],
  ["VerenigingVanEigenaars", "VV"],
  ["Maatschap", "MS"],
  ["Kerkgenootschap", "ZZ"],
  ["", null],
])("the form %s is %s", (rechtsvorm, form) => {
  expect(readProfile({ _embedded: { eigenaar: { rechtsvorm } } }).legalform).toBe(form);
});

test("what the register hides or does not know stays empty", () => {
  const hidden = { type: "bezoekadres", indAfgeschermd: "Ja" };
  const owner = { type: "bezoekadres", straatnaam: "Kade", huisnummer: 7, huisnummerToevoeging: "2", plaats: "Delft" };
  const company = readProfile({
    naam: "Vof Proef",
    materieleRegistratie: { datumAanvang: "19870000" },
    _embedded: { hoofdvestiging: { adressen: [hidden] }, eigenaar: { adressen: [owner] } },
  });
  expect(company).toEqual({
    ...{ company: "Vof Proef", legalform: null, street: "Kade", housenumber: "7-2", postalcode: null, city: "Delft" },
    incorporation_date: null,
  });
});

test("a service that fails five times is not asked for a while, then once, and then again", async () => {
  const { call: guarded } = guardService("register", { ...parts, limitMs: 1_000, restMs: 50 });
  let calls = 0;
  const fails = () => {
    calls += 1;
    return Promise.reject(new Error("broken"));
  };
  for (let turn = 0; turn < 8; turn += 1) await expect(guarded(fails)).rejects.toThrow();
  expect(calls).toBe(5);
  expect(counted).toEqual([
    ["register", true],
    ["register", false],
  ]);
  expect(lines).toEqual([expect.stringContaining("register failed 5 times")]);
  await expect.poll(() => guarded(async () => "there").catch(() => "not yet"), { timeout: 20_000 }).toBe("there");
  expect(counted.at(-1)).toEqual(["register", true]);
});

test("a service that does not answer in time is hung up on", async () => {
  answer = "silence";
  const register = createKvkRegister({ url }, { ...parts, limitMs: 100 });
  await expect(register.find("68750110")).rejects.toThrow();
  const screening = createScreening({ url }, { ...parts, limitMs: 100 });
  expect(await screening.check([{ kvk: null, name: "x" }])).toEqual(["unknown"]);
});

test("the check of beneficial owners answers clear or hit, and anything else is not a result", async () => {
  const screening = createScreening({ url: `${url}/check`, token: "geheim" }, parts);
  for (const result of ["clear", "hit"]) {
    answer = { status: 200, body: { result } };
    expect(await screening.check([DONALD_SUBJECT])).toEqual([result]);
  }
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual(DONALD_SUBJECT);
  const person = { kvk: null, name: "A. Donald", birth_date: "1980-02-01" };
  await screening.check([{ ...person, place: ["owners", "0", "name"] } as Subject]);
  expect(JSON.parse(requests.at(-1)?.body ?? ""), "the place is ours").toEqual(person);
  for (const odd of [
    { status: 302 },
    { status: 200, body: { result: "maybe" } },
    { status: 500 },
    { status: 200, body: null },
  ]) {
    answer = odd;
    expect(await screening.check([{ kvk: null, name: null }])).toEqual(["unknown"]);
  }
});

describe("the check of many names of one request", () => {
  const subjects = Array.from({ length: 15 }, (_, row) => ({ kvk: null, name: `Naam ${row}` }));
  /** Answers each call after a moment. `judge` gets how many are being answered, and the number of the call. */
  const serve = async (judge: (busy: number, call: number) => { status: number; headers?: Record<string, string> }) => {
    const seen = { most: 0, calls: 0 };
    let busy = 0;
    const service = createServer(async (request, response) => {
      busy += 1;
      seen.calls += 1;
      seen.most = Math.max(seen.most, busy);
      const { status, headers } = judge(busy, seen.calls);
      request.resume();
      await sleep(5);
      busy -= 1;
      response.writeHead(status, headers).end(JSON.stringify(status === 200 ? { result: "clear" } : {}));
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void service.close());
    return { seen, url: `http://127.0.0.1:${(service.address() as AddressInfo).port}` };
  };

  test("makes few calls at a time, so a service that takes four answers all of them", async () => {
    const { seen, url } = await serve((busy) => ({ status: busy > 4 ? 429 : 200 }));
    expect(await createScreening({ url }, parts).check(subjects)).toEqual(subjects.map(() => "clear"));
    expect(seen).toEqual({ most: expect.any(Number), calls: subjects.length });
    expect(seen.most).toBeLessThanOrEqual(4);
  });

  test("waits as long as Retry-After says, and then asks again", async () => {
    const { url } = await serve((_, call) =>
      call <= 2 ? { status: 429, headers: { "retry-after": "1" } } : { status: 200 },
    );
    const begin = Date.now();
    expect(await createScreening({ url }, parts).check(subjects)).toEqual(subjects.map(() => "clear"));
    expect(Date.now() - begin).toBeGreaterThanOrEqual(990);
  });

  test("repeats a call that failed once, and stops after it failed again with the others unknown", async () => {
    const once = await serve((_, call) => ({ status: call === 4 ? 500 : 200 }));
    expect(await createScreening(once, parts).check(subjects)).not.toContain("unknown");
    const broken = await serve((_, call) => ({ status: call > 3 ? 500 : 200 }));
    const results = await createScreening(broken, parts).check(subjects);
    expect(results.filter((result) => result === "clear")).toHaveLength(3);
    expect(broken.seen.calls, "not each name twice").toBeLessThan(12);
  });

  test.each([
    ["a failing service counts once for each request", 500, 5],
    ["a busy service does not count as failing", 429, 0],
  ])("%s", async (_, status, failing) => {
    const { url } = await serve(() => ({ status }));
    const screening = createScreening({ url }, { ...parts, patienceMs: 0 });
    for (let request = 1; request <= 6; request += 1) {
      await screening.check(subjects);
      expect(counted.at(-1), `request ${request}`).toEqual(["screening", failing === 0 || request < failing]);
    }
  });
});

describe("look-ups in the register", () => {
  const numbers = Array.from({ length: 70 }, (_, row) => String(68750000 + row));
  const forUser = (office: number, login: string) => (kvk: string) =>
    runForUser({ office, login }, () => limited.find(kvk).catch((error: PortalError) => error.refusal));
  let limited: CompanyRegister;
  let lookedUp: string[];
  beforeEach(() => {
    lookedUp = [];
    lookups.length = 0;
    const { count } = createSharedRates(undefined as never, () => 0);
    const register = { find: async (kvk: string) => void lookedUp.push(kvk) };
    limited = keepAnswers(limitLookups(register, { counts: parts.counts, count }));
  });

  test("a user's are refused after twenty in a minute, cached ones are free, and another user goes on", async () => {
    const vera = forUser(1, "vera");
    for (const kvk of numbers.slice(0, LOOKUPS.user)) expect(await vera(kvk)).toBeUndefined();
    expect(await vera(numbers[0] ?? "")).toBeUndefined();
    expect(await vera(numbers[LOOKUPS.user] ?? "")).toBe("too_many_requests.register");
    expect(await forUser(1, "piet")(numbers[LOOKUPS.user] ?? "")).toBeUndefined();
    expect(lookedUp).toEqual(numbers.slice(0, LOOKUPS.user + 1));
    expect(lookups.filter((result) => result !== "asked")).toEqual(["user_limit"]);
  });

  test("those of an office are refused after sixty, whichever user makes them, and another office continues", async () => {
    const answers = [];
    for (const [row, kvk] of numbers.entries()) answers.push(await forUser(1, `user${row % 5}`)(kvk));
    expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(LOOKUPS.office);
    expect(new Set(answers.slice(LOOKUPS.office))).toEqual(new Set(["too_many_requests.register"]));
    expect(lookups.filter((result) => result === "office_limit")).toHaveLength(numbers.length - LOOKUPS.office);
    expect(await forUser(2, "anna")(numbers[69] ?? "")).toBeUndefined();
  });
});

test("too many look-ups are refused in the broker's language; opening and saving the request go on", async () => {
  const server: TestServer = await startServer({ env: { REGISTER_URL: url }, clock: createClock(TODAY) });
  onTestFinished(() => server.stop());
  const vera: Client = await loginAs(server, "v.voorbeeld");
  const opened = await open(vera, 100245);
  const lookUp = (kvk: number, language: string) =>
    vera.call("POST", `${opened.base}/wizard/steps/forms`, {
      body: { kvk: String(kvk) },
      headers: { cookie: `${vera.cookie}; language=${language}` },
    });
  // The limit is counted per minute of the clock, and one may end meanwhile.
  let made = 0;
  for (; (await lookUp(10000000 + made, "nl")).statusCode === 200; made += 1)
    expect(made).toBeLessThan(2 * LOOKUPS.user);
  const refused = [(await lookUp(20000000, "nl")).json(), (await lookUp(20000000, "fr")).json()];
  for (const [row, language] of (["nl", "fr"] as const).entries())
    expect(refused[row]).toMatchObject({
      code: "too_many_requests",
      message: serverTexts[language].refusals["too_many_requests.register"],
    });
  expect((await vera.call("POST", `${opened.base}/wizard/steps/forms`, { body: {} })).statusCode).toBe(200);
  await save(vera, opened, "company-data", { ...ANSWERS["company-data"], kvk: "20000000" });
  expect(await server.metrics.read()).toMatch(/portal_register_lookups_total\{result="user_limit"\} [3-9]/);
});

test("production logs at its start what happens to requests without them", async () => {
  const config = { ...readConfig({ APP_ENV: "test" }), env: "production" as const, sampleData: false };
  const { backgroundCheck, register } = await createExternal(config, undefined as never, parts);
  expect(lines).toEqual([expect.stringContaining("REGISTER_URL"), expect.stringContaining("waits for an underwriter")]);
  expect(await backgroundCheck.check([{ kvk: null, name: null }])).toEqual(["unknown"]);
  await expect(register.find("68750110")).rejects.toThrow();
});

test("a broker goes on while both are away: a notice, and an underwriter decides", async () => {
  const env = { REGISTER_URL: url, SCREENING_URL: url };
  const server: TestServer = await startServer({ env, clock: createClock(TODAY) });
  onTestFinished(() => server.stop());
  const vera: Client = await loginAs(server, "v.voorbeeld");
  const opened = await open(vera, 100245);
  expect((await forms(vera, opened.base, { kvk: "68750110" })).prefill).toMatchObject({
    available: true,
    values: { company: "Test BV Donald", legalform: "BV" },
  });
  answer = { status: 500 };
  expect((await forms(vera, opened.base, { kvk: "68750129" })).prefill).toMatchObject({ available: false });
  const other = await open(vera, 100245, 300101);
  await fill(vera, other);
  const sent = await send(vera, other, "insurance-policy");
  expect(sent.json()).toMatchObject({ accepted: "pending" });
  expect(await server.metrics.read()).toContain('portal_service_up{service="register"}');
});
