// How the portal looks where that carries meaning (spec: portal 1): a window at 400 % zoom, paper, the colour of a section.
// `portalLook.long.spec.ts` has the other pages in a narrow window.
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { telephone } from "./support/accessible.ts";
import { goTo } from "./support/follow.ts";
import { LONG_WORD, tellLongWords, tellZoom } from "./support/narrow.ts";
import { expect, test } from "./support/stories.ts";

const relation = 300101;
const main = (page: Page) => page.getByRole("main");

const pages = (to: ReturnType<typeof paths>) => [
  to.dashboard(),
  to.quotes(),
  to.quote(50010414),
  to.relation(relation),
  to.relationChange(relation),
];

tellZoom(pages(paths("nl")));
tellLongWords([
  ...pages(paths("nl")),
  paths("nl").list("quotes", { search: LONG_WORD }),
  paths("nl").wizard({ product: "cyber", relation, intermediary: 100245 }),
]);

test("the search leaves room to type in, whatever it searches and however wide the window", async ({ broker }) => {
  const { page } = broker;
  await goTo(page, paths("nl").list("open_invoices"));
  for (const width of [1312, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const field = await page.getByRole("searchbox", { name: broker.say("portal.search.label") }).boundingBox();
    expect(field?.width, `at ${width}`).toBeGreaterThan(150);
  }
});

test("the name of a product stays whole on a telephone, where no browser may know where it parts", async ({
  broker: { page },
}) => {
  await page.setViewportSize(telephone);
  await page.goto(paths("nl").insurance(70020011));
  const name = page.getByRole("definition").filter({ hasText: /^Bestuurdersaansprakelijkheid$/ });
  await expect(name).toBeVisible();
  const lines = await name.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test("on paper: facts, boxes, the page of a list and the blocks of a request, without menus and buttons", async ({
  broker,
}) => {
  const { page } = broker;
  const to = paths("nl");
  // On a page of the portal: what is emulated on an empty one can be lost when the first page gets a process of its own.
  await goTo(page, to.quotes());
  await page.emulateMedia({ media: "print" });
  await test.step("a page is its facts, without menus and buttons", async () => {
    for (const address of [to.quote(50010414), to.insurance(70020011), to.damage(81020), to.openInvoice(90030004)]) {
      await goTo(page, address);
      await expect(main(page).locator("dd").first()).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const part of ["header a", "footer", "main nav", "main div:has(> h1) ~ div"])
        for (const each of await page.locator(part).all()) await expect(each).toBeHidden();
      for (const fact of await main(page).locator("dd").all()) await expect(fact).toBeVisible();
    }
  });
  await test.step("a relation is its boxes, without ways to begin something", async () => {
    await goTo(page, paths("nl").relation(relation));
    await expect(main(page).locator("td").first()).toBeVisible();
    await expect(main(page).getByRole("button")).toHaveCount(0);
  });
  await test.step("a list shows which page of it this is, without ways elsewhere", async () => {
    for (const [kind, address] of [
      ["quotes", to.quotes()],
      ["damages", to.damages()],
      ["open_invoices", to.openInvoices()],
    ] as const) {
      await goTo(page, address);
      await expect(broker.pager.getByText(/^Pagina 1 van \d+ · \d+ /)).toBeVisible();
      await expect(broker.pager.getByRole("link")).toHaveCount(0);
      const whole = broker.say(`portal.${kind}.action.maximize`);
      await expect(broker.panel.getByRole("heading")).toBeVisible();
      await expect(main(page).getByRole("link", { name: whole })).toHaveCount(0);
    }
  });
  await test.step("a request: the blocks follow the steps, and nothing lies over the page", async () => {
    // A4 within its margins
    await page.setViewportSize({ width: 673, height: 1001 });
    await goTo(page, paths("nl").wizard({ product: "cyber", relation, intermediary: 100245 }));
    const blocks = page.getByRole("complementary", { name: broker.say("wizard.sidebar.label") });
    await expect(blocks).toHaveCSS("position", "static");
    await expect(blocks).toHaveCSS("box-shadow", "none");
    const last = await main(page).getByRole("heading", { level: 2 }).last().boundingBox();
    const steps = await main(page).getByRole("heading", { level: 2, name: /^5\./ }).boundingBox();
    expect(steps?.y ?? 0).toBeLessThan(last?.y ?? 0);
  });
});

/** The name of a colour as a person would say it. */
function findColourName([red = 0, green = 0, blue = 0]: number[]): string {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most - least < 40) return "grey";
  const part =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least);
  const hue = (part * 60 + 360) % 360;
  const names: [number, string][] = [
    [20, "red"],
    [80, "yellow"],
    [165, "green"],
    [205, "turquoise"],
    [255, "blue"],
    [315, "purple"],
  ];
  return names.find(([limit]) => hue < limit)?.[1] ?? "red";
}

test("each section has its colour", async ({ broker: { page } }) => {
  const to = paths("nl");
  const sections = [
    [to.dashboard(), "red"],
    [to.relations(), "red"],
    [to.openInvoices(), "grey"],
    [to.damages(), "turquoise"],
    [to.insurances(), "purple"],
    [to.quotes(), "green"],
  ] as const;
  for (const [address, name] of sections) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const colour = await page.evaluate(() => {
      const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      if (!pen) return [];
      pen.fillStyle = getComputedStyle(document.body).getPropertyValue("--c-section").trim();
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data];
    });
    expect([address, findColourName(colour)]).toEqual([address, name]);
  }
});

test("in forced colours what is current differs from its neighbours by more than its weight", async ({
  broker: { page },
}) => {
  const to = paths("nl");
  await goTo(page, to.quotes());
  await page.emulateMedia({ forcedColors: "active" });
  const marks = [
    [to.quotes(), "header nav a", "::after", "background-color"],
    [to.quotes(), "header button[lang]", "", "outline-style"],
    [to.quotes(), "main table ~ nav a", "", "outline-style"],
    [to.relation(300101), "main nav ~ div nav a", "", "outline-style"],
  ] as const;
  for (const [address, each, pseudo, property] of marks) {
    await page.goto(address);
    const of = (state: string) =>
      page
        .locator(`${each}${state}`)
        .first()
        .evaluate((node, [part, name]) => getComputedStyle(node, part || null).getPropertyValue(name), [
          pseudo,
          property,
        ] as const);
    expect(await of("[aria-current]"), `${each} on ${address}`).not.toBe(await of(":not([aria-current])"));
  }
});
