import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publish } from "#content/publish/publish.ts";
import type { PublishedIndex } from "#content/publish/published.ts";
import { ContentError } from "#content/read/findings/finding.ts";
import { type BundleModule, toBundle } from "#engine/rules/contract.ts";
import { refuseUntold } from "../support/untold.ts";
import { ContentCopy, SCHEMAS } from "./support/content.ts";

type Writer = (text: string) => void;

const out = mkdtempSync(join(tmpdir(), "published-"));
let index: PublishedIndex;
beforeAll(async () => {
  index = await publish(SCHEMAS, out);
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const file = (address: string) => join(out, "public", address.replace("/products/", ""));
const load = async (address: string) => (await import(file(address))) as BundleModule;

describe("publish", () => {
  it("lists every product with its release, codes and words", () => {
    expect(index.products.length).toBeGreaterThan(0);
    for (const product of index.products) {
      expect(index.releases[product.release]?.key).toBe(product.key);
      expect(product.codes.length).toBeGreaterThan(0);
      for (const language of ["nl", "fr"]) {
        expect(product.name[language]).toBeTruthy();
        expect(product.description[language]).toBeTruthy();
      }
    }
    expect(index.portal?.key).toBe("portal");
  });

  it("makes modules that work on their own, need no eval and stay small", () => {
    for (const { bundle } of Object.values(index.releases)) {
      const code = readFileSync(file(bundle), "utf8");
      expect(code).not.toMatch(/\brequire\s*\(|new Function|\beval\s*\(|\bimport\b/);
      expect(brotliCompressSync(code).length).toBeLessThan(12_000);
    }
  });

  it("gives the browser no tariff, no expected answer and no remark for colleagues", () => {
    for (const name of readdirSync(join(out, "public"))) {
      const content = readFileSync(join(out, "public", name), "utf8");
      refuseUntold(name, content);
      expect(content).not.toMatch(/"price"\s*:\s*\d|"description":"[^"]*decisions/);
    }
    for (const name of readdirSync(join(out, "back"))) {
      const { handover, ...back } = JSON.parse(readFileSync(join(out, "back", name), "utf8"));
      expect(Object.keys(back).sort()).toEqual(["form", "professions", "questions", "rates", "tariff"]);
      expect(handover === undefined, name).toBe(name.startsWith("portal"));
    }
  });

  it("holds a contract for every step and the request block", async () => {
    for (const product of index.products) {
      const module = await load(index.releases[product.release]!.bundle);
      const bundle = await toBundle(module, product.release);
      const keys = [...module.manifest.steps.map((step) => step.key), "request"].sort();
      expect(Object.keys(bundle.contracts).sort()).toEqual(keys);
      for (const key of keys) {
        expect(bundle.contracts[key]!({}, { today: "2026-11-20", lists: {} }).length).toBeGreaterThan(0);
      }
    }
  });

  it("holds the code of every condition of schemas, once", async () => {
    const expressions = new Set(["facts", "computed", "startsWith", "rules", "when"]);
    const find = (value: unknown): unknown[] => {
      if (typeof value !== "object" || value === null) return [];
      return Object.entries(value).flatMap(([key, member]) => {
        if (expressions.has(key)) return [];
        const isCondition = key === "if" && typeof member === "object";
        return isCondition ? ["else" in value ? { not: member } : member, member] : find(member);
      });
    };
    const texts = (found: unknown[]) => [...new Set(found.map((condition) => JSON.stringify(condition)))].sort();
    for (const { bundle } of Object.values(index.releases)) {
      const { steps, conditions = [] } = await load(bundle);
      expect(conditions.map(([condition]) => JSON.stringify(condition)).sort()).toEqual(
        texts(find(Object.values(steps).map(({ schema }) => schema))),
      );
    }
  });

  it("compiles texts, so that no parser is needed", () => {
    for (const { texts } of Object.values(index.releases)) {
      for (const address of Object.values(texts)) {
        const compiled = JSON.parse(readFileSync(file(address), "utf8")) as Record<string, { type: number }[]>;
        const all = Object.values(compiled);
        expect(all.length).toBeGreaterThan(50);
        for (const ast of all)
          expect(Array.isArray(ast) && ast.every((part) => typeof part.type === "number")).toBe(true);
      }
    }
  });

  it("changes nothing when nothing changed", async () => {
    const before = readdirSync(join(out, "public")).sort();
    expect(await publish(SCHEMAS, out)).toEqual(index);
    expect(readdirSync(join(out, "public")).sort()).toEqual(before);
  });
});

describe("an icon of its own", () => {
  const copy = new ContentCopy("cyber").writeOut();
  const iconFile = "schemas/products/cyber/icon.svg";
  const drawing = (inside: string, around = 'viewBox="0 0 20 20"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${around}><g id="i" fill="none">${inside}</g></svg>\n`;
  const says = "; schemas/changes.md shows one that is right";
  beforeAll(() => {
    copy.change("schemas/products/cyber/product.json", (manifest) => Object.assign(manifest, { icon: "icon.svg" }));
  });
  afterAll(() => copy.remove());
  const causes = async () => (await copy.errors()).map((line) => line.replace(/^.* \/icon: /, ""));

  it("is missing at first, which the check reports", async () => {
    const sentence = 'there is no file "icon.svg"; put it in the folder of the product, beside product.json';
    expect(await causes()).toEqual([sentence]);
    await expect(publish(copy.schemas, copy.out)).rejects.toBeInstanceOf(ContentError);
  });

  const long = drawing(`<path d="${"M0 0".repeat(1100)}"/>`);
  const unclosed = "is not well-formed: every shape is closed, within the one <svg>";
  it.each([
    ["a script", drawing("<script>alert(1)</script>"), "holds something else than shapes: alert(1)"],
    ["an empty script", drawing("<script/>"), "holds <script>, and an icon holds shapes only"],
    ["a picture", drawing('<image href="https://a.nl/x.png"/>'), "holds <image>, and an icon holds shapes only"],
    ["a handler", drawing('<path d="M0 0" onclick="alert(1)"/>'), 'holds onclick="alert(1)" in <path>'],
    ["an address", drawing('<path fill="url(#a)" d="M0 0"/>'), 'holds fill="url(#a)" in <path>'],
    [
      "a colour of its own",
      drawing('<path fill="#003366" d="M0 0"/>'),
      'has the colour fill="#003366": write "currentColor", which is that of the text beside it, or "none"',
    ],
    ["a style", drawing('<path style="fill:red" d="M0 0"/>'), 'holds style="fill:red" in <path>'],
    ["an entity", `<!DOCTYPE a>${drawing("")}`, "holds something else than shapes: <!DOCTYPE a>"],
    ["an open shape", drawing('<path d="M0 0">'), unclosed],
    ["two drawings", drawing("") + drawing(""), unclosed],
    ["another size", drawing("", 'viewBox="0 0 24 24"'), 'has no viewBox="0 0 20 20", the size of every icon'],
    ["no group", drawing("").replace(' id="i"', ""), 'has no <g id="i"> around its shapes, by which it is shown'],
    ["no shapes", drawing(""), "holds no shapes"],
    [
      "no namespace",
      drawing('<path d="M0 0"/>').replace(/ xmlns="[^"]*"/, ""),
      'has no xmlns="http://www.w3.org/2000/svg", without which nothing draws it',
    ],
    ["much", long, `has ${long.length} bytes, and an icon may have 4096`],
  ])("is refused with %s", async (_what, content, sentence) => {
    copy.write(iconFile, content);
    expect(await causes()).toEqual([`"icon.svg" ${sentence}${says}`]);
  });

  it("is published with the release, under a name that changes with it", async () => {
    const content = drawing('<circle cx="10" cy="10" r="7" stroke="currentColor"/>');
    copy.write(iconFile, content);
    expect(await causes()).toEqual([]);
    const { products, releases } = await publish(copy.schemas, copy.out);
    const { icon, release } = products[0]!;
    expect(icon).toMatch(/^\/products\/cyber\.icon\.[0-9a-f]{12}\.svg$/);
    const pathOf = (address: string) => join(copy.out, "public", address.replace("/products/", ""));
    expect(readFileSync(pathOf(icon), "utf8")).toBe(content);
    const module = (await import(pathOf(releases[release]!.bundle))) as BundleModule;
    expect(module.manifest).toMatchObject({ icon, documents: expect.not.objectContaining({ icon }) });
    copy.write(iconFile, drawing('<circle cx="10" cy="10" r="6"/>'));
    const [next] = (await publish(copy.schemas, copy.out)).products;
    expect([next?.icon === icon, next?.release === release]).toEqual([false, false]);
  });
});

describe("the papers of a product", () => {
  const paper = "schemas/products/cyber/documents/insurance-map.pdf";

  it("are published with its release, under a name that changes with them", async () => {
    const copy = new ContentCopy("cyber").writeOut();
    try {
      const first = await publish(copy.schemas, copy.out);
      const { release } = first.products[0]!;
      const address = first.releases[release]?.documents?.insurance_map ?? "";
      const publishedAt = (url: string) => join(copy.out, "public", url.replace("/products/", ""));
      expect(readFileSync(publishedAt(address))).toEqual(readFileSync(copy.path(paper)));
      const module = (await import(publishedAt(first.releases[release]!.bundle))) as BundleModule;
      expect(module.manifest.documents.insurance_map).toBe(address);

      copy.write(paper, "%PDF-1.7 another");
      const second = await publish(copy.schemas, copy.out);
      const { release: next } = second.products[0]!;
      expect(next).not.toBe(release);
      expect(readFileSync(publishedAt(second.releases[next]?.documents?.insurance_map ?? ""), "utf8")).toContain(
        "another",
      );
      expect(readFileSync(publishedAt(address)).length, "what was agreed to before").toBeGreaterThan(100);
    } finally {
      copy.remove();
    }
  });

  it.each([
    [
      "a script",
      (write: Writer, _path: string) => write("%PDF-1.7\n1 0 obj << /S /JavaScript >>"),
      /has a script, .* \(JavaScript\)/,
    ],
    [
      "a page that names a PDF",
      (write: Writer, _path: string) => write("<html><p>%PDF-1.7</p></html>"),
      /is not a PDF document/,
    ],
    [
      "another file",
      (write: Writer, _path: string) => write("%PDF-1.7\n1 0 obj << /S /GoToR /F (a) >>"),
      /refers to another file/,
    ],
    [
      "a link out of the content",
      (_write: Writer, path: string) => {
        rmSync(path);
        symlinkSync(import.meta.filename, path);
      },
      /there is no file/,
    ],
  ])("are judged as files of brokers are: %s", async (_what, change, message) => {
    const copy = new ContentCopy("cyber").writeOut();
    try {
      change((text) => copy.write(paper, text), copy.path(paper));
      expect(await copy.errors()).toEqual([expect.stringMatching(message)]);
    } finally {
      copy.remove();
    }
  });

  it("are PDF documents, and all there", async () => {
    const copy = new ContentCopy("cyber").writeOut();
    try {
      copy.write(paper, "PK a text document");
      expect(await copy.errors()).toEqual([
        expect.stringMatching(/insurance_map: "documents.insurance-map.pdf" is not a PDF/),
      ]);
      await expect(publish(copy.schemas, copy.out)).rejects.toThrow(/is not a PDF document/);
    } finally {
      copy.remove();
    }
  });
});

describe("a second publish", () => {
  it("keeps the release that an open request was made with", async () => {
    const copy = new ContentCopy("cyber", "edi").writeOut();
    try {
      const first = await publish(copy.schemas, copy.out);
      const { key, release } = first.products[0]!;
      copy.change(`schemas/products/${key}/texts.nl.json`, (texts) => {
        texts.title = "Another title";
      });
      const second = await publish(copy.schemas, copy.out);
      expect(second.products[0]!.release).not.toBe(release);
      expect(second.releases[release]).toEqual(first.releases[release]);
      expect(second.products[1]!.release).toBe(first.products[1]!.release);
      for (const name of readdirSync(join(copy.out, "public"))) expect(name).not.toMatch(/\.new$/);
    } finally {
      copy.remove();
    }
  });

  it("makes a new release for a change of the tariff, although the browser's files stay the same", async () => {
    const copy = new ContentCopy("cyber", "edi").writeOut();
    try {
      const first = await publish(copy.schemas, copy.out);
      const { key, release } = first.products[0]!;
      copy.change(`schemas/products/${key}/tariff.json`, (tariff) => {
        tariff.reference = "Another reference";
      });
      const second = await publish(copy.schemas, copy.out);
      expect(second.products[0]!.release).not.toBe(release);
      expect(second.releases[second.products[0]!.release]!.bundle).toBe(first.releases[release]!.bundle);
    } finally {
      copy.remove();
    }
  });

  it("publishes nothing when one product cannot be compiled, and leaves the index as it was", async () => {
    const copy = new ContentCopy("cyber", "edi").writeOut();
    try {
      const first = await publish(copy.schemas, copy.out);
      const { key } = first.products[0]!;
      copy.change(`schemas/products/${key}/request.schema.json`, (schema) => {
        schema.properties = { x: { type: "text" } };
      });
      await expect(publish(copy.schemas, copy.out)).rejects.toThrow(ContentError);
      await expect(publish(copy.schemas, copy.out)).rejects.toThrow(/request\.schema\.json.*cannot be compiled/);
      expect(JSON.parse(readFileSync(join(copy.out, "public", "index.json"), "utf8"))).toEqual(first);
    } finally {
      copy.remove();
    }
  });
});
