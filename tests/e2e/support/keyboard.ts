// Fills forms and presses buttons with the keyboard alone: Tab to reach, Space, arrows and letters to answer. It refuses to
// touch anything that Tab does not reach.
import { expect, type Locator, type Page } from "@playwright/test";
import { Form } from "./form.ts";

const mostStops = 150;

/** Presses Tab until the element has the focus. Fails when the focus went around the page without reaching it. */
export async function tabTo(page: Page, target: Locator, most = mostStops): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < most; stop += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return expectUncovered(page);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Tab goes round in the dialog: never to what lies behind it. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  const stops = await dialog.locator("button, a[href], input, select, textarea").count();
  for (let stop = 0; stop < stops + 2; stop += 1) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest("dialog") ? focused?.outerHTML : null;
    });
    expect(outside, "the focus left the dialog").toBeNull();
  }
}

/** The focused element is on the screen and not under a sticky part (WCAG 2.4.11). */
async function expectUncovered(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, Math.min(top + height / 2, innerHeight - 1));
    return hit !== null && (focused.contains(hit) || hit.contains(focused) || hit.closest("label")?.contains(focused));
  });
  expect(seen, "the focused element can be seen").toBe(true);
}

export class KeyboardForm extends Form {
  override async type(field: Locator, text: string): Promise<void> {
    if (!(await field.isEditable())) return;
    await tabTo(this.page, field);
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.type(text);
  }

  protected override async choose(name: string, value: unknown): Promise<void> {
    const group = this.page.locator(`input[type="radio"][name="${name}"]`);
    const wanted = group.and(this.page.locator(`[value="${value}"]`));
    if (!(await wanted.isEnabled())) return;
    if (await wanted.isChecked()) return;
    const checked = group.and(this.page.locator(":checked"));
    await tabTo(this.page, (await checked.count()) > 0 ? checked : group.first());
    await this.page.keyboard.press("Space");
    for (let moves = 0; moves < 12 && !(await wanted.isChecked()); moves += 1)
      await this.page.keyboard.press("ArrowDown");
    await expect(wanted).toBeChecked();
  }

  protected override async tick(field: Locator, ticked: boolean): Promise<void> {
    if ((await field.getAttribute("aria-disabled")) === "true") return;
    if ((await field.isChecked()) === ticked) return;
    await tabTo(this.page, field);
    await this.page.keyboard.press("Space");
    await expect(field).toBeChecked({ checked: ticked });
  }

  protected override async select(field: Locator, label: string): Promise<void> {
    if (!(await field.isEnabled())) return;
    const chosen = () => field.locator("option:checked").innerText();
    await tabTo(this.page, field);
    await this.page.keyboard.press("Home");
    for (let moves = 0; moves < 40 && (await chosen()) !== label; moves += 1)
      await this.page.keyboard.press("ArrowDown");
    expect(await chosen()).toBe(label);
  }

  protected override async addProfessions(id: string, pairs: [string, string][]): Promise<void> {
    for (const [, profession] of pairs) {
      await tabTo(this.page, this.page.locator(`[id="${id}__profession"]`));
      await this.page.keyboard.type(this.professionLabel(profession));
      await this.page.keyboard.press("Enter");
      await press(
        this.page,
        this.page.getByRole("button", { name: this.words("wizard.field.profession.add"), exact: true }),
      );
    }
  }
}
