// A comparison as a report in one language. It answers three questions, in this order: what changes for the customer, what changes
// in price, and which cases, journeys and requests come out otherwise.
import type { Language } from "#engine/values/languages.ts";
import type { Comparison } from "./compare.ts";
import type { Question } from "./content/changes.ts";
import type { ProductReplay } from "./replay/replay.ts";
import { type Block, type Report, Writer } from "./reportWriter.ts";
import { phrase } from "./words/words.ts";

interface Names {
  before: string;
  /** Empty: the files as they are. */
  after: string;
}

const QUESTIONS: Question[] = ["customer", "price", "outcome"];

/** With `portfolioOnly` the first question is left out. */
export function buildReport(comparison: Comparison, names: Names, language: Language, portfolioOnly = false): Report {
  const { changes, portfolio } = comparison;
  const write = new Writer(comparison.titles, language);
  const about = { old: names.before, now: names.after || phrase("filesNow"), count: changes.length };
  const isChanged = changes.length > 0 || portfolio?.products.some(differs);
  const sections = QUESTIONS.slice(portfolioOnly ? 1 : 0).flatMap((question): Block[] => [
    { heading: write.say(`question.${question}`), level: 2 },
    ...write.orNothing([
      ...write.sentences(changes.filter((change) => change.question === question)),
      ...write.portfolio(question, portfolio),
    ]),
  ]);
  return {
    language,
    title: write.say("report.title"),
    about: write.say(portfolioOnly ? "report.aboutPortfolio" : "report.about", {
      ...about,
      ...(portfolio ? { count: portfolioOnly ? write.number(portfolio.requests) : changes.length } : {}),
    }),
    blocks: isChanged
      ? sections
      : [{ paragraph: write.say("unchanged") }, ...(portfolio ? write.portfolio("price", portfolio) : [])],
    notes: portfolio ? write.notes(portfolio) : [],
  };
}

const differs = ({ requests, unchanged }: ProductReplay): boolean => unchanged < requests;
/** Lines for a terminal. */
export function writeText({ title, about, blocks, notes }: Report): string {
  const lines = blocks.flatMap((block): string[] => {
    if ("heading" in block)
      return [
        ...(block.level < 4 ? [""] : []),
        `${INDENT[block.level]}${block.level === 2 ? block.heading.toUpperCase() : block.heading}`,
      ];
    if ("paragraph" in block) return [`  ${block.paragraph}`];
    if ("list" in block) return block.list.map((item) => `    - ${item}`);
    return "table" in block ? align([block.table.head, ...block.table.rows]).map((line) => `  ${line}`) : [];
  });
  return [`${title}. ${about}`, ...lines, ...(notes.length > 0 ? ["", ...notes] : [])].join("\n");
}

const INDENT = { 2: "", 3: "", 4: "  " };

/** The first column to the left, numbers to the right. */
function align(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  "),
  );
}
