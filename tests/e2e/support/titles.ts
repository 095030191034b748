// The words on the tab of each page.
import type { ListName } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { goTo } from "./follow.ts";
import { expect, test } from "./stories.ts";

const to = paths("nl");

function* listPages(kinds: readonly ListName[], relations: number[]): Generator<string> {
  for (const kind of kinds) for (const search of [undefined, "a"]) yield to.list(kind, { search });
  // Another search of the same list, which has the same heading and trail, follows another list.
  for (const kind of kinds) yield to.list(kind, { search: "b" });
  for (const relation of relations) for (const kind of kinds) yield to.list(kind, { relation });
}

export function tellTitles(kinds: readonly ListName[], relations: number[]): void {
  test("no two pages have the same words on their tab", async ({ broker: { page } }) => {
    const pages = [to.dashboard(), to.settings(), to.account(), to.quote(50010007), to.quote(50010414)];
    pages.push(...listPages(kinds, relations));
    for (const relation of relations)
      pages.push(to.relation(relation), to.relationData(relation), to.relationChange(relation), to.documents(relation));
    const addresses = new Map<string, string>();
    for (const address of pages) {
      await goTo(page, address);
      // The name of a relation may arrive after its list.
      await expect
        .poll(async () => addresses.get(await page.title()), `another page with the title of ${address}`)
        .toBeUndefined();
      addresses.set(await page.title(), address);
    }
  });
}
