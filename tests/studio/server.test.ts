// The studio's server over a copy of the content: which callers it answers, what it reports about saved files, and that
// it never runs in production.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PortalError } from "#api/calls/errors.ts";
import type { ErrorAnswer, FormsAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import { pairs } from "#content/cases/steps/fixtures.ts";
import { watchFiles } from "#content/read/files/watchFiles.ts";
import type { Finding } from "#content/read/findings/finding.ts";
import { pointerSegments, valueAt } from "#engine/fields/fieldPath.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { toEpochSeconds } from "#engine/values/dates.ts";
import { createProducts } from "#server/products/products.ts";
import { FileSaver } from "#studio/editor/useSavedFile.ts";
import type { PricedAnswers } from "#studio/server/premiumFactors.ts";
import type { BegunRequest } from "#studio/server/request/beginRequest.ts";
import type { PreviewRequest, RequestName } from "#studio/server/request/previewRequests.ts";
import type { KeptJourney, WalkedRequest } from "#studio/server/request/requests.ts";
import { createStudio } from "#studio/server/server.ts";
import { ContentCopy } from "../content/support/content.ts";
import { type Journey, journeys } from "../journeys/support/journey.ts";
import { openStudioOn } from "./support/studioServer.ts";

const root = join(import.meta.dirname, "../..");
const copy = new ContentCopy("cyber").writeOut();
const { get, send } = await openStudioOn(copy);
const put = (body: object) => send("PUT", "/studio/file", body);

test("answers its own pages on this machine alone", async () => {
  const address = "/studio/products/cyber/preview";
  expect((await get(address)).statusCode).toBe(200);
  expect((await get(address, { host: "127.0.0.1:4100", origin: "http://127.0.0.1:4100" })).statusCode).toBe(200);
  expect((await get(address, { host: "studio.example:4100" })).statusCode).toBe(403);
  expect((await get(address, { host: "127.0.0.1:4100", origin: "https://elsewhere.example" })).statusCode).toBe(403);
  const fetched = (site: string, mode: string) => get(address, { "sec-fetch-site": site, "sec-fetch-mode": mode });
  for (const site of ["cross-site", "same-site"]) expect((await fetched(site, "no-cors")).statusCode, site).toBe(403);
  expect((await fetched("same-origin", "cors")).statusCode).toBe(200);
  expect((await fetched("cross-site", "navigate")).statusCode).toBe(200);
});

test("an unknown product, and an unknown address, are reported as unknown", async () => {
  for (const url of ["/studio/products/other/preview", "/studio/nothing"])
    expect((await get(url)).statusCode, url).toBe(404);
});

test("a page signs its styles with a new nonce each time, and no script or style of another origin runs", async () => {
  const [first, second] = await Promise.all([
    get("/", { accept: "text/html" }),
    get("/product/cyber", { accept: "text/html" }),
  ]);
  const nonce = /style-nonce" content="([^"]+)"/.exec(first.body)?.[1];
  expect(nonce).toMatch(/^[\w+/=]{20,}$/);
  expect(second.body).not.toContain(nonce);
  const policy = String(first.headers["content-security-policy"]);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).not.toMatch(/unsafe-inline|report-uri/);
});

test("the lists of a product are those of its files, in both languages", async () => {
  const { nl, fr } = (await get("/studio/products/cyber/preview")).json().sources;
  expect(nl.premium.premium.insured_amounts.length).toBeGreaterThan(2);
  expect(nl.acceptance.data[0].question).not.toBe(fr.acceptance.data[0].question);
});

describe("a whole request", () => {
  const requests = async () => (await get("/studio/products/cyber/requests")).json() as RequestName[];
  const open = async ({ kind, name }: RequestName) =>
    (await get(`/studio/products/cyber/requests/${kind}/${name}`)).json() as PreviewRequest;

  test("is each journey and each stored quotation, and each of its steps gives what it expects", async () => {
    const all = await requests();
    expect(all.filter(isQuotation).length).toBeGreaterThan(2);
    expect(all.length).toBeGreaterThan(12);
    const { nl } = (await get("/studio/products/cyber/preview")).json().sources;
    const { bundle } = (await createProducts(copy.path("data/products")).current("cyber"))!;
    for (const name of all) {
      const { answers, errors, today } = await open(name);
      for (const [step, expected] of Object.entries(errors)) {
        const lists = resolveLists(bundle.manifest, nl, answers, today);
        const contractErrors = bundle.contracts[step]!(answers[step] ?? {}, { today, ...lists });
        expect(pairs(contractErrors), `${name.name} ${step}`).toEqual(expected);
      }
    }
  });

  test("has the portal's notes about its fields, in both languages", async () => {
    const { meta, flow } = await open((await requests()).find(isQuotation)!);
    expect([flow, meta.nl["company-data"]?.disabled]).toEqual(["editQuote", ["company", "legalform"]]);
    expect(meta.nl["company-data"]?.field_text?.company).toMatch(/Handelsregister/);
    expect(meta.fr["company-data"]?.field_text?.company).toMatch(/registre/);
  });

  test("that does not exist is reported as unknown", async () => {
    for (const url of ["cyber/requests/journey/none", "cyber/requests/quotation/1", "other/requests/journey/none"])
      expect((await get(`/studio/products/${url}`)).statusCode, url).toBe(404);
  });
});

const isQuotation = ({ kind }: RequestName) => kind === "quotation";

describe("the editor", () => {
  const file = "schemas/products/cyber/general-data.ui.json";
  test("explains a text that is not JSON", async () => {
    const faults = await send("POST", "/studio/file/faults", { file, text: '{ "a": {}\n  "b": {} }' });
    expect(faults.json()).toEqual([
      expect.objectContaining({ line: 1, column: 9, sentence: "a comma is missing after this" }),
    ]);
  });

  test("gets a file as it is on disk, and saves it", async () => {
    const { text: was } = (await get(`/studio/file?file=${file}`)).json();
    expect(was).toBe(readFileSync(copy.path(file), "utf8"));
    const text = was.replace('"medium"', '"short"');
    expect((await put({ file, text, was })).statusCode).toBe(200);
    expect(readFileSync(copy.path(file), "utf8")).toBe(text);
    const refused = await put({ file, text: was.replace('"kvk"', '"kvks"'), was });
    expect([refused.statusCode, readFileSync(copy.path(file), "utf8")], "the other change stays").toEqual([409, text]);
    expect((await put({ file, text: was, was: text })).statusCode).toBe(200);
  });

  test("is offered the names that fit a place, and led to where one is defined", async () => {
    const offered = await get(`/studio/names?file=${file}&pointer=/ui:order/0&on=value`);
    expect(offered.json()).toContainEqual({ name: "turnover", detail: "Jaaromzet" });
    const offset = readFileSync(copy.path(file), "utf8").indexOf('"kvk"') + 1;
    expect((await get(`/studio/definitions?file=${file}&offset=${offset}`)).json()).toEqual([
      { file: "schemas/products/cyber/general-data.schema.json", line: expect.any(Number), column: expect.any(Number) },
    ]);
    expect((await get(`/studio/names?file=${file}&pointer=/a&on=other`)).statusCode).toBe(400);
  });

  test("has the rates, the journeys and the shared files of a product too", async () => {
    const files = (await get("/studio/products/cyber/files")).json();
    expect(files).toEqual(
      expect.arrayContaining([
        "schemas/rates/rates.json",
        "schemas/shared/texts.fr.json",
        "fixtures/journeys/cyber-newRequest-quotation.json",
      ]),
    );
    const { text: was } = (await get("/studio/file?file=schemas/rates/rates.json")).json();
    expect((await put({ file: "schemas/rates/rates.json", text: `${was}\n`, was })).statusCode).toBe(200);
    expect((await put({ file: "schemas/rates/rates.json", text: was, was: `${was}\n` })).statusCode).toBe(200);
  });

  test("has a save announced once, though its watcher sees it too", async () => {
    const revision = async () => Number(/revision" content="(\d+)"/.exec((await get("/", page)).body)?.[1]);
    const page = { accept: "text/html" };
    let seen = 0;
    const watcher = await watchFiles([copy.schemas], async () => {
      seen += 1;
    });
    const before = await revision();
    const was = readFileSync(copy.path(file), "utf8");
    await put({ file, text: `${was}\n`, was });
    await expect.poll(() => seen).toBeGreaterThan(0);
    expect(await revision()).toBe(before + 1);
    writeFileSync(copy.path(file), was);
    await expect.poll(revision).toBeGreaterThan(before + 1);
    expect(await revision()).toBe(before + 2);
    await watcher.close();
  });

  test("keeps what is typed, whatever happens to the file on disk meanwhile", async () => {
    const { text: was } = (await get(`/studio/file?file=${file}`)).json();
    let state = "";
    const saver = new FileSaver(
      { file, text: was },
      (now) => (state = now),
      async (body) => {
        const { statusCode: status } = await put(body);
        if (status !== 200) throw new PortalError({ code: "refused", status });
      },
    );
    const typed = async (text: string, anyway = false) => {
      saver.typed(text);
      await saver.save(anyway);
      return [state, readFileSync(copy.path(file), "utf8") === text];
    };
    expect(await typed(`${was}\n`)).toEqual(["saved", true]);
    expect(await typed("{"), "no JSON").toEqual(["no-json", false]);
    expect(await typed("{", true), "saved all the same").toEqual(["saved", true]);
    expect(await typed(was)).toEqual(["saved", true]);
    const theirs = `${was} `;
    writeFileSync(copy.path(file), theirs);
    expect(await typed(`${was}\n\n`), "another program saved it").toEqual(["changed-elsewhere", false]);
    expect([saver.arrived(theirs), state], "nothing is lost").toEqual([undefined, "changed-elsewhere"]);
    expect(saver.choose(theirs, true)).toBe(`${was}\n\n`);
    await saver.save();
    expect([state, readFileSync(copy.path(file), "utf8")]).toEqual(["saved", `${was}\n\n`]);
    rmSync(copy.path(file));
    expect(await typed(was).catch(() => [state, false]), "it is gone").toEqual(["deleted", false]);
    writeFileSync(copy.path(file), was);
    expect([saver.arrived(was), state], "it is back").toEqual([was, "saved"]);
  });

  test("saves a table as it is typed: it can be read at every moment", async () => {
    const saved: string[] = [];
    const saver = new FileSaver(
      { file: "schemas/products/cyber/amounts.csv", text: "value;price" },
      () => {},
      async ({ text }) => void saved.push(text),
    );
    saver.typed("value;pri");
    await saver.save();
    expect(saved).toEqual(["value;pri"]);
  });

  test("neither reads nor writes what is no content", async () => {
    for (const other of ["package.json", "schemas/products/cyber/../../../package.json", "/etc/hostname"]) {
      expect((await get(`/studio/file?file=${encodeURIComponent(other)}`)).statusCode, other).toBe(404);
      expect((await put({ file: other, text: "{}", was: "" })).statusCode, other).toBe(404);
    }
  });
});

describe("a file of another shape than its kind", () => {
  const product = "schemas/products/cyber/product.json";
  const questions = "schemas/products/cyber/questions.json";
  const journey = "fixtures/journeys/cyber-newRequest-quotation.json";
  const spoilt: [string, string, unknown][] = [
    ...["key", "steps", "lists"].flatMap((name): [string, string, unknown][] =>
      [undefined, [null], { a: null }].map((value) => [product, name, value]),
    ),
    [product, "prefill", "a"],
    ...[undefined, "a", [null], [{}]].map((value): [string, string, unknown] => [
      questions,
      "acceptance_questions",
      value,
    ]),
    ["schemas/products/cyber/tariff.json", "factors", "a"],
    ["schemas/rates/rates.json", "insurance_tax", null],
    ["fixtures/steps/cyber/acceptance.json", "base", "a"],
    ["fixtures/steps/cyber/acceptance.json", "cases", [null]],
    [journey, "steps", [null]],
    [journey, "submit", null],
  ];
  const calls = ["preview", "requests", "requests/journey/cyber-newRequest-quotation"];

  test.each(spoilt)("breaks no page: %s, %s as %j", async (file, name, value) => {
    const was = readFileSync(copy.path(file), "utf8");
    const text = JSON.stringify({ ...JSON.parse(was), [name]: value });
    const save = async (text: string, was: string) => (await put({ file, text, was })).statusCode;
    expect(await save(text, was), "the editor is told that it is saved").toBe(200);
    const answers = await Promise.all(calls.map((call) => get(`/studio/products/cyber/${call}`)));
    const { findings, current } = (await get("/studio/check")).json();
    expect(await save(was, text)).toBe(200);
    const broken = answers.filter(({ statusCode, body }) => statusCode !== 200 && !body.includes("the findings say"));
    expect(broken.map(({ body }) => body)).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ level: "error", file }));
    expect(current).toBe(file !== product && file !== questions);
  });

  test("is found and refused in the language of the reader", async () => {
    const was = copy.read(product);
    copy.change(product, (manifest) => Object.assign(manifest, { unheard_of: true }));
    const sentences = async (language: string) => {
      const { findings } = (await get("/studio/check", { "accept-language": language })).json();
      return findings.map(({ sentence }: Finding) => sentence);
    };
    expect(await sentences("fr")).toContain('"unheard_of" n’est pas connu ici');
    expect(await sentences("nl")).toContain('"unheard_of" is hier niet bekend');
    expect(await sentences("en")).toContain('"unheard_of" is not known here');
    copy.write(product, was);
  });

  test("does not keep the studio from starting", async () => {
    const was = copy.read(product);
    copy.change(product, (manifest) => Object.assign(manifest, { documents: { terms_and_conditions: null } }));
    const options = {
      content: copy.base,
      messagesDir: join(root, "src/app/messages"),
      pagesDir: copy.path("studio"),
      appDir: "",
    };
    const lines: string[] = [];
    const tell = (line: string) => lines.push(line);
    const another = await createStudio({ ...options, dataDir: copy.path("another"), today: "2026-11-20", tell });
    const answer = await another.inject("/studio/check");
    await another.close();
    copy.write(product, was);
    expect(answer.json()).toMatchObject({ current: false });
    expect(lines, "whoever started it is told why").toEqual([expect.stringContaining("terms_and_conditions")]);
  });
});

