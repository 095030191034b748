// The texts of the auditor's trail in the reader's language. An unknown value is shown as it is stored.
import { createIntl } from "react-intl";
import { expect, test } from "vitest";
import fr from "#app/messages/fr.json" with { type: "json" };
import nl from "#app/messages/nl.json" with { type: "json" };
import { formatDate } from "#engine/values/dateText.ts";
import { describeDetails } from "#portal/audit/details.ts";
import type { Format } from "#portal/kit/usePortal.ts";

const tell = (locale: "nl" | "fr", detail: object): string[] => {
  const intl = createIntl({ locale, messages: { nl, fr }[locale] as never });
  const format = { date: (day: string) => formatDate(day, locale) } as Format;
  const text: Parameters<typeof describeDetails>[1] = (id, values) => intl.formatMessage({ id }, values as never);
  return describeDetails(detail as Record<string, unknown>, text, format);
};

test.each([
  [{ why: "one too many" }, "Reden: te veel sessies tegelijk", "Raison\u00a0: trop de sessions à la fois"],
  [{ by: "operator" }, "Door: de operator van het portaal", "Par\u00a0: l’exploitant du portail"],
  [{ by: "v.voorbeeld" }, "Door: v.voorbeeld", "Par\u00a0: v.voorbeeld"],
  [{ accepted: "declined" }, "Uitkomst: afgewezen", "Résultat\u00a0: refusée"],
  [{ note: "accepted" }, "Toelichting: accepted", "Commentaire\u00a0: accepted"],
  [{ from: "2026-12-01" }, "Vanaf: 01-12-2026", "À partir du\u00a0: 01/12/2026"],
  [{ erased: { outbox: 2, uploads: 3 } }, "Gewiste rijen: 5", "Lignes effacées\u00a0: 5"],
  [{ consents: [{}, {}] }, "Bewaarde toestemmingen: 2", "Consentements conservés\u00a0: 2"],
  [{ of_another_version: 7 }, "of_another_version: 7", "of_another_version\u00a0: 7"],
])("%j", (detail, dutch, french) => {
  expect(tell("nl", detail)).toEqual([dutch]);
  expect(tell("fr", detail)).toEqual([french]);
});

test("empty values have no words", () => expect(tell("nl", { note: "", author: null })).toEqual([]));
