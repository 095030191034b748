// What changes between two contents: rows in the words of the screen, and no change of what is published without a row.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Comparison } from "#content/compare/compare.ts";
import { compareContent } from "#content/compare/content.ts";
import { writeTable } from "#content/compare/table.ts";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import { backPart, stepSources } from "#content/publish/compile.ts";
import { compileTexts } from "#content/publish/messages.ts";
import { allProducts, type Catalogue, readCatalogue } from "#content/read/catalogue.ts";
import { Memory } from "#content/read/files/memory.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { diff, replay } from "../support/comparing.ts";
import { ContentCopy } from "./support/content.ts";
import { Random } from "./support/random.ts";

const copy = new ContentCopy("beroepsaansprakelijkheid", "cyber", "bedrijfspand").moveExamples();
const memory = new Memory();
let before: Catalogue;

beforeAll(() => {
  copy.addPortalForms();
  before = readCatalogue(copy.schemas, memory);
});
afterAll(() => copy.remove());

type Change = (content: JsonObject) => void;

function edited(file: string, change: Change): Catalogue {
  const path = `schemas/${file}`;
  const original = copy.read(path);
  copy.change(path, change);
  const after = readCatalogue(copy.schemas, memory);
  copy.write(path, original);
  return after;
}

/** The member at a path such as `main.options.3`. */
const get = (content: JsonObject, path: string) =>
  path.split(".").reduce((member, key) => member[key] as JsonObject, content);
const list = (content: JsonObject, path: string) => get(content, path) as unknown as unknown[];
const cyber = (file: string) => `products/cyber/${file}.json`;
const sites = "products/bedrijfspand/locations.schema.json";

const EDITS: [name: string, file: string, change: Change, rows: [string, string, string][]][] = [
  [
    "a bound of a shared field, in each product that has it",
    "shared/fields.schema.json",
    (fields) => Object.assign(get(fields, "definitions.turnover"), { maximum: 900_000 }),
    [
      ["Algemene gegevens · Jaaromzet · maximum", "€ 10.000.000", "€ 900.000"],
      ["Algemene gegevens · Jaaromzet · maximum", "€ 10.000.000", "€ 900.000"],
    ],
  ],
  [
    "a field of a list, with the list",
    sites,
    (schema) =>
      Object.assign(get(schema, "properties.sites.items.properties.buildings.items.properties.surface"), {
        maximum: 9,
      }),
    [["Locaties · Vloeroppervlakte (Gebouwen op deze locatie) · maximum", "50.000", "9"]],
  ],
  [
    "a rule under a condition",
    sites,
    (schema) => list(schema, "properties.sites.items.properties.buildings.items.allOf.0.then.required").pop(),
    [
      [
        'Locaties · Gebouwen op deze locatie (Te verzekeren locaties) · if "construction" is "steel" · required',
        "Isolatie in de gevelpanelen (Gebouwen op deze locatie)",
        "–",
      ],
    ],
  ],
  [
    "a price, and an order",
    cyber("tariff"),
    (tariff) => {
      Object.assign(get(tariff, "main.options.3"), { price: 800 });
      list(tariff, "main.options").unshift(list(tariff, "main.options").pop());
    },
    [
      ["tariff · main · options · € 1.000.000 · price", "745", "800"],
      [
        "tariff · main · options · order",
        "€ 250.000, € 500.000, € 750.000, € 1.000.000",
        "€ 1.000.000, € 250.000, € 500.000, € 750.000",
      ],
    ],
  ],
  [
    "a factor of a choice, and the end of a band",
    cyber("tariff"),
    (tariff) => {
      get(tariff, "factors.0").values = { ...get(tariff, "factors.0.values"), "500": 1.2 };
      Object.assign(get(tariff, "factors.1.bands.0"), { up_to: 600_000 });
    },
    [
      ["tariff · factors · Eigen risico per aanspraak · values · € 500", "1.15", "1.2"],
      ["tariff · factors · Jaaromzet · bands · € 600.000 · up_to", "500000", "600000"],
    ],
  ],
  [
    "a text",
    "products/cyber/texts.fr.json",
    (texts) => Object.assign(texts, { name: "Cyber plus" }),
    [["text (fr) · name", "Cyber", "Cyber plus"]],
  ],
  [
    "a rate of all products",
    "rates/rates.json",
    (rates) => Object.assign(get(rates, "instalment_surcharges"), { "6": 1 }),
    [["rates · instalment_surcharges · 6", "2", "1"]],
  ],
];

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("a row names what changes in the words of the screen", () => {
  it.each(EDITS)("%s", (_name, file, change, rows) => {
    const found = compareContent(before, edited(file, change));
    expect(found.map(({ where, before: from, after }) => [where, from, after].map(plain))).toEqual(rows);
  });

  it("a product that comes or goes is one row", () => {
    const without = { ...before, products: before.products.slice(1) };
    const rows = (old: Catalogue, now: Catalogue) =>
      compareContent(old, now).map(({ where, before: from, after }) => [where, from, after]);
    expect(rows(before, without)).toEqual([["product", "Bedrijfspand", "–"]]);
    expect(rows(without, before)).toEqual([["product", "–", "Bedrijfspand"]]);
  });
});

