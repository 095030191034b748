// Amounts of journeys that came out otherwise than expected, with the lines of tariff and rates that made them. A line that
// only such journeys use is named as the cause, once: the other journeys follow.
import type { TraceLine } from "#underwriting/trace.ts";
import { error, type Finding, note } from "./finding.ts";
import type { ExpectedPremium } from "./fixtures.ts";
import type { Priced } from "./journeyRun.ts";
import type { JsonFile } from "./readJson.ts";

interface Compared {
  file: JsonFile;
  product: string;
  /** Of the expected amounts. */
  place: string;
  wanted: ExpectedPremium;
  priced: Priced;
  /** Its answers were refused already. */
  follows: boolean;
  offered: boolean;
}

const keyOf = ({ file, place }: TraceLine): string => `${file}.json ${place}`;

export class PremiumDifferences {
  readonly #all: Compared[] = [];

  add(compared: Compared): void {
    this.#all.push(compared);
  }

  findings(): Finding[] {
    const open = this.#all.filter(({ wanted }) => Object.values(wanted).includes(null));
    const products = Map.groupBy(this.#all, ({ product }) => product);
    return [...open.map(openFinding), ...[...products.values()].flatMap(productFindings)];
  }
}

function openFinding({ file, product, place, offered }: Compared): Finding {
  const hint = "work them out by hand from tariff.json and rates.json, never by copying an answer of the portal";
  const sentence = "amounts are not worked out yet";
  return { ...(offered ? error : note)(file.file, place, sentence, hint), product };
}

const differing = ({ wanted, priced }: Compared): string[] =>
  Object.entries(wanted).flatMap(([name, amount]) =>
    amount === null || priced.amounts[name] === amount ? [] : [name],
  );

function productFindings(compared: readonly Compared[]): Finding[] {
  const wrong = compared.filter((one) => differing(one).length > 0);
  const right = compared.filter((one) => !wrong.includes(one));
  const suspects = findSuspects(wrong, right);
  return wrong.map((one) => {
    const { file, product, place, priced, follows } = one;
    const suspect = priced.lines.find((line) => suspects.has(keyOf(line)));
    const blame = suspect ? `; of all premiums only those that differ use ${suspect.name} (${keyOf(suspect)})` : "";
    const [first = ""] = differing(one);
    const hint = `it is made of ${priced.lines.map(inWords).join(", ")}${blame}; correct the amount, or that line`;
    const about = suspect ? `price ${keyOf(suspect)}` : `premium of ${file.file}`;
    return {
      ...error(file.file, `${place}/${first}`, difference(one), hint),
      product,
      about,
      ...(follows ? { follows: true as const } : {}),
    };
  });
}

/** Lines that no right premium uses, and of these the ones that most of the wrong ones do. */
function findSuspects(wrong: readonly Compared[], right: readonly Compared[]): Set<string> {
  const innocent = new Set(right.flatMap(({ priced }) => priced.lines.map(keyOf)));
  const used = wrong.flatMap(({ priced }) => [...new Set(priced.lines.map(keyOf))]).filter((key) => !innocent.has(key));
  const counts = [...Map.groupBy(used, (key) => key)].map(([key, all]) => [key, all.length] as const);
  const most = Math.max(0, ...counts.map(([, count]) => count));
  return new Set(counts.filter(([, count]) => count === most).map(([key]) => key));
}

function difference(one: Compared): string {
  const all = differing(one).map((name) => {
    const amount = one.priced.amounts[name];
    return `${name} should be ${inEuros(one.wanted[name])} and is ${inEuros(amount)}`;
  });
  return all.join(", ");
}

const inEuros = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? "unknown" : amount.toFixed(2);

function inWords({ name, answer, given, factor, percentage, amount }: TraceLine): string {
  const by = answer === undefined ? "" : ` (${answer} ${given === undefined ? "unanswered" : String(given)})`;
  if (factor === null) return `no factor ${name}${by}`;
  if (factor !== undefined) return `${name} x ${factor}${by}`;
  if (percentage !== undefined) return `${name} ${percentage} %`;
  return `${name} ${amount === null ? "without a price" : (amount / 100).toFixed(2)}${by}`;
}
