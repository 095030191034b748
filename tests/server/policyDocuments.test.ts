// The mail of a policy carries the documents of the product, up to the size that a mail server accepts. Beyond it they
// are links.
import { expect, test } from "vitest";
import { attachDocuments } from "#server/requests/contract/policyDocuments.ts";

const documents = { terms_and_conditions: "/products/a/terms.pdf", insurance_map: "/products/a/map.pdf" };
const MB = 1_000_000;

function attach(sizes: Record<string, number>, size = 50_000) {
  const products = { document: (address: string) => sizes[address] && Buffer.alloc(sizes[address]) };
  const context = { products, baseUrl: "https://portal.example" } as never;
  return attachDocuments(context, { bundle: { manifest: { documents } } } as never, { language: "nl", size });
}

test("conditions and insurance card are attached and named", () => {
  const { attachments, lines } = attach({ "/products/a/terms.pdf": MB, "/products/a/map.pdf": MB });
  expect(attachments.map(({ name }) => name)).toEqual(["verzekeringsvoorwaarden.pdf", "verzekeringskaart.pdf"]);
  expect(lines).toEqual([expect.stringContaining("- verzekeringsvoorwaarden.pdf\n- verzekeringskaart.pdf")]);
});

test("a document that would pass the limit in base64 is a link into the portal, and a smaller one still goes along", () => {
  // 7 MB are 9.6 MB in base64, which no longer fits although the bytes do.
  const { attachments, lines } = attach({ "/products/a/terms.pdf": 7 * MB, "/products/a/map.pdf": MB });
  expect(attachments.map(({ name }) => name)).toEqual(["verzekeringskaart.pdf"]);
  expect(lines.join("\n")).toContain("- Verzekeringsvoorwaarden: https://portal.example/products/a/terms.pdf");
});

test("the policy itself counts towards the limit", () => {
  const { attachments, lines } = attach({ "/products/a/terms.pdf": MB, "/products/a/map.pdf": MB }, 6 * MB);
  expect(attachments).toEqual([]);
  expect(lines.join("\n")).toContain("https://portal.example/products/a/map.pdf");
});

test("a release without these documents sends the policy alone", () => {
  expect(attach({})).toEqual({ attachments: [], lines: [] });
});
