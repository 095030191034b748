// The measures and type of the documents.
import { BOLD, REGULAR } from "./builtInFont.ts";

export const MARGIN = 56;
const INK = "#1c2333";
const MUTED = "#5a6478";
/** Metrics of the built-in font, per unit of size: top of the line to the baseline, and line height. */
export const ASCENT = 0.718;
export const LEADING = 1.156;

export interface Style {
  face: string;
  size: number;
  ink: string;
}
export const TITLE = { face: BOLD, size: 20, ink: INK };
export const HEADING = { face: BOLD, size: 12, ink: INK };
export const RECORD = { face: BOLD, size: 10, ink: INK };
export const LABEL = { face: REGULAR, size: 10, ink: MUTED };
export const VALUE = { face: REGULAR, size: 10, ink: INK };
export const FOOTER = { face: REGULAR, size: 9, ink: MUTED };
/** Between two columns. */
const GAP = 10;
/** Below a row. */
export const ROW_GAP = 3;
/** Of the name of a record and the space below it. */
export const TITLE_HEIGHT = 1.2 * RECORD.size * LEADING;

/**
 * Places columns side by side, and shares the rest of the width. `wanted`: for texts of one line, `least`: for their longest words.
 * Null if they are too wide.
 */
export function placeColumns(wanted: readonly number[], least: readonly number[], width: number) {
  const room = width - GAP * (wanted.length - 1);
  const [most, smallest] = [sum(wanted), sum(least)];
  if (smallest > room) return null;
  const share = (room - smallest) / (most - smallest);
  let next = 0;
  return wanted.map((each, index) => {
    const [shortest = 0] = [least[index]];
    const own = most <= room ? each + (room - most) / wanted.length : shortest + (each - shortest) * share;
    const place = { left: next, width: own + 1 };
    next += own + GAP;
    return place;
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

export const round = (value: number) => Math.round(value * 1_000) / 1_000;

/** Converts `#1c2333` to the PDF notation, three numbers from 0 to 1. */
export const readColor = (ink: string) =>
  [1, 3, 5].map((start) => round(Number.parseInt(ink.slice(start, start + 2), 16) / 255)).join(" ");