/** What compiling makes of a content, before it is bundled. */
const published = (catalogue: Catalogue): string =>
  JSON.stringify(
    allProducts(catalogue).map((product) => [
      { ...product.manifest.content, $schema: null },
      stepSources(product, []),
      backPart(product, catalogue.rates?.content ?? null),
      LANGUAGES.map((language) => compileTexts([catalogue.sharedTexts[language], product.texts[language]], [])),
    ]),
    (key, value) => (key === "$schema" ? undefined : value),
  );

/** Changes, removes or moves something at a random place. */
function changeAnything(content: JsonObject, random: Random): void {
  const holders: (JsonObject | unknown[])[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    if (Object.keys(value).length > 0) holders.push(value as JsonObject);
    Object.values(value).forEach(visit);
  };
  visit(content);
  const holder = random.pick(holders);
  const key = random.pick(Object.keys(holder));
  const value = (holder as JsonObject)[key];
  const kind = random.below(4);
  if (Array.isArray(holder) && kind === 0) holder.splice(Number(key), 1);
  else if (Array.isArray(holder) && kind === 1) holder.push(holder.shift());
  else if (kind === 0) delete (holder as JsonObject)[key];
  else if (typeof value === "number") (holder as JsonObject)[key] = value + 1;
  else if (typeof value === "boolean") (holder as JsonObject)[key] = !value;
  else if (typeof value === "string") (holder as JsonObject)[key] = `${value}x`;
  else (holder as JsonObject)[key] = kind === 1 ? [value] : { ...(value as JsonObject), another: 1 };
}

const TRIES = Number(process.env.DIFF_TRIES ?? 25);

