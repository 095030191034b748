// Two calls that begin one request: the second finds what the first began, wherever between its looks that happened.

import { describe, expect, test } from "vitest";
import type { SessionUser } from "#server/auth/user.ts";
import { createClock } from "#server/config/clock.ts";
import { sampleCompanyRegister } from "#server/external/companyRegister.ts";
import { createFiles } from "#server/files/files.ts";
import { createPortfolioPort } from "#server/portfolio/port.ts";
import type { Place, WizardContext } from "#server/requests/context.ts";
import { look, work } from "#server/requests/drafts/drafts.ts";
import { noBackgroundCheck } from "#underwriting/backgroundCheck.ts";
import { type TestServer, TODAY } from "../../support/server.ts";
import { ANSWERS, open, PRODUCT, save } from "../../support/wizard.ts";
import { type Asked, OFFICE } from "./asked.ts";

/**
 * A call that looked for an open request and found none. `meanwhile` happens before it begins one.
 */
function contextWith(
  { db, products, outbox, handover, metrics, config, app }: TestServer,
  meanwhile: () => Promise<unknown>,
): WizardContext {
  const clock = createClock(TODAY);
  const portfolio = createPortfolioPort(clock.today);
  const findRelation: typeof portfolio.findRelation = async (...parameters) => {
    await meanwhile();
    return portfolio.findRelation(...parameters);
  };
  const rest = {
    register: sampleCompanyRegister(db),
    backgroundCheck: noBackgroundCheck,
    provider: "",
    baseUrl: config.baseUrl,
    mailUnderwriters: async () => undefined,
    handover,
    counts: metrics,
    files: createFiles(config, app.log),
  };
  return { db, products, outbox, clock, portfolio: { ...portfolio, findRelation }, ...rest };
}

const placeAt = (number: number): Place => ({
  ...{ user: { login_name: "v.voorbeeld" } as SessionUser, office: OFFICE, language: "nl", call: "" },
  ...{ product: PRODUCT, number, quotation: null },
});

export function describeBeginning({ server, vera }: Asked) {
  describe("a temporary request that another call begins meanwhile", () => {
    test.each([
      ["a call that looks, as the premium does", look],
      ["another first save", work],
      [
        "a file of the same tab",
        (...[context, place, { shown }]: Parameters<typeof work>) =>
          work(context, place, { shown: shown ?? null, onlyShown: true }),
      ],
    ])("is found by %s", async (_name, openDraft) => {
      const opened = await open(vera(), OFFICE);
      let saves = 0;
      const context = contextWith(server(), async () => {
        saves += 1;
        if (saves > 1) return;
        const saved = await save(vera(), opened, "general-data", ANSWERS["general-data"]);
        expect(saved.statusCode, saved.body).toBe(200);
      });
      const { draft } = await openDraft(context, placeAt(opened.number), { shown: opened.exists.draft_id ?? "" });
      const stored = await server()
        .db.selectFrom("requests")
        .select(["request_id", "saved_step"])
        .where("address_number", "=", opened.number)
        .execute();
      expect(stored).toEqual([{ request_id: draft.request_id, saved_step: "general-data" }]);
      expect(saves).toBe(1);
    });

    test("is not found where it was sent meanwhile: the number is used", async () => {
      const opened = await open(vera(), OFFICE);
      const context = contextWith(server(), async () => {
        await save(vera(), opened, "general-data", ANSWERS["general-data"]);
        await server()
          .db.updateTable("requests")
          .set({ status: "submitted" })
          .where("address_number", "=", opened.number)
          .execute();
      });
      await expect(work(context, placeAt(opened.number), {})).rejects.toMatchObject({ code: "not_found" });
    });
  });
}
