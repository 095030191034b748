// Which texts a product needs or no longer needs once a field has another name. Reads and writes no file.
/** Texts by key, one for each language of a file. */
export type Texts = Map<string, string[]>;

interface Words {
  /** Of the field in texts, now and before. */
  name: string;
  earlier: string;
  kinds: readonly string[];
  /** The product's own texts under their new keys. */
  own: Texts;
  /** Keys that are new by this renaming. */
  moved: ReadonlySet<string>;
  /** The possible places of the field's texts in the product. */
  keys(kind: string): string[];
  newKey(kind: string): string;
  before(kind: string): string[] | undefined;
  after(texts: Texts): (kind: string) => string[] | undefined;
}

export interface KeptWords {
  removed: string[];
  added: Texts;
  shown: { kind: string; text: string; name: string; earlier: string }[];
}

/** Adds and removes texts so that the field keeps its texts under the new name. */
export function keepWords(
  change: KeptWords,
  { name, earlier, kinds, own, moved, keys, newKey, before, after }: Words,
): void {
  const { removed, added, shown } = change;
  for (const kind of kinds) {
    const wanted = before(kind);
    // A product's text of the last name alone may be of another field: it may be the same by chance.
    const alike = [...own].filter(([textKey]) => textKey.endsWith(`.${name}.${kind}`));
    for (const key of keys(kind).filter((textKey) => moved.has(textKey))) {
      const without = new Map(alike.filter(([textKey]) => textKey !== key && !removed.includes(textKey)));
      if (isSaid(wanted, after(without)(kind))) removed.push(key);
    }
    const left = new Map([...own].filter(([textKey]) => !removed.includes(textKey)));
    const wording = after(left)(kind);
    if (isSaid(wanted, wording)) continue;
    if (wanted) added.set(newKey(kind), wanted);
    else shown.push({ kind, text: wording?.[0] ?? "", name, earlier });
  }
}

const isSaid = (left: string[] | undefined, other: string[] | undefined) => left?.join("\0") === other?.join("\0");
