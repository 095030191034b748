// A portal for production has nothing of the studio.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/stories.ts";

const root = join(import.meta.dirname, "../..");
const product = "beroepsaansprakelijkheid";

test.describe("for production", () => {
  test.use({ user: null });

  test("the build holds none of it", () => {
    const dist = join(root, "dist/app");
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.(js|css|html)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(20);
    const marks =
      /bench_field|urn:bench|\/studio\/(products|check)|Stand van het product|Voorwaarde toevoegen|new Function\(/;
    expect(files.filter((file) => marks.test(readFileSync(join(dist, file), "utf8")))).toEqual([]);
  });

  test("the server answers none of its calls, and its address is no page", async ({ page }) => {
    for (const address of ["/studio/check", `/studio/products/${product}/preview`]) {
      const answer = await page.request.get(address, { headers: { accept: "application/json" } });
      expect(answer.status(), address).toBe(404);
    }
    const answer = await page.goto(`/product/${product}`);
    expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("region", { name: "Stand van het product" })).toHaveCount(0);
  });
});
