// Amounts of journeys that came out otherwise than expected, with the lines of tariff and rates that made them. A line that
// only such journeys use is named as the cause, once: the other journeys follow, of all products where it is a rate. So is an
// answer that only they give and that the tariff no longer reads.
import type { TraceLine } from "#underwriting/trace.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import {
  certainly,
  error,
  type Finding,
  formatCount,
  type Hint,
  note,
  type Remedy,
} from "../../read/findings/finding.ts";
import { t } from "../../read/findings/translate.ts";
import type { ExpectedPremium } from "../steps/fixtures.ts";
import type { IgnoredAnswer, PricedRequest } from "./price.ts";

interface AmountComparison {
  file: JsonFile;
  product: string;
  /** Of the expected amounts. */
  place: string;
  wanted: ExpectedPremium;
  priced: PricedRequest;
  offered: boolean;
}

/** Omits a price per unit where nothing is counted: it adds no amount. */
const findLines = ({ priced }: AmountComparison): TraceLine[] =>
  priced.lines.filter(({ place, amount }) => amount !== 0 || !place.startsWith("/per_unit/"));
const nameLine = ({ file, place }: TraceLine): string => `${file}.json ${place}`;
/** Lines of the rates, which all products share. */
const isShared = ({ file }: TraceLine): boolean => file === "rates";

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
  readonly #all: AmountComparison[] = [];

  add(compared: AmountComparison): void {
    this.#all.push(compared);
  }

  /** Whether an expected amount is made of lines of this file. */
  uses(product: string, name: string): boolean {
    return this.#all.some(
      (comparison) => comparison.product === product && comparison.priced.lines.some(({ file }) => file === name),
    );
  }

  /** Of journeys whose answers are as they should be and whose premium is known. */
  others(): OtherAmounts[] {
    const written = new Map(wrongAmounts(this.#all).map((each) => [`${each.one.file.file} ${each.one.place}`, each]));
    return [...written.values()].flatMap(({ one, suspect }) => {
      const { file, product, place, wanted, priced } = one;
      if (isUnknown(one)) return [];
      const amounts = differing(one).map((name) => ({
        name,
        wanted: Number(wanted[name]),
        given: Number(priced.amounts[name]),
      }));
      return [{ file, product, place, amounts, madeOf: describeLines(one), blame: suspect ? named(suspect) : "" }];
    });
  }

  findings(): Finding[] {
    const open = this.#all.filter(({ wanted }) => Object.values(wanted).includes(null));
    const wrong = wrongAmounts(this.#all);
    const shared = Map.groupBy(
      wrong.filter((mismatch) => mismatch.shared),
      ({ suspect }) => nameLine(suspect!),
    );
    const own = Map.groupBy(
      wrong.filter((mismatch) => !mismatch.shared),
      nameReason,
    );
    const first = [...own.values()].map(describeWrong);
    return [...open.map(describeOpen), ...[...shared.values()].map(describeShared), ...first];
  }
}

function describeOpen({ file, product, place, offered }: AmountComparison): Finding {
  const hint = t`work them out by hand from tariff.json and rates.json, never by copying an answer of the portal`;
  const sentence = t`amounts are not worked out yet`;
  return { ...(offered ? error : note)(file.file, place, sentence, hint), product };
}

const differing = ({ wanted, priced }: AmountComparison): string[] =>
  Object.entries(wanted).flatMap(([name, amount]) =>
    amount === null || priced.amounts[name] === amount ? [] : [name],
  );

/** The answers do not suffice for a premium. */
const isUnknown = (comparison: AmountComparison): boolean =>
  differing(comparison).some((name) => typeof comparison.priced.amounts[name] !== "number");

/** Fewer may each be a mistake of its own. */
const MANY = 3;

interface WrongAmounts {
  one: AmountComparison;
  /** The line that only premiums use which differ. */
  suspect: TraceLine | undefined;
  /** Without one, the answer of several that the tariff does not read. */
  unread: string | undefined;
  /** It is one of the rates, and premiums of several products differ by it. */
  shared: boolean;
  /** Most premiums of the product differ. */
  most: boolean;
}

function wrongAmounts(compared: readonly AmountComparison[]): WrongAmounts[] {
  const [wrong, right] = split(compared);
  const uses = (name: string) => wrong.filter(({ priced }) => priced.lines.some((line) => nameLine(line) === name));
  const ofSeveral = [...findSuspects(wrong, right, isShared)].filter(
    (name) => new Set(uses(name).map(({ product }) => product)).size > 1,
  );
  return [...Map.groupBy(compared, ({ product }) => product).values()].flatMap((productComparisons) => {
    const [others, equal] = split(productComparisons);
    const suspects = findSuspects(others, equal);
    const most = others.length > MANY && others.length > equal.length;
    return others.map((comparison): WrongAmounts => {
      const shared = findLines(comparison).find((line) => ofSeveral.includes(nameLine(line)));
      const suspect = shared ?? findLines(comparison).find((line) => suspects.has(nameLine(line)));
      return {
        one: comparison,
        suspect,
        unread: findUnread(comparison, others, suspects),
        shared: shared !== undefined,
        most,
      };
    });
  });
}

/** Given by all that differ, else with a value that only some of these give. */
function findUnread(
  { priced: { ignored } }: AmountComparison,
  wrong: readonly AmountComparison[],
  suspects: ReadonlySet<string>,
): string | undefined {
  if (wrong.length < 2) return undefined;
  const inAll = (answer: string) =>
    wrong.every(({ priced }) => priced.ignored.some((ignoredAnswer) => ignoredAnswer.answer === answer));
  return (
    ignored.find(({ answer }) => inAll(answer))?.answer ??
    ignored.map(nameAnswer).find((answer) => suspects.has(answer))
  );
}

function split(compared: readonly AmountComparison[]): [wrong: AmountComparison[], right: AmountComparison[]] {
  const differs = (comparison: AmountComparison) => differing(comparison).length > 0;
  return [compared.filter(differs), compared.filter((comparison) => !differs(comparison))];
}

const describeLines = ({ priced }: AmountComparison): string => priced.lines.map(inWords).join(", ");
const named = (line: TraceLine): string => `${line.name} (${nameLine(line)})`;

const ACCEPT = () => t`npm run fixtures -- accept shows and writes all of them`;

/** A rate is shared by products: its difference is reported once, in its own file. */
function describeShared(wrong: readonly WrongAmounts[]): Finding {
  const [{ one, suspect }] = wrong as [WrongAmounts];
  const { file, place, name, percentage } = suspect!;
  const products = new Set(wrong.map(({ one: { product } }) => product)).size;
  const sentence = t`with ${name} ${percentage} % the amounts of ${formatCount(products, "product")} differ from those of their journeys, and only amounts that use it`;
  const hint = t`correct it, or the amounts; the first is in ${one.file.file}: ${difference(one)}; ${ACCEPT()}`;
  return error(`schemas/rates/${file}.json`, place, sentence, accepting(hint, wrong));
}

/** The amounts as they came out, of all journeys that differ for the same reason. */
function accepting(hint: string, wrong: readonly WrongAmounts[]): Hint {
  if (wrong.some(({ one }) => isUnknown(one))) return hint;
  const set = ({ file, place, priced }: AmountComparison, name: string): Remedy => {
    return { kind: "replace", file: file.file, place: `${place}/${name}`, value: priced.amounts[name] };
  };
  return certainly(hint, ...wrong.flatMap(({ one }) => differing(one).map((name) => set(one, name))));
}

/** Amounts that differ for the same reason are listed once: by a line, an answer, a product, or else a journey. */
function nameReason({ one, suspect, unread, most }: WrongAmounts): string {
  const lacking = findLacking(one);
  if (lacking) return `${one.product} unanswered ${lacking}`;
  if (suspect) return `${one.product} ${nameLine(suspect)}`;
  return `${one.product} ${unread ?? (most ? "" : one.file.file)}`;
}

function describeWrong(wrong: readonly WrongAmounts[]): Finding {
  const [{ one, suspect, unread, most }] = wrong as [WrongAmounts];
  const { file, product, place } = one;
  const lacking = findLacking(one);
  const gone = most ? t`; most premiums of the product differ, so look for what is new or gone in tariff.json` : "";
  const ofAnswer = unread ? t`; those that differ answer ${unread}, which tariff.json does not read` : gone;
  const blame = suspect ? t`; of all premiums only those that differ use ${named(suspect)}` : ofAnswer;
  const [first = ""] = differing(one);
  const wayOut = lacking
    ? t`answer ${lacking} in a step before it, or expect no amounts there`
    : !suspect && unread
      ? t`correct the amount, or let it read that; ${ACCEPT()}`
      : t`correct the amount, or that line; ${ACCEPT()}`;
  const hint = t`it is made of ${describeLines(one)}${lacking ? "" : blame}; ${wayOut}`;
  return { ...error(file.file, `${place}/${first}`, difference(one), accepting(hint, wrong)), product };
}

/** The answer without which there is no premium. */
const findLacking = (comparison: AmountComparison): string | undefined =>
  isUnknown(comparison)
    ? comparison.priced.lines.find(({ amount, given }) => amount === null && given === undefined)?.answer
    : undefined;

const nameAnswer = ({ answer, given }: IgnoredAnswer): string => t`${answer} with ${JSON.stringify(given)}`;

/** Lines that no right premium uses, answers that none gives, and of these the ones that most of the wrong ones do. */
function findSuspects(
  wrong: readonly AmountComparison[],
  right: readonly AmountComparison[],
  among: (line: TraceLine) => boolean = () => true,
): Set<string> {
  const ofAnswers = ({ priced }: AmountComparison) => priced.ignored.map(nameAnswer);
  const innocent = new Set(
    right.flatMap((comparison) => [...findLines(comparison).map(nameLine), ...ofAnswers(comparison)]),
  );
  const used = wrong
    .flatMap((comparison) => [
      ...new Set([...findLines(comparison).filter(among).map(nameLine), ...ofAnswers(comparison)]),
    ])
    .filter((key) => !innocent.has(key));
  const counts = [...Map.groupBy(used, (key) => key)].map(([key, all]) => [key, all.length] as const);
  const most = Math.max(0, ...counts.map(([, count]) => count));
  return new Set(counts.filter(([, count]) => count === most).map(([key]) => key));
}

function difference(comparison: AmountComparison): string {
  const all = differing(comparison).map((name) => {
    const amount = comparison.priced.amounts[name];
    return t`${name} should be ${inEuros(comparison.wanted[name])} and is ${inEuros(amount)}`;
  });
  return all.join(", ");
}

const inEuros = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? t`unknown` : amount.toFixed(2);

function inWords({ name, answer, given, factor, percentage, amount }: TraceLine): string {
  const by = answer === undefined ? "" : ` (${answer} ${given === undefined ? t`unanswered` : String(given)})`;
  if (factor === null) return t`no factor ${name}${by}`;
  if (factor !== undefined) return `${name} x ${factor}${by}`;
  if (percentage !== undefined) return `${name} ${percentage} %`;
  return `${name} ${amount === null ? t`without a price` : (amount / 100).toFixed(2)}${by}`;
}
