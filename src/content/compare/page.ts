// A report as one HTML page that needs nothing else: no script, no font, no other file. Readable light and dark, on
// paper and on a telephone. It names requests by number alone.

import { escapeXml as escapeHtml } from "../check/report.ts";
import type { Spread } from "./replay/spread.ts";
import type { Bar, Block, BoxNames, Report } from "./reportWriter.ts";

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#17202e, #e8ecf3); --muted: light-dark(#4f5a69, #aab4c4);
  --canvas: light-dark(#f4f5f8, #11161f); --surface: light-dark(#fff, #1a212d); --line: light-dark(#d5dae2, #36404f);
  --old: light-dark(#6b7788, #93a0b3); --new: light-dark(#22335f, #8fb0ff); --up: light-dark(#a3420b, #f0a370); --down: light-dark(#1c7040, #79cf9c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 0 0 1rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: .25rem 0; } .muted, figcaption { color: var(--muted); font-size: .875rem; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; padding: 1.25rem; margin-top: 1.25rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .375rem .625rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; white-space: nowrap; } th { font-weight: 600; }
th:first-child, td:first-child, .words td, .words th { text-align: left; white-space: normal; } td:first-child { min-width: 8rem; } .words td:nth-child(3) { white-space: nowrap; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.25rem; } .charts + .scroll { margin-top: 1rem; }
figure { margin: 0; } svg { display: block; width: 100%; height: auto; } svg text { fill: var(--text); font-size: 12px; font-variant-numeric: tabular-nums; }
.axis { stroke: var(--line); } .old { fill: var(--old); stroke: var(--old); } .new { fill: var(--new); stroke: var(--new); } .up { fill: var(--up); } .down { fill: var(--down); } .median { stroke: var(--surface); stroke-width: 3; }
@media (max-width: 40rem) { .words td, .words th { display: block; border: 0; padding: .125rem 0; } .words tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); } .words thead { display: none; } }
@media print { :root { color-scheme: light; } body { background: none; } main { max-width: none; padding: 0; } section { border: 0; padding: 0; } figure, tr { break-inside: avoid; } }
`;

export function writePage({ language, title, about, blocks, notes }: Report): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(about)}</p>
${notes.map((note) => `<p class="muted">${escapeHtml(note)}</p>`).join("\n")}
${splitSections(blocks)
  .map((section) => `<section>${section.map(writeBlock).join("\n")}</section>`)
  .join("\n")}
</main></body>
</html>
`;
}

/** A section for each heading of the second level. */
function splitSections(blocks: readonly Block[]): Block[][] {
  const sections: Block[][] = [];
  for (const block of blocks)
    if (sections.length === 0 || ("heading" in block && block.level === 2)) sections.push([block]);
    else sections.at(-1)!.push(block);
  return sections;
}

function writeBlock(block: Block): string {
  if ("heading" in block) return `<h${block.level}>${escapeHtml(block.heading)}</h${block.level}>`;
  if ("paragraph" in block) return `<p>${escapeHtml(block.paragraph)}</p>`;
  if ("list" in block) return `<ul>${block.list.map((item) => `<li>${escapeHtml(item)}</li>`).join("\n")}</ul>`;
  if ("table" in block) return writeTable(block.table);
  const { title, box, bars = [], note } = block.figure;
  const svg = box ? boxChart(box.before, box.after, box.names) : barChart(title, bars);
  const caption = note ? `<figcaption>${escapeHtml(note)}</figcaption>` : "";
  return `<figure><h4>${escapeHtml(title)}</h4>${svg}${caption}</figure>`;
}

function writeTable({ head, rows }: { head: string[]; rows: string[][] }): string {
  const cells = (tag: string, all: readonly string[]) =>
    `<tr>${all.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((row) => cells("td", row)).join("\n");
  // Focusable, so that a keyboard can scroll it.
  return `<div class="scroll" tabindex="0"><table><thead>${cells("th", head)}</thead><tbody>${body}</tbody></table></div>`;
}

// Charts as inline SVG, coloured by the style of the page. Each contains its numbers in words, for screen readers.

const WIDTH = 360;
const ROW = 22;
const LABEL = 132;
const NUMBER = 48;

function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ count }) => count));
  const room = WIDTH - LABEL - NUMBER;
  const rows = bars.map(({ label, count, told, kind }, index) => {
    const width = count === 0 ? 0 : Math.max(1, (count / most) * room);
    const y = index * ROW;
    return [
      `<text x="${LABEL - 8}" y="${y + 15}" text-anchor="end">${escapeHtml(label)}</text>`,
      `<rect class="${kind}" x="${LABEL}" y="${y + 3}" width="${round(width)}" height="${ROW - 6}" rx="2"/>`,
      `<text x="${round(LABEL + width + 6)}" y="${y + 15}">${escapeHtml(told)}</text>`,
    ].join("");
  });
  const summary = bars.map(({ label, told }) => `${label}: ${told}`).join("; ");
  return svg(`${title}: ${summary}`, bars.length * ROW, WIDTH, rows.join(""));
}

function boxChart(before: Spread, after: Spread, { before: old, after: next, money }: BoxNames): string {
  const least = Math.min(before.p5, after.p5);
  const most = Math.max(before.p95, after.p95);
  const toX = (value: number) => round(4 + ((value - least) / (most - least || 1)) * (WIDTH - 8));
  const box = ({ p5, p25, median, p75, p95 }: Spread, kind: string, y: number, name: string) =>
    [
      `<text x="0" y="${y + 12}">${escapeHtml(`${name}: ${money(median)}`)}</text>`,
      `<line class="${kind}" x1="${toX(p5)}" x2="${toX(p95)}" y1="${y + 30}" y2="${y + 30}" stroke-width="2"/>`,
      `<rect class="${kind}" x="${toX(p25)}" y="${y + 20}" width="${Math.max(2, toX(p75) - toX(p25))}" height="20" rx="2"/>`,
      `<line class="median" x1="${toX(median)}" x2="${toX(median)}" y1="${y + 20}" y2="${y + 40}"/>`,
    ].join("");
  const mark = (value: number, x: number, anchor: string) =>
    `<text x="${x}" y="132" text-anchor="${anchor}">${escapeHtml(money(value))}</text>`;
  const axis = `<line class="axis" x1="0" x2="${WIDTH}" y1="114" y2="114"/>${mark(least, 0, "start")}${mark(most, WIDTH, "end")}`;
  const summary = [`${old}: ${money(before.median)}`, `${next}: ${money(after.median)}`].join("; ");
  return svg(summary, 140, WIDTH, box(before, "old", 0, old) + box(after, "new", 54, next) + axis);
}

const svg = (summary: string, height: number, width: number, content: string): string =>
  `<svg role="img" aria-label="${escapeHtml(summary)}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

const round = (value: number): number => Math.round(value * 10) / 10;
