// Days and times of day are those of the Netherlands, whatever zone the browser is in: one formatter for all screens (decisions 21).
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "react-intl";
import { expect, test } from "vitest";
import fr from "#app/messages/fr.json" with { type: "json" };
import nl from "#app/messages/nl.json" with { type: "json" };
import { type Format, useFormat } from "#portal/kit/usePortal.ts";
import { useFormats } from "#wizard/WizardContext.ts";

/**
 * In the Netherlands half past midnight in winter, two minutes past midnight in summer. In UTC both are the evening
 * before.
 */
const winter = "2026-11-24T23:30:05Z";
const summer = "2026-06-30T22:02:00.000Z";

function readAs(locale: "nl" | "fr", write: (format: Format, wizard: ReturnType<typeof useFormats>) => unknown[]) {
  const Written = () => JSON.stringify(write(useFormat(), useFormats()));
  const words = { locale, messages: { nl, fr }[locale] as never };
  const page = renderToStaticMarkup(createElement(IntlProvider, words as never, createElement(Written)));
  return JSON.parse(page.replaceAll("&quot;", '"'));
}

test.each([
  ["nl", "25-11-2026", "01-07-2026", "25-11-2026 om 00:30:05"],
  ["fr", "25/11/2026", "01/07/2026", "25/11/2026 à 00:30:05"],
] as const)("an instant in %s", (language, inWinter, inSummer, moment) => {
  const instants = [winter, summer];
  const days = readAs(language, (format) => [...instants, "2026-11-24"].map((instant) => format.date(instant)));
  expect(days.slice(0, 2)).toEqual([inWinter, inSummer]);
  expect(days[2], "a day of its own").toBe(inWinter.replace("25", "24"));
  expect(readAs(language, (format) => [format.moment(winter)])).toEqual([moment]);
  const times = ["00:30", "00:02"];
  expect(readAs(language, (format) => instants.map((instant) => format.time(instant)))).toEqual(times);
  expect(readAs(language, (_, wizard) => instants.map((instant) => wizard.time(Date.parse(instant))))).toEqual(times);
});
