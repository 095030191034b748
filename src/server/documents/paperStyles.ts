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

/** Places columns side by side that need these widths at least, and shares the rest of the width. Null if they are too wide. */
export function placeColumns(needed: readonly number[], width: number): { left: number; width: number }[] | null {
  const spare = width - needed.reduce((sum, each) => sum + each + GAP, -GAP);
  if (spare < 0) return null;
  let next = 0;
  return needed.map((each) => {
    const place = { left: next, width: each + spare / needed.length + 1 };
    next += place.width - 1 + GAP;
    return place;
  });
}

export const round = (value: number) => Math.round(value * 1_000) / 1_000;

/** Converts `#1c2333` to the PDF notation, three numbers from 0 to 1. */
export const readColor = (ink: string) =>
  [1, 3, 5].map((start) => round(Number.parseInt(ink.slice(start, start + 2), 16) / 255)).join(" ");