test("a tariff that cannot be used is not an error of the studio: the earlier lists stay, a premium shows why there is none", async () => {
  const file = "schemas/products/cyber/tariff.json";
  const was = copy.read(file);
  const before = (await get("/studio/products/cyber/preview")).json().sources;
  copy.change(file, (tariff) => Object.assign(tariff, { main: { from: "turnover", options: "many" } }));
  const priced = async () => (await price({ answers: {}, day: "2026-11-20" })).statusCode;
  await expect.poll(priced).toBe(422);
  expect((await get("/studio/products/cyber/preview")).json().sources).toEqual(before);
  copy.write(file, was);
  await expect.poll(priced).toBe(200);
});

const price = (payload: object) => send("POST", "/studio/products/cyber/premium", payload);

const chosenCard = (answered: unknown, value: unknown) =>
  (answered as { premium: { insured_amounts: JsonObject[] } }).premium.insured_amounts.find(
    (card) => card.value === value,
  );

test("every line of a premium has its place, and together they are the premium to the cent", async () => {
  const priced = journeys.filter(({ product, flow, expect: { premium } }) => {
    return product === "cyber" && flow.startsWith("new") && premium?.total;
  });
  expect(priced.length).toBeGreaterThan(5);
  for (const { file, steps, submit, expect: expected } of priced) {
    const answers = Object.fromEntries(steps.map(({ step, answers }) => [step, answers]));
    const answer = await price({ answers, day: String(submit.answers.effective_date) });
    const { lines, sums, answered } = answer.json<PricedAnswers>();
    const card = chosenCard(answered.nl, answers["coverage-choice"]?.insured_amount);
    const priceLines = lines.filter(
      ({ name, per, factor }) => per === "year" && (name === "main" || factor !== undefined),
    );
    expect(card?.subtitle, "the card shows the price of the same answers").toBe(
      priceLines.reduce((sum, { amount }) => sum + (amount ?? 0), 0) / 100,
    );
    const year = lines.filter(({ per }) => per === "year").reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    expect(
      [year, sums?.perTerm, sums?.tax, sums?.total].map((cents) => (cents ?? 0) / 100),
      file,
    ).toEqual([expected.premium?.per_year, expected.premium?.per_term, expected.premium?.tax, expected.premium?.total]);
    for (const line of lines)
      expect(valueAt(copy.read(line.file), pointerSegments(line.place)), line.place).toBeDefined();
  }
});

