// What holds on a narrow screen and on a tablet, in the language with the longer words: no text lies over another, the head of a box
// keeps to its line, buttons are as wide as the screen.
import { afterAll, beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import Dashboard from "#portal/dashboard/Dashboard.tsx";
import { List as Documents } from "#portal/documents/documentKind.tsx";
import { DataTable } from "#portal/kit/list/DataTable.tsx";
import { Failed } from "#portal/kit/States.tsx";
import { List as QuoteList } from "#portal/quotations/quotationKind.tsx";
import RelationForm from "#portal/relations/RelationForm.tsx";
import { createItem } from "#portal/relations/relationKind.tsx";
import type { RouteParams } from "#routes/table.ts";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { inPortal, wordsIn } from "../wizard/support/screen.tsx";

// The application behind the page starts with the first call, and takes as long as it takes.
beforeAll(() => fetch("/api/profile/me"));
afterAll(() => page.viewport(1280, 900));

const say = wordsIn("fr");
const middle = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.round((top + bottom) / 2);
};

/** Text for screen readers alone takes no space. */
const isForReaders = (element: Element | null): boolean =>
  element !== null && (getComputedStyle(element).clipPath !== "none" || isForReaders(element.parentElement));

/** Pairs of texts of which one lies over the other. */
function findOverlaps(): string[] {
  const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
  const boxes: { text: string; box: DOMRect }[] = [];
  while (walker.nextNode()) {
    if (isForReaders(walker.currentNode.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) boxes.push({ text: walker.currentNode.textContent ?? "", box });
  }
  return boxes.flatMap((first, index) =>
    boxes
      .slice(index + 1)
      .filter(
        ({ box }) =>
          Math.min(first.box.right, box.right) - Math.max(first.box.left, box.left) > 2 &&
          Math.min(first.box.bottom, box.bottom) - Math.max(first.box.top, box.top) > 4,
      )
      .map(({ text }) => `${first.text} | ${text}`),
  );
}

test.each([320, 390])("a long remark at the right leaves room for the text at the left (%i px)", async (width) => {
  await page.viewport(width, 800);
  const columns = [
    { key: "at", header: "portal.trail.column.at", value: () => "25/11/2026 03:53:39", place: 1 },
    {
      key: "outcome",
      header: "portal.trail.column.outcome",
      value: () => "Effectué",
      sub: () => "release beroepsaansprakelijkheid-c8681e0967d7 · accepted referred",
      place: 2,
      end: true,
    },
    {
      key: "person",
      header: "portal.trail.column.person",
      value: () => "p.proef",
      sub: () => "Bureau 100245",
      place: 3,
    },
  ] as const;
  const table = <DataTable caption="Journal" look="table-two-lines" columns={columns} rows={[1]} rowKey={String} />;
  await render(inPortal("fr", table));
  await expect.element(page.getByText("Effectué")).toBeVisible();
  await expect.poll(findOverlaps).toEqual([]);
});

test.each([768, 961, 1024, 1100])("heads and amounts keep to their columns on a tablet (%i px)", async (width) => {
  await page.viewport(width, 800);
  await render(inPortal("fr", <Dashboard />));
  await expect.element(page.getByText(/par trimestre/).first()).toBeVisible();
  await expect.poll(findOverlaps).toEqual([]);
  const cells = [...document.querySelectorAll("th, td")];
  expect(cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)).toEqual([]);
});

test("the head of a box of a relation fits at 320 px", async () => {
  await page.viewport(280, 800); // without the gutters
  const Item = createItem([]);
  await render(inPortal("fr", <Item {...({ relation: 300171 } as Required<RouteParams>)} />));
  const all = page.getByRole("link", { name: say("portal.relation_dashboard.relation.more") });
  await expect.element(all).toBeVisible();
  await expect.poll(findOverlaps).toEqual([]);
  expect(all.element().getBoundingClientRect().right).toBeLessThanOrEqual(280);
});

test("a document keeps its name beside nothing, and its download below, at 320 px", async () => {
  await page.viewport(280, 800); // without the gutters
  await render(inPortal("fr", <Documents relation={300101} />));
  const download = page.getByRole("link", { name: new RegExp(`^${say("portal.documents.download")}`) }).first();
  await expect.element(download).toBeVisible();
  await expect.poll(findOverlaps).toEqual([]);
  const line = download.element().closest("tr")!;
  const [row, name] = [line, line.firstElementChild!].map((box) => box.getBoundingClientRect()) as [DOMRect, DOMRect];
  expect(name.width).toBeGreaterThan(0.8 * row.width);
  expect(download.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(name.bottom);
  expect(download.element().getBoundingClientRect().right).toBeLessThanOrEqual(280);
});

test("the way back from the form of a relation is said in words at 390 px", async () => {
  await page.viewport(358, 800); // without the gutters
  await render(inPortal("fr", <RelationForm {...({ relation: 300171 } as Required<RouteParams>)} />));
  const back = page.getByRole("button", { name: say("portal.relation_form.minimize") });
  await expect.element(back).toHaveTextContent(say("portal.relation_form.minimize"));
  expect(back.element().getBoundingClientRect().right).toBeLessThanOrEqual(358);
});

test("buttons that end a part are as wide as it", async () => {
  await page.viewport(390, 800);
  await render(inPortal("fr", <Failed error={null} retry={async () => ({ isSuccess: true })} />));
  const retry = page.getByRole("button", { name: say("common.action.retry") });
  await expect.element(retry).toBeVisible();
  const parentBox = retry.element().parentElement!.getBoundingClientRect();
  expect(Math.round(retry.element().getBoundingClientRect().width)).toBe(Math.round(parentBox.width));
});

test("the title of a dialog is beside its closing button", async () => {
  await page.viewport(390, 800);
  await render(
    inPortal(
      "fr",
      <Dialog kind="sheet" title="Prime" onClose={() => undefined}>
        <p>131,00</p>
      </Dialog>,
    ),
  );
  const close = page.getByRole("button", { name: say("common.dialog.close") });
  await expect.element(close).toBeVisible();
  expect(middle(page.getByRole("heading", { name: "Prime" }).element())).toBe(middle(close.element()));
});

test("another page is read from its first row", async () => {
  await page.viewport(390, 700);
  await render(inPortal("nl", <QuoteList />));
  const next = page.getByRole("link", { name: wordsIn("nl")("common.pagination.next") });
  await expect.element(next).toBeInTheDocument();
  const list = () => document.querySelector("table")!.parentElement!;
  next.element().scrollIntoView();
  await expect.poll(() => list().getBoundingClientRect().top).toBeLessThan(0);
  const first = list().querySelector("tbody tr")!.textContent;
  (next.element() as HTMLElement).click();
  await expect.poll(() => list().querySelector("tbody tr")!.textContent).not.toBe(first);
  await expect.poll(() => list().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
});
