// A copy of the content of one product that a test file changes with the acts of the studio.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { Shapes } from "#content/read/shapes.ts";
import { inspectShape } from "#studio/server/edit/inspectShape.ts";
import { Patcher } from "#studio/server/edit/patch.ts";
import { Content } from "#studio/workspace/model/content.ts";
import { ContentCopy, describeCause, SCHEMAS } from "../../content/support/content.ts";

/** The acts of the studio on a folder of content. */
export const openPatcher = (base: string) =>
  new Patcher({
    base,
    journalPath: join(base, "data/acts.json"),
    now: () => "2026-11-20T12:00:00.000Z",
    inspect: inspectShape(base, new Shapes(join(SCHEMAS, "meta"))),
  });

export class StudioContent {
  readonly copy: ContentCopy;
  readonly patcher: Patcher;
  readonly #product: string;

  constructor(product: string) {
    this.#product = product;
    this.copy = new ContentCopy(product);
    this.patcher = openPatcher(this.copy.base);
    afterAll(() => this.copy.remove());
  }

  /** The text of every JSON file, by its path from the root of the copy. */
  readFiles(): Record<string, string> {
    const names = ["schemas", "fixtures"].flatMap((folder) =>
      readdirSync(this.copy.path(folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    );
    const json = names.filter((name) => name.endsWith(".json"));
    return Object.fromEntries(json.map((name) => [name, readFileSync(this.copy.path(name), "utf8")]));
  }

  /** The content as the pages get it. */
  read(): Content {
    const texts = Object.entries(this.readFiles()).filter(([file]) => !/^fixtures\/(journeys|portfolio)/.test(file));
    const name = "expression.schema.json";
    const metas = { [name]: JSON.parse(readFileSync(join(SCHEMAS, "meta", name), "utf8")) };
    return new Content(this.#product, Object.fromEntries(texts), metas);
  }

  async findFaults(): Promise<string[]> {
    const { findings } = await this.copy.check.run();
    return findings.map(describeCause);
  }
}