describe("a whole request", () => {
  const post = (...call: [url: string, payload?: object, headers?: object]) => send("POST", ...call);
  const begin = async (payload: object) => {
    const answer = await post("/studio/requests", payload);
    return { status: answer.statusCode, begun: answer.json<BegunRequest>() };
  };
  const look = async () => (await get("/studio/requests")).json<WalkedRequest>();
  const base = ({ product, intermediary, relation, resume }: BegunRequest) =>
    `/api/aanvraag/${product}/${intermediary}/${relation ?? resume}`;

  test("is begun as a journey describes, completed with the calls of the wizard, and sends its mail and papers", async () => {
    const journey = journeys.find(({ file }) => file === "cyber-newRequest-quotation")!;
    const { begun } = await begin({ product: "cyber", journey: journey.file });
    expect(begun).toMatchObject({ flow: "newRequest", relation: journey.relation, today: "2026-11-20", refused: [] });
    expect((await begin({ product: "cyber", journey: journey.file })).begun, "a reload goes on").toEqual(begun);
    expect(await look()).toMatchObject({ serial: begun.serial, newest: true, mails: null });
    const sent = await post(
      `${base(begun)}/wizard/submit/quotation`,
      { ...journey.submit.answers, effective_date: toEpochSeconds(String(journey.submit.answers.effective_date)) },
      { "idempotency-key": "a-journey" },
    );
    const { number } = sent.json<SubmitAnswer>();
    expect(number).toMatch(/^5\d{7}$/);
    const { mails } = await look();
    expect(mails?.map(({ subject }) => subject)).toEqual([expect.stringContaining(String(number))]);
    const paper = await get(`/studio/papers/${mails?.[0]?.id}/0`);
    expect([paper.headers["content-type"], paper.body.slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
    expect((await get(`/studio/papers/${mails?.[0]?.id}/9`)).statusCode).toBe(404);
    const again = await begin({ product: "cyber", journey: journey.file, again: true });
    expect([again.begun.relation, (await look()).mails], "begun again").toEqual([begun.relation, null]);
  });

  test("has the files of its journey and what its last block holds", async () => {
    const journey = journeys.find(({ file }) => file === "cyber-newRequest-referred-with-explanation-and-file")!;
    const filled = async (order: object) => {
      const { begun } = await begin({ product: "cyber", ...order });
      expect(begun.refused).toEqual([]);
      const { data } = (await post(`${base(begun)}/wizard/steps/forms`)).json<FormsAnswer>();
      const names = data["additional-explanation"]?.meta.uploads?.map(({ name }) => name);
      return { relation: begun.relation, block: data.request?.data, names };
    };
    expect(await filled({ journey: journey.file })).toMatchObject({
      block: journey.submit.answers,
      names: ["toelichting.pdf"],
    });
    const block = copy.read("fixtures/steps/cyber/request.json").base;
    const { relation, ...based } = await filled({ step: "request", case: "base" });
    expect(based).toMatchObject({ block });
    expect((await filled({ step: "acceptance", relation })).block, "nothing of the one before").toBeUndefined();
  });

  test("is walked in frames of the portal on its own day, shows what its premium is made of, and goes on with saved files", async () => {
    const { begun } = await begin({
      ...{ product: "cyber", flow: "newTempRequest", step: "coverage-choice", case: "base", today: "2027-03-01" },
    });
    const asked = (dest: string) => get("/", { accept: "text/html", "sec-fetch-dest": dest });
    const framed = await asked("iframe");
    expect(framed.body).toMatch(/name="csrf-token" content="[\w-]{40,}".*name="today" content="2027-03-01"/s);
    expect(framed.headers["content-security-policy"]).toMatch(/^(?!.*unsafe-inline).*frame-ancestors 'self'/);
    expect((await asked("document")).body).toContain("<title>Studio</title>");
    const cover = async () => (await post(`${base(begun)}/wizard/steps/forms`)).json().data["coverage-choice"].data;
    const before = await cover();
    expect(Object.keys(before)).toContain("insured_amount");
    expect(await look()).toMatchObject({ newest: true, factors: null });
    const priced = await post(`${base(begun)}/premium`, { "general-data": { turnover: 600_000 } });
    const { factors, draft } = await look();
    expect((factors?.sums?.total ?? 0) / 100).toBe(priced.json().premium.total_amount);
    expect(factors?.lines.find(({ name }) => name === "turnover")).toMatchObject({ given: 600_000 });

    const file = "schemas/products/cyber/general-data.ui.json";
    const was = readFileSync(copy.path(file), "utf8");
    const text = was.replace('"medium"', '"short"');
    await put({ file, text, was });
    expect(await look(), "it keeps the release that it was begun with").toMatchObject({ draft, newest: false });
    await post("/studio/requests/renew");
    expect(await look()).toMatchObject({ draft, newest: true });
    expect(await cover()).toEqual(before);
    await put({ file, text: was, was: text });

    const whole = await begin({ product: "cyber", step: "request", case: "base", today: "2027-03-01" });
    const body = { effective_date: toEpochSeconds("2026-12-01") };
    const refused = await post(`${base(whole.begun)}/wizard/submit/quotation`, body);
    const pointers = refused.json<ErrorAnswer>().errors?.map(({ pointer, keyword }) => [pointer, keyword]);
    expect(pointers, "of the back end too").toContainEqual(["/effective_date", "dateWindow"]);
  });

  describe("is kept as a journey", () => {
    const query = ({ quotation }: BegunRequest) => (quotation === undefined ? "" : `quotation=${quotation}`);
    const formsOf = async (begun: BegunRequest) =>
      (await post(`${base(begun)}/wizard/steps/forms?${query(begun)}`)).json().data;
    const save = (begun: BegunRequest, step: string, answers: object) =>
      post(`${base(begun)}/wizard/step/${step}/save?action=next&${query(begun)}`, answers);
    const send = async (begun: BegunRequest, action: string) => {
      const block = copy.read("fixtures/steps/cyber/request.json").base as object;
      const body = { ...block, effective_date: toEpochSeconds("2026-12-01") };
      const sent = await post(`${base(begun)}/wizard/submit/${action}?${query(begun)}`, body);
      expect(sent.statusCode, sent.body).toBe(200);
    };
    const record = async (name: string) => {
      const answer = await post("/studio/journeys", { name, sentence: { nl: name, fr: name } });
      const { file = "", sharedWith, message = "" } = answer.json<Partial<KeptJourney> & { message?: string }>();
      return { file, sharedWith, message };
    };
    const findings = async (file: string) => (await copy.findings()).filter((finding) => finding.file.endsWith(file));
    const stepsIn = (file: string) => (copy.read(`fixtures/${file}`) as unknown as Journey).steps;

    test("of a new request: only what differs from the bases, and the check goes the same way", async () => {
      const { begun } = await begin({ product: "cyber", step: "request", today: "2026-11-20" });
      expect(begun.refused).toEqual([]);
      const { data } = (await formsOf(begun))["coverage-choice"];
      await save(begun, "coverage-choice", { ...data, insured_amount: 750_000 });
      await send(begun, "insurance-policy");
      const { file } = await record("Policy of 640,000");
      expect(file).toBe("journeys/cyber-newRequest-policy-of-640-000.json");
      expect(copy.read(`fixtures/${file}`)).toMatchObject({
        relation: begun.relation,
        submit: { action: "insurance-policy", from: expect.any(String) },
        expect: { outcome: "accepted", premium: { total: expect.any(Number) } },
      });
      expect(stepsIn(file).map(({ step }) => step)).toEqual(["general-data", "coverage-choice", "company-data"]);
      expect(stepsIn(file)[1]).toMatchObject({ from: "base", answers: { insured_amount: 750000 } });
      expect(await findings(file)).toEqual([]);
      copy.change(`fixtures/${file}`, (journey) => Object.assign(journey.expect as object, { outcome: "referred" }));
      expect(await findings(file), "the check does go that way").toHaveLength(1);
      expect((await record("Policy of 640,000")).message).toContain("is there already");
      expect((await record("Once more")).sharedWith).toContain("policy-of-640-000");
      await post("/studio/acts/undo");
      expect(existsSync(copy.path("fixtures/journeys/cyber-newRequest-once-more.json"))).toBe(false);
    });

    test("of a quotation: what was changed in it alone", async () => {
      const { begun } = await begin({ product: "cyber", flow: "editQuote", today: "2026-11-20" });
      const { data } = (await formsOf(begun))["coverage-choice"];
      const insured_amount = data.insured_amount === 500_000 ? 750_000 : 500_000;
      await save(begun, "coverage-choice", { ...data, insured_amount });
      await send(begun, "quotation");
      const { file } = await record("Another cover");
      expect(stepsIn(file)).toEqual([{ step: "coverage-choice", answers: { insured_amount } }]);
      expect(await findings(file)).toEqual([]);
    });

    test("of one that an answer declined, although nothing was sent; not of one that is still open", async () => {
      const { begun } = await begin({ product: "cyber", flow: "newTempRequest", step: "request" });
      expect((await record("Nothing yet")).message).toContain("send it first");
      const { questions_of_acceptance } = (await formsOf(begun)).acceptance.data;
      await save(begun, "acceptance", { questions_of_acceptance: { ...questions_of_acceptance, 4103: true } });
      const { file } = await record("Declined");
      const answers = { questions_of_acceptance: { 4103: true } };
      expect(stepsIn(file)).toEqual([{ step: "acceptance", from: "base", answers }]);
      expect(await findings(file)).toEqual([]);
    });
  });

  test("reports what cannot be begun, and begins with fresh sample data when asked", async () => {
    expect((await begin({ product: "cyber", journey: "none" })).begun).toMatchObject({ code: "refused" });
    expect((await begin({ product: "none" })).status).toBe(409);
    expect((await begin({ product: "cyber", today: "soon" })).status).toBe(400);
    const { begun } = await begin({ product: "cyber", step: "coverage-choice", case: "base" });
    const next = await begin({ product: "cyber", step: "coverage-choice", case: "base", again: true });
    expect(next.begun.relation, "another relation").not.toBe(begun.relation);
    expect((await send("DELETE", "/studio/requests")).statusCode).toBe(204);
    const fresh = await begin({ product: "cyber", step: "coverage-choice", case: "base" });
    expect(fresh.begun.relation, "those that were used are free again").toBeLessThan(begun.relation!);
  });
});

test("in production it does not start", () => {
  const env = { PATH: process.env.PATH, APP_ENV: "production" };
  const main = join(root, "src/studio/server/main.ts");
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([78, expect.stringMatching(/^The studio .* is refused in production\.\n$/)]);
});
