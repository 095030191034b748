// The panel beside a list: it names the relation as a link to it, and amounts are aligned right.
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { toQuotation } from "#api/portfolio/contracts.ts";
import { toDamage } from "#api/portfolio/damages.ts";
import { toOpenInvoice } from "#api/portfolio/invoices.ts";
import { damages } from "#portal/damages/damageKind.tsx";
import { Kv } from "#portal/kit/Kv.tsx";
import { FactPanel } from "#portal/kit/Panel.tsx";
import { DetailPanel } from "#portal/masterDetail/DetailPanel.tsx";
import { openInvoices } from "#portal/open-invoices/invoiceKind.tsx";
import { quotations } from "#portal/quotations/quotationKind.tsx";
import { paths } from "#routes/paths.ts";
import { inPortal, wordsIn } from "../wizard/support/screen.tsx";

// The application behind the page starts with the first call, and takes as long as it takes.
beforeAll(() => fetch("/api/profile/me"));

const ofPolicy = { claim_id: 81020, offer_number: 90030004, title: "Waterschade", policy_number: 50020001 };
const { Body: InvoicePage } = openInvoices.page;
const owner = { relation_number: 300101, relation_name: "Bakkerij Proef B.V." };

test("of a damage leads to its relation", async () => {
  const row = toDamage({ claim_id: 81020, title: "Waterschade", ...owner });
  await render(inPortal("nl", <DetailPanel kind={damages} row={row} relation={undefined} />));
  const link = page.getByRole("link", { name: owner.relation_name });
  await expect.element(link).toHaveAttribute("href", paths("nl").relation(300101));
});

test.each([
  ["damage", () => render(inPortal("nl", <DetailPanel kind={damages} row={toDamage(ofPolicy)} relation={300101} />))],
  ["invoice", () => render(inPortal("nl", <InvoicePage thing={toOpenInvoice(ofPolicy)} relation={300101} />))],
])("of a relation's %s leads to the policy under the same relation", async (_kind, show) => {
  await show();
  const link = page.getByRole("link", { name: "50020001" });
  await expect.element(link).toHaveAttribute("href", paths("nl").insurance(50020001, 300101));
});

test("has names beside values while there is room, as wide as the longest, and else above them", async () => {
  const items = [
    { label: "portal.relation.field.correspondence_preference", value: "E-mail" },
    { label: "portal.relation.field.city", value: "Zwolle" },
    { label: "portal.open_invoice.field.total_open_amount", value: "€ 105,94", amount: true },
  ] as const;
  await render(inPortal("nl", <FactPanel title="Gegevens">{<Kv items={items} />}</FactPanel>));
  const panel = document.querySelector<HTMLElement>("section.card")!;
  onTestFinished(() => panel.removeAttribute("style"));
  const places = (width: number) => {
    panel.style.inlineSize = `${width}px`;
    return [...panel.querySelectorAll("dl > div")].map((pair) => {
      const [name, value] = [...pair.children].map((part) => part.getBoundingClientRect());
      return { beside: name!.top === value!.top, start: value!.left, high: name!.height };
    });
  };
  const wide = places(600);
  expect(wide.map(({ beside }) => beside)).toEqual([true, true, true]);
  expect(new Set(wide.map(({ start }) => start)).size).toBe(1);
  expect(new Set(places(480).map(({ high }) => high)).size, "no name breaks where there is room").toBe(1);
  expect(
    places(250).map(({ beside }) => beside),
    "an amount stays beside its name",
  ).toEqual([false, false, true]);
});

test("of a converted quotation says once why it has no actions, and has none that are unavailable", async () => {
  const say = wordsIn("nl");
  const contract = { relation_number: 300101, relation_name: owner.relation_name, product_code: "270", status: "P" };
  const row = toQuotation({ number: 50010007, ...contract });
  await render(inPortal("nl", <DetailPanel kind={quotations} row={row} relation={undefined} />));
  const reason = page.getByText(say("portal.quote.is_converted"));
  await expect.element(reason).toBeVisible();
  expect(reason.elements()).toHaveLength(1);
  expect(document.querySelectorAll("[aria-disabled]")).toHaveLength(0);
});

test("of an open invoice has its amounts at the right, and nothing else", async () => {
  const say = wordsIn("nl");
  const row = toOpenInvoice({ offer_number: 90030004, collection_amount: 12.5, total_open_amount: 7, ...owner });
  await render(inPortal("nl", <DetailPanel kind={openInvoices} row={row} relation={undefined} />));
  const atEnd = () =>
    [...document.querySelectorAll("section dl > div")]
      .filter((pair) => getComputedStyle(pair.querySelector("dd")!).textAlign === "end")
      .map((pair) => pair.querySelector("dt")?.textContent);
  const amounts = ["collection_amount", "total_open_amount"].map((name) => say(`portal.open_invoice.field.${name}`));
  await expect.poll(atEnd).toEqual(amounts);
});
