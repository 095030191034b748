// The underwriter's screens, and the broker's at a quotation that has a question, by the words on them, with axe.
import { paths } from "#routes/paths.ts";
import { expectAccessible } from "./support/accessible.ts";
import { countDrafts, expectDraftWritten } from "./support/drafts.ts";
import { enter } from "./support/session.ts";
import { expect, test } from "./support/stories.ts";

test.use({ user: "o.oordeel" });

/** Of the office whose requests no other story looks at. */
const NUMBER = 50010546;
const QUESTION = "Wanneer was dat precies?";

test("an underwriter asks, and the broker answers with a file", async ({ broker, page, guard }) => {
  const { say } = broker;
  const title = say("portal.referral.title", { number: NUMBER });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await page.goto("/");
  await expect(heading(say("portal.referrals.title"))).toBeVisible();
  await expect(page.getByRole("link", { name: say("portal.nav.relations"), exact: true })).toHaveCount(0);
  await expectAccessible(page, "referrals");
  await page.goto(paths("nl").item("referrals", NUMBER));
  await expect(heading(title)).toBeVisible();
  await page.getByRole("button", { name: say("portal.referral.decision.decline"), exact: true }).click();
  await expect(page.getByText(say("portal.referral.decision.required"))).toBeVisible();
  await expectAccessible(page, "a referral");
  const message = page.getByRole("textbox", { name: say("portal.referral.decision.text") });
  await expect(message).toBeFocused();
  await message.fill(QUESTION);
  await page.getByRole("button", { name: say("portal.referral.decision.ask"), exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: QUESTION })).toBeVisible();
  await expect.poll(() => countDrafts(page)).toBe(0);

  await enter(page.context(), "d.demo");
  await page.goto(paths("nl").quote(NUMBER));
  await expect(page.getByText(QUESTION).first()).toBeVisible();
  await expectAccessible(page, "a quotation with a question");
  const file = { name: "verslag.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: say("portal.quote.referral.files") }).click();
  await (await chooser).setFiles(file);
  const remove = page.getByRole("button", { name: say("wizard.upload.remove", { name: file.name }) });
  await expect(remove).toBeVisible();
  const answer = page.getByRole("textbox", { name: say("portal.quote.referral.answer") });
  await answer.fill("Op 3 maart.");
  const send = page.getByRole("button", { name: say("portal.quote.referral.send") });
  await expect(send).toBeEnabled();
  await expectDraftWritten(page);
  expect(await countDrafts(page)).toBe(1);
  // A file that was uploaded for an unsent answer stays, within the portal and after opening it again.
  await page
    .getByRole("link", { name: say("portal.nav.quotes"), exact: true })
    .first()
    .click();
  await expect(heading(say("portal.quotes.title"))).toBeVisible();
  await page.goBack();
  await expect(remove).toBeVisible();
  await page.reload();
  await expect(remove).toBeVisible();
  await expect(answer).toHaveValue("Op 3 maart.");
  // No file is left behind unseen.
  guard.expectStatus(415);
  const wrong = { name: "leeg.pdf", mimeType: "application/pdf", buffer: Buffer.from("") };
  const chooserOfWrong = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: say("portal.quote.referral.files") }).click();
  await (await chooserOfWrong).setFiles(wrong);
  await expect(page.getByText("Verwijder het bestand dat niet is toegevoegd")).toBeVisible();
  await expect(send).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page, "an answer with a file that was not taken");
  await page.getByRole("button", { name: say("wizard.upload.remove", { name: wrong.name }) }).click();

  const other = await page.context().newPage();
  await other.goto(paths("nl").quote(NUMBER));
  await other.getByRole("textbox", { name: say("portal.quote.referral.answer") }).fill("Op 4 maart.");
  await send.click();
  await expect(page.getByRole("listitem").filter({ hasText: file.name }).last()).toBeVisible();
  await expect(send).toHaveCount(0);
  // The other window shows the answer by itself, and what was written there.
  await expect(other.getByRole("listitem").filter({ hasText: "Op 3 maart." }).last()).toBeVisible();
  await expect(other.getByRole("alert").filter({ hasText: "Op 4 maart." })).toBeVisible();
  await expectAccessible(other, "an answer that was not sent");
  await other.getByRole("button", { name: say("portal.referral.unsent.remove") }).click();
  await expect.poll(() => countDrafts(page)).toBe(0);
});
