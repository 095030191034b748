// Why a request ends as it does, in the English of the check.

export interface Reason {
  name: "yes" | "no" | "rule" | "both" | "quoted" | "nothing" | "listed" | "expected" | "step" | "block" | "unpriced";
  values: Record<string, string | number | Reason>;
}

const SENTENCES: Record<Reason["name"], string> = {
  yes: "question {question} of {step} has the answer yes",
  no: "question {question} of {step} has the answer no",
  rule: 'the answer rule "{name}" holds',
  both: "{first} and {refused}",
  quoted: "{first}, which stops no quotation",
  nothing: "nothing stops it",
  listed: "{name} is in portfolio/watchlist.json",
  expected: "every answer is as expected",
  step: "{step} gives {errors}",
  block: "the request block gives {errors}",
  unpriced: "the tariff has no price for the answer {answer}",
};

export const explain = ({ name, values }: Reason): string =>
  SENTENCES[name].replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    return typeof value === "object" ? explain(value) : String(value);
  });
