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

const nameLine = ({ file, place }: TraceLine): string => `${file}.json ${place}`;

/** Amounts that a journey expects and that came out otherwise. */
export interface OtherAmounts {
  file: JsonFile;
  product: string;
  place: string;
  amounts: { name: string; wanted: number; given: number }[];
  /** The lines of the tariff that made them, and the one that only such premiums use. */
  madeOf: string;
  blame: string;
}

export class PremiumDifferences {
  readonly #all: Compared[] = [];

  add(compared: Compared): void {
    this.#all.push(compared);
  }

  /** Of journeys whose answers are as they should be and whose premium is known. */
  others(): OtherAmounts[] {
    return [...Map.groupBy(this.#all, ({ product }) => product).values()].flatMap((compared) =>
      wrongAmounts(compared).flatMap(({ one, suspect }) => {
        const { file, product, place, wanted, priced, follows } = one;
        const amounts = differing(one).map((name) => ({
          name,
          wanted: Number(wanted[name]),
          given: priced.amounts[name] ?? Number.NaN,
        }));
        if (follows || amounts.some(({ given }) => Number.isNaN(given))) return [];
        return [{ file, product, place, amounts, madeOf: describeLines(one), blame: suspect ? named(suspect) : "" }];
      }),
    );
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

/** Each with the line of the tariff that only premiums use which differ. */
function wrongAmounts(compared: readonly Compared[]): { one: Compared; suspect: TraceLine | undefined }[] {
  const wrong = compared.filter((one) => differing(one).length > 0);
  const right = compared.filter((one) => !wrong.includes(one));
  const suspects = findSuspects(wrong, right);
  return wrong.map((one) => ({ one, suspect: one.priced.lines.find((line) => suspects.has(nameLine(line))) }));
}

const describeLines = ({ priced }: Compared): string => priced.lines.map(inWords).join(", ");
const named = (line: TraceLine): string => `${line.name} (${nameLine(line)})`;

function productFindings(compared: readonly Compared[]): Finding[] {
  return wrongAmounts(compared).map(({ one, suspect }) => {
    const { file, product, place, follows } = one;
    const blame = suspect ? `; of all premiums only those that differ use ${named(suspect)}` : "";
    const [first = ""] = differing(one);
    const hint = `it is made of ${describeLines(one)}${blame}; correct the amount, or that line; npm run fixtures -- accept shows and writes all of them`;
    const about = suspect ? `price ${nameLine(suspect)}` : `premium of ${file.file}`;
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
  const innocent = new Set(right.flatMap(({ priced }) => priced.lines.map(nameLine)));
  const used = wrong
    .flatMap(({ priced }) => [...new Set(priced.lines.map(nameLine))])
    .filter((key) => !innocent.has(key));
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
