// Why a request ends as it does, in the language of the reader.
import { listNames, t } from "../../read/findings/translate.ts";

export interface Reason {
  name: "yes" | "no" | "rule" | "both" | "quoted" | "nothing" | "listed" | "expected" | "step" | "block" | "unpriced";
  values: Record<string, string | number | Reason>;
}

const SENTENCES: Record<Reason["name"], (values: Record<string, string>) => string> = {
  yes: ({ question, step }) => t`question ${question} of ${step} has the answer yes`,
  no: ({ question, step }) => t`question ${question} of ${step} has the answer no`,
  rule: ({ name }) => t`the answer rule "${name}" holds`,
  both: ({ first = "", refused = "" }) => listNames([first, refused], "conjunction"),
  quoted: ({ first }) => t`${first}, which stops no quotation`,
  nothing: () => t`nothing stops it`,
  listed: ({ name }) => t`${name} is in portfolio/watchlist.json`,
  expected: () => t`every answer is as expected`,
  step: ({ step, errors }) => t`${step} gives ${errors}`,
  block: ({ errors }) => t`the request block gives ${errors}`,
  unpriced: ({ answer }) => t`the tariff has no price for the answer ${answer}`,
};

export function explain({ name, values }: Reason): string {
  const written = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "object" ? explain(value) : String(value),
  ]);
  return SENTENCES[name](Object.fromEntries(written));
}
