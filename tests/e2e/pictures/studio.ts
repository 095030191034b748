// Makes the pictures of schemas/README.md from the studio over a copy of the content: `npm run studio-pictures`.
import { join } from "node:path";
import { chromium } from "playwright";
import { findChromium } from "../../support/chromium.ts";
import { openStudio } from "../support/studio.ts";

const PRODUCT = "/product/beroepsaansprakelijkheid";
const PICTURES = { field: `${PRODUCT}?step=general-data&field=revenue`, tables: `${PRODUCT}?view=tables` };

const studio = await openStudio();
const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args, env });
try {
  const page = await browser.newPage({ baseURL: studio.address, viewport: { width: 1280, height: 720 } });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [name, address] of Object.entries(PICTURES)) {
    await page.goto(address);
    await page.getByRole("button", { name: /^Fouten: 0,/ }).waitFor({ timeout: 120_000 });
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(import.meta.dirname, `studio-${name}.png`), animations: "disabled" });
  }
} finally {
  await browser.close();
  await studio.close();
}