describe("nothing changes silently", () => {
  it("any change of JSON that is published gives a row", () => {
    const random = new Random(8);
    const original = published(before);
    const silent: string[] = [];
    let changes = 0;
    for (let count = 0; count < TRIES; count += 1) {
      const { file } = random.pick(before.files);
      let text = "";
      try {
        const after = edited(file.replace("schemas/", ""), (content) => {
          changeAnything(content, random);
          text = JSON.stringify(content);
        });
        if (published(after) === original) continue;
        changes += 1;
        if (compareContent(before, after).length === 0) silent.push(`${count} ${file} ${text.slice(0, 200)}`);
      } catch (reason) {
        // Content that cannot be read at all is never published.
        if (!(reason instanceof TypeError)) throw reason;
      }
    }
    expect(silent).toEqual([]);
    expect(changes).toBeGreaterThan(TRIES / 2);
  });

  it("any change of a list of records is in words, and none is shown as JSON", () => {
    const random = new Random(20);
    const written: string[] = [];
    for (let count = 0; count < TRIES; count += 1) {
      try {
        const after = edited(sites, (content) => changeAnything(get(content, "properties.sites"), random));
        written.push(
          ...compareContent(before, after).flatMap(({ where, before: from, after: to }) => [where, from, to]),
        );
      } catch (reason) {
        if (!(reason instanceof TypeError)) throw reason;
      }
    }
    expect(written.length).toBeGreaterThan(TRIES);
    expect(written.filter((text) => /[{[]"|[\]}],|\[object/.test(text))).toEqual([]);
  });

  it("no change gives no row", () => {
    expect(
      compareContent(
        before,
        edited(cyber("tariff"), () => {}),
      ),
    ).toEqual([]);
  });
});

describe("npm run diff", () => {
  const folders = ["--samples", "--schemas", copy.schemas, "--fixtures", copy.fixtures];
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.nl", ...args], { cwd: copy.base });
  beforeAll(() => {
    git("init", "--quiet");
    git("add", "schemas", "fixtures");
    git("commit", "--quiet", "-m", "first");
  });
  const restore = () => git("checkout", "--quiet", "schemas", "fixtures");

  it("lists changes, journeys that end otherwise and what the portfolio becomes in one table", async () => {
    copy.change("schemas/shared/fields.schema.json", (fields) =>
      Object.assign(get(fields, "definitions.turnover"), { maximum: 90_000 }),
    );
    const text = plain(await diff(["HEAD", ...folders], {}));
    const { rows } = JSON.parse(await diff(["HEAD", ...folders, "--json"], {})) as Comparison;
    restore();
    expect(text).toMatch(/^HEAD compared with the files as they are: \d+ differences, \d+ requests\.\n/);
    expect(text).toMatch(/\n\nCYBER\nwhere .*\nAlgemene gegevens · Jaaromzet · maximum +€ 10\.000\.000 +€ 90\.000\n/);
    expect(text).toMatch(/\nrequests that are refused +0 +[1-9]/);
    expect(text).toMatch(/\nrefused: Jaaromzet · maximum +– +\d+ requests: \d+/);
    const journey = rows.find(({ where }) => where === 'journey "Referred with explanation and file" (newRequest)');
    expect(journey).toMatchObject({ before: expect.stringMatching(/^referred, premium \d/) });
    expect(journey?.after).toBe("refused, premium –: general-data gives /turnover maximum");
  });

  it("counts one difference, one request and one quotation in the singular", () => {
    const row = { product: "cyber", part: "tariff", where: "tariff", before: "1", after: "2", place: "" };
    const portfolio = { products: [], requests: 1, without: 1, broken: [] };
    const text = writeTable({ rows: [row], portfolio }, { before: "HEAD", after: "" });
    expect(text).toContain(": 1 difference, 1 request.");
    expect(text).toContain("Left out: 1 quotation without answers.");
  });

  it("finds no differences in the same content", async () => {
    expect(await diff(["HEAD", ...folders], {})).toBe("HEAD compared with the files as they are: no differences.");
  });

  it("lists a renamed field as a name alone", async () => {
    const index = new ContentIndex(copy.schemas, copy.fixtures);
    for (const [field, to] of [
      ["revenue", "sales"],
      ["sector", "branch"],
      ["sales", "income"],
    ] as const) {
      const plan = planRename(index, { product: "beroepsaansprakelijkheid", step: "general-data", field, to });
      if (typeof plan === "string") throw new Error(plan);
      applyRename(plan);
    }
    const { rows } = JSON.parse(await diff(["HEAD", ...folders, "--json"], {})) as Comparison;
    const { portfolio } = JSON.parse(await replay(["HEAD", ...folders, "--json"], {})) as Comparison;
    restore();
    expect(rows.map(({ where, before: from, after }) => [where, from, after])).toEqual([
      ["general-data · Jaaromzet · name in the files", "revenue", "income"],
      ["general-data · Sector · name in the files", "sector", "branch"],
    ]);
    const replayed = portfolio?.products.find(({ product }) => product === "beroepsaansprakelijkheid");
    expect(replayed?.unchanged).toBe(replayed?.requests);
  });

  it("refuses unknown names, and leaves no temporary folder", async () => {
    await expect(diff(["autumn", ...folders], {})).rejects.toThrow('There is no release or git revision "autumn"');
    mkdirSync(copy.path("temporary"));
    vi.stubEnv("TMPDIR", copy.path("temporary"));
    await expect(diff(["HEAD", ...folders, "--to", "autumn"], {})).rejects.toThrow('git revision "autumn"');
    vi.unstubAllEnvs();
    expect(readdirSync(copy.path("temporary"))).toEqual([]);
    await expect(diff(["HEAD", "--product", "cybr"], {})).rejects.toThrow(/There is no product "cybr"; .* cyber, /);
  });
});
