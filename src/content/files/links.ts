// Where a link in a file may lead: to a web page, a mail address, a telephone, or a place beside the file.
import { FILE_TYPES } from "#engine/rules/fileRules.ts";

const OPENED_BY_A_CLICK = /^(?:https?|mailto|tel):/i;
/** A scheme, a drive, or two slashes, behind which is another computer. */
const ELSEWHERE = /^[a-z][\w+.-]*:|^[\\/]{2}/i;

/** Signs that programs skip, and escapes that hide a slash or a colon. */
const tidy = (target: string): string =>
  target
    .replace(/[\p{Cc}\s]/gu, "")
    .replace(/%(2f|3a|5c)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export const isElsewhere = (target: string): boolean => ELSEWHERE.test(tidy(target));

/** Relative ones too: writers leave the scheme of a web page out. */
export const isSafeLink = (target: string): boolean =>
  OPENED_BY_A_CLICK.test(tidy(target)) || !ELSEWHERE.test(tidy(target));

/** A link to a place in the document, to a page, or to a file beside it of a kind that is accepted by itself. */
export function isSafeOfficeLink(target: string): boolean {
  const clean = tidy(target);
  if (OPENED_BY_A_CLICK.test(clean)) return true;
  if (ELSEWHERE.test(clean)) return false;
  const extension = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(clean)?.[1]?.toLowerCase();
  return /^(?:#|www\.)/i.test(clean) || extension === undefined || extension in FILE_TYPES;
}
