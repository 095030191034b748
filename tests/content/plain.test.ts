// Texts, pictures and documents between fields, as an analyst writes them: what the check refuses, what is published, and what an
// editor knows of their names. Of renamed fields in their conditions see `renameInside.test.ts`.
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareContent } from "#content/compare/content.ts";
import { findCandidates, findDefinitions } from "#content/names/candidates.ts";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { compile } from "#content/publish/compile.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { findPlain } from "#content/read/plainContent.ts";
import type { JsonObject, StepSource } from "#engine/schema/types.ts";
import { ContentCopy, describeCause } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const PRODUCT = "bedrijfspand";
const folder = `fixtures/products/${PRODUCT}`;
const layout = (step: string) => `${folder}/${step}.ui.json`;
const locations = layout("locations");
const picture = (file: string) => `${folder}/pictures/${file}`;

const copy = oneCopy(new ContentCopy(PRODUCT));

const causes = async () => (await copy.findings()).filter(({ file }) => file.startsWith(folder));
const order = (content: JsonObject, path = "ui:order") => at(content, path) as unknown as unknown[];
const drawing = (shapes: string, size = 'viewBox="0 0 660 220"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes}</svg>`;
const terms = { document: "terms_and_conditions", title: "plain.terms.title" };

it("is accepted by the check as the example product has it", async () => {
  expect(findPlain(copy.read(locations)).map(({ place }) => place)).toEqual([
    "/ui:order/0",
    "/ui:order/1",
    "/ui:order/2",
    "/ui:order/3",
    "/sites/buildings/ui:order/6",
  ]);
  expect(await causes()).toEqual([]);
});

describe("a mistake is one finding", () => {
  const inFirst = (change: JsonObject) => () =>
    copy.change(locations, (ui) => Object.assign(order(ui)[0] as JsonObject, change));
  const inRecord = (condition: unknown) => () =>
    copy.change(locations, (ui) =>
      Object.assign(order(ui, "sites.buildings.ui:order")[6] as JsonObject, { when: condition }),
    );
  const withoutText = (...languages: string[]) => {
    for (const language of languages)
      copy.change(`${folder}/texts.${language}.json`, (texts) => delete texts["plain.roofs.alt"]);
  };

  it.each<[name: string, make: () => void]>([
    ["an unknown text", inFirst({ text: "plain.location.text" })],
    ["a picture without words for it", () => withoutText("nl", "fr")],
    ["words for a picture in one language", () => withoutText("fr")],
    ["a picture without alt", () => copy.change(locations, (ui) => delete (order(ui)[2] as JsonObject).alt)],
    [
      "a link to a document with a text",
      () => copy.change(locations, (ui) => Object.assign(order(ui)[1] as JsonObject, { text: "name" })),
    ],
    ["a misspelt member", inFirst({ tittle: "plain.locations.title" })],
    [
      "an unknown picture",
      () => copy.change(locations, (ui) => Object.assign(order(ui)[2] as JsonObject, { picture: "roof.svg" })),
    ],
    [
      "an unknown document",
      () => copy.change(locations, (ui) => Object.assign(order(ui)[1] as JsonObject, { document: "insurance_mop" })),
    ],
    ["a picture that nothing shows", () => copy.write(picture("other.png"), "x")],
    ["a picture that is too large", () => copy.write(picture("roofs.svg"), "x".repeat(200_001))],
    ["a drawing with a script", () => copy.write(picture("roofs.svg"), drawing("<script/>"))],
    ["a drawing without a size", () => copy.write(picture("roofs.svg"), drawing('<rect width="9"/>', 'width="9"'))],
    [
      "a picture that is a text",
      () => {
        copy.write(picture("roofs.png"), "<PNG was a picture, and this is a text>".padEnd(60));
        rmSync(copy.path(picture("roofs.svg")));
        copy.change(locations, (ui) => Object.assign(order(ui)[2] as JsonObject, { picture: "roofs.png" }));
      },
    ],
    [
      "a picture that is a link out of the content",
      () => {
        rmSync(copy.path(picture("roofs.svg")));
        symlinkSync(import.meta.filename, copy.path(picture("roofs.svg")));
      },
    ],
    [
      "a picture of another kind than its name",
      () => {
        copy.write(picture("roofs.png"), drawing('<rect width="9"/>'));
        rmSync(copy.path(picture("roofs.svg")));
        copy.change(locations, (ui) => Object.assign(order(ui)[2] as JsonObject, { picture: "roofs.png" }));
      },
    ],
    [
      "the same twice in a step",
      () => copy.change(locations, (ui) => order(ui).unshift({ ...terms, title: "plain.roofs.alt" })),
    ],
    [
      "between the columns of a table",
      () =>
        copy.change(layout("parties"), (ui) =>
          Object.assign(at(ui, "owners"), { "ui:options": { layout: "table" }, "ui:order": [terms, "*"] }),
        ),
    ],
    [
      "in the order beside sections",
      () => copy.change(layout("general-data"), (ui) => Object.assign(ui, { "ui:order": [terms, "*"] })),
    ],
    [
      "in a section without fields",
      () => copy.change(layout("general-data"), (ui) => order(ui, "ui:options.sections").push({ fields: [terms] })),
    ],
    ["an unknown fact", inFirst({ when: "facts.has_cold_stor" })],
    [
      "a fact that is not yes or no",
      () => copy.change(layout("parties"), (ui) => order(ui).unshift({ ...terms, when: "facts.claims_5y" })),
    ],
    ["an answer of a later step", inFirst({ when: { answered: "claims.claims" } })],
    ["a condition on an unknown field", inRecord({ is: [".roofs", "thatch"] })],
    ["a condition on a choice that is not offered", inRecord({ is: [".roof", "reed"] })],
    ["a condition that reads nothing", inRecord(true)],
  ])("%s", async (_name, make) => {
    make();
    const found = await causes();
    expect(found.map(describeCause).join("\n")).toMatchSnapshot();
    expect(found).toHaveLength(1);
  });
});

describe("published", () => {
  const sizes: [file: string, bytes: string][] = [
    ["roofs.png", "89504e470d0a1a0a0000000d49484452000002940000 00dc 0802000000"],
    ["roofs.jpg", "ffd8 ffe0 0010 4a46494600010100000100010000 ffc2 0011 08 00dc 0294 03 011100"],
    ["roofs.webp", "524946461a000000 57454250 56503820 0e000000 000000 9d012a 9402 dc00 0000"],
    ["roofs.webp", "524946461a000000 57454250 5650384c 0e000000 2f 93c23600 0000000000"],
    ["roofs.webp", "524946461a000000 57454250 56503858 0a000000 00000000 930200 db0000 00"],
  ];

  /** The plain content of the step and the files of the product, as they are published. */
  async function compileCopy() {
    const catalogue = readCatalogue(copy.schemas, undefined, join(copy.fixtures, "products"));
    const { bundle, documents } = await compile(catalogue.products[0]!, catalogue);
    const path = join(copy.base, bundle.name);
    writeFileSync(path, bundle.code);
    const { steps } = (await import(path)) as { steps: Record<string, StepSource> };
    const contents = findPlain(steps.locations?.ui ?? {}).map(({ content }) => content);
    const fileOf = (address = "") => documents.find(({ file }) => address === `/products/${file}`);
    return { contents, fileOf };
  }

  it.each(sizes)("the size of a picture is read: %s", async (file, bytes) => {
    writeFileSync(copy.path(picture(file)), Buffer.from(bytes.replaceAll(" ", ""), "hex"));
    copy.change(locations, (ui) => Object.assign(order(ui)[2] as JsonObject, { picture: file }));
    const { contents } = await compileCopy();
    expect(contents[2]).toMatchObject({ width: 660, height: 220 });
  });

  it("a picture and a document have an address of their content, and what the page needs of them", async () => {
    const { contents, fileOf } = await compileCopy();
    const [, document, image] = contents;
    expect(document).toMatchObject({ title: "plain.terms.title", size: 28_142, languages: ["nl", "fr"] });
    expect(fileOf(document?.document)?.name).toBe("terms_and_conditions");
    expect(image).toMatchObject({ alt: "plain.roofs.alt", width: 660, height: 220 });
    expect(image?.picture).toMatch(/^\/products\/bedrijfspand\.roofs\.[0-9a-f]{12}\.svg$/);
    expect(fileOf(image?.picture)?.content).toEqual(readFileSync(copy.path(picture("roofs.svg"))));
    copy.write(picture("roofs.svg"), drawing('<rect width="660" height="220" fill="#fff"/>'));
    expect((await compileCopy()).contents[2]?.picture).not.toBe(image?.picture);
  });

  it("a new version of a picture is a change that a comparison names", () => {
    const read = () => readCatalogue(copy.schemas);
    copy.moveExamples();
    const earlier = new ContentCopy(PRODUCT).moveExamples();
    copy.write(picture("roofs.svg").replace("fixtures", "schemas"), drawing('<rect width="660" height="220"/>'));
    const rows = compareContent(readCatalogue(earlier.schemas), read());
    earlier.remove();
    expect(rows.map(({ where }) => where)).toEqual(["documents · pictures/roofs.svg"]);
  });
});

describe("names", () => {
  it("lead to their definition and are offered", () => {
    const index = new ContentIndex(copy.schemas, copy.fixtures);
    const { text } = index.find(locations)!;
    const definition = (words: string) =>
      findDefinitions(index, locations, text.indexOf(words) + 1).map(({ file }) => file);
    const texts = ["fr", "nl"].map((language) => `${folder}/texts.${language}.json`);
    expect(definition('"plain.roofs.alt"').sort()).toEqual(texts);
    expect(definition('roof", "thatch"')).toEqual([`${folder}/locations.schema.json`]);
    const offered = (member: string) =>
      findCandidates(index, locations, `/ui:options/sections/0/fields/0/${member}`, "value").map(({ name }) => name);
    expect(offered("alt")).toContain("plain.terms.title");
    expect(offered("document")).toContain("terms_and_conditions");
  });
});
