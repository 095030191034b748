// What a name is called on the screen, and how it is written where it is defined.
import { findNodeAtOffset, type Node } from "jsonc-parser";
import { textKeys } from "#engine/texts/fieldTexts.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { findTree } from "../read/files/places.ts";
import { isSame } from "./contentIndex.ts";
import { type ContentText, type Name, textPath } from "./names.ts";
import { cellAt } from "./tables.ts";

interface Content {
  names: Name[];
  files: ReadonlyMap<string, ContentText>;
}

export function explain(name: Name, { names, files }: Content): string[] {
  const written = (occurrence: Name) => {
    const file = files.get(occurrence.file);
    if (file?.beside) return cellAt(file.text, occurrence.offset)?.text ?? "";
    const node = file && findNodeAtOffset(findTree(file) ?? ({} as Node), occurrence.offset, true);
    const value = node?.parent?.type === "property" ? node.parent.children?.[1] : node;
    return value && file
      ? file.text
          .slice(value.offset, value.offset + value.length)
          .replace(/\s+/g, " ")
          .slice(0, 200)
      : "";
  };
  const labels = ["text", "field"].includes(name.kind) ? findLabels(name, names).map(written) : [];
  if (name.kind === "text") return labels;
  const definitions = names.filter((occurrence) => occurrence.defines && isSame(occurrence, name));
  return [...labels, ...definitions.map((occurrence) => `${occurrence.file}: ${written(occurrence)}`)];
}

/** The text itself, or the label that a field has by convention, in each language. */
function findLabels({ kind, name, step, product }: Name, names: readonly Name[]): Name[] {
  const keys = kind === "text" ? [name] : textKeys({ step: step ?? "" }, textPath(name)).map((key) => `${key}.label`);
  const texts = names.filter(
    (occurrence) => occurrence.kind === "text" && occurrence.defines && [product, null].includes(occurrence.product),
  );
  const key = keys.find((each) => texts.some((occurrence) => occurrence.name === each));
  return LANGUAGES.flatMap(
    (language) =>
      texts.find((occurrence) => occurrence.name === key && occurrence.file.endsWith(`.${language}.json`)) ?? [],
  );
}
