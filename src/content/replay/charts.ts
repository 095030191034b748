// Charts as inline SVG, coloured by the style of the page: a horizontal bar per bin, and the spread of old beside new. Each says
// its numbers in words too, because a picture alone says nothing to a screen reader.
import { escapeXml as escapeHtml } from "../report.ts";
import type { Spread } from "./spread.ts";

interface Bar {
  label: string;
  count: number;
  told: string;
  kind: "up" | "down";
}

const WIDTH = 360;
const ROW = 22;
const LABEL = 132;
const NUMBER = 48;

export function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ count }) => count));
  const room = WIDTH - LABEL - NUMBER;
  const rows = bars.map(({ label, count, told, kind }, at) => {
    const width = count === 0 ? 0 : Math.max(1, (count / most) * room);
    const y = at * ROW;
    return [
      `<text x="${LABEL - 8}" y="${y + 15}" text-anchor="end">${escapeHtml(label)}</text>`,
      `<rect class="${kind}" x="${LABEL}" y="${y + 3}" width="${round(width)}" height="${ROW - 6}" rx="2"/>`,
      `<text x="${round(LABEL + width + 6)}" y="${y + 15}">${escapeHtml(told)}</text>`,
    ].join("");
  });
  const said = bars.map(({ label, told }) => `${label}: ${told}`).join("; ");
  return svg(`${title}: ${said}`, bars.length * ROW, WIDTH, rows.join(""));
}

interface Named {
  before: string;
  after: string;
  money(cents: number): string;
}

export function boxChart(before: Spread, after: Spread, { before: old, after: next, money }: Named): string {
  const least = Math.min(before.p5, after.p5);
  const most = Math.max(before.p95, after.p95);
  const at = (value: number) => round(4 + ((value - least) / (most - least || 1)) * (WIDTH - 8));
  const box = ({ p5, p25, median, p75, p95 }: Spread, kind: string, y: number, name: string) =>
    [
      `<text x="0" y="${y + 12}">${escapeHtml(`${name}: ${money(median)}`)}</text>`,
      `<line class="${kind}" x1="${at(p5)}" x2="${at(p95)}" y1="${y + 30}" y2="${y + 30}" stroke-width="2"/>`,
      `<rect class="${kind}" x="${at(p25)}" y="${y + 20}" width="${Math.max(2, at(p75) - at(p25))}" height="20" rx="2"/>`,
      `<line class="median" x1="${at(median)}" x2="${at(median)}" y1="${y + 20}" y2="${y + 40}"/>`,
    ].join("");
  const mark = (value: number, x: number, anchor: string) =>
    `<text x="${x}" y="132" text-anchor="${anchor}">${escapeHtml(money(value))}</text>`;
  const axis = `<line class="axis" x1="0" x2="${WIDTH}" y1="114" y2="114"/>${mark(least, 0, "start")}${mark(most, WIDTH, "end")}`;
  const said = [`${old}: ${money(before.median)}`, `${next}: ${money(after.median)}`].join("; ");
  return svg(said, 140, WIDTH, box(before, "old", 0, old) + box(after, "new", 54, next) + axis);
}

const svg = (said: string, height: number, width: number, content: string): string =>
  `<svg role="img" aria-label="${escapeHtml(said)}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

const round = (value: number): number => Math.round(value * 10) / 10;
