// What every story of the studio starts with: one studio over a copy of the content for the file, which stories change.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect as expectSoon, test } from "./stories.ts";
import { openStudio, type Studio } from "./studio.ts";

/** The studio checks all content in the process that answers its pages, which takes seconds after each saved file. */
export const expect = expectSoon.configure({ timeout: 60_000 });

/** The step as it is drawn, in a frame of its own. */
export const form = (page: Page, language = "Nederlands") =>
  page.frameLocator(`iframe[title="The step in ${language}"]`);
export const region = (page: Page, name: string) => page.getByRole("region", { name });

/** A fixture of the worker would need its own worker. Its start has a limit of its own, so that the first story keeps all its time. */
let opened: Promise<Studio> | undefined;
/** The path of a file of the copy. */
let content = "";
/** Of the command that starts the studio. */
let options: readonly string[] = [];
export const findFile = (file: string): string => join(content, file);

export const story = test.extend({
  /** A pointer fails a story that is by keyboard alone. */
  page: async ({ page }, use, { title }) => {
    const refuse = () => addEventListener("pointerdown", () => console.error("a pointer was used"), true);
    if (title.endsWith("by keyboard alone")) await page.addInitScript(refuse);
    await use(page);
  },
  baseURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      opened ??= openStudio(options);
      const studio = await opened;
      content = studio.content;
      await use(studio.address);
    },
    { scope: "test", timeout: 180_000 },
  ],
});

/** One after the other, because they change the same copy. Nobody logs in. */
export function inStudio(tell: () => void, args: readonly string[] = []): void {
  options = args;
  story.describe("the studio", () => {
    story.describe.configure({ mode: "default" });
    story.use({ user: null });
    story.afterAll(async () => {
      const last = await opened;
      // The next file of this worker opens its own.
      opened = undefined;
      await last?.close();
    });
    tell();
  });
}

/** Replaces a text of a file. Returns what puts it back. */
export function change(file: string, from: string, to: string): () => void {
  const path = findFile(file);
  const before = readFileSync(path, "utf8");
  if (!before.includes(from)) throw new Error(`${file} holds no ${from}`);
  writeFileSync(path, before.replace(from, to));
  return () => writeFileSync(path, before);
}
