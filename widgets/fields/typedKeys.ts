// The keys typed into a number field, beside what the field shows meanwhile: the same text must mean the same, typed or
// pasted. Known while one types at the end; after a change elsewhere only the shown text is known.

/** What one event changed: a range of the shown text before it, and the range that stands there now. */
export interface Change {
  from: { start: number; end: number };
  to: { start: number; end: number };
  lastValue: string;
}

/** Characters around an amount that are no part of it. */
export const IGNORED = /[\s\u00a0\u202f€']/;
const IGNORED_AT_END = new RegExp(`${IGNORED.source}+$`);

export class TypedKeys {
  private text: string | undefined;
  /** How the field showed that text; when it shows another one, a value came from elsewhere. */
  private shown = "";

  /** The typed text after this change; undefined where it cannot be told. */
  take({ from, lastValue }: Change, put: string): string | undefined {
    const known = lastValue === this.shown ? this.text : undefined;
    this.text = from.end === lastValue.length ? follow(from.start, lastValue, known, put) : undefined;
    return this.text;
  }

  show(shown: string): void {
    this.shown = shown;
  }

  read(): string | undefined {
    return this.text;
  }
}

function follow(start: number, last: string, known: string | undefined, put: string): string | undefined {
  if (put.length > 1 && !/^\d+$/.test(put)) return undefined;
  if (known !== undefined && start === last.length) return known + put;
  if (start === 0) return put;
  if (known === undefined) return undefined;
  const isBackspace = start === last.length - 1 && put === "";
  return isBackspace ? known.replace(IGNORED_AT_END, "").slice(0, -1) : undefined;
}
